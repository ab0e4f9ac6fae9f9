import { isStorableText } from '../../base/values.ts';
import { columnList, type Model, parameters, underAlias } from '../sql/model.ts';
import type { Select, Selected } from '../sql/rows.ts';
import { namingActor } from '../sql/update-text.ts';
import { conditionsById } from '../sql/where.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import type { DeleteArguments } from './delete.ts';
import type { Found, Source } from './row-source.ts';

/** The last deletion of an id. */
export interface Deletion<Row> {
  /** The record as it was; null if its values were not kept. */
  row: Row | null;
  /** That of the record when it was deleted; null if that was not kept. */
  version: number | null;
  /** At which version, when and by whom it was deleted, in words. */
  when: string;
  /** Whether the record is there again as it was, at the next version. */
  isBack: boolean;
}

export interface DeletionArguments<Chosen> {
  where: { id: string };
  /** Prisma's `select`. A frozen object is read once. */
  select?: Chosen | undefined;
}

/** The condition that `d` is the last deletion of the id, or of one of the ids, in the tenant's company. */
export const deletionOf = ({ stored }: Model, company: string, id: string): string =>
  `d.record_type = '${stored}' AND d.company_id = ${company} AND d.id = ${id}`;

/**
 * Finds the last deletion of an id in the tenant's company; under a rule only of a record that it shows. Those that are
 * asked for at the same moment share a statement.
 */
export function deletion<Fields, Chosen extends Select<Fields> | undefined>(
  { model, run, batching }: Source,
  asker: Tenant,
  { where, select }: DeletionArguments<Chosen>,
): Promise<Deletion<Selected<Fields, Chosen>> | null> {
  type Noted = { id: string; hasRow: boolean } & Omit<Deletion<unknown>, 'row'>;
  const own = underAlias(model);
  const columns = columnList(own, select);
  return batching.read(asker, `deletion ${model.table} ${columns}`, where.id, async (tenant, keys) => {
    const ids = keys.filter(isStorableText);
    const { values, bind } = parameters();
    const shown = tenant.rule === undefined ? ['true'] : conditionsById(own, tenant, {}, bind);
    const company = tenant.company === undefined ? 'd.company_id' : bind(tenant.company ?? '');
    // A record that is back has the values of the deletion over its own, but for the version.
    const again = `(d.data::jsonb || jsonb_build_object('version', d.version + 1))::json`;
    const text = `SELECT json_build_object('id', d.id, 'version', d.version, 'hasRow', d.data IS NOT NULL,
        'when', concat('at version ' || d.version || ' ', 'on ',
          to_char(d.deleted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), ' by ' || d.actor),
        'isBack', EXISTS (SELECT FROM ${model.table} now WHERE now.id = d.id
          AND now.company_id = d.company_id AND now.version = d.version + 1
          AND json_populate_record(now, ${again}) *= now)) AS "~deletion", ${columns}
      FROM record_deletion d LEFT JOIN LATERAL json_populate_record(NULL::${model.table}, d.data) t ON true
      WHERE ${deletionOf(model, company, `ANY (${bind(ids)})`)} AND ${shown.join(' AND ')}`;
    const rows = await run<Selected<Fields, Chosen> & { '~deletion': Noted }>(tenant, 'read', text, values);
    const found = new Map(rows.map((row) => [row['~deletion'].id, row]));
    return (id) => {
      const row = found.get(id);
      if (row === undefined) return null;
      const { hasRow, ...noted } = row['~deletion'];
      return { row: hasRow ? row : null, ...noted };
    };
  });
}

/**
 * Restores records with one statement, or none if it fails: those whose last deletion was at this version. Returns null
 * for what had no such deletion or is there.
 */
export async function restoreEach<Fields, Chosen extends Select<Fields> | undefined>(
  { model, run }: Source,
  tenant: Tenant,
  { where, select }: DeleteArguments<Chosen>,
): Promise<(Selected<Fields, Chosen> | null)[]> {
  if (typeof tenant.company !== 'string') throw new Error('Only a tenant of one company restores records.');
  const { values, bind } = parameters();
  const sent = where.filter(({ id }) => isStorableText(id));
  const [ids, versions] = [sent.map(({ id }) => id), sent.map(({ version }) => version ?? null)];
  const restored = `restore_records(NULL::${model.table}, ${bind(tenant.company)}, ${bind(ids)}, ${bind(versions)})`;
  // The functions run in this order.
  const text = `SELECT ${columnList(underAlias(model), select)}
    FROM ROWS FROM (${[...namingActor(tenant.actor, bind), restored]}) AS t WHERE t.id IS NOT NULL`;
  const rows = await run<Selected<Fields, Chosen> & Found>(tenant, 'write many', text, values);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return where.map(({ id }) => byId.get(id) ?? null);
}
