import type pg from 'pg';
import type { Model } from '../db/sql/model.ts';

/** A column of a table of records, as the database has it. */
export interface TableColumn {
  name: string;
  field: string;
  /** PostgreSQL's name of its type, such as `timestamp(3) with time zone`; of a domain, that of the type beneath. */
  type: string;
  nullable: boolean;
  /** The expression that gives its default, if it has one. */
  otherwise: string | null;
  /** Whether an index holds it: then its text has a maximum length. */
  indexed: boolean;
}

const COLUMNS = `
SELECT attname AS name, format_type(CASE typtype WHEN 'd' THEN typbasetype ELSE atttypid END, atttypmod) AS type,
  NOT attnotnull AS nullable, pg_get_expr(adbin, adrelid) AS otherwise,
  EXISTS (
    SELECT FROM pg_depend JOIN pg_index ON indexrelid = objid
    WHERE classid = 'pg_class'::regclass AND refclassid = 'pg_class'::regclass AND (refobjid, refobjsubid) = (attrelid, attnum)
  ) AS indexed
FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid LEFT JOIN pg_attrdef ON (adrelid, adnum) = (attrelid, attnum)
WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`;

/** Reads the columns of a model's table. Those that only the table has are left out. */
export async function readColumns(client: pg.ClientBase, { table, columns }: Model): Promise<TableColumn[]> {
  const fields = new Map(Array.from(columns.values(), ({ name, field }) => [name, field]));
  const { rows } = await client.query<Omit<TableColumn, 'field'>>(COLUMNS, [table]);
  return rows.flatMap((column) => {
    const field = fields.get(`"${column.name}"`);
    return field === undefined ? [] : { ...column, field };
  });
}
