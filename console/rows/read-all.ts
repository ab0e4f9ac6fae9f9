import type { Client } from '@urql/core';
import { listOf, type Page, type Row } from '../documents.ts';
import type { RecordModel } from '../schema.ts';
import { messageOf } from '../session.ts';

/** The largest page of the API, and how many ids a filter takes. */
const LARGEST = 200;

interface Reading {
  columns: readonly string[];
  filter: object;
  orderBy?: readonly object[];
  /** Of a page. */
  size?: number;
  /** Told how many rows are read; ends the reading by false. */
  goesOn: (count: number) => boolean;
}

/** Reads all rows of a filter, page by page; undefined once it is stopped. Throws an Error with the reason. */
export async function readAll(client: Client, record: RecordModel, reading: Reading): Promise<Row[] | undefined> {
  const { columns, filter, orderBy, size = LARGEST, goesOn } = reading;
  const rows: Row[] = [];
  let after: string | null | undefined;
  do {
    const { data, error } = await client.query<Page>(
      listOf(record, columns),
      { filter, orderBy, first: size, after },
      { requestPolicy: 'network-only' },
    );
    if (error || !data?.page) throw new Error(error ? messageOf(error) : 'There is no answer.');
    rows.push(...data.page.nodes);
    if (!goesOn(rows.length)) return undefined;
    after = data.page.pageInfo.hasNextPage ? data.page.pageInfo.endCursor : undefined;
  } while (after);
  return rows;
}

/** Reads the rows with these ids that are still there, in their order. */
export async function readEach(
  client: Client,
  record: RecordModel,
  ids: readonly string[],
  { columns, goesOn }: Pick<Reading, 'columns' | 'goesOn'>,
): Promise<Row[] | undefined> {
  const rows = new Map<string, Row>();
  for (let at = 0; at < ids.length; at += LARGEST) {
    const filter = { id: { in: ids.slice(at, at + LARGEST) } };
    const read = await readAll(client, record, { columns, filter, goesOn: (count) => goesOn(at + count) });
    if (read === undefined) return undefined;
    for (const row of read) rows.set(row.id, row);
  }
  return ids.flatMap((id) => rows.get(id) ?? []);
}
