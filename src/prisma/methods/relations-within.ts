import { UnauthorizedError } from '../../base/errors.ts';
import type { RelationMap } from '../../generated/models.ts';
import { isPlain } from '../../records/values.ts';
import { type Model, modelNamed } from '../sql/model.ts';
import type { Rule } from '../tenancy/rule.ts';
import type { Rights, Tenant } from '../tenancy/tenant.ts';

/*
 * The rules of a caller behind relations, whose keys hold the company. Prisma's client itself refuses names and
 * arguments that a model does not have.
 */

export type Arguments = Readonly<Record<string, unknown>>;

export interface Walk {
  rights: Rights;
  /** The cursors in the arguments, with what to do if the tenant has no such row. */
  cursors: { model: Model; tenant: Tenant; cursor: unknown; lose: () => void }[];
}

const LOGICAL = ['AND', 'OR', 'NOT'];

export const NONE = { id: { in: [] } };

export function plainArgument(name: string, value: unknown): Record<string, unknown> {
  if (!isPlain(value)) throw new Error(`${name} takes a plain object.`);
  return value;
}

/** Rows that match other conditions, too. Beside what was given: within it, an empty `OR` would find all rows. */
export const andWhere = (where: Arguments, own: readonly object[]): Record<string, unknown> =>
  own.length === 0 ? where : { ...where, AND: [...[where.AND ?? []].flat(), ...own] };

export const mapValues = (object: object, map: (value: unknown, key: string) => unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, value === undefined ? value : map(value, key)]),
  );

const forbidden = (message: string) => new UnauthorizedError('FORBIDDEN', message);

/** The condition of a rule as Prisma's `where`. Throws UnauthorizedError for one that goes through a relation. */
export function conditionOfRule(rule: Rule | undefined): object[] {
  if (rule === undefined || rule.isOfAll) return [];
  if (rule.through !== undefined)
    throw forbidden(`The token sees these records through their "${rule.through}", which this operation cannot apply.`);
  return [rule.where];
}

/** The rule on the records behind a relation. Throws if the caller may not read them. */
const rulesBehind = ({ rights }: Walk, { to }: RelationMap): object[] => conditionOfRule(rights('read', to).rule);

/** A `where`, with the rules on the records behind each of its relations. */
export const whereWithin = (walk: Walk, model: Model, name: string, where: unknown): Record<string, unknown> =>
  mapValues(plainArgument(name, where), (wanted, key) => {
    if (LOGICAL.includes(key))
      return Array.isArray(wanted)
        ? wanted.map((each) => whereWithin(walk, model, key, each))
        : whereWithin(walk, model, key, wanted);
    const relation = model.relations.get(key);
    return relation === undefined ? wanted : filterWithin(walk, relation, key, wanted);
  });

function filterWithin(walk: Walk, relation: RelationMap, name: string, wanted: unknown): unknown {
  const own = rulesBehind(walk, relation);
  const there = modelNamed(relation.to);
  const rows = (where: unknown) => andWhere(whereWithin(walk, there, name, where), own);
  if (relation.isList)
    return mapValues(plainArgument(name, wanted), (where, key) => {
      if (key === 'every' && own.length > 0) throw forbidden(`"${name}" takes no "every" with a narrowed token.`);
      return rows(where);
    });
  // To Prisma, it is no condition: records without a related one match, too.
  if (isPlain(wanted) && Object.values(wanted).every((each) => each === undefined)) return wanted;
  const isWrapped = isPlain(wanted) && ('is' in wanted || 'isNot' in wanted);
  const given = Object.entries(isWrapped ? wanted : { is: wanted }).filter(([, where]) => where !== undefined);
  if (given.length > 1) throw new Error(`"${name}" takes one of "is" and "isNot".`);
  // To Prisma, null is a field without a value; here, also one that names a record that the caller does not see.
  return Object.fromEntries(
    given.map(([key, where]) => (where === null ? [key === 'is' ? 'isNot' : 'is', rows({})] : [key, rows(where)])),
  );
}

/** What a `select` or `include` reads: columns, and the caller's records behind relations. */
const selectionWithin = (walk: Walk, model: Model, name: string, chosen: unknown): object =>
  mapValues(plainArgument(name, chosen), (wanted, key) => {
    if (wanted === false) return false;
    if (key === '_count') return countsWithin(walk, model, wanted);
    const relation = model.relations.get(key);
    return relation === undefined ? wanted : relatedWithin(walk, relation, key, wanted);
  });

function relatedWithin(walk: Walk, relation: RelationMap, name: string, wanted: unknown): unknown {
  const own = rulesBehind(walk, relation);
  if (own.length > 0 && relation.isRequired)
    throw forbidden(`"${name}" cannot be read with a rule on ${relation.to}: it is never null.`);
  const there = modelNamed(relation.to);
  const { where = {}, ...others } = wanted === true ? {} : plainArgument(name, wanted);
  const read = readWithin(walk, there, others);
  if (!relation.isRequired) read.where = andWhere(whereWithin(walk, there, name, where), own);
  noteCursor(walk, there, walk.rights('read', relation.to), read);
  return Object.keys(read).length === 0 ? true : read;
}

/** Without the row of the cursor, no row comes after it. */
export function noteCursor({ cursors }: Walk, model: Model, tenant: Tenant, args: Record<string, unknown>): void {
  const { cursor } = args;
  const lose = () => {
    args.where = andWhere(plainArgument('where', args.where), [NONE]);
  };
  if (cursor !== undefined) cursors.push({ model, tenant, cursor, lose });
}

function countsWithin(walk: Walk, model: Model, wanted: unknown): unknown {
  const lists = [...model.relations].filter(([, { isList }]) => isList);
  const all = Object.fromEntries(lists.map(([name]) => [name, true]));
  const select = wanted === true ? all : plainArgument('select', plainArgument('_count', wanted).select);
  return {
    select: mapValues(select, (each, key) => {
      const relation = model.relations.get(key);
      if (each === false || relation === undefined) return each;
      const { where = {}, ...others } = each === true ? {} : plainArgument(key, each);
      const counted = whereWithin(walk, modelNamed(relation.to), key, where);
      return { ...others, where: andWhere(counted, rulesBehind(walk, relation)) };
    }),
  };
}

/** An order by what a relation leads to would tell of records that a rule hides. */
function orderWithin(walk: Walk, model: Model, order: unknown): unknown {
  if (Array.isArray(order)) return order.map((each) => orderWithin(walk, model, each));
  return mapValues(plainArgument('orderBy', order), (wanted, key) => {
    const relation = model.relations.get(key);
    if (relation === undefined) return wanted;
    if (rulesBehind(walk, relation).length > 0) throw forbidden(`The token's rule allows no order by "${key}".`);
    return relation.isList ? wanted : orderWithin(walk, modelNamed(relation.to), wanted);
  });
}

/** The arguments that say what is read of rows, and in which order. */
export const readWithin = (walk: Walk, model: Model, args: Arguments): Record<string, unknown> =>
  mapValues(args, (value, name) => {
    // As if it were not given.
    if (value === null) return undefined;
    if (name === 'select' || name === 'include') return selectionWithin(walk, model, name, value);
    if (name === 'orderBy') return orderWithin(walk, model, value);
    return name === 'cursor' ? whereWithin(walk, model, name, value) : value;
  });
