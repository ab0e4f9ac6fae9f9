import { useQuery } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import { inFormOrder } from './column-order.ts';
import { Conflict } from './conflict.tsx';
import { Deletion } from './deletion.tsx';
import { oneOf, type Result, type Row } from './documents.ts';
import { changesOf, contested, type Draft, differing, draftOf, issuesWithout, moved } from './draft.ts';
import { History } from './history.tsx';
import type { Change } from './live.ts';
import { Dialog, Empty, Fault, Loading, say, Tabs } from './parts.tsx';
import { ColumnsForm } from './relations/columns-form.tsx';
import { useNamesIn, Value } from './relations/names.tsx';
import { Related } from './relations/related.tsx';
import { labelsOf, type RecordModel, type Rights } from './schema.ts';
import { isOwn, messageOf } from './session.ts';
import { useLast } from './store.ts';
import { mayLeave, useUnsaved } from './unsaved.ts';
import { actorOf, agoOf, shown, valueIn } from './values.ts';
import { useWrites } from './writes.ts';

interface Props {
  record: RecordModel;
  rights: Rights;
  id: string;
  /** The last change that the stream reported. */
  change: Change | undefined;
  onClose: () => void;
}

type Part = 'edit' | 'all' | 'history';

/** One record: what can be edited, every field, and its history. */
export function RecordPanel({ record, rights, id, change, onClose }: Props) {
  const [part, setPart] = useState<Part>(rights.writes && record.update ? 'edit' : 'all');
  const [restored, setRestored] = useState<Readonly<Record<string, unknown>>>();
  const [{ data, fetching, error }, reread] = useQuery<{ record: Row | null }>({
    query: oneOf(record),
    variables: { id },
    requestPolicy: 'network-only',
  });
  useEffect(() => {
    if (change !== undefined) reread({ requestPolicy: 'network-only' });
  }, [change, reread]);
  const last = useLast(data?.record);
  // A form stays when its record cannot be read again, or is deleted.
  const row = data?.record ?? last;
  const isGone = data?.record === null && row !== undefined;
  const title = row ? String(row[record.title] ?? row.id) : id;
  const canEdit = rights.writes && record.update !== undefined;
  const parts: [Part, string][] = [];
  if (canEdit) parts.push(['edit', 'Edit']);
  parts.push(['all', 'All fields']);
  if (rights.history && record.watched !== undefined) parts.push(['history', 'History']);
  return (
    <Dialog title={title} isPanel onClose={onClose}>
      <Tabs label="Parts of the record" tabs={parts} shown={part} onShow={setPart} />
      {row && <Related record={record} row={row} />}
      {fetching && !row && <Loading />}
      {error && !row && <Empty title={messageOf(error)} />}
      {data?.record === null && !row && <Empty title={`There is no ${record.noun} ${id}. It may have been deleted.`} />}
      <Fault
        text={isGone && `${goneOf(record, change)}${canEdit ? ' What is typed here can be copied, not saved.' : ''}`}
      />
      {row && canEdit && (
        // Beside the other parts, so that a look at them loses nothing.
        <div hidden={part !== 'edit'}>
          <EditForm key={restored} {...{ record, row, isGone, change, restored, onClose }} />
        </div>
      )}
      {row && part === 'all' && <AllFields record={record} row={row} />}
      {part === 'history' && (
        <History
          record={record}
          id={id}
          row={isGone ? undefined : row}
          onRestore={
            canEdit && !isGone
              ? (before) => {
                  // They take the place of what is typed.
                  if (!mayLeave()) return;
                  setRestored(before);
                  setPart('edit');
                }
              : undefined
          }
        />
      )}
      {change?.actor && <p class="soft">Last change {agoOf(change.occurredAt)}</p>}
      {row && !isGone && rights.deletes && record.remove && (
        <Deletion record={record} row={row} onClose={onClose} rights={rights} />
      )}
    </Dialog>
  );
}

/** What has become of a record that was shown. It may also be out of the sight of the token. */
function goneOf({ noun }: RecordModel, change: Change | undefined): string {
  if (change?.action !== 'DELETED') return `This ${noun} is not there any more.`;
  return `${isOwn(change.actor) ? 'You have' : `${actorOf(change.actor)} has`} deleted this ${noun}.`;
}

