import type { JsonObject } from '@prisma/client/runtime/client';
import { isStorableText } from '../../base/values.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { LEFT_OUT } from '../batching/batch-queue.ts';
import { columnList } from '../sql/model.ts';
import type { Row, Select, Selected, Target } from '../sql/rows.ts';
import { type KEPT, listOf, type ReadPatch, readPatch, type Shape, updateMany, updateOne } from '../sql/update-text.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import { readById } from './lookup.ts';
import type { Found, Source } from './row-source.ts';

type Kept = (typeof KEPT)[number];

/** Prisma's types do not tell which JSON fields may be null, so that is checked at run time. */
export type Settable<Fields, Field extends keyof Fields> = JsonObject extends Fields[Field]
  ? Prisma.InputJsonObject | null
  : Row<Fields>[Field];

export interface PatchArguments<Fields, Chosen extends Select<Fields> | undefined> {
  where: Target;
  /** An absent or undefined field keeps its value, null clears it, objects and lists are replaced whole. */
  data: { readonly [Field in Exclude<keyof Fields, Kept>]?: Settable<Fields, Field> | undefined } & {
    readonly [Field in Kept]?: undefined;
  };
  /** The fields that `data` is a subset of, always in the same order: patches of one text share a statement. */
  among?: readonly string[];
  /** Prisma's `select`. A frozen object is read once. */
  select?: Chosen | undefined;
}

export interface PatchManyArguments<Fields, Chosen extends Select<Fields> | undefined> {
  /** Each is of another record. */
  patches: readonly Pick<PatchArguments<Fields, Chosen>, 'where' | 'data'>[];
  /** The fields that each `data` is a subset of, always in the same order: all patches share one text. */
  among: readonly string[];
  /** Prisma's `select`. A frozen object is read once. */
  select?: Chosen | undefined;
}

/** Changes one record and returns it as it is now, or null when nothing matched. Without changes it is a SELECT. */
export async function patch<Fields, Chosen extends Select<Fields> | undefined>(
  source: Source,
  tenant: Tenant,
  args: PatchArguments<Fields, Chosen>,
): Promise<Selected<Fields, Chosen> | null> {
  type Result = Selected<Fields, Chosen> & Found;
  const { model, run, batching } = source;
  const { where, data, select } = args;
  const among = args.among ?? Object.entries(data).flatMap(([field, value]) => (value === undefined ? [] : field));
  const change = readPatch(model, tenant, { where, data, among });
  const columns = columnList(model, select);
  if (change.mask === 0) {
    const [row] = await readById<Result>(source, tenant, where, columns);
    return row ?? null;
  }
  const shape = { among, select };
  const alone = async (by: Tenant, item: ReadPatch): Promise<Result | null> => {
    const { text, values } = updateOne(model, by, item, shape);
    const [row] = await run<Result>(by, 'write', text, values);
    return row ?? null;
  };
  if (args.among === undefined) return alone(tenant, change);
  if (!isStorableText(where.id)) return null;
  const name = `patch ${model.table} ${listOf(among)} ${columns}`;
  return await batching.write(tenant, name, where.id, change, {
    alone,
    together: (by, changes) => patchTogether<Result>(source, by, changes, shape),
  });
}

/** Leaves out a record that another transaction holds: its lock would hold up the patches of all requests. */
async function patchTogether<Result extends Found>(
  { model, run }: Source,
  tenant: Tenant,
  changes: ReadPatch[],
  shape: Shape,
): Promise<Late<Result | null>[]> {
  const { text, values } = updateMany(model, tenant, changes, shape, 'SKIP LOCKED');
  const written = new Map((await run<Result>(tenant, 'write', text, values)).map((row) => [row.id, row]));
  const missed = changes.flatMap(({ where: { id } }) => (written.has(id) ? [] : id));
  if (missed.length === 0) return changes.map(({ where }) => written.get(where.id) ?? null);
  // Nobody else waits for this. If it fails, the UPDATE of each that was missed decides.
  const where = { id: { in: missed } };
  const present = readById<Found & { version: number }>({ model, run }, tenant, where, 'id, version').then(
    (rows) => new Map(rows.map(({ id, version }) => [id, version])),
    () => null,
  );
  return changes.map(
    ({ where: { id, version } }) =>
      written.get(id) ??
      present.then((versions) => {
        const found = versions?.get(id);
        return versions === null || (found !== undefined && (version ?? found) === found) ? LEFT_OUT : null;
      }),
  );
}

/** A result that may come later, or go alone. */
type Late<Result> = Result | Promise<Result | typeof LEFT_OUT>;

/** Changes many records with one UPDATE, or none if it fails. Returns null for patches that matched nothing. */
export async function patchMany<Fields, Chosen extends Select<Fields> | undefined>(
  { model, run }: Source,
  tenant: Tenant,
  { patches, among, select }: PatchManyArguments<Fields, Chosen>,
): Promise<(Selected<Fields, Chosen> | null)[]> {
  const changes = patches.map((patch) => readPatch(model, tenant, { ...patch, among }));
  if (new Set(changes.map(({ where }) => where.id)).size < patches.length)
    throw new Error('patchMany takes one patch for each record.');
  const storable = changes.filter(({ where }) => isStorableText(where.id));
  if (storable.length === 0) return patches.map(() => null);
  const { text, values } = updateMany(model, tenant, storable, { among, select }, 'wait');
  const rows = await run<Selected<Fields, Chosen> & Found>(tenant, 'write many', text, values);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return patches.map(({ where }) => byId.get(where.id) ?? null);
}
