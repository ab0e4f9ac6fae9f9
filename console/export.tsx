import { useClient } from '@urql/preact';
import { useRef, useState } from 'preact/hooks';
import { csvOf } from './csv.ts';
import { listOf, type Page, type Row } from './documents.ts';
import { say } from './parts.tsx';
import { counted, type RecordModel } from './schema.ts';
import { messageOf } from './session.ts';
import { countOf, valueIn } from './values.ts';

interface Props {
  record: RecordModel;
  columns: readonly string[];
  filter: object;
  orderBy: readonly object[];
  total: number;
}

const PAGE = 200;

/** Reads all rows of the filter, page by page, and gives them to the browser as a file that an import takes. */
export function Export({ record, columns, filter, orderBy, total }: Props) {
  const client = useClient();
  const [done, setDone] = useState<number>();
  const isStopped = useRef(false);
  async function run(): Promise<void> {
    isStopped.current = false;
    const names = [...new Set(['id', ...columns])];
    // What is unknown is an empty cell, which an import takes for the same.
    const known = (row: Row) => Object.fromEntries(record.columns.map((column) => [column.name, valueIn(row, column)]));
    const rows: Row[] = [];
    let after: string | null | undefined;
    do {
      setDone(rows.length);
      const { data, error } = await client.query<Page>(
        listOf(record, names),
        { filter, orderBy, first: PAGE, after },
        { requestPolicy: 'network-only' },
      );
      if (isStopped.current || error || !data?.page) {
        setDone(undefined);
        const reason = error ? messageOf(error) : 'no answer';
        return say(`Not exported: ${isStopped.current ? 'it was stopped.' : reason}`, { isBad: true });
      }
      rows.push(...data.page.nodes);
      after = data.page.pageInfo.hasNextPage ? data.page.pageInfo.endCursor : undefined;
    } while (after);
    setDone(undefined);
    const url = URL.createObjectURL(new Blob([csvOf(names, rows.map(known))], { type: 'text/csv' }));
    Object.assign(document.createElement('a'), { href: url, download: `${record.slug}.csv` }).click();
    URL.revokeObjectURL(url);
    say(`${counted(record, rows.length)} exported.`);
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
      {done === undefined ? 'Export' : `Stop at ${countOf(done)} of ${countOf(total)}`}
    </button>
  );
}
