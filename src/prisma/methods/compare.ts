import { isStorableText } from '../../base/values.ts';
import { columnList, columnOf, parameters, underAlias } from '../sql/model.ts';
import type { Select, Selected } from '../sql/rows.ts';
import { listOf, type ReadPatch, readPatch } from '../sql/update-text.ts';
import { conditionsById } from '../sql/where.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import type { PatchArguments } from './patch.ts';
import type { Found, Source } from './row-source.ts';

/** A row, and the fields in which it differs from the values that it was compared with. */
export type Compared<Row> = Row & { '~version': number; '~differing': readonly string[] };

interface Shape<Chosen> {
  /** The fields that a comparison may have, always in the same order. */
  among: readonly string[];
  select?: Chosen | undefined;
}

/**
 * Finds a record by its id and compares it with values by column, as the database does: JSON by what it says, times to
 * the millisecond. Those of the same moment share a statement.
 */
export function compareRow<Fields, Chosen extends Select<Fields> | undefined>(
  { model, run, batching }: Source,
  asker: Tenant,
  { row, mask }: Pick<ReadPatch, 'row' | 'mask'>,
  { among, select }: Shape<Chosen>,
): Promise<Compared<Selected<Fields, Chosen>> | null> {
  if (!isStorableText(String(row.id))) return Promise.resolve(null);
  const own = underAlias(model);
  const columns = columnList(own, select);
  const differing = among.map((field, bit) => {
    const { name } = columnOf(model, field);
    return `CASE WHEN mask & ${2 ** bit} <> 0 AND t.${name} IS DISTINCT FROM sent.${name} THEN '${field}' END`;
  });
  const name = `compare ${model.table} ${listOf(among)} ${columns}`;
  return batching.read(asker, name, JSON.stringify({ id: row.id, mask, row }), async (tenant, keys) => {
    const { values, bind } = parameters();
    const sent = `json_populate_record(NULL::${model.table}, key::json -> 'row')`;
    const conditions = ['t.id = sent.id', ...conditionsById(own, tenant, {}, bind)].join(' AND ');
    const text = `SELECT ${columns}, key AS "~key", t.version AS "~version", array_remove(ARRAY[${differing}]::text[], NULL) AS "~differing"
      FROM unnest(${bind(keys)}::text[]) key
      CROSS JOIN LATERAL (SELECT (key::json ->> 'mask')::bigint AS mask) m
      CROSS JOIN LATERAL ${sent} sent JOIN ${model.table} t ON ${conditions}`;
    const rows = await run<Compared<Selected<Fields, Chosen> & Found> & { '~key': string }>(
      tenant,
      'read',
      text,
      values,
    );
    const found = new Map(rows.map((each) => [each['~key'], each]));
    return (key) => found.get(key) ?? null;
  });
}

/** The same with values by field; the others are not compared. */
export const compare = <Fields, Chosen extends Select<Fields> | undefined>(
  source: Source,
  tenant: Tenant,
  { where, data, among = [], select }: PatchArguments<Fields, Chosen>,
): Promise<Compared<Selected<Fields, Chosen>> | null> =>
  compareRow(source, tenant, readPatch(source.model, tenant.unruled, { where, data, among }), { among, select });
