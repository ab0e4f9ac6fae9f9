import { LRUCache } from 'lru-cache';
import { ALL, type Tenant } from '../auth/tokens.ts';
import type { Statement } from './pool.ts';
import { toParameter } from './storable.ts';
import { type Table, toColumn } from './table.ts';

export interface Target {
  id: string;
  tenant: Tenant;
  expectedVersion: number | undefined;
}

/** Texts are long and the same ones come again and again, so each is made once. */
const texts = new LRUCache<string, string>({ max: 1000 });

/**
 * The one statement of a PATCH: finds the record by id, tenant and expected version, changes it and returns `columns`. Without changes it
 * is a SELECT under the same conditions. `fields` are all that may be changed, in an order that never varies.
 *
 * Its text is the same for every set of keys: each column takes its parameter when its bit is set in the mask `$1`, and keeps its value
 * otherwise. A text for each set of keys would have PostgreSQL plan anew for nearly every request, or keep a prepared statement for each
 * of 2^28 sets.
 */
export function updateStatement(
  table: Table,
  fields: string[],
  changes: Map<string, unknown>,
  { id, tenant, expectedVersion }: Target,
  columns: string,
): Statement {
  const values: unknown[] = [];
  if (changes.size > 0) {
    values.push(fields.reduce((mask, field, bit) => (changes.has(field) ? mask + 2 ** bit : mask), 0));
    for (const field of fields) values.push(toParameter(changes.get(field) ?? null));
  }
  const keys = ['id'];
  const settings = values.length;
  values.push(id);
  if (tenant !== ALL) {
    keys.push('company_id');
    values.push(tenant);
  }
  if (expectedVersion !== undefined) {
    keys.push('version');
    values.push(expectedVersion);
  }
  const shape = `${table.name} ${settings} ${keys} ${columns}`;
  let text = texts.get(shape);
  if (text === undefined) {
    const where = keys.map((column, index) => `${column} = $${settings + index + 1}`).join(' AND ');
    text =
      settings > 0
        ? `UPDATE ${table.name} SET ${assignments(fields)} WHERE ${where} RETURNING ${columns}`
        : `SELECT ${columns} FROM ${table.name} WHERE ${where}`;
    texts.set(shape, text);
  }
  return { text, values };
}

const assignments = (fields: string[]): string =>
  fields
    .map((field, bit) => {
      const column = toColumn(field);
      return `${column} = CASE WHEN $1::bigint & ${2 ** bit} <> 0 THEN $${bit + 2} ELSE ${column} END`;
    })
    .join(', ');
