import { isStorableText } from '../../values.ts';
import type { Select, Selected } from '../sql/rows.ts';
import { readPatch, updateMany } from '../sql/write-sql.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import type { PatchArguments } from './patch.ts';
import type { Found, Source } from './row-source.ts';

export interface PatchManyArguments<Fields, Chosen extends Select<Fields> | undefined> {
  /** Each is of another record. */
  patches: readonly Pick<PatchArguments<Fields, Chosen>, 'where' | 'data'>[];
  /** The fields that each `data` is a subset of, always in the same order: all patches share one text. */
  among: readonly string[];
  /** Prisma's `select`. A frozen object is read once. */
  select?: Chosen | undefined;
}

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
