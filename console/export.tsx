import { useClient } from '@urql/preact';
import { useRef, useState } from 'preact/hooks';
import { csvOf, download } from './csv.ts';
import type { Row } from './documents.ts';
import { say } from './parts.tsx';
import { readAll, readEach } from './rows/read-all.ts';
import type { RecordModel } from './schema.ts';
import { counted, countOf, valueIn } from './values.ts';

interface Props {
  record: RecordModel;
  columns: readonly string[];
  filter: object;
  orderBy: readonly object[];
  total: number;
  /** Those that are ticked, in place of all that match. */
  ids?: readonly string[];
}

/** Reads all rows of the filter, page by page, and gives them to the browser as a file that an import takes. */
export function Export({ record, columns, filter, orderBy, total, ids }: Props) {
  const client = useClient();
  const [done, setDone] = useState<number>();
  const isStopped = useRef(false);
  async function run(): Promise<void> {
    isStopped.current = false;
    setDone(0);
    const names = [...new Set(['id', ...columns])];
    const goesOn = (count: number): boolean => {
      setDone(count);
      return !isStopped.current;
    };
    try {
      const rows = await (ids === undefined
        ? readAll(client, record, { columns: names, filter, orderBy, goesOn })
        : readEach(client, record, ids, { columns: names, goesOn }));
      if (rows === undefined) throw new Error('it was stopped.');
      // What is unknown is an empty cell, which an import takes for the same.
      const known = (row: Row) =>
        Object.fromEntries(record.columns.map((column) => [column.name, valueIn(row, column)]));
      download(`${record.slug}.csv`, [csvOf(names, rows.map(known))]);
      say(`${counted(record, rows.length)} exported.`);
    } catch (error) {
      say(`Not exported: ${error instanceof Error ? error.message : error}`, { isBad: true });
    }
    setDone(undefined);
  }
  return (
    <button
      type="button"
      disabled={total === 0}
      onClick={() => {
        if (done === undefined) void run();
        else isStopped.current = true;
      }}
    >
      {done === undefined
        ? `Export${ids === undefined ? '' : ` ${counted(record, ids.length)}`}`
        : `Stop at ${countOf(done)} of ${countOf(total)}`}
    </button>
  );
}
