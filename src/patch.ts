import { type GraphQLResolveInfo, isInputObjectType, isNonNullType, isObjectType } from 'graphql';
import { ALL, authorize, type Tenant } from './auth.ts';
import type { Context } from './context.ts';
import { run } from './database.ts';
import { ConflictError, type InputIssue, InvalidRequestError, NotFoundError } from './errors.ts';
import { selectedFields } from './selection.ts';
import { isStorableText, issuesIn, KEY_LENGTH, toParameter } from './storable.ts';
import { columnList, type Table, toColumn } from './table.ts';

export interface Patch {
  id: string;
  input: object;
  expectedVersion?: number | null | undefined;
}

/**
 * Applies a PATCH to one record and returns its row: an absent key keeps, null clears, objects and lists are replaced whole. It is one
 * statement, with the tenant and the expected version in its WHERE and only the asked-for columns in its RETURNING; version and
 * timestamps are the database's work, and stay when nothing really changes.
 *
 * Throws UnauthorizedError, InvalidRequestError with every issue, NotFoundError, or ConflictError when `expectedVersion` no longer holds.
 */
export async function patch<Result extends object>(
  table: Table<Result>,
  { id, input, expectedVersion }: Patch,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<Result> {
  const tenant = authorize(context.caller, `${table.scope}:write`);
  const changes = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const issues = Array.from(changes, ([field, value]) => issuesOf(table, field, value, info)).flat();
  if (issues.length > 0) throw new InvalidRequestError(issues);
  if (!isStorableText(id)) throw new NotFoundError(table.label, id);

  const { assignments, fields } = assignmentsOf(info);
  const values =
    changes.size > 0 ? [maskOf(fields, changes), ...fields.map((field) => parameterOf(changes, field))] : [];
  const conditions = [`id = $${values.push(id)}`];
  if (tenant !== ALL) conditions.push(`company_id = $${values.push(tenant)}`);
  if (typeof expectedVersion === 'number') conditions.push(`version = $${values.push(expectedVersion)}`);
  const where = conditions.join(' AND ');
  const asked = columnList(selectedFields(table.type, info)) || 'id';
  const text =
    changes.size > 0
      ? `UPDATE ${table.name} SET ${assignments} WHERE ${where} RETURNING ${asked}`
      : `SELECT ${asked} FROM ${table.name} WHERE ${where}`;

  const [row] = await run<Result>(context.pool, { text, values });
  if (row !== undefined) {
    context.nudge();
    return row;
  }
  if (typeof expectedVersion === 'number') await throwIfMovedOn(table, id, tenant, expectedVersion, context);
  throw new NotFoundError(table.label, id);
}

interface Assignments {
  fields: string[];
  assignments: string;
}

const known = new Map<string, Assignments>();

/**
 * The SET clause of a mutation, the same for every set of keys: each column takes its parameter when its bit is set in the mask `$1`,
 * and keeps its value otherwise. A clause of its own for each set of keys would have PostgreSQL plan anew for nearly every request,
 * or keep a prepared statement for each of 2^28 sets.
 */
function assignmentsOf({ fieldName, parentType }: GraphQLResolveInfo): Assignments {
  const existing = known.get(fieldName);
  if (existing !== undefined) return existing;
  const argument = parentType.getFields()[fieldName]?.args.find(({ name }) => name === 'input')?.type;
  const input = isNonNullType(argument) ? argument.ofType : argument;
  const fields = isInputObjectType(input) ? Object.keys(input.getFields()) : [];
  const clauses = fields.map((field, bit) => {
    const column = toColumn(field);
    return `${column} = CASE WHEN $1::bigint & ${2 ** bit} <> 0 THEN $${bit + 2} ELSE ${column} END`;
  });
  const made = { fields, assignments: clauses.join(', ') };
  known.set(fieldName, made);
  return made;
}

const maskOf = (fields: string[], changes: Map<string, unknown>): unknown =>
  fields.reduce((mask, field, bit) => (changes.has(field) ? mask + 2 ** bit : mask), 0);

const parameterOf = (changes: Map<string, unknown>, field: string): unknown => toParameter(changes.get(field) ?? null);

/** The only second statement there is: it tells a record that has moved on from one that is not there. */
async function throwIfMovedOn(
  table: Table,
  id: string,
  tenant: Tenant,
  expected: number,
  { pool }: Context,
): Promise<void> {
  const text = `SELECT version FROM ${table.name} WHERE id = $1${tenant === ALL ? '' : ' AND company_id = $2'}`;
  const [row] = await run<{ version: number }>(pool, { text, values: tenant === ALL ? [id] : [id, tenant] });
  if (row !== undefined) throw new ConflictError(table.label, expected, row.version);
}

/** What the type system of GraphQL cannot refuse. Whether a field may be null is what the record's own type says. */
function issuesOf(table: Table, field: string, value: unknown, info: GraphQLResolveInfo): InputIssue[] {
  const path = ['input', field];
  const record = info.schema.getType(table.type);
  const type = isObjectType(record) ? record.getFields()[field]?.type : undefined;
  if (value === null)
    return isNonNullType(type) ? [{ path, message: 'cannot be null; leave it out to keep its value' }] : [];
  if (typeof value === 'string' && value.length > KEY_LENGTH && isSearched(table, field))
    return [{ path, message: `must be at most ${KEY_LENGTH} characters long` }];
  return issuesIn(value, path);
}

/** Whether an index holds the column, which is so for whatever a connection filters or orders by. */
const isSearched = (table: Table, field: string): boolean => {
  const column = new RegExp(`\\b${toColumn(field)}\\b`);
  return [...Object.values(table.filters), ...Object.values(table.orders).map(({ by }) => by)].some((sql) =>
    column.test(sql),
  );
};
