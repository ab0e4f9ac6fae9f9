import { isStorableText } from '../../base/values.ts';
import { columnList, parameters, underAlias } from '../sql/model.ts';
import type { Select, Selected, Target } from '../sql/rows.ts';
import { namingActor } from '../sql/update-text.ts';
import { conditionsById } from '../sql/where.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import type { Found, Source } from './row-source.ts';

export interface DeleteArguments<Chosen> {
  /** Each is another record, at this version if one is given. */
  where: readonly Target[];
  /** Prisma's `select`. A frozen object is read once. */
  select?: Chosen | undefined;
}

/** Deletes records with one statement, or none if it fails. Returns each as it was, and null where nothing matched. */
export async function deleteEach<Fields, Chosen extends Select<Fields> | undefined>(
  { model, run }: Source,
  tenant: Tenant,
  { where, select }: DeleteArguments<Chosen>,
): Promise<(Selected<Fields, Chosen> | null)[]> {
  const sent = where.filter(({ id }) => isStorableText(id));
  if (sent.length === 0) return where.map(() => null);
  const { values, bind } = parameters();
  const own = underAlias(model);
  const records = `json_to_recordset(${bind(JSON.stringify(sent))}::json) AS (id text, version int)`;
  const calls = [records, ...namingActor(tenant.actor, bind)].join(', ');
  const conditions = ['t.id = sent.id', ...conditionsById(own, tenant, {}, bind)].join(' AND ');
  // Locked in the order of their ids before the first is deleted: see `updateMany`.
  const text = `WITH sent AS (
      SELECT t.id FROM ROWS FROM (${calls}) AS sent JOIN ${model.table} t ON ${conditions}
      WHERE sent.version IS NULL OR t.version = sent.version ORDER BY t.id FOR UPDATE OF t
    )
    DELETE FROM ${model.table} t USING sent WHERE t.id = sent.id RETURNING ${columnList(own, select)}`;
  const rows = await run<Selected<Fields, Chosen> & Found>(tenant, 'write many', text, values);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return where.map(({ id }) => byId.get(id) ?? null);
}
