import { InvalidRequestError } from '../../base/errors.ts';
import { isDouble, JsonNumber, stringify } from '../../exact-json.ts';
import { faultOf, isPlain, ROUNDED } from '../../records/values.ts';
import { columnOf, IMMUTABLE, type Model } from '../sql/model.ts';
import type { Action, Rights, Tenant } from '../tenancy/tenant.ts';
import {
  type Arguments,
  andWhere,
  conditionOfRule,
  mapValues,
  NONE,
  noteCursor,
  plainArgument,
  readWithin,
  type Walk,
  whereWithin,
} from './relations-within.ts';

export const METHODS = {
  findUnique: 'read',
  findUniqueOrThrow: 'read',
  findFirst: 'read',
  findFirstOrThrow: 'read',
  findMany: 'read',
  count: 'read',
  aggregate: 'read',
  groupBy: 'read',
  create: 'create',
  createMany: 'create',
  createManyAndReturn: 'create',
  update: 'write',
  updateMany: 'write',
  updateManyAndReturn: 'write',
  upsert: 'write',
  delete: 'delete',
  deleteMany: 'delete',
} as const satisfies Record<string, Action>;

export type Operation = keyof typeof METHODS;

const isScalar = (value: unknown) => value !== undefined && (typeof value !== 'object' || value instanceof Date);

/** The condition of a unique key, and the others. Throws where Prisma's own would refuse it: it would find any row. */
function byKey({ keys, name }: Model, where: Arguments): { condition: object[]; besides: Arguments } {
  const condition: object[] = [];
  const besides: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(where)) {
    const fields = value === undefined ? undefined : keys.get(key);
    if (fields === undefined) {
      besides[key] = value;
      continue;
    }
    const each = fields.length === 1 ? { [key]: value } : plainArgument(key, value);
    if (!fields.every((field) => isScalar(each[field])) || Object.keys(each).length > fields.length)
      throw new Error(`The key "${key}" of ${name} takes one value for each of its fields.`);
    condition.push(each);
  }
  if (condition.length === 0) throw new Error(`A row of ${name} is named by one of its keys: ${[...keys.keys()]}.`);
  return { condition, besides };
}

function conditionOf(model: Model, tenant: Tenant): object[] {
  const rule = conditionOfRule(tenant.rule);
  if (tenant.company === null && !columnOf(model, 'companyId').nullable) return [NONE];
  return tenant.company === undefined ? rule : [tenant.companyWhere(model.name), ...rule];
}

/** Whether JSON has a fraction that Prisma's engine rounds, which keeps whole numbers of any length. */
const isRounded = (value: unknown): boolean =>
  value instanceof JsonNumber
    ? value.text.includes('.') && !isDouble(value.text)
    : (isPlain(value) || Array.isArray(value)) && Object.values(value).some(isRounded);

/** What one field is set to. Throws InvalidRequestError if its range or its digits do not have it. */
function settingOf(model: Model, field: string, given: unknown): unknown {
  if (model.relations.has(field))
    throw new Error(`A write of ${model.name} sets the fields of "${field}", and writes no other records.`);
  const column = columnOf(model, field);
  const { type, range } = column;
  const operation = isPlain(given) && type !== 'Json' ? given : { set: given };
  const isSet = 'set' in operation;
  if (isSet && (operation.set === null || operation.set === undefined)) return operation.set;
  const fault = isSet
    ? (faultOf(column, operation.set) ??
      (isRounded(operation.set) ? { code: 'INVALID' as const, message: ROUNDED } : undefined))
    : range && { code: 'INVALID' as const, message: `has a range from ${range[0]} to ${range[1]}; set it to a value` };
  if (fault !== undefined) throw new InvalidRequestError([{ path: ['data', field], ...fault }]);
  return operation.set;
}

/** Whether Prisma's client, which copies JSON key by key, would lose a key or the digits of a number. */
const isLossy = (value: unknown): boolean =>
  value instanceof JsonNumber ||
  ((isPlain(value) || Array.isArray(value)) &&
    (Object.hasOwn(value, '__proto__') || Object.values(value).some(isLossy)));

/** JSON as Prisma's protocol has it, where that is so. */
const exactly = (value: unknown): unknown =>
  isLossy(value) ? { toJSON: () => ({ $type: 'Json', value: stringify(value) }) } : value;

const changesWithin = (model: Model, { rule }: Tenant, given: unknown): Arguments =>
  mapValues(plainArgument('data', given), (value, field) => {
    const set = settingOf(model, field, value);
    if (IMMUTABLE.some((kept) => kept === field))
      throw new Error(`An update of ${model.name} does not set "${field}".`);
    rule?.assertMayChange(field, set);
    return exactly(value);
  });

function rowWithin(model: Model, { company, rule }: Tenant, given: unknown): Arguments {
  const data = mapValues(plainArgument('data', given), (value, field) => {
    settingOf(model, field, value);
    if (field === 'companyId' && company !== undefined && value !== company)
      throw new Error(`A new row of ${model.name} has the company of its tenant.`);
    return exactly(value);
  });
  if (company === undefined && data.companyId === undefined && !columnOf(model, 'companyId').nullable)
    throw new Error(`A new row of ${model.name} needs a company.`);
  const row = company === undefined ? data : { ...data, companyId: company };
  const stored = Object.entries(row).map(([field, value]) => [columnOf(model, field).column, value]);
  rule?.assertMayCreate(row, Object.fromEntries(stored));
  return row;
}

/** Arguments of Prisma's that reach no other rows, as soon as each cursor is known to be a row of its tenant. */
export interface TenantArguments {
  tenant: Tenant;
  args: Arguments;
  cursors: Walk['cursors'];
  /** The condition of a unique key, and the arguments without it. */
  unique?: { condition: object[]; others: Arguments };
}

/** Prisma's arguments within what a caller may read or write. Throws for a write that would reach other records. */
export function argumentsWithin(
  model: Model,
  rights: Rights,
  operation: Operation,
  given: unknown = {},
): TenantArguments {
  const action = METHODS[operation];
  const tenant = rights(action, model.name);
  const walk: Walk = { rights, cursors: [] };
  const { where, data, create, update, ...others } = plainArgument(operation, given);
  const args = readWithin(walk, model, others);
  const { cursors } = walk;
  if (action === 'create') {
    args.data = Array.isArray(data)
      ? data.map((each) => rowWithin(model, tenant, each))
      : rowWithin(model, tenant, data ?? {});
    return { tenant, args, cursors };
  }
  if (operation === 'upsert') {
    args.create = rowWithin(model, rights('create', model.name), create);
    args.update = changesWithin(model, tenant, update);
  } else if (data !== undefined) args.data = changesWithin(model, tenant, data);
  const asked = whereWithin(walk, model, 'where', where ?? {});
  const own = conditionOf(model, tenant);
  if (operation.startsWith('findUnique')) {
    const { condition, besides } = byKey(model, asked);
    const others = { ...args, where: andWhere(besides, own) };
    return {
      tenant,
      args: { ...args, where: andWhere(others.where, condition) },
      cursors,
      unique: { condition, others },
    };
  }
  args.where = andWhere(asked, own);
  noteCursor(walk, model, tenant, args);
  return { tenant, args, cursors };
}

/** The row of a cursor as a condition within the tenant: another company's would show where it sorts. */
export function cursorWithin({ model, tenant, cursor }: Walk['cursors'][number]): object {
  const { condition, besides } = byKey(model, plainArgument('cursor', cursor));
  return { where: andWhere(besides, [...condition, ...conditionOf(model, tenant)]), select: { id: true } };
}
