import { useQuery } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import { HISTORY, type Revision } from './documents.ts';
import { Empty, Loading } from './parts.tsx';
import { UndoChanges } from './rows/undo-changes.tsx';
import type { RecordModel } from './schema.ts';
import { messageOf } from './session.ts';
import { actorOf, agoOf, shown, timeOf } from './values.ts';

interface Props {
  record: RecordModel;
  id: string;
  /** A newer version is read again. */
  version: number;
  /** Takes the values before a change into the form; undefined for a viewer who may not write. */
  onRestore: ((before: Readonly<Record<string, unknown>>) => void) | undefined;
}

interface Read {
  history: { nodes: Revision[]; pageInfo: { hasNextPage: boolean } } | null;
}

const PAGE = 20;
/** The largest page of the API. */
const MOST = 200;

const WORDS = { CREATED: 'created it', UPDATED: 'changed', DELETED: 'deleted it' };

/** Who changed a record, when and what, newest first. */
export function History({ record, id, version, onRestore }: Props) {
  const [first, setFirst] = useState(PAGE);
  const [undone, setUndone] = useState<Revision>();
  const [{ data, error, fetching }, reread] = useQuery<Read>({
    query: HISTORY,
    variables: { record: record.watched, id, first },
    requestPolicy: 'network-only',
  });
  useEffect(() => {
    if (version > 0) reread({ requestPolicy: 'network-only' });
  }, [version, reread]);
  if (error) return <Empty title={messageOf(error)} />;
  if (fetching && !data) return <Loading />;
  const revisions = data?.history?.nodes ?? [];
  if (revisions.length === 0)
    return (
      <Empty title={`The gateway has recorded no change of this ${record.noun}.`}>
        <p class="soft">A history is kept with the setting HISTORY_KEEP_DAYS.</p>
      </Empty>
    );
  return (
    <>
      <ol class="history">
        {revisions.map((revision) => (
          <li key={`${revision.version} ${revision.occurredAt}`}>
            <p>
              <strong>{actorOf(revision.actor)}</strong> {WORDS[revision.action]}{' '}
              <time dateTime={revision.occurredAt} title={timeOf(revision.occurredAt)}>
                {agoOf(revision.occurredAt)}
              </time>{' '}
              <span class="soft">version {revision.version}</span>
            </p>
            {revision.action === 'UPDATED' && (
              <Values record={record} revision={revision} onRestore={onRestore} onUndo={() => setUndone(revision)} />
            )}
          </li>
        ))}
        {data?.history?.pageInfo.hasNextPage && (
          <li>
            {first < MOST ? (
              <button type="button" onClick={() => setFirst(Math.min(MOST, first + 3 * PAGE))}>
                Older changes
              </button>
            ) : (
              <span class="soft">Older changes are in the API: the query history.</span>
            )}
          </li>
        )}
      </ol>
      {undone && <UndoChanges record={record} revision={undone} onClose={() => setUndone(undefined)} />}
    </>
  );
}

interface ValuesProps extends Pick<Props, 'record' | 'onRestore'> {
  revision: Revision;
  onUndo: () => void;
}

function Values({ record, revision, onRestore, onUndo }: ValuesProps) {
  const { before, after, changedFields } = revision;
  const settable = record.update?.columns.filter(({ name }) => name in before) ?? [];
  const columns = record.columns.filter(({ name }) => changedFields.includes(name) && name !== 'version');
  const set = columns.filter(({ name }) => settable.some((each) => each.name === name));
  return (
    <>
      <dl class="changes">
        {(set.length > 0 ? set : columns).map(({ name, label, type }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              <del>{shown(before[name], type) || '—'}</del> <span aria-hidden="true">→</span>{' '}
              <ins>{shown(after[name], type) || '—'}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {onRestore && settable.length > 0 && (
        <div class="bar">
          <button type="button" onClick={() => onRestore(before)}>
            Back to {settable.length === 1 ? 'this value' : 'these values'}
          </button>
          {record.updateMany && (
            <button type="button" class="plain" onClick={onUndo}>
              Undo it in many {record.label.toLowerCase()}…
            </button>
          )}
        </div>
      )}
    </>
  );
}
