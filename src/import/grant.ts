import type { Column, Model } from '../prisma/sql/model.ts';
import type { Rule } from '../prisma/tenancy/rule.ts';
import { UUID } from '../records/values.ts';

/** The fields that a scope writes, and the records that it is on. */
export interface Right {
  fields: ReadonlySet<string>;
  rule: Rule | undefined;
}

/** What a token may import. An operator, who has no token, may write all records of a company, and more columns. */
export interface Grant {
  /** Who makes the changes. */
  actor: string;
  update: Right;
  create: Right | undefined;
}

type Values = Readonly<Record<string, unknown>>;

/** The columns of a model; those that the token cannot write count as set by the server. */
export const columnsFor = (model: Model, grant: Grant | undefined): Column[] =>
  Array.from(model.columns.values(), (column) => {
    const { field } = column;
    const isWritten = [grant?.update, grant?.create].some((right) => right?.fields.has(field));
    const isLeft = grant !== undefined && !isWritten && field !== 'id' && field !== 'companyId';
    return isLeft ? { ...column, setByServer: true } : column;
  });

/** Why an id cannot be that of a new record: ids are those of all companies, so nobody may take another's names. */
export const faultOfNewId = (id: string): string | undefined =>
  UUID.test(id) ? undefined : 'no record has this id; leave it out for a new one, or give a UUID in lower case';

const fieldOf = (model: Model, name: string): string =>
  [...model.columns.values()].find(({ column }) => column === name)?.field ?? name;

/** A row that has the rule's only value in each column that it leaves out. */
export function withOnlyValues({ create }: Grant, values: Values): Record<string, unknown> {
  const only = (create?.rule?.columns ?? []).flatMap(({ column, values: [first, ...others] }) =>
    others.length === 0 && values[column] === undefined ? [[column, first]] : [],
  );
  return { ...values, ...Object.fromEntries(only) };
}

/** Why the token may not create a row. */
export function faultOfNew({ create }: Grant, model: Model, values: Values, scope: string): string | undefined {
  if (create === undefined) return `the record is new, and the token lacks the scope "${scope}:create"`;
  const { rule } = create;
  if (rule === undefined) return undefined;
  const links = Object.keys(values).find(
    (name) => (values[name] ?? null) !== null && rule.linksNew(fieldOf(model, name)),
  );
  if (links !== undefined) return linkFault(links);
  const outside = rule.columns.find(({ field, column }) => !rule.admits(field, values[column]));
  return outside && ruleFault(outside.column);
}

/** Why the token may not change a row to these values. */
export function faultOfChange({ update: { rule, fields } }: Grant, model: Model, values: Values): string | undefined {
  if (rule === undefined) return undefined;
  for (const [name, value] of Object.entries(values)) {
    const field = fieldOf(model, name);
    if (value === undefined || !fields.has(field)) continue;
    if (rule.links(field)) return linkFault(name);
    if (!rule.admits(field, value)) return ruleFault(name);
  }
  return undefined;
}

const linkFault = (name: string): string => `${name} decides which other records the token can read: it may not set it`;
const ruleFault = (name: string): string => `${name} must be a value of the records that the token may see`;

/** The rule as a condition on a table's alias, with parameters from a number on. */
export function conditionOf(rule: Rule | undefined, alias: string, first: number): { sql: string; values: unknown[] } {
  const columns = rule?.columns ?? [];
  return {
    sql: columns.map(({ column }, index) => ` AND ${alias}."${column}" = ANY ($${first + index})`).join(''),
    values: columns.map(({ values }) => values),
  };
}
