import { useQuery } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import { changedColumns, HISTORY, type Revision, type Row } from './documents.ts';
import { Empty, Loading } from './parts.tsx';
import { type Names, useNamesIn, Value } from './relations/names.tsx';
import { UndoChanges } from './rows/undo-changes.tsx';
import type { Column, RecordModel } from './schema.ts';
import { messageOf } from './session.ts';
import { actorOf, agoOf, shown, timeOf } from './values.ts';

interface Props {
  record: RecordModel;
  id: string;
  /** The record as it is, if it is there. */
  row: Row | undefined;
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

type State = Readonly<Record<string, unknown>>;

/** The record after each change, newest first, and before the oldest: the values beside an id say where it leads. */
function statesOf(row: Row | undefined, revisions: readonly Revision[]): State[] {
  const states: State[] = [];
  let state: State = row ?? {};
  for (const { before, after } of revisions) {
    states.push({ ...state, ...after });
    state = { ...state, ...after, ...before };
  }
  return [...states, state];
}

/** Who changed a record, when and what, newest first. */
export function History({ record, id, row, onRestore }: Props) {
  const version = row?.version ?? 0;
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
  const revisions = data?.history?.nodes ?? [];
  const columns = record.columns.filter(({ relation }) => relation !== undefined);
  const states = statesOf(row, revisions);
  const names = useNamesIn(states, columns);
  if (error) return <Empty title={messageOf(error)} />;
  if (fetching && !data) return <Loading />;
  if (revisions.length === 0)
    return (
      <Empty title={`The gateway has recorded no change of this ${record.noun}.`}>
        <p class="soft">A history is kept with the setting HISTORY_KEEP_DAYS.</p>
      </Empty>
    );
  return (
    <>
      <ol class="history">
        {revisions.map((revision, index) => (
          <li key={`${revision.version} ${revision.occurredAt}`}>
            <p>
              <strong>{actorOf(revision.actor)}</strong> {WORDS[revision.action]}{' '}
              <time dateTime={revision.occurredAt} title={timeOf(revision.occurredAt)}>
                {agoOf(revision.occurredAt)}
              </time>{' '}
              <span class="soft">version&nbsp;{revision.version}</span>
            </p>
            {revision.action === 'UPDATED' && (
              <Values
                record={record}
                revision={revision}
                states={[states[index + 1] ?? {}, states[index] ?? {}]}
                names={names}
                onRestore={onRestore}
                onUndo={() => setUndone(revision)}
              />
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
  /** The record before and after it. */
  states: [before: State, after: State];
  names: Names;
  onUndo: () => void;
}

function Values({ record, revision, states, names, onRestore, onUndo }: ValuesProps) {
  const { before, changedFields } = revision;
  const changed = changedColumns(
    record,
    changedFields.filter((name) => name in before),
  );
  const settable = record.update?.columns.filter(({ name }) => name in before) ?? [];
  const shownIn = (row: State, column: Column) => {
    const text = shown(row[column.name], column.type) || '—';
    return column.relation && text !== '—' ? <Value row={row} column={column} names={names} /> : text;
  };
  return (
    <>
      <dl class="changes">
        {changed.map((column) => (
          <div key={column.name}>
            <dt>{column.label}</dt>
            <dd>
              <del>{shownIn(states[0], column)}</del> <span aria-hidden="true">→</span>{' '}
              <ins>{shownIn(states[1], column)}</ins>
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
