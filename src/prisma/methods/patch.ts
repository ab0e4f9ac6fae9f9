import type { JsonObject } from '@prisma/client/runtime/client';
import type { Prisma } from '../../generated/prisma/client.ts';
import { isStorableText } from '../../records/values.ts';
import { SEND_ALONE } from '../batching/batch-queue.ts';
import {
  assignments,
  type Bind,
  columnList,
  columnOf,
  IMMUTABLE,
  type Model,
  parameters,
  toParameter,
  underAlias,
} from '../sql/model.ts';
import type { Row, Select, Selected, Target } from '../sql/rows.ts';
import { conditionsById, naming, namingActor } from '../sql/where.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import { readById } from './lookup.ts';
import { type RowSource, type RowWithId, writeRows } from './row-source.ts';

type Immutable = (typeof IMMUTABLE)[number];
const immutable: ReadonlySet<string> = new Set(IMMUTABLE);

/** Prisma's types do not tell which JSON fields may be null, so that is checked at run time. */
export type Settable<Fields, Field extends keyof Fields> = JsonObject extends Fields[Field]
  ? Prisma.InputJsonObject | null
  : Row<Fields>[Field];

export interface PatchArguments<Fields, Chosen extends Select<Fields> | undefined> {
  where: Target;
  /** An absent or undefined field keeps its value, null clears it, objects and lists are replaced whole. */
  data: { readonly [Field in Exclude<keyof Fields, Immutable>]?: Settable<Fields, Field> | undefined } & {
    readonly [Field in Immutable]?: undefined;
  };
  /** The fields that `data` is a subset of, always in the same order: patches of one text share a statement. */
  settable?: readonly string[];
  select?: Chosen | undefined;
}

export interface PatchManyArguments<Fields, Chosen extends Select<Fields> | undefined> {
  patches: readonly Pick<PatchArguments<Fields, Chosen>, 'where' | 'data'>[];
  settable: readonly string[];
  select?: Chosen | undefined;
}

/** Changes one record and returns it as it is now, or null when nothing matched. Without changes it is a SELECT. */
export async function patch<Fields, Chosen extends Select<Fields> | undefined>(
  source: RowSource,
  tenant: Tenant,
  args: PatchArguments<Fields, Chosen>,
): Promise<Selected<Fields, Chosen> | null> {
  type Result = Selected<Fields, Chosen> & RowWithId;
  const { model, run, batching } = source;
  const { where, data, select } = args;
  const settable = args.settable ?? Object.keys(data).filter((field) => Reflect.get(data, field) !== undefined);
  const change = readPatch(model, tenant, { where, data, settable });
  const columns = columnList(model, select);
  if (change.mask === 0) {
    const [row] = await readById<Result>(source, tenant, where, columns);
    return row ?? null;
  }
  const shape = { settable, select };
  const alone = async (by: Tenant, item: ReadPatch): Promise<Result | null> => {
    const { text, values } = updateOne(model, by, item, shape);
    const [row] = await run<Result>(by, 'write', text, values);
    return row ?? null;
  };
  if (!isStorableText(where.id)) return null;
  const name = `patch ${model.table} ${settable.join()} ${columns}`;
  return await batching.write(tenant, name, where.id, change, {
    alone,
    together: (by, changes) => patchTogether<Result>(source, by, changes, shape),
  });
}

/** Leaves out a record that another transaction holds: its lock would hold up the patches of all requests. */
async function patchTogether<Result extends RowWithId>(
  { model, run }: RowSource,
  tenant: Tenant,
  changes: ReadPatch[],
  shape: Shape,
): Promise<(Result | typeof SEND_ALONE)[]> {
  const { text, values } = updateMany(model, tenant, changes, shape, 'SKIP LOCKED');
  const written = new Map((await run<Result>(tenant, 'write', text, values)).map((row) => [row.id, row]));
  // Of one that was not written, an UPDATE of its own waits for the lock, or matches nothing.
  return changes.map(({ where }) => written.get(where.id) ?? SEND_ALONE);
}

/** Changes many records with one UPDATE, or none if it fails. Returns null for patches that matched nothing. */
export async function patchMany<Fields, Chosen extends Select<Fields> | undefined>(
  { model, run }: RowSource,
  tenant: Tenant,
  { patches, settable, select }: PatchManyArguments<Fields, Chosen>,
): Promise<(Selected<Fields, Chosen> | null)[]> {
  const changes = new Map(patches.map((patch) => [patch.where.id, readPatch(model, tenant, { ...patch, settable })]));
  if (changes.size < patches.length) throw new Error('patchMany takes one patch for each record.');
  const targets = patches.map(({ where }) => where);
  return writeRows<Selected<Fields, Chosen> & RowWithId>(run, tenant, targets, (sent) => {
    const storable = sent.flatMap(({ id }) => changes.get(id) ?? []);
    return updateMany(model, tenant, storable, { settable, select }, 'wait');
  });
}

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

function namingActors(actors: ReadonlyMap<string, string | undefined>, bind: Bind): string[] {
  const [first, ...others] = new Set(actors.values());
  return others.length === 0
    ? namingActor(first, bind)
    : [naming('actors', JSON.stringify(Object.fromEntries(actors)), bind)];
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

/** The UPDATE of one record. One text serves every set of fields, so that PostgreSQL plans it once. */
function updateOne(model: Model, tenant: Tenant, change: ReadPatch, { settable, select }: Shape) {
  const { values, bind } = parameters();
  values.push(change.mask, ...settable.map((field) => change.row[columnOf(model, field).column] ?? null));
  const own = conditionsById(model, tenant, change.where, bind);
  const conditions = [...own, ...namingActor(change.actor, bind).map((call) => `${call} IS NOT NULL`)].join(' AND ');
  const columns = columnList(model, select);
  const set = assignments(model, settable, '$1::bigint', (_, bit) => `$${bit + 2}`);
  return { text: `UPDATE ${model.table} SET ${set} WHERE ${conditions} RETURNING ${columns}`, values };
}

/** The UPDATE of many records, each changed by one of the patches. `locked` says what becomes of rows others hold. */
function updateMany(
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
  // The rows are locked in the order of their ids before one of them is written: two statements that meet wait for each
  // other, and do not deadlock. The planner assumes 100 rows of json_populate_recordset and would scan a small company;
  // for `= ANY (ids)` it assumes ten, and uses the index.
  const text = `WITH sent AS (
    SELECT sent.*, value::bigint AS "~mask" FROM ROWS FROM (${calls}) AS sent
      JOIN ${model.table} t ON t.id = ANY(${ids}) AND ${conditions}
    WHERE sent.version IS NULL OR t.version = sent.version ORDER BY t.id
    FOR NO KEY UPDATE OF t ${locked === 'wait' ? '' : locked}
  )
  UPDATE ${model.table} t SET ${assignments(model, settable, 'sent."~mask"', ({ name }) => `sent.${name}`, 't.')}
  FROM sent WHERE ${conditions} RETURNING ${columns}`;
  return { text, values };
}
