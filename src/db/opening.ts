import type { Source } from './methods/row-source.ts';
import { TenantRows, type Write, type Writer } from './of-tenant.ts';
import { columnOf } from './sql/model.ts';
import type { Tenant } from './tenancy/tenant.ts';

/** A model of Prisma's client. */
interface Delegate extends Writer {
  readonly $parent: object;
}

/**
 * Gives access to a tenant's rows of a model, in a client or in a `$transaction`. Throws for a model without an id or a
 * company.
 */
export function opening(sources: ReadonlyMap<string, Source>, delegate: object): (tenant: Tenant) => object {
  const source = isDelegate(delegate) ? sources.get(delegate.$name) : undefined;
  if (!isDelegate(delegate) || source === undefined) throw new Error('`of` is a method of a model.');
  for (const field of ['id', 'companyId']) columnOf(source.model, field);
  // The client of a `$transaction` cannot connect.
  const own = '$connect' in delegate.$parent ? source : undefined;
  return (tenant) => new TenantRows(own, delegate, tenant);
}

/** Gives access to a tenant's rows of a model, in a client that `load` opens for the first write of Prisma's. */
export function openingLate(source: Source, load: () => Promise<object>): (tenant: Tenant) => object {
  const { name } = source.model;
  const write = (method: Write) => async (args: object) => {
    const delegate: unknown = Reflect.get(await load(), clientKeyOf(name));
    if (!isDelegate(delegate)) throw new Error(`There is no model ${name}.`);
    return delegate[method](args);
  };
  const writer: Writer = {
    $name: name,
    create: write('create'),
    upsert: write('upsert'),
    updateMany: write('updateMany'),
    deleteMany: write('deleteMany'),
  };
  return (tenant) => new TenantRows(source, writer, tenant);
}

/** The name of a model in a client, as Prisma makes it. */
export const clientKeyOf = (model: string): string => model.charAt(0).toLowerCase() + model.slice(1);

const isDelegate = (value: unknown): value is Delegate =>
  typeof value === 'object' && value !== null && '$name' in value && '$parent' in value;
