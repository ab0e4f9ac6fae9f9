import { isPlain } from '../../records/values.ts';
import type { Batching } from '../batching/batching.ts';
import type { Model } from '../sql/model.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import { type Arguments, andWhere, plainArgument } from './relations-within.ts';
import type { TenantArguments } from './within.ts';

/** Whether a value survives JSON without loss: that of Prisma's `DbNull`, of a Decimal and of a Date does not. */
const isJson = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  Number.isFinite(value) ||
  (Array.isArray(value)
    ? value.every((each) => each !== undefined && isJson(each))
    : isPlain(value) && Object.values(value).every(isJson));

/**
 * Reads a row by the value of a unique field, as Prisma's `findUnique`. Simultaneous reads that differ in this value
 * alone share a statement. Prisma itself merges them by the values alone, whatever other conditions they have.
 * Undefined for other reads, which are statements of their own.
 */
export function readUnique(
  batching: Batching,
  model: Model,
  { tenant, cursors, unique }: TenantArguments,
  findMany: (tenant: Tenant, args: Arguments) => Promise<unknown>,
): Promise<object | null> | undefined {
  if (unique === undefined || cursors.length > 0) return undefined;
  const { where, select, ...others } = unique.others;
  const [[field, value] = ['', undefined], ...more] = unique.condition.flatMap((each) => Object.entries(each));
  if (typeof value !== 'string' || more.length > 0 || 'omit' in others || !isJson(unique.others)) return undefined;
  const chosen = select === undefined ? undefined : plainArgument('select', select);
  const selected = chosen && { select: { ...chosen, [field]: true } };
  const name = `${model.name} by ${field} ${JSON.stringify(unique.others)}`;
  return batching.read(tenant, name, value, async (by, values) => {
    const among = andWhere(plainArgument('where', where), [{ [field]: { in: values } }]);
    const rows = await findMany(by, { ...others, ...selected, where: among });
    const found = new Map<unknown, object>();
    for (const row of Array.isArray(rows) ? rows : []) {
      found.set(row[field], row);
      if (chosen !== undefined && chosen[field] !== true) delete row[field];
    }
    return (each) => found.get(each) ?? null;
  });
}
