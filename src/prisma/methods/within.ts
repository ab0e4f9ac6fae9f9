import { UnauthorizedError } from '../../base/errors.ts';
import { namesOf } from '../../base/records.ts';
import { isPlain } from '../../base/values.ts';
import { columnOf, type Model } from '../sql/model.ts';
import { KEPT } from '../sql/update-text.ts';
import type { Tenant } from '../tenancy/tenant.ts';

/** The methods of Prisma that read. */
export const READS = ['findUnique', 'findFirst', 'findMany', 'count', 'aggregate', 'groupBy'] as const;
/** Those that write. */
export const WRITES = ['create', 'createMany', 'update', 'updateMany', 'delete', 'deleteMany'] as const;

export type Operation = (typeof READS)[number] | (typeof WRITES)[number];

type Arguments = Readonly<Record<string, unknown>>;

/** Arguments that name columns, with the other names that each takes. */
const NAMING = new Map<string, readonly string[]>([
  ['select', ['_all']],
  ['omit', []],
  ['distinct', []],
  ['by', []],
  ['orderBy', ['_count', '_avg', '_sum', '_min', '_max']],
  ...['_count', '_avg', '_sum', '_min', '_max'].map((name): [string, string[]] => [name, ['_all']]),
]);
const CONDITIONS = ['where', 'having', 'cursor'];
const OTHERS = ['data', 'take', 'skip', 'limit', 'skipDuplicates'];
const LOGICAL = ['AND', 'OR', 'NOT'];

/** No row. */
const NONE = { id: { in: [] } };

function plain(name: string, value: unknown): Record<string, unknown> {
  if (!isPlain(value)) throw new Error(`${name} takes a plain object.`);
  return value;
}

const namesIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return isPlain(value) ? Object.keys(value) : [];
};

/** Throws for a condition on anything but a column: on another record, it would read that of any company. */
function assertConditions(model: Model, name: string, where: unknown): void {
  for (const [key, wanted] of Object.entries(plain(name, where))) {
    if (wanted === undefined) continue;
    if (LOGICAL.includes(key)) for (const each of [wanted].flat()) assertConditions(model, key, each);
    else for (const field of model.keys.get(key) ?? [key]) columnOf(model, field);
  }
}

/** Throws for arguments that name anything but columns of the model: relations lead to records of any company. */
function assertArguments(model: Model, args: Arguments): void {
  for (const [name, value] of Object.entries(args)) {
    const others = NAMING.get(name);
    if (value === undefined || typeof value === 'boolean') continue;
    if (CONDITIONS.includes(name)) assertConditions(model, name, value);
    else if (others !== undefined) {
      for (const each of namesIn(value)) if (!others.includes(each)) columnOf(model, each);
    } else if (!OTHERS.includes(name))
      throw new Error(
        `A statement within a tenant has no "${name}": other records are read in statements of their own.`,
      );
  }
}

const isScalar = (value: unknown) => value !== undefined && (typeof value !== 'object' || value instanceof Date);

/**
 * The condition of a `where` that names one row by a unique key, for the methods whose `where` knows no keys of several
 * fields. Throws where Prisma's own would refuse it: it would find any row.
 */
function byKey({ keys, name }: Model, where: Arguments): Arguments {
  const { AND = [], ...others } = where;
  const found = Object.entries(others).flatMap(([key, value]) => {
    const fields = value === undefined ? undefined : keys.get(key);
    if (fields === undefined) return [];
    const condition = fields.length === 1 ? { [key]: value } : plain(key, value);
    const isComplete = fields.every((field) => isScalar(condition[field]));
    if (!isComplete || Object.keys(condition).length > fields.length)
      throw new Error(`The key "${key}" of ${name} takes one value for each of its fields.`);
    return [{ key, condition }];
  });
  if (found.length === 0) throw new Error(`A row of ${name} is named by one of its keys: ${[...keys.keys()]}.`);
  const besides = Object.entries(others).filter(([key]) => !found.some((each) => each.key === key));
  return { ...Object.fromEntries(besides), AND: [...[AND].flat(), ...found.map(({ condition }) => condition)] };
}

