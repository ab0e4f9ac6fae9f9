import { type GraphQLResolveInfo, isInputObjectType, isNonNullType, isObjectType } from 'graphql';
import { ALL, authorize, type Tenant } from '../auth/tokens.ts';
import { ConflictError, type InputIssue, InvalidRequestError, NotFoundError } from '../errors.ts';
import type { Context } from '../graphql/context.ts';
import { selectedColumns } from '../graphql/selection.ts';
import { run } from './pool.ts';
import { isStorableText, issuesIn, KEY_LENGTH } from './storable.ts';
import { type Table, toColumn } from './table.ts';
import { type Target, updateStatement } from './update-statement.ts';

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

  const target: Target = { id, tenant, expectedVersion: expectedVersion ?? undefined };
  const columns = selectedColumns(table.type, info);
  const [row] = await run<Result>(context.pool, updateStatement(table, settable(info), changes, target, columns));
  if (row !== undefined) {
    context.nudge();
    return row;
  }
  if (typeof expectedVersion === 'number') await throwIfMovedOn(table, id, tenant, expectedVersion, context);
  throw new NotFoundError(table.label, id);
}

const fieldsOf = new Map<string, string[]>();

/** The fields of the mutation's input type, which are what it may change. */
function settable({ fieldName, parentType }: GraphQLResolveInfo): string[] {
  const known = fieldsOf.get(fieldName);
  if (known !== undefined) return known;
  const argument = parentType.getFields()[fieldName]?.args.find(({ name }) => name === 'input')?.type;
  const input = isNonNullType(argument) ? argument.ofType : argument;
  const fields = isInputObjectType(input) ? Object.keys(input.getFields()) : [];
  fieldsOf.set(fieldName, fields);
  return fields;
}

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
