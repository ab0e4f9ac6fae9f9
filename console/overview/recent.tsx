import { useQuery } from '@urql/preact';
import { changedColumns, LISTED, type Revision } from '../documents.ts';
import { Fault } from '../parts.tsx';
import { addressOf } from '../route.ts';
import type { RecordModel } from '../schema.ts';
import { messageOf } from '../session.ts';
import { useLast } from '../store.ts';
import { actorOf, agoOf, textOf, timeOf } from '../values.ts';
import { useShownAgain } from './shown-again.ts';

const SHOWN = 8;
/** A record that changes again within ten minutes may keep its place in `LAST_MODIFIED`: the latest are among these. */
const READ = 50;
const NAMED_FIELDS = 3;

type Change = Pick<Revision, 'action' | 'occurredAt' | 'actor' | 'changedFields'>;
interface Changed {
  id: string;
  title?: unknown;
  history: { nodes: (Change & { before?: Record<string, unknown> })[] } | null;
}
type Found = Record<string, { nodes: Changed[] } | null>;

const lastOf = (values = ''): string =>
  `history(first: 1) { nodes { action occurredAt actor { kind id } changedFields ${values} } }`;

/** The records of each type that changed last, with their last change. */
const changedOf = ({ list, title }: RecordModel): string => `
  ${list}(first: ${READ}, orderBy: { field: LAST_MODIFIED, direction: DESC }) { nodes { id title: ${title} ${lastOf()} } }`;

/** Those that were deleted last, and are not there now. */
const goneOf = ({ list, watched }: RecordModel): string => `
  gone_${list}: deletions(record: ${watched}, last: ${SHOWN}) { nodes { id: recordId ${lastOf('before')} } }`;

/** What has changed last, and who did it. Nothing where no history is kept. */
export function Recent({ records }: { records: readonly RecordModel[] }) {
  const lists = records.flatMap((record) => [changedOf(record), goneOf(record)]);
  const [{ data, error }, reread] = useQuery<Found>({
    query: `query ConsoleRecent { ${lists.join('')} }`,
    context: LISTED,
  });
  useShownAgain(() => reread({ requestPolicy: 'network-only' }));
  const found = useLast(data);
  const changes = records
    .flatMap((record) =>
      [record.list, `gone_${record.list}`].flatMap((list) =>
        (found?.[list]?.nodes ?? []).flatMap(({ id, title, history }) =>
          (history?.nodes ?? []).map((change) => {
            return { record, id, title: textOf(title ?? change.before?.[record.title]) || id, change };
          }),
        ),
      ),
    )
    .toSorted((a, b) => Date.parse(b.change.occurredAt) - Date.parse(a.change.occurredAt))
    .slice(0, SHOWN);
  if (changes.length === 0 && !error) return null;
  return (
    <section class="card" aria-labelledby="recent">
      <h2 id="recent">Changed last</h2>
      <Fault text={error && messageOf(error)} />
      <ul class="recent">
        {changes.map(({ record, id, title, change }) => (
          <li key={`${record.name} ${id}`}>
            <a href={addressOf({ view: record.slug, id })}>{title}</a> <span class="soft">{record.noun}</span>
            <div class="soft">
              {actorOf(change.actor)} {wordsOf(record, change)}{' '}
              <time dateTime={change.occurredAt} title={timeOf(change.occurredAt)}>
                {agoOf(change.occurredAt)}
              </time>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const WORDS = { CREATED: 'created it', DELETED: 'deleted it' };

function wordsOf(record: RecordModel, { action, changedFields }: Change): string {
  if (action !== 'UPDATED') return WORDS[action];
  const names = changedColumns(record, changedFields).map(({ label }) => label.toLowerCase());
  const more = names.length > NAMED_FIELDS ? ` and ${names.length - NAMED_FIELDS} more` : '';
  return `changed ${names.slice(0, NAMED_FIELDS).join(', ')}${more}`;
}
