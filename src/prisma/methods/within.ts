import { InvalidRequestError } from '../../base/errors.ts';
import { faultOf, isPlain } from '../../base/values.ts';
import { type Column, columnOf, type Model } from '../sql/model.ts';
import { KEPT } from '../sql/update-text.ts';
import type { Action, Rights } from '../tenancy/rights.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import {
  type Arguments,
  assertColumns,
  both,
  conditionOfRule,
  mapped,
  NONE,
  noteCursor,
  plain,
  readWithin,
  relationOf,
  type Walk,
  whereWithin,
} from './relations-within.ts';

/** The methods of Prisma, and what each needs the right to do. */
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

/**
 * The condition of a `where` that names one row by a unique key, for the methods whose `where` knows no keys of several
 * fields. Throws where Prisma's own would refuse it: it would find any row.
 */
function byKey({ keys, name }: Model, where: Arguments): { condition: object[]; besides: Arguments } {
  const condition: object[] = [];
  const besides: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(where)) {
    const fields = value === undefined ? undefined : keys.get(key);
    if (fields === undefined) {
      besides[key] = value;
      continue;
    }
    const each = fields.length === 1 ? { [key]: value } : plain(key, value);
    if (!fields.every((field) => isScalar(each[field])) || Object.keys(each).length > fields.length)
      throw new Error(`The key "${key}" of ${name} takes one value for each of its fields.`);
    condition.push(each);
  }
  if (condition.length === 0) throw new Error(`A row of ${name} is named by one of its keys: ${[...keys.keys()]}.`);
  return { condition, besides };
}

/** The condition on the tenant's rows as Prisma's `where`. */
function conditionOf(model: Model, tenant: Tenant): object[] {
  const rule = conditionOfRule(tenant.rule);
  if (tenant.company === null && !columnOf(model, 'companyId').nullable) return [NONE];
  return tenant.company === undefined ? rule : [tenant.ofCompany(model.name), ...rule];
}

/** What one field is set to. Throws InvalidRequestError if its range or its digits do not have it. */
function settingOf(column: Column, given: unknown): unknown {
  const { field, type, range } = column;
  const operation = isPlain(given) && type !== 'Json' ? given : { set: given };
  const isSet = 'set' in operation;
  if (isSet && (operation.set === null || operation.set === undefined)) return operation.set;
  const fault = isSet
    ? faultOf(column, operation.set)
    : range && { code: 'INVALID' as const, message: `has a range from ${range[0]} to ${range[1]}; set it to a value` };
  if (fault !== undefined) throw new InvalidRequestError([{ path: ['data', field], ...fault }]);
  return operation.set;
}

function columnOfData(model: Model, field: string): Column {
  if (relationOf(model, field) !== undefined)
    throw new Error(`A write of ${model.name} sets the fields of "${field}", and writes no other records.`);
  return columnOf(model, field);
}

/** Checks what an update sets. */
function changesWithin(model: Model, { rule }: Tenant, given: unknown): Arguments {
  return mapped(plain('data', given), (value, field) => {
    const set = settingOf(columnOfData(model, field), value);
    if (KEPT.some((kept) => kept === field)) throw new Error(`An update of ${model.name} does not set "${field}".`);
    if (rule?.admits(field, set) === false)
      throw new Error(`An update of ${model.name} moves the row out of the rule.`);
    if (rule?.links(field))
      throw new Error(`An update of ${model.name} sets "${field}", which decides what the rule shows.`);
    return value;
  });
}

/** Checks what a new row has, and gives it its company. */
function rowWithin(model: Model, { company, rule }: Tenant, given: unknown): Arguments {
  const data = mapped(plain('data', given), (value, field) => {
    const set = settingOf(columnOfData(model, field), value);
    if (field === 'companyId' && company !== undefined && value !== company)
      throw new Error(`A new row of ${model.name} has the company of its tenant.`);
    if (set !== null && rule?.linksNew(field))
      throw new Error(`A new row of ${model.name} sets "${field}", which decides what the rule shows.`);
    return value;
  });
  if (company === undefined && data.companyId === undefined && !columnOf(model, 'companyId').nullable)
    throw new Error(`A new row of ${model.name} needs a company.`);
  const row = company === undefined ? data : { ...data, companyId: company };
  const stored = Object.entries(row).map(([field, value]) => [columnOf(model, field).column, value]);
  if (rule?.holds(Object.fromEntries(stored)) === false)
    throw new Error(`A new row of ${model.name} lies outside the rule.`);
  return row;
}

/** Arguments of Prisma's that reach no other rows, as soon as each cursor is known to be a row of its tenant. */
export interface Within {
  tenant: Tenant;
  args: Arguments;
  cursors: Walk['cursors'];
}

/**
 * Prisma's arguments, kept within what a caller may read or write: the condition of its tenant and its rule are added,
 * and what a write sets is checked. Throws for what would reach other records.
 */
export function argumentsWithin(model: Model, rights: Rights, operation: Operation, given: unknown = {}): Within {
  const action = METHODS[operation];
  const tenant = rights(action, model.name);
  const walk: Walk = { rights, cursors: [] };
  const { where, data, create, update, ...others } = plain(operation, given);
  const args: Record<string, unknown> =
    // The `select` of a count names columns alone.
    operation === 'count'
      ? { ...readWithin(walk, model, { ...others, select: undefined }), ...columnsWithin(model, others) }
      : readWithin(walk, model, others);
  if (action === 'create') {
    const rows = Array.isArray(data)
      ? data.map((each) => rowWithin(model, tenant, each))
      : rowWithin(model, tenant, data ?? {});
    return { tenant, args: { ...args, data: rows }, cursors: walk.cursors };
  }
  if (operation === 'upsert') {
    args.create = rowWithin(model, rights('create', model.name), create);
    args.update = changesWithin(model, tenant, update);
  } else if (data !== undefined) args.data = changesWithin(model, tenant, data);
  const asked = whereWithin(walk, model, 'where', where ?? {});
  args.where = both(
    // Prisma would merge reads of one moment by their unique keys, whatever other conditions they have.
    operation.startsWith('findUnique') ? named(model, asked) : asked,
    conditionOf(model, tenant),
  );
  noteCursor(walk, model, tenant, args);
  return { tenant, args, cursors: walk.cursors };
}

function columnsWithin(model: Model, { select }: Arguments): Arguments {
  if (select === undefined || select === null) return {};
  assertColumns(model, select);
  return { select };
}

function named(model: Model, where: Arguments): Arguments {
  const { condition, besides } = byKey(model, where);
  return both(besides, condition);
}

/** The row of a cursor as a condition within the tenant: another company's would show where it sorts. */
export function cursorWithin({ model, tenant, cursor }: Walk['cursors'][number]): object {
  return { where: both(named(model, plain('cursor', cursor)), conditionOf(model, tenant)), select: { id: true } };
}
