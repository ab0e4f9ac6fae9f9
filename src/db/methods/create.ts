import { columnList, columnOf } from '../sql/model.ts';
import { parameters, toParameter } from '../sql/parameters.ts';
import type { Row } from '../sql/rows.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import type { Settable } from './patch.ts';
import type { Source } from './row-source.ts';

export interface CreateArguments<Fields> {
  /** Absent and undefined fields get their defaults. */
  data: { readonly [Field in Exclude<keyof Fields, 'companyId'>]?: Settable<Fields, Field> | undefined };
  /** A field that is unique within the company: a record that has the same value already is returned as it is. */
  unique?: keyof Fields & string;
}

/** Creates a record of the tenant's company and returns it. */
export async function create<Fields>(
  { model, run }: Source,
  tenant: Tenant,
  { data, unique }: CreateArguments<Fields>,
): Promise<Row<Fields>> {
  if (typeof tenant.company !== 'string') throw new Error('Only a tenant of one company creates records.');
  const { values, place } = parameters();
  const given = Object.entries({ ...data, companyId: tenant.company }).filter(([, value]) => value !== undefined);
  const set = given.map(([field, value]) => {
    const column = columnOf(model, field);
    return [column.name, place(value === null ? null : toParameter(column, value))] as const;
  });
  const again = unique && columnOf(model, unique).name;
  // It writes the row as it is, so that the statement returns it.
  const conflict = again ? `ON CONFLICT (company_id, ${again}) DO UPDATE SET ${again} = excluded.${again}` : '';
  const text = `INSERT INTO ${model.table} (${set.map(([name]) => name)}) VALUES (${set.map(([, at]) => at)}) ${conflict}
    RETURNING ${columnList(model)}`;
  const [row] = await run<Row<Fields> & object>(tenant, 'write', text, values);
  if (row === undefined) throw new Error(`No row of ${model.table} was created.`);
  return row;
}
