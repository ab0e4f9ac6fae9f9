import { LRUCache } from 'lru-cache';
import type { Tenant } from '../tenancy/tenant.ts';
import {
  type Bind,
  type Column,
  columnList,
  columnOf,
  type Model,
  parameters,
  toParameter,
  underAlias,
} from './model.ts';
import type { Target } from './rows.ts';
import { conditionsById } from './where.ts';

/** The fields that a patch never sets: a record keeps its id and its company, and the database counts versions. */
export const IMMUTABLE = ['id', 'companyId', 'version'] as const;
const immutable: ReadonlySet<string> = new Set(IMMUTABLE);

export interface ReadPatch {
  actor: string | undefined;
  where: Target;
  /** A bit for each field of `settable` that it sets. */
  mask: number;
  /** The id, the version if one is expected, and the columns that it sets, with values as the driver takes them. */
  row: Readonly<Record<string, unknown>>;
}

/** What patches of one statement text have in common: the fields that they may set, in order, and what they return. */
export interface Shape {
  settable: readonly string[];
  select: object | undefined;
}

const call = (setting: 'actor' | 'actors', value: string, bind: Bind): string =>
  `set_config('field_operations.${setting}', ${bind(value)}, true)`;

/** Names an actor to the triggers of a statement. In `ROWS FROM` it runs once; as a condition, for each row. */
export const namingActor = (actor: string | undefined, bind: Bind): string[] =>
  actor === undefined ? [] : [call('actor', actor, bind)];

function namingActors(actors: ReadonlyMap<string, string | undefined>, bind: Bind): string[] {
  const [first, ...others] = new Set(actors.values());
  return others.length === 0
    ? namingActor(first, bind)
    : [call('actors', JSON.stringify(Object.fromEntries(actors)), bind)];
}

const lists = new WeakMap<readonly string[], string>();

/** The fields as a part of keys. To join them anew takes 2 % of an update's processor time. */
export function listOf(fields: readonly string[]): string {
  const list = lists.get(fields) ?? fields.join();
  lists.set(fields, list);
  return list;
}

const texts = new LRUCache<string, string>({ max: 1000 });

/** A long SQL text, which is written once for equal `shape`s. */
function cachedText(shape: string, write: () => string): string {
  const text = texts.get(shape) ?? write();
  texts.set(shape, text);
  return text;
}

export function readPatch(
  model: Model,
  { actor, rule }: Tenant,
  { where, data, settable }: { where: Target; data: object; settable: readonly string[] },
): ReadPatch {
  // Without it, the UPDATE would be one of all rows.
  if (typeof where.id !== 'string') throw new Error('patch needs where.id, a string.');
  const row: Record<string, unknown> = { id: where.id, version: where.version };
  let mask = 0;
  for (const [field, value] of Object.entries(data)) {
    if (value === undefined) continue;
    const bit = settable.indexOf(field);
    if (immutable.has(field) || bit < 0) throw new Error(`A patch of ${model.name} does not set "${field}".`);
    rule?.assertMayChange(field, value);
    const column = columnOf(model, field);
    row[column.column] = value === null ? null : toParameter(column, value);
    mask += 2 ** bit;
  }
  return { actor, where, mask, row };
}

export const isGiven = (mask: string, bit: number): string => `${mask} & ${2 ** bit} <> 0`;

/** Each column takes the value of `of` if its bit is set in the mask, and keeps its own, behind `own`, otherwise. */
export const assignments = (
  model: Model,
  fields: readonly string[],
  mask: string,
  of: (column: Column, bit: number) => string,
  own = '',
): string =>
  fields
    .map((field, bit) => {
      const column = columnOf(model, field);
      return `${column.name} = CASE WHEN ${isGiven(mask, bit)} THEN ${of(column, bit)} ELSE ${own}${column.name} END`;
    })
    .join(', ');

/** The UPDATE of one record. One text serves every set of fields, so that PostgreSQL plans it once. */
export function updateOne(model: Model, tenant: Tenant, change: ReadPatch, { settable, select }: Shape) {
  const { values, bind } = parameters();
  values.push(change.mask, ...settable.map((field) => change.row[columnOf(model, field).column] ?? null));
  const own = conditionsById(model, tenant, change.where, bind);
  const conditions = [...own, ...namingActor(change.actor, bind).map((call) => `${call} IS NOT NULL`)].join(' AND ');
  const columns = columnList(model, select);
  const text = cachedText(`${model.table} ${listOf(settable)} ${conditions} ${columns}`, () => {
    const set = assignments(model, settable, '$1::bigint', (_, bit) => `$${bit + 2}`);
    return `UPDATE ${model.table} SET ${set} WHERE ${conditions} RETURNING ${columns}`;
  });
  return { text, values };
}

/** The UPDATE of many records, each changed by one of the patches. `locked` says what becomes of rows others hold. */
export function updateMany(
  model: Model,
  tenant: Tenant,
  changes: readonly ReadPatch[],
  { settable, select }: Shape,
  locked: 'wait' | 'SKIP LOCKED',
) {
  const { values, bind } = parameters();
  const rows = JSON.stringify(changes.map(({ row }) => row));
  const masks = JSON.stringify(changes.map(({ mask }) => mask));
  const sent = `json_populate_recordset(NULL::${model.table}, ${bind(rows)}::json)`;
  const mask = `json_array_elements_text(${bind(masks)}::json)`;
  const own = underAlias(model);
  const conditions = ['t.id = sent.id', ...conditionsById(own, tenant, {}, bind)].join(' AND ');
  const columns = columnList(own, select);
  const actors = new Map(changes.map(({ where: { id }, actor }) => [id, actor]));
  const calls = [sent, mask, ...namingActors(actors, bind)].join(', ');
  const ids = bind([...actors.keys()]);
  // The rows are locked in the order of their ids before one of them is written. Two statements that meet then wait
  // for each other, and do not deadlock. PostgreSQL takes the rows for a hundred, whatever is sent, and would rather
  // read all records of a small company; the ids it takes for ten, which it finds by an index.
  const text = cachedText(
    `${locked} ${model.table} ${listOf(settable)} ${conditions} ${calls} ${ids} ${columns}`,
    () => `WITH sent AS (
    SELECT sent.*, value::bigint AS "~mask" FROM ROWS FROM (${calls}) AS sent
      JOIN ${model.table} t ON t.id = ANY(${ids}) AND ${conditions}
    WHERE sent.version IS NULL OR t.version = sent.version ORDER BY t.id
    FOR NO KEY UPDATE OF t ${locked === 'wait' ? '' : locked}
  )
  UPDATE ${model.table} t SET ${assignments(model, settable, 'sent."~mask"', ({ name }) => `sent.${name}`, 't.')}
  FROM sent WHERE ${conditions} RETURNING ${columns}`,
  );
  return { text, values };
}