function AllFields({ record, row }: { record: RecordModel; row: Row }) {
  const names = useNamesIn([row], record.columns);
  return (
    <dl class="fields">
      {record.columns.map((column) => (
        <div key={column.name}>
          <dt title={column.description}>{column.label}</dt>
          <dd>
            {shown(valueIn(row, column), column.type) ? (
              <Value row={row} column={column} names={names} />
            ) : (
              <span class="soft">—</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface EditProps {
  record: RecordModel;
  row: Row;
  isGone: boolean;
  change: Change | undefined;
  /** Values of an earlier version, to begin with. */
  restored: Readonly<Record<string, unknown>> | undefined;
  onClose: () => void;
}

function EditForm({ record, row, isGone, change, restored, onClose }: EditProps) {
  const columns = inFormOrder(record, record.update?.columns ?? []);
  const [base, setBase] = useState(row);
  const [known, setKnown] = useState(change);
  const before = draftOf(base, columns);
  const [draft, setDraft] = useState<Draft>(() => ({
    ...before,
    ...draftOf(
      restored,
      columns.filter(({ name }) => restored && name in restored),
    ),
  }));
  const [result, setResult] = useState<Result>();
  const [isSending, setSending] = useState(false);
  const { update } = useWrites(record);
  const latest = result?.__typename === 'Conflict' && result.row.version > row.version ? result.row : row;
  const now = draftOf(latest, columns);
  const theirs = contested(draft, before, now, columns);
  const edited = differing(draft, before);
  const agreed = columns.filter(
    ({ name }) => edited.includes(name) && before[name] !== now[name] && !theirs.includes(name),
  );
  useUnsaved(edited.length > 0);
  const isConflict = !isGone && latest.version > base.version && !isSending && theirs.length > 0;
  // Only the last change is known, and the form may have begun with it.
  const changed = theirs.length > 0 ? theirs : agreed.map(({ name }) => name);
  const last = change !== known && changed.every((name) => change?.changedFields.includes(name)) ? change : undefined;
  const who = last === undefined ? 'Somebody' : isOwn(last.actor) ? 'You' : actorOf(last.actor);
  const issues = result?.__typename === 'Refused' ? result.issues : [];
  const others = issues.filter(({ path }) => !columns.some(({ name }) => path.includes(name)));

  async function send(base: Row, draft: Draft): Promise<void> {
    const before = draftOf(base, columns);
    const { input, issues } = changesOf(draft, before, columns);
    if (issues.length > 0) return setResult({ __typename: 'Refused', message: 'Correct the marked fields.', issues });
    setSending(true);
    // What others have changed without touching this form is no conflict.
    const version = theirs.length === 0 ? Math.max(latest.version, base.version) : base.version;
    let result = await update(base.id, input, version);
    if (
      result.__typename === 'Conflict' &&
      contested(draft, before, draftOf(result.row, columns), columns).length === 0
    )
      result = await update(base.id, input, result.row.version);
    setSending(false);
    setResult(result);
    if (result.__typename !== 'Written') return;
    const back = Object.fromEntries(Object.keys(input).map((name) => [name, base[name]]));
    const { version: written } = result.row;
    say('Saved.', {
      undo: async () => {
        const undone = await update(base.id, back, written);
        if (undone.__typename === 'Written') say('The change was undone.');
        else say(`Not undone: ${undone.message}`, { isBad: true });
      },
    });
    onClose();
  }
  function goOn(draft: Draft): void {
    setBase(latest);
    setKnown(change);
    setDraft(draft);
    setResult(undefined);
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send(base, draft);
      }}
    >
      {result?.__typename === 'Refused' && (
        <p role="alert" class="issue">
          {issues.length > 0 ? 'Correct the marked fields.' : result.message}{' '}
          {others.map(({ message }) => message).join(' ')}
        </p>
      )}
      {isConflict && (
        <Conflict
          noun={record.noun}
          columns={columns}
          who={who}
          base={before}
          draft={draft}
          now={now}
          theirs={theirs}
          onKeep={() => {
            const mine = moved(draft, before, now);
            goOn(mine);
            void send(latest, mine);
          }}
          onTake={() => goOn(now)}
        />
      )}
      <ColumnsForm
        columns={columns}
        draft={draft}
        issues={issues}
        onDraft={(draft, name) => {
          setDraft(draft);
          const left = issuesWithout(issues, name);
          if (result?.__typename === 'Refused') setResult(left.length > 0 ? { ...result, issues: left } : undefined);
        }}
      />
      <div class="bar foot">
        <button type="submit" class="strong" disabled={isSending || isGone || isConflict || edited.length === 0}>
          Save
        </button>
        <span class="soft" role="status">
          {edited.length > 0 && `Changed: ${labelsOf(columns.filter(({ name }) => edited.includes(name)))}`}
          {agreed.length > 0 && !isConflict && !isSending && `. ${who} saved the same: ${labelsOf(agreed)}`}
        </span>
      </div>
    </form>
  );
}
