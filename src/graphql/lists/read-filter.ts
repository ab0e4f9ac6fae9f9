import type { InputType } from '@pothos/core';
import type { InputIssue, IssueCode } from '../../base/errors.ts';
import type { Operation } from '../../operation/operation.ts';
import { type Column, columnOf, modelNamed } from '../../prisma/sql/model.ts';
import { isRelation, relationOf } from '../../prisma/sql/relations.ts';
import type { Where } from '../../prisma/sql/rows.ts';
import { isPlain, issuesIn } from '../../records/values.ts';
import type { builder } from '../schema/builder.ts';
import { recordNamed } from '../schema/record.ts';

export const MOST_CONDITIONS = 100;
/** The planner joins a table for each condition on a relation. */
export const MOST_RELATIONS = 10;
export const MOST_LEVELS = 5;
export const MOST_VALUES = 200;

/** A condition of a filter that is none on a column. */
export interface Condition {
  type: InputType<(typeof builder)['$inferSchemaTypes']>;
  description: string;
  /** Prisma's `where` for a value of the type. */
  where(value: unknown): object;
  fault?(value: unknown): Omit<InputIssue, 'path'> | undefined;
  /** Null counts as absent: it is no value that could be asked for. */
  ignoresNull?: true;
  /** It is on the whole list, and does not stand within another condition. */
  isOutermost?: true;
}

export type Conditions = Readonly<Record<string, Condition>>;

/** Reads a filter: Prisma's `where` for it. Adds to `issues` what is wrong with it. Throws UnauthorizedError. */
export type ReadFilter<Fields> = (filter: unknown, context: Operation, issues: InputIssue[]) => Where<Fields>;

/** The special conditions of each model, for filters behind a relation. */
const specials = new Map<string, Conditions>();

/** Declares what a filter of the model has besides its columns and relations, and reads such filters. */
export function filterReader<Fields>(model: string, special: Conditions): ReadFilter<Fields> {
  specials.set(model, special);
  // Safe, since GraphQL's types are those of the columns.
  return (filter, context, issues) =>
    new FilterReader(context, issues).where(model, Object(filter), ['filter']) as Where<Fields>;
}

/** Reads one filter, and counts its conditions over all of its levels. */
class FilterReader {
  readonly #context: Operation;
  readonly #issues: InputIssue[];
  #conditions = 0;
  #relations = 0;

  constructor(context: Operation, issues: InputIssue[]) {
    this.#context = context;
    this.#issues = issues;
  }

  where(model: string, given: object, path: string[], level = 0): object {
    if (level > MOST_LEVELS) {
      this.#refuse(path, 'TOO_DEEP', `must not be nested deeper than ${MOST_LEVELS} levels`);
      return {};
    }
    const wheres = Object.entries(given).flatMap(([name, value]) =>
      value === undefined || this.#isTooLong ? [] : this.#condition(model, name, value, [...path, name], level),
    );
    // An empty branch is a branch.
    if (wheres.length === 0) this.#count(path);
    return wheres.length > 1 ? { AND: wheres } : (wheres[0] ?? {});
  }

  #condition(model: string, name: string, value: unknown, path: string[], level: number): object[] {
    const special = specials.get(model)?.[name];
    if (special !== undefined) return this.#special(special, value, path, level);
    if (name === 'AND' || name === 'OR') {
      if (!Array.isArray(value)) return this.#refuseNull(path);
      if (value.length === 0) this.#count(path);
      const branches = value.map((each, index) => this.where(model, each, [...path, String(index)], level + 1));
      return [{ [name]: branches }];
    }
    if (name === 'NOT')
      return isPlain(value) ? [{ NOT: this.where(model, value, path, level + 1) }] : this.#refuseNull(path);
    if (isRelation(model, name)) return this.#relation(model, name, value, path, level);
    const column = columnOf(modelNamed(model), name);
    if (isPlain(value)) return [{ [name]: this.#operators(column, value, path, level) }];
    this.#count(path);
    return column.nullable && !column.isList ? [{ [name]: null }] : this.#refuseNull(path);
  }

  #special(
    { where, fault, ignoresNull, isOutermost }: Condition,
    value: unknown,
    path: string[],
    level: number,
  ): object[] {
    this.#count(path);
    if (value === null) return ignoresNull ? [] : this.#refuseNull(path);
    if (isOutermost && level > 0) return this.#refuse(path, 'INCOMPATIBLE', 'cannot stand within another condition');
    const found = fault?.(value);
    if (found !== undefined) return this.#refuse(path, found.code, found.message);
    this.#issues.push(...issuesIn(value, path));
    return [where(value)];
  }

