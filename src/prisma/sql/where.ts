import { UnauthorizedError } from '../../base/errors.ts';
import { namesOf } from '../../records/records.ts';
import { isPlain } from '../../records/values.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import { comparedColumn, comparisons, hasChangeLog } from './comparisons.ts';
import { type Bind, bindShared, columnOf, isOneOf, type Model, modelNamed, underAlias } from './model.ts';
import { isRelation, relationOf } from './relations.ts';
import { searched } from './search.ts';

/** The conditions of a `where` and of those within its AND and OR, which is a condition itself. */
export const conditionsIn = (where: object): [field: string, wanted: unknown][] =>
  Object.entries(where).flatMap(([field, wanted]): [string, unknown][] => {
    if (wanted === undefined) return [];
    const inner = Array.isArray(wanted) ? wanted.filter(isPlain).flatMap(conditionsIn) : [];
    return field === 'AND' ? inner : [[field, wanted], ...inner];
  });

interface Reading {
  /** A relation is found by its index. */
  drivesById?: boolean;
  /**
   * They stand in an odd number of NOTs. What is unknown of a row must then count as true, so that the row does not
   * match; else it counts as false, and an expression of an index may stand for a column.
   */
  isNegated?: boolean;
  /** All rows are of this company, or of none if it is null. */
  company?: string | null | undefined;
}

/** Prisma's `where` as SQL. Throws for what is not supported. */
export function conditionsOf(model: Model, where: object, bind: Bind, reading: Reading = {}): string[] {
  if (!isPlain(where)) throw new Error('where must be a plain object.');
  return Object.entries(where).flatMap(([field, wanted]) => {
    if (wanted === undefined) return [];
    if (field === 'AND') return branchesOf(wanted).flatMap((branch) => conditionsOf(model, branch, bind, reading));
    if (field === 'OR') return [disjunction(model, branchesOf(wanted), bind, reading)];
    if (field === 'NOT') return branchesOf(wanted).flatMap((branch) => negation(model, branch, bind, reading));
    if (field === 'isGone') return [conditionOfGone(wanted)];
    if (field === 'modifiedSince') return [modifiedSince(model, wanted, bind)];
    if (field === 'search' && isPlain(wanted)) return [searched(model, wanted.words, bind, reading.company)];
    const column = model.columns.get(field);
    // Most conditions, such as those of look-ups and changes.
    if (column !== undefined && typeof wanted === 'string') return [isOneOf(column, [wanted], bind)];
    if (column === undefined && isRelation(model.name, field)) return related(model, field, wanted, bind, reading);
    return comparisons(column?.isList ? column : comparedColumn(model, field), wanted, bind, reading.isNegated);
  });
}

/** Prisma takes one condition in the place of a list. */
function branchesOf(branches: unknown): Record<string, unknown>[] {
  const list = Array.isArray(branches) ? branches : [branches];
  if (!list.every(isPlain)) throw new Error('AND, OR and NOT take conditions.');
  return list;
}

/** As in Prisma, a branch without a condition is left out, and no branch at all matches nothing. */
function disjunction(model: Model, branches: Record<string, unknown>[], bind: Bind, reading: Reading): string {
  const all = branches.map((branch) => conditionsOf(model, branch, bind, reading));
  const given = all.filter(({ length }) => length > 0);
  return given.length === 0 ? 'FALSE' : `(${given.map((each) => `(${each.join(' AND ')})`).join(' OR ')})`;
}

/** Nothing is no condition, and so is its negation. */
function negation(model: Model, branch: Record<string, unknown>, bind: Bind, reading: Reading): string[] {
  const conditions = conditionsOf(model, branch, bind, { ...reading, isNegated: !reading.isNegated });
  return conditions.length === 0 ? [] : [`NOT (${conditions.join(' AND ')})`];
}

const beforeRule = (model: Model, tenant: Tenant, where: object, bind: Bind): string[] => [
  ...conditionsOf(model, where, bind, { company: tenant.company }),
  ...conditionsOf(model, tenant.companyWhere(model.name), bindShared(bind)),
];

