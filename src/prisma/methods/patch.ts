import type { JsonObject } from '@prisma/client/runtime/client';
import type { Prisma } from '../../generated/prisma/client.ts';
import { isStorableText } from '../../records/values.ts';
import { SEND_ALONE } from '../batching/batch-queue.ts';
import { columnList } from '../sql/model.ts';
import type { Row, Select, Selected, Target } from '../sql/rows.ts';
import {
  type IMMUTABLE,
  listOf,
  type ReadPatch,
  readPatch,
  type Shape,
  updateMany,
  updateOne,
} from '../sql/update-text.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import { readById } from './lookup.ts';
import { type RowSource, type RowWithId, writeRows } from './row-source.ts';

type Immutable = (typeof IMMUTABLE)[number];

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
  const name = `patch ${model.table} ${listOf(settable)} ${columns}`;
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
): Promise<Late<Result | null>[]> {
  const { text, values } = updateMany(model, tenant, changes, shape, 'SKIP LOCKED');
  const written = new Map((await run<Result>(tenant, 'write', text, values)).map((row) => [row.id, row]));
  const missed = changes.flatMap(({ where: { id } }) => (written.has(id) ? [] : id));
  if (missed.length === 0) return changes.map(({ where }) => written.get(where.id) ?? null);
  // Nobody else waits for this. If it fails, the UPDATE of each that was missed decides.
  const where = { id: { in: missed } };
  const present = readById<RowWithId & { version: number }>({ model, run }, tenant, where, 'id, version').then(
    (rows) => new Map(rows.map(({ id, version }) => [id, version])),
    () => null,
  );
  return changes.map(
    ({ where: { id, version } }) =>
      written.get(id) ??
      present.then((versions) => {
        const found = versions?.get(id);
        return versions === null || (found !== undefined && (version ?? found) === found) ? SEND_ALONE : null;
      }),
  );
}

type Late<Result> = Result | Promise<Result | typeof SEND_ALONE>;

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
