import { isStorableText } from '../../records/values.ts';
import { bindShared, columnList, type Model, parameters, underAlias } from '../sql/model.ts';
import type { Select, Selected, Target } from '../sql/rows.ts';
import { conditionsById, namingActor } from '../sql/where.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import { type RowSource, type RowWithId, readShared, writeRows } from './row-source.ts';

export interface DeleteArguments<Chosen> {
  where: readonly Target[];
  select?: Chosen | undefined;
}

/** Deletes records with one statement, or none if it fails. Returns each as it was, and null where nothing matched. */
export const deleteEach = <Fields, Chosen extends Select<Fields> | undefined>(
  { model, run }: RowSource,
  tenant: Tenant,
  { where, select }: DeleteArguments<Chosen>,
) =>
  writeRows<Selected<Fields, Chosen> & RowWithId>(run, tenant, where, (targets) => {
    const { values, bind } = parameters();
    const own = underAlias(model);
    const records = `json_to_recordset(${bind(JSON.stringify(targets))}::json) AS (id text, version int)`;
    const calls = [records, ...namingActor(tenant.actor, bind)].join(', ');
    const conditions = ['t.id = sent.id', ...conditionsById(own, tenant, {}, bind)].join(' AND ');
    // Locked in the order of their ids before the first is deleted: see `updateMany`.
    const text = `WITH sent AS (
      SELECT t.id FROM ROWS FROM (${calls}) AS sent JOIN ${model.table} t ON ${conditions}
      WHERE sent.version IS NULL OR t.version = sent.version ORDER BY t.id FOR UPDATE OF t
    )
    DELETE FROM ${model.table} t USING sent WHERE t.id = sent.id RETURNING ${columnList(own, select)}`;
    return { text, values };
  });

export interface Deletion<Row> {
  row: Row | null;
  version: number | null;
  when: string;
  /** Whether the record is there again as it was, at the next version. */
  isBack: boolean;
}

export interface DeletionArguments<Chosen> {
  where: { id: string };
  select?: Chosen | undefined;
}

/** The condition that `d` is the last deletion of the id, or of one of the ids, in the tenant's company. */
export const deletionOf = ({ stored }: Model, company: string, id: string): string =>
  `d.record_type = '${stored}' AND d.company_id = ${company} AND d.id = ${id}`;

/** The last deletion of a record, with the record as it was, if that is kept. */
export async function deletion<Fields, Chosen extends Select<Fields> | undefined>(
  source: RowSource,
  asker: Tenant,
  { where: { id }, select }: DeletionArguments<Chosen>,
): Promise<Deletion<Selected<Fields, Chosen>> | null> {
  if (!isStorableText(id)) return null;
  type Noted = { hasRow: boolean } & Omit<Deletion<unknown>, 'row'>;
  const { model } = source;
  const own = underAlias(model);
  const columns = columnList(own, select);
  // A record that is back has the values of the deletion over its own, but for the version.
  const again = `(d.data::jsonb || jsonb_build_object('version', d.version + 1))::json`;
  type Result = Selected<Fields, Chosen> & { '~deletion': Noted };
  const [row] = await readShared<Result>(source, asker, 'once', (bind) => {
    const shown = asker.rule === undefined ? ['true'] : conditionsById(own, asker, {}, bindShared(bind));
    const company = asker.company === undefined ? 'd.company_id' : bind(asker.company ?? '');
    return `SELECT json_build_object('version', d.version, 'hasRow', d.data IS NOT NULL,
        'when', concat('at version ' || d.version || ' ', 'on ',
          to_char(d.deleted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), ' by ' || d.actor),
        'isBack', EXISTS (SELECT FROM ${model.table} now WHERE now.id = d.id
          AND now.company_id = d.company_id AND now.version = d.version + 1
          AND json_populate_record(now, ${again}) *= now)) AS "~deletion", ${columns}
      FROM record_deletion d LEFT JOIN LATERAL json_populate_record(NULL::${model.table}, d.data) t ON true
      WHERE ${deletionOf(model, company, bind(id, true))} AND ${shown.join(' AND ')}`;
  });
  if (row === undefined) return null;
  const { hasRow, ...noted } = row['~deletion'];
  return { row: hasRow ? row : null, ...noted };
}

/** Restores those whose last deletion was at this version, or none if it fails; null for others. */
export async function restoreEach<Fields, Chosen extends Select<Fields> | undefined>(
  { model, run }: RowSource,
  tenant: Tenant,
  { where, select }: DeleteArguments<Chosen>,
) {
  const { company, actor } = tenant;
  if (typeof company !== 'string') throw new Error('Only a tenant of one company restores records.');
  return writeRows<Selected<Fields, Chosen> & RowWithId>(run, tenant, where, (targets) => {
    const { values, bind } = parameters();
    const [ids, versions] = [targets.map(({ id }) => id), targets.map(({ version }) => version ?? null)];
    const restored = `restore_records(NULL::${model.table}, ${bind(company)}, ${bind(ids)}, ${bind(versions)})`;
    // The functions run in this order.
    const text = `SELECT ${columnList(underAlias(model), select)}
      FROM ROWS FROM (${[...namingActor(actor, bind), restored]}) AS t WHERE t.id IS NOT NULL`;
    return { text, values };
  });
}
