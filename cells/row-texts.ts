import type pg from 'pg';
import { StartupError } from '../src/base/startup-error.ts';

/*
 * Rows travel as the texts that PostgreSQL writes of their columns, which it reads again exactly: JSON would make no
 * difference between null and the null of JSON.
 */

type Text = string | null;
export type Row = Text[];

const BATCH = 500;

export interface Table {
  /** Quoted where necessary, as are the columns. */
  name: string;
  columns: { name: string; type: string }[];
}

const COLUMNS = `
SELECT quote_ident(attname) AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`;

export async function readTable(db: Pick<pg.ClientBase, 'query'>, name: string): Promise<Table> {
  return { name, columns: (await db.query<Table['columns'][0]>(COLUMNS, [name])).rows };
}

export const indexOf = ({ columns }: Table, column: string): number => columns.findIndex(({ name }) => name === column);

const textsOf = ({ columns }: Table): string => columns.map(({ name }) => `t.${name}::text`).join(', ');

/** Reads rows at once. The condition names the table `t`. */
export async function readRows(
  db: Pick<pg.ClientBase, 'query'>,
  table: Table,
  condition: string,
  values: unknown[],
): Promise<Row[]> {
  const text = `SELECT ${textsOf(table)} FROM ${table.name} t WHERE ${condition}`;
  return (await db.query<Row>({ text, values, rowMode: 'array' })).rows;
}

/** Reads rows batch by batch, in a transaction. */
export async function* batchesOf(
  db: pg.ClientBase,
  table: Table,
  condition: string,
  values: unknown[],
): AsyncGenerator<Row[]> {
  await db.query(`DECLARE batches CURSOR FOR SELECT ${textsOf(table)} FROM ${table.name} t WHERE ${condition}`, values);
  for (;;) {
    const { rows } = await db.query<Row>({ text: `FETCH ${BATCH} FROM batches`, rowMode: 'array' });
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) break;
  }
  await db.query('CLOSE batches');
}

const transposed = (rows: Row[], columns: number[]): Text[][] =>
  columns.map((column) => rows.map((row) => row[column] ?? null));

/** Writes rows in their order. Those that exist stay as they are if `isRepeatable`, and are an error otherwise. */
export async function writeRows(
  db: pg.ClientBase,
  { name, columns }: Table,
  rows: Row[],
  { isRepeatable = false } = {},
): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.map((column) => column.name).join(', ');
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`).join(', ');
  const aliases = columns.map((_, index) => `c${index}`).join(', ');
  const casts = columns.map(({ type }, index) => `c${index}::${type}`).join(', ');
  const { rowCount } = await db.query(
    `INSERT INTO ${name} (${names}) SELECT ${casts} FROM unnest(${arrays}) AS r (${aliases})
     ${isRepeatable ? 'ON CONFLICT DO NOTHING' : ''}`,
    transposed(rows, [...columns.keys()]),
  );
  // Such as by a trigger of the operator's own.
  if (!isRepeatable && rowCount !== rows.length)
    throw new StartupError(
      `The target has left out ${rows.length - (rowCount ?? 0)} of ${rows.length} rows of ${name}.`,
    );
}

/** Deletes what has the key of one of the rows. */
export async function deleteRows(db: pg.ClientBase, table: Table, rows: Row[], key: string[]): Promise<void> {
  if (rows.length === 0) return;
  const indexes = key.map((column) => indexOf(table, column));
  const arrays = key.map((_, index) => `$${index + 1}::text[]`).join(', ');
  const aliases = key.map((_, index) => `k${index}`).join(', ');
  const typeOf = (index: number): string => table.columns[index]?.type ?? 'text';
  const match = key.map((column, nth) => `t.${column} = k${nth}::${typeOf(indexes[nth] ?? 0)}`).join(' AND ');
  await db.query(
    `DELETE FROM ${table.name} t USING unnest(${arrays}) AS k (${aliases}) WHERE ${match}`,
    transposed(rows, indexes),
  );
}
