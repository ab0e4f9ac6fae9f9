import type { JsonObject } from '@prisma/client/runtime/client';
import { LRUCache } from 'lru-cache';
import type { Prisma } from '../../generated/prisma/client.ts';
import { checkKeys, isPlain } from '../../runtime/plain-object.ts';
import { type Column, columnList, columnOf, type Model } from '../sql/model.ts';
import { parameters, toParameter } from '../sql/parameters.ts';
import type { Row, Select, Selected } from '../sql/rows.ts';
import { conditionsOf } from '../sql/where.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import type { Source } from './row-source.ts';

/** The fields that a patch never sets: a record keeps its id and its company, and the database counts versions. */
const KEPT = ['id', 'companyId', 'version'] as const;
type Kept = (typeof KEPT)[number];
const kept: ReadonlySet<string> = new Set(KEPT);

const ARGUMENTS = ['where', 'data', 'among', 'select'];
const CONDITIONS = ['id', 'version'];
/** What stands for the mask of a patch, and for the value of a field, in the text of a statement. */
type Values = { mask: string; of: (column: Column, bit: number) => string };

/** Prisma's types do not tell which JSON fields may be null, so that is checked at run time. */
type Settable<Fields, Field extends keyof Fields> = JsonObject extends Fields[Field]
  ? Prisma.InputJsonObject | null
  : Row<Fields>[Field];

export interface PatchArguments<Fields, Chosen extends Select<Fields> | undefined> {
  where: { id: string; version?: number | undefined };
  /** An absent or undefined field keeps its value, null clears it, objects and lists are replaced whole. */
  data: { readonly [Field in Exclude<keyof Fields, Kept>]?: Settable<Fields, Field> | undefined } & {
    readonly [Field in Kept]?: undefined;
  };
  /** The fields that `data` is a subset of, in an order that does not vary: all subsets share one statement text. */
  among?: readonly string[];
  /** Prisma's `select`. A frozen object is read once. */
  select?: Chosen | undefined;
}

const texts = new LRUCache<string, string>({ max: 1000 });

/** A long SQL text, which is written once for equal `shape`s. */
export function cachedText(shape: string, write: () => string): string {
  const text = texts.get(shape) ?? write();
  texts.set(shape, text);
  return text;
}

/**
 * Changes one record with one UPDATE and returns the selected fields of the row as it is now, or null when nothing
 * matched. Without changes it is a SELECT under the same conditions. Rejects arguments that it does not support, before
 * it has written anything.
 *
 * One text serves every set of keys: a column takes its parameter when its bit is set in the mask `$1`, and keeps its
 * value otherwise. With a text for each set, PostgreSQL would plan nearly every request anew, or keep a prepared
 * statement for each of 2^28 sets.
 */
export async function patch<Fields, Chosen extends Select<Fields> | undefined>(
  { model, run }: Source,
  tenant: Tenant,
  args: PatchArguments<Fields, Chosen>,
): Promise<Selected<Fields, Chosen> | null> {
  checkKeys('patch', args, ARGUMENTS);
  const { where, select } = args;
  const changes = changesIn(model, args);
  const { among = [...changes.keys()] } = args;
  const { values, place } = parameters();
  if (changes.size > 0) {
    place(maskOf(changes, among));
    for (const field of among) place(changes.get(field) ?? null);
  }
  const conditions = conditionsOf(model, { ...where, ...tenant.where }, place).join(' AND ');
  const columns = columnList(model, select);
  const text =
    changes.size === 0
      ? `SELECT ${columns} FROM ${model.table} WHERE ${conditions}`
      : cachedText(
          `${model.table} ${among} ${conditions} ${columns}`,
          () =>
            `UPDATE ${model.table} SET ${assignments(model, among, PLACES)} WHERE ${conditions} RETURNING ${columns}`,
        );
  const [row] = await run<Selected<Fields, Chosen> & object>(tenant, changes.size > 0 ? 'write' : 'read', text, values);
  return row ?? null;
}

/**
 * The fields that a patch sets, with their values in the form the driver takes. Throws for a patch that is not
 * supported.
 */
export function changesIn(
  model: Model,
  { where, data, among }: { where: object; data: object; among?: readonly string[] },
): Map<string, unknown> {
  checkKeys('The where of patch', where, CONDITIONS);
  if (!('id' in where) || typeof where.id !== 'string') throw new Error('patch needs where.id, a string.');
  if ('version' in where && where.version !== undefined && typeof where.version !== 'number')
    throw new Error('patch takes a number as where.version.');
  if (!isPlain(data)) throw new Error('patch needs data, a plain object.');
  const changes = new Map<string, unknown>();
  for (const [field, value] of Object.entries(data)) {
    if (value === undefined) continue;
    if (kept.has(field) || among?.includes(field) === false)
      throw new Error(`A patch of ${model.name} does not set "${field}".`);
    changes.set(field, value === null ? null : toParameter(columnOf(model, field), value));
  }
  return changes;
}

/** A bit for each field of `among` that is set. */
export const maskOf = (changes: ReadonlyMap<string, unknown>, among: readonly string[]): number =>
  among.reduce((mask, field, bit) => (changes.has(field) ? mask + 2 ** bit : mask), 0);

const PLACES: Values = { mask: '$1::bigint', of: (_column, bit) => `$${bit + 2}` };

/**
 * The assignments of UPDATE: each column takes its value if its bit is set in the mask. `kept` is the prefix of the
 * row's own values.
 */
export const assignments = (model: Model, fields: readonly string[], { mask, of }: Values, kept = ''): string =>
  fields
    .map((field, bit) => {
      const column = columnOf(model, field);
      return `${column.name} = CASE WHEN ${mask} & ${2 ** bit} <> 0 THEN ${of(column, bit)} ELSE ${kept}${column.name} END`;
    })
    .join(', ');