/**
 * The condition on the tenant's rows as Prisma's `where`. Throws UnauthorizedError for a rule through a relation, which
 * Prisma's schema does not have.
 */
function conditionOf(model: Model, tenant: Tenant): object[] {
  const { rule, company } = tenant;
  if (rule?.through !== undefined)
    throw new UnauthorizedError(
      'FORBIDDEN',
      `The token sees these records through their "${rule.through}", which this operation cannot apply.`,
      `${namesOf(model.name).scope}:read`,
    );
  if (company === null && !columnOf(model, 'companyId').nullable) return [NONE];
  return [tenant.ofCompany(model.name), rule?.where ?? {}];
}

/** Checks what a write sets in one row, and gives a new one its company. */
function rowWithin(model: Model, { company, rule }: Tenant, isNew: boolean, given: unknown): Arguments {
  const data = plain('data', given);
  for (const [field, value] of Object.entries(data)) {
    if (value === undefined) continue;
    const column = columnOf(model, field);
    if (isNew && field === 'companyId' && company !== undefined && value !== company)
      throw new Error(`A new row of ${model.name} has the company of its tenant.`);
    if (isNew) {
      if (value !== null && rule?.linksNew(field))
        throw new Error(`A new row of ${model.name} sets "${field}", which decides what the rule shows.`);
      continue;
    }
    if (KEPT.some((kept) => kept === field)) throw new Error(`An update of ${model.name} does not set "${field}".`);
    const set = isPlain(value) && column.type !== 'Json' && 'set' in value ? value.set : value;
    if (rule?.admits(field, set) === false)
      throw new Error(`An update of ${model.name} moves the row out of the rule.`);
    if (rule?.links(field))
      throw new Error(`An update of ${model.name} sets "${field}", which decides what the rule shows.`);
  }
  if (!isNew) return data;
  if (company === undefined && data.companyId === undefined && !columnOf(model, 'companyId').nullable)
    throw new Error(`A new row of ${model.name} needs a company.`);
  const row = company === undefined ? data : { ...data, companyId: company };
  const stored = Object.entries(row).map(([field, value]) => [columnOf(model, field).column, value]);
  if (rule?.holds(Object.fromEntries(stored)) === false)
    throw new Error(`A new row of ${model.name} lies outside the rule.`);
  return row;
}

/**
 * Prisma's arguments, kept within a tenant: its condition and its rule are added, and what a write sets is checked.
 * Throws for what would reach other records.
 */
export function argumentsWithin(model: Model, tenant: Tenant, operation: Operation, given: unknown = {}): Arguments {
  const args = plain(operation, given);
  assertArguments(model, args);
  const own = conditionOf(model, tenant);
  const { where, data, ...others } = args;
  const isNew = operation === 'create' || operation === 'createMany';
  const row = (each: unknown) => rowWithin(model, tenant, isNew, each);
  const written = data === undefined ? {} : { data: Array.isArray(data) ? data.map(row) : row(data) };
  if (isNew) return { ...others, ...written };
  const asked = plain('where', where ?? {});
  // Prisma would merge reads of one moment by their unique keys, whatever other conditions they have.
  const wanted = operation === 'findUnique' ? byKey(model, asked) : asked;
  return { ...others, ...written, where: both(wanted, own) };
}

/**
 * The rows of a `where` that match other conditions, too. These stand beside what was given, as Prisma reads it: deeper
 * within, an empty `OR` would find all rows instead of none.
 */
const both = (where: Arguments, own: object[]): object => ({ ...where, AND: [...[where.AND ?? []].flat(), ...own] });

/** The same arguments, which find no row. */
export const withoutRows = ({ where, ...others }: Arguments): Arguments => ({
  ...others,
  where: both(plain('where', where), [NONE]),
});

/** The row of a cursor as a condition within the tenant: another company's would show where it sorts. */
export const cursorWithin = (model: Model, tenant: Tenant, cursor: unknown): object => ({
  where: both(byKey(model, plain('cursor', cursor)), conditionOf(model, tenant)),
  select: { id: true },
});
