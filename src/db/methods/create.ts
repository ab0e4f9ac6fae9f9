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
}

export interface UpsertArguments<Fields> {
  /** A compound key with the companyId, by the name that Prisma gives it. */
  where: Readonly<Record<string, Partial<Fields> & { companyId: string }>>;
  create: Data<Fields>;
  /** A record that has the key already stays as it is. */
  update: Record<string, never>;
}

/** Creates a record of the tenant's company and returns it. */
export const create = <Fields>(source: Source, tenant: Tenant, { data }: CreateArguments<Fields>) =>
  insert(source, tenant, data, []);

/** Creates a record of the tenant's company, unless it has one with this key, and returns that record. */
export function upsert<Fields>(source: Source, tenant: Tenant, { where, create: data }: UpsertArguments<Fields>) {
  const [key, ...others] = Object.values(where);
  if (key === undefined || key.companyId !== tenant.company || others.length > 0)
    throw new Error('upsert takes one compound key, with the companyId of the tenant.');
  return insert(source, tenant, data, Object.keys(key));
}

async function insert<Fields>(
  { model, run }: Source,
  tenant: Tenant,
  data: Data<Fields>,
  key: string[],
): Promise<Row<Fields>> {
  tenant.assertWhole();
  if (typeof tenant.company !== 'string') throw new Error('Only a tenant of one company creates records.');
  const { values, place } = parameters();
  const given = Object.entries({ ...data, companyId: tenant.company }).filter(([, value]) => value !== undefined);
  const set = given.map(([field, value]) => {
    const column = columnOf(model, field);
    return [column.name, place(value === null ? null : toParameter(column, value))] as const;
  });
  const unique = key.map((field) => columnOf(model, field).name);
  // It writes the row as it is, so that the statement returns it.
  const again = key.length > 0 ? `ON CONFLICT (${unique}) DO UPDATE SET ${unique[0]} = excluded.${unique[0]}` : '';
  const text = `INSERT INTO ${model.table} (${set.map(([name]) => name)}) VALUES (${set.map(([, at]) => at)}) ${again}
    RETURNING ${columnList(model)}`;
  const [row] = await run<Row<Fields> & object>(tenant, 'write', text, values);
  if (row === undefined) throw new Error(`No row of ${model.table} was created.`);
  return row;
}
