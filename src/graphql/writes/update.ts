import { type GraphQLResolveInfo, isNonNullType, isObjectType } from 'graphql';
import { authorize } from '../../auth/scopes.ts';
import { ConflictError, type InputIssue, InvalidRequestError, NotFoundError } from '../../base/errors.ts';
import { faultOf, faultOfIdentifier, issuesIn, KEY_LENGTH } from '../../base/values.ts';
import { changedFields } from '../../changes/changed-fields.ts';
import { modelNamed } from '../../prisma/sql/model.ts';
import type { Target } from '../../prisma/sql/rows.ts';
import type { Tenant } from '../../prisma/tenancy/tenant.ts';
import type { Context } from '../schema/context.ts';
import { conflictOf } from '../schema/error-types.ts';
import type { RecordType } from '../schema/record.ts';
import { changedSelectionOf, selectionOf } from '../schema/selection.ts';
import { issuesOfRule } from './rule-issues.ts';
import { type InputFields, inputOf, type RecordWrite, resultUnion, updateErrors } from './write-types.ts';

/** Declares an update of a record, with the input `<name>Input`. */
export function update(record: RecordType, name: string, fields: InputFields): RecordWrite {
  const description = 'The changes. An omitted field keeps its value, null clears it.';
  const result = resultUnion(name, record.object, () => record.model, updateErrors(record).types);
  return { ...inputOf(record, name, fields, { description, patch: true }), result };
}

/** A record to write to, and the version at which it is expected, as clients send them. */
export interface Chosen {
  id: string;
  expectedVersion?: number | null | undefined;
}

/** A change of one record, as clients send it. */
export interface Patch extends Chosen {
  input: object;
}

/** The same as data methods take it. */
export const targetOf = ({ id, expectedVersion }: Chosen): Target => ({ id, version: expectedVersion ?? undefined });

/**
 * The resolver that applies a patch to one of the caller's records and returns what the field selects of it. It throws
 * UnauthorizedError, InvalidRequestError with every issue, NotFoundError, or ConflictError if the record is not at
 * `expectedVersion`.
 */
export const applying =
  ({ record, settable }: RecordWrite) =>
  async (_root: unknown, { input, ...chosen }: Patch, context: Context, info: GraphQLResolveInfo): Promise<object> => {
    const tenant = authorize(context, record.writes);
    const issues = issuesOfPatch(record, tenant, input, info);
    if (issues.length > 0) throw new InvalidRequestError(issues);
    const select = selectionOf(record.model, info);
    const where = targetOf(chosen);
    const rows = context.database.$rows(record.model, tenant);
    const changes = { data: input, among: settable };
    const write = () => rows.patch({ where, ...changes, select });
    const explain = () => missOf(record, tenant, where, context, info, changes);
    const row = await writeOrExplain(write, where, explain).catch(repeated);
    context.nudge();
    return row;
  };

/** What is wrong with the changes of a record. */
export const issuesOfPatch = (record: RecordType, tenant: Tenant, input: object, info: GraphQLResolveInfo) =>
  Object.entries(input).flatMap(([field, value]) => {
    const issues = issuesOfField(record, field, value, info);
    return issues.length > 0 || tenant.rule === undefined ? issues : issuesOfRule(tenant.rule, field, value);
  });

/** Checks that GraphQL's types cannot express. Null is refused where the record's own field is non-null. */
export function issuesOfField(
  { model, indexed }: RecordType,
  field: string,
  value: unknown,
  { schema }: GraphQLResolveInfo,
  omitted = 'to keep its value',
): InputIssue[] {
  const path = ['input', field];
  if (value === null) {
    const object = schema.getType(model);
    const type = isObjectType(object) ? object.getFields()[field]?.type : undefined;
    return isNonNullType(type) ? [{ path, code: 'REQUIRED', message: `cannot be null; omit it ${omitted}` }] : [];
  }
  if (typeof value === 'string' && value.length > KEY_LENGTH && indexed.has(field))
    return [{ path, code: 'TOO_LONG', message: `must be at most ${KEY_LENGTH} characters long` }];
  const identifier = field === 'id' || field === 'externalId' ? faultOfIdentifier(value) : undefined;
  const fault = faultOf(modelNamed(model).columns.get(field), value) ?? identifier;
  return fault === undefined ? issuesIn(value, path) : [{ path, ...fault }];
}

interface Changes {
  data: object;
  among: readonly string[];
}

/**
 * The error for a write that found no record of this id at this version: a second statement shows whether it is absent
 * or has changed, and which changes it has already. It reads what the client has selected, without the scope to read,
 * as every write does.
 */
export async function missOf(
  record: RecordType,
  tenant: Tenant,
  { id, version }: Target,
  { database }: Context,
  info: GraphQLResolveInfo,
  { data, among }: Changes = { data: {}, among: [] },
): Promise<ConflictError | NotFoundError> {
  const { model, label } = record;
  if (version === undefined) return new NotFoundError(label, id);
  const select = { ...selectionOf(model, info), ...changedSelectionOf(model, info) };
  const row = await database.$rows(model, tenant).compare({ where: { id }, data, among, select });
  if (row === null) return new NotFoundError(label, id);
  const differing = row['~differing'];
  const same = Object.keys(data).filter((field) => !differing.includes(field));
  const since = { model, id, from: version, to: row.version };
  const changed = async () =>
    (await changedFields(database, tenant, since))?.filter((field) => !same.includes(field)) ?? null;
  const isRepeat = row.version > version && differing.length === 0 && same.length > 0;
  return new (conflictOf(record))(record, version, row, changed, isRepeat);
}

/** The record that has what was to be written. Throws any other error than the conflict with a repeat. */
export function repeated(error: unknown): object {
  if (error instanceof ConflictError && error.isRepeat) return error.record;
  throw error;
}

/** Writes a record; once more if it has reached its version since. Throws why if there was none. */
export async function writeOrExplain<Result>(
  write: () => Promise<Result | null>,
  { version }: Target,
  explain: () => Promise<ConflictError | NotFoundError>,
): Promise<Result> {
  const row = await write();
  if (row !== null) return row;
  const miss = await explain();
  if (!(miss instanceof ConflictError) || miss.currentVersion !== version) throw miss;
  const late = await write();
  if (late === null) throw await explain();
  return late;
}
