import { isStorableText } from '../../records/values.ts';
import { bindShared, columnList, columnOf, isGiven, underAlias } from '../sql/model.ts';
import type { Select, Selected } from '../sql/rows.ts';
import { conditionsById } from '../sql/where.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import type { PatchArguments } from './patch.ts';
import { type ReadPatch, readPatch } from './patch.ts';
import { type RowSource, readShared } from './row-source.ts';

export type Compared<Row> = Row & { '~version': number; '~differing': readonly string[] };

/** Finds a record and compares it as the database does: JSON by what it says, times to the millisecond. */
export async function compareRow<Fields, Chosen extends Select<Fields> | undefined>(
  source: RowSource,
  asker: Tenant,
  { row, mask }: Pick<ReadPatch, 'row' | 'mask'>,
  { settable, select }: { settable: readonly string[]; select?: Chosen | undefined },
): Promise<Compared<Selected<Fields, Chosen>> | null> {
  if (!isStorableText(String(row.id))) return null;
  const own = underAlias(source.model);
  const { table } = own;
  const columns = columnList(own, select);
  const differing = settable.map((field, bit) => {
    const { column } = columnOf(own, field);
    return `CASE WHEN ${isGiven('mask', bit)} AND t."${column}" IS DISTINCT FROM sent."${column}" THEN '${field}' END`;
  });
  const [found] = await readShared<Compared<Selected<Fields, Chosen>>>(source, asker, 'once', (bind) => {
    const sent = `json_populate_record(NULL::${table}, ${bind(JSON.stringify(row), true)}::json)`;
    const conditions = ['t.id = sent.id', ...conditionsById(own, asker, {}, bindShared(bind))].join(' AND ');
    return `SELECT ${columns}, t.version AS "~version", array_remove(ARRAY[${differing}]::text[], NULL) AS "~differing"
      FROM ${sent} sent CROSS JOIN LATERAL (SELECT ${bind(`${mask}`, true)}::bigint AS mask) m
      JOIN ${table} t ON ${conditions}`;
  });
  return found ?? null;
}

export const compare = <Fields, Chosen extends Select<Fields> | undefined>(
  source: RowSource,
  tenant: Tenant,
  { where, data, settable = [], select }: PatchArguments<Fields, Chosen>,
): Promise<Compared<Selected<Fields, Chosen>> | null> =>
  compareRow(source, tenant, readPatch(source.model, tenant.withoutRule, { where, data, settable }), {
    settable,
    select,
  });
