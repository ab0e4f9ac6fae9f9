import { columnList, columnOf, parameters, toParameter } from '../sql/model.ts';
import type { Row } from '../sql/rows.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import type { Settable } from './patch.ts';
import type { Source } from './row-source.ts';

export type Data<Fields> = {
  readonly [Field in Exclude<keyof Fields, 'companyId'>]?: Settable<Fields, Field> | undefined;
};

export interface CreateArguments<Fields> {
  /** Absent and undefined fields get their defaults. */
  data: Data<Fields>;
  /** A field whose values are unique within a company. A record that has the value already is returned as it is. */
  once?: (keyof Fields & string) | undefined;
}

/** Creates a record of the tenant's company and returns it, or the one that it has with the value of `once`. */
export async function create<Fields>(
  { model, run }: Source,
  tenant: Tenant,
  { data, once }: CreateArguments<Fields>,
): Promise<Row<Fields>> {
  tenant.assertWhole();
  if (typeof tenant.company !== 'string') throw new Error('Only a tenant of one company creates records.');
  const { values, place } = parameters();
  const given = Object.entries({ ...data, companyId: tenant.company }).filter(([, value]) => value !== undefined);
  const set = given.map(([field, value]) => {
    const column = columnOf(model, field);
    return [column.name, place(value === null ? null : toParameter(column, value))] as const;
  });
  // It writes the row as it is, so that the statement returns it.
  const again =
    once === undefined
      ? ''
      : `ON CONFLICT (company_id, ${columnOf(model, once).name}) DO UPDATE SET company_id = excluded.company_id`;
  const text = `INSERT INTO ${model.table} (${set.map(([name]) => name)}) VALUES (${set.map(([, at]) => at)}) ${again}
    RETURNING ${columnList(model)}`;
  const [row] = await run<Row<Fields> & object>(tenant, 'write', text, values);
  if (row === undefined) throw new Error(`No row of ${model.table} was created.`);
  return row;
}