/** The conditions of a list: its own, and the tenant's with its rule. All must hold, also on the same column. */
export function conditionsFor(model: Model, tenant: Tenant, where: object, bind: Bind): string[] {
  const own = beforeRule(model, tenant, where, bind);
  if (tenant.rule === undefined) return own;
  const rule = conditionsOf(model, tenant.rule.where, bindShared(bind));
  // A search starts from its index. From the relation of the rule, it would search once for each related record.
  const isSearch = conditionsIn(where).some(([field]) => field === 'search');
  return [...own, ...(isSearch && tenant.rule.through !== undefined ? hiddenFromPlanner(rule) : rule)];
}

/** The same for rows found by their ids: a rule beside them would at times be read by an index on its columns. */
export function conditionsById(model: Model, tenant: Tenant, where: object, bind: Bind): string[] {
  const own = beforeRule(model, tenant, where, bind);
  if (tenant.rule === undefined || tenant.rule.isOfAll) return own;
  return [...own, ...hiddenFromPlanner(conditionsOf(model, tenant.rule.where, bind, { drivesById: true }))];
}

/** Wraps conditions in a query of their own, so that the planner cannot drive from an index on their columns. */
const hiddenFromPlanner = (conditions: string[]): string[] =>
  conditions.length === 0 ? [] : [`(SELECT ${conditions.join(' AND ')})`];

/** Which records behind a relation count: for which the conditions are true, untrue, or true or unknown. */
type Truth = 'IS TRUE' | 'IS FALSE' | 'IS NOT FALSE';

/** The conditions on a relation. `among` are conditions on the records that there are for the caller. */
function related(model: Model, name: string, wanted: unknown, bind: Bind, reading: Reading): string[] {
  if (!isPlain(wanted)) throw new Error(`The relation "${name}" takes conditions.`);
  const { among, ...operators } = wanted;
  const exists = (where: unknown, truth: Truth = 'IS TRUE'): string =>
    existsBehind(model, name, { where: where ?? {}, among: among ?? {}, truth }, bind, reading);
  return Object.entries(operators).flatMap(([operator, where]) => {
    if (where === undefined) return [];
    const isUnknownTrue = (reading.isNegated ?? false) === (operator === 'is');
    const truth = isUnknownTrue && where !== null ? 'IS NOT FALSE' : 'IS TRUE';
    switch (operator) {
      case 'is':
        // None is there.
        return [where === null ? `NOT ${exists(where)}` : exists(where, truth)];
      case 'isNot':
        return [where === null ? exists(where) : `NOT ${exists(where, truth)}`];
      case 'some':
        return [exists(where)];
      case 'none':
        return [`NOT ${exists(where)}`];
      case 'every':
        return [`NOT ${exists(where, 'IS FALSE')}`];
      default:
        throw new Error(`The relation "${name}" has no operator "${operator}".`);
    }
  });
}

function existsBehind(
  model: Model,
  name: string,
  { where, among, truth }: { where: unknown; among: unknown; truth: Truth },
  bind: Bind,
  reading: Reading,
): string {
  const { to, from, by, where: kind, indexed = [] } = relationOf(model.name, name);
  const behind = underAlias(modelNamed(to), `related${model.depth || ''}`, model.depth + 1);
  const isNegated = truth !== 'IS TRUE';
  const conditionsOn = (given: unknown, on: Reading): string[] => {
    if (!isPlain(given)) throw new Error(`The relation "${name}" takes conditions.`);
    return Object.entries(given).flatMap(([field, each]) => {
      const conditions = conditionsOf(behind, { [field]: each }, bind, on);
      return reading.drivesById && ![by, 'id', ...indexed].includes(field) ? hiddenFromPlanner(conditions) : conditions;
    });
  };
  const own = conditionsOn(where, { isNegated, company: reading.company });
  const matching = own.length === 0 ? 'TRUE' : own.join(' AND ');
  const ofRecord = (field: string): string => `${model.alias}."${columnOf(model, field).column}"`;
  const conditions = [
    `${columnOf(behind, 'companyId').name} = ${ofRecord('companyId')}`,
    `${columnOf(behind, by).name} = ${ofRecord(from)}`,
    ...conditionsOf(behind, kind ?? {}, bind),
    ...conditionsOn(among, {}),
    ...(isNegated ? [`(${matching}) ${truth}`] : own),
  ];
  return `EXISTS (SELECT FROM ${behind.table} ${behind.alias} WHERE ${conditions.join(' AND ')})`;
}

