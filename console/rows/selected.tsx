import { useClient } from '@urql/preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { finalityOf } from '../deletion.tsx';
import { type Row, titleOf } from '../documents.ts';
import { Export } from '../export.tsx';
import { Fault, say } from '../parts.tsx';
import type { RecordModel, Rights } from '../schema.ts';
import { counted, countOf } from '../values.ts';
import { BulkEdit } from './bulk-edit.tsx';
import { deleteJob, type Item, start } from './jobs.ts';
import { readAll } from './read-all.ts';

export type Ticked = ReadonlyMap<string, Row>;

interface Props {
  record: RecordModel;
  rights: Rights;
  columns: readonly string[];
  filter: object;
  orderBy: readonly object[];
  total: number;
  ticked: Ticked;
  onTick: (ticked: Ticked) => void;
}

/** How many deletions the list of the deleted has. */
const LISTED_DELETIONS = 200;

/** What can be done with the ticked rows, below them. */
export function Selected({ record, rights, columns, filter, orderBy, total, ticked, onTick }: Props) {
  const client = useClient();
  const [read, setRead] = useState<number>();
  const [isEditing, setEditing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isStopped = useRef(false);
  const clear = () => onTick(new Map());
  useEffect(() => setAsking(false), [ticked]);
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [JSON.stringify(filter)],
  );
  const items = (): Item[] =>
    [...ticked.values()].map((row) => ({ id: row.id, title: titleOf(record, row), version: row.version, input: {} }));
  const warning =
    finalityOf(record, rights) ??
    (ticked.size > LISTED_DELETIONS
      ? `You can undo it until you dismiss the notice or leave the page. Then Deleted lists only the last ${LISTED_DELETIONS}.`
      : undefined);
  async function tickAll(): Promise<void> {
    isStopped.current = false;
    setRead(0);
    try {
      const goesOn = (count: number): boolean => {
        setRead(count);
        return !isStopped.current;
      };
      const rows = await readAll(client, record, { columns: [record.title], filter, orderBy, goesOn });
      if (rows) onTick(new Map(rows.map((row) => [row.id, row])));
    } catch (error) {
      say(`Not selected: ${error instanceof Error ? error.message : error}`, { isBad: true });
    }
    setRead(undefined);
  }
  function remove(): void {
    const asks = warning !== undefined && !isAsking;
    setAsking(asks);
    if (asks) return;
    start(deleteJob(client, record, items(), rights));
    clear();
  }
  if (ticked.size === 0) return null;
  return (
    <section class="bar selected" aria-label="Selected rows">
      <strong role="status">{counted(record, ticked.size)} selected</strong>
      {(ticked.size < total || read !== undefined) && (
        <button
          type="button"
          class="link"
          onClick={() => {
            if (read === undefined) void tickAll();
            else isStopped.current = true;
          }}
        >
          {read === undefined
            ? `Select all ${countOf(total)} that match`
            : `Stop at ${countOf(read)} of ${countOf(total)}`}
        </button>
      )}
      {rights.writes && record.updateMany && (
        <button type="button" class="strong" onClick={() => setEditing(true)}>
          Edit {counted(record, ticked.size)}
        </button>
      )}
      <Export
        record={record}
        columns={columns}
        filter={filter}
        orderBy={orderBy}
        total={ticked.size}
        ids={[...ticked.keys()]}
      />
      {rights.deletes && record.removeMany && (
        <button type="button" class="danger" onClick={remove}>
          {isAsking ? 'Delete them for good' : `Delete ${counted(record, ticked.size)}`}
        </button>
      )}
      <button type="button" onClick={clear}>
        Select none
      </button>
      <Fault text={isAsking && warning} />
      {isEditing && <BulkEdit record={record} items={items()} onClose={() => setEditing(false)} onStart={clear} />}
    </section>
  );
}