  /** Only records that the caller may read are behind a relation. */
  #relation(model: string, name: string, value: unknown, path: string[], level: number): object[] {
    const { to, by } = relationOf(model, name);
    const isOne = by === 'id';
    this.#relations += 1;
    if (this.#relations === MOST_RELATIONS + 1)
      this.#refuse(path.slice(0, 1), 'TOO_LONG', `must have at most ${MOST_RELATIONS} conditions on relations`);
    const { rule } = recordNamed(to).readableBy(this.#context);
    if (!isPlain(value) && !isOne) return this.#refuseNull(path);
    const operators: Record<string, unknown> = rule === undefined ? {} : { among: rule.where };
    for (const [operator, where] of Object.entries(isPlain(value) ? value : { is: null })) {
      if (where === undefined) continue;
      const at = [...path, operator];
      this.#count(at);
      if (isPlain(where)) operators[operator] = this.where(to, where, at, level + 1);
      else if (isOne) operators[operator] = null;
      else this.#refuseNull(at);
    }
    return [{ [name]: operators }];
  }

  #operators(column: Column, given: object, path: string[], level: number): unknown {
    if (Object.keys(given).length === 0) this.#count(path);
    const operators: Record<string, unknown> = {};
    for (const [operator, value] of Object.entries(given)) {
      const at = [...path, operator];
      if (value === undefined || (operator === 'mode' && value === null) || this.#isTooLong) continue;
      this.#count(at);
      const mayBeNull = column.nullable && !column.isList && (operator === 'equals' || operator === 'not');
      if (value === null && !mayBeNull) this.#refuseNull(at);
      else if (operator === 'not' && isPlain(value)) {
        if (level < MOST_LEVELS) operators[operator] = this.#operators(column, value, at, level + 1);
        else this.#refuse(at, 'TOO_DEEP', `must not be nested deeper than ${MOST_LEVELS} levels`);
      } else if (Array.isArray(value) && value.length > MOST_VALUES)
        this.#refuse(at, 'TOO_LONG', `must have at most ${MOST_VALUES} values`);
      else {
        // Each by itself: within a list, as within JSON, numbers would count as too long for a double.
        const items: [unknown, string[]][] = Array.isArray(value)
          ? value.map((each, index) => [each, [...at, String(index)]])
          : [[value, at]];
        this.#issues.push(...items.flatMap(([each, place]) => issuesIn(each, place)));
        operators[operator] = value;
      }
    }
    // `equals` alone becomes a plain value, which shares plans and statements; `not: null` is served by indexes.
    const { equals, ...others } = operators;
    return equals !== undefined && Object.keys(others).length === 0 && !column.isList ? equals : operators;
  }

  /** Whether the filter has too many conditions: it is refused, and the rest is not read. */
  get #isTooLong(): boolean {
    return this.#conditions > MOST_CONDITIONS;
  }

  /** Says once that there are too many conditions. */
  #count(path: string[]): void {
    this.#conditions += 1;
    if (this.#conditions === MOST_CONDITIONS + 1)
      this.#refuse(path.slice(0, 1), 'TOO_LONG', `must have at most ${MOST_CONDITIONS} conditions`);
  }

  #refuse(path: string[], code: IssueCode, message: string): [] {
    this.#issues.push({ path, code, message });
    return [];
  }

  #refuseNull(path: string[]): [] {
    return this.#refuse(path, 'REQUIRED', 'cannot be null');
  }
}