/** The condition that a record was created or changed at this time or later. Throws if that is not noted. */
function modifiedSince(model: Model, time: unknown, bind: Bind): string {
  if (!(time instanceof Date) || !hasChangeLog(model))
    throw new Error(`${model.name} has no modification since ${time}.`);
  const since = `${bind(time.toISOString())}::timestamptz`;
  // A record that has the day alone, or nothing, is noted with each change.
  const exact = [...model.columns.values()].find(({ modified, isDay }) => modified && !isDay);
  if (exact === undefined) return `"modified_at" >= ${since}`;
  const noted = `"modified_at" >= ten_minutes(${since})`;
  return `${noted} AND ("modified_at" >= ${since} OR ${exact.name} >= ${since})`;
}

const THERE = `SELECT FROM "record_modification" m
  WHERE m."record_type" = "record_deletion"."record_type" AND m."record_id" = "record_deletion"."id"`;

/** The record of a deletion is not in its company, or nowhere. Only a creation marks the note, and no move. */
function conditionOfGone(from: unknown): string {
  if (from !== 'from its company' && from !== 'from all') throw new Error(`No record is gone ${from}.`);
  return `NOT "returned" AND NOT EXISTS (${THERE}${from === 'from all' ? '' : ' AND m."record_company" = "record_deletion"."company_id"'})`;
}

export const naming = (setting: 'actor' | 'actors', value: string, bind: Bind): string =>
  `set_config('field_operations.${setting}', ${bind(value)}, true)`;

/** Names an actor to the triggers of a statement. In `ROWS FROM` it runs once; as a condition, for each row. */
export const namingActor = (actor: string | undefined, bind: Bind): string[] =>
  actor === undefined ? [] : [naming('actor', actor, bind)];

export interface Matching {
  where: object;
  /** Only rows with this id in `field`. Requests with different ids may share a statement. */
  of?: { field: string; id: string; where?: object } | undefined;
  /** Whether they may differ in the texts of `where`, too. */
  mayShare?: boolean;
}

/** The table and the conditions. Throws for a delta read under a rule through a relation, which cannot be complete. */
export function fromWhere(
  model: Model,
  tenant: Tenant,
  { where, of, mayShare = false }: Matching,
  bind: Bind,
  isByModification = false,
): { from: string; conditions: string[] } {
  // What is planned for each value is written for one.
  const conditions = conditionsFor(model, tenant, where, mayShare ? bind : bindShared(bind));
  if (of !== undefined) {
    conditions.push(`${comparedColumn(model, of.field).name} = ${bind(of.id, true)}`);
    if (of.where !== undefined) conditions.push(...conditionsOf(model, of.where, bindShared(bind)));
  }
  const isDelta = conditionsIn(where).some(([field]) => field === 'modifiedSince');
  const through = tenant.rule?.through;
  if (isDelta && through !== undefined)
    throw new UnauthorizedError(
      'FORBIDDEN',
      `The token sees these records through their "${through}", and \`modifiedSince\` cannot report records that become visible through it. Reload all records.`,
      `${namesOf(model.name).scope}:read`,
    );
  if (!isByModification && !isDelta) return { from: model.table, conditions };
  // So that the index of notes serves the company.
  if (tenant.company !== undefined) conditions.push(`"record_company" = ${bind(tenant.company ?? '')}`);
  const notes = `"record_modification" ON "record_type" = '${model.stored}' AND "record_id" = "id"`;
  return { from: `${model.table} JOIN ${notes}`, conditions };
}

export const whereOf = (conditions: string[]): string =>
  conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
