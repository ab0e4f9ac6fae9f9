import type { InputFieldMap, InputRef, ObjectRef } from '@pothos/core';
import { type GraphQLResolveInfo, isNonNullType, isObjectType } from 'graphql';
import { authorize } from '../auth/scopes.ts';
import type { Select } from '../db/rows.ts';
import type { Tenant } from '../db/tenant.ts';
import type { OwnMethods } from '../db/tenant-rows.ts';
import { issuesIn, KEY_LENGTH } from '../db/values.ts';
import { ConflictError, type InputIssue, InvalidRequestError, NotFoundError } from '../errors.ts';
import { RECORDS, type RecordName } from '../records.ts';
import { builder, RESULT } from './builder.ts';
import { missOf, type Versioned } from './conflict.ts';
import type { Context } from './context.ts';
import { isSearched } from './filter.ts';

type Types = (typeof builder)['$inferSchemaTypes'];
type InputFieldBuilder = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;
type ArgBuilder = Parameters<Parameters<typeof builder.mutationField>[1]>[0]['arg'];

/** The input of an update. Its fields are optional, and are described by the model's fields of the same name. */
export function updateInput<Fields extends InputFieldMap>(
  name: string,
  model: RecordName,
  fields: (t: InputFieldBuilder) => Fields,
) {
  const settable: string[] = [];
  const input = builder.inputType(name, {
    description: 'The changes. An omitted field keeps its value, null clears it.',
    model,
    patch: true,
    fields: (t) => {
      const declared = fields(t);
      settable.splice(0, settable.length, ...Object.keys(declared));
      return declared;
    },
  });
  return { input, model, settable };
}

export type UpdateInput = ReturnType<typeof updateInput>;

/** The errors of an update beyond those of every mutation. */
export const updateErrors = { types: [NotFoundError, ConflictError] };

/** The union `<name>Result` of the record and the errors of an update, also for each patch of an update of many. */
export const updateResult = <Name extends RecordName, Row>(name: string, model: Name, record: ObjectRef<Types, Row>) =>
  builder.errorUnion(`${name}Result`, {
    description: RESULT,
    types: [record, ...updateErrors.types],
    // The plugin tells the errors.
    resolveType: () => model,
  });

/** The options of the arguments of an update, and of the fields of a patch. */
export const PATCH = {
  id: { required: true, description: 'The id of the record.' },
  input: {
    required: true,
    description: 'The changes. An omitted field keeps its value, null clears it, objects and lists are replaced whole.',
  },
  expectedVersion: {
    description:
      'The `version` that you last read. If the record has changed since, it stays as it is and the result is ConflictError.',
  },
} as const;

/** The argument by which a write is refused if the record has changed. */
export const expectedVersion = (arg: ArgBuilder) => arg.int(PATCH.expectedVersion);

/** The arguments of an update. */
export const updateArguments = <Input>(arg: ArgBuilder, { input }: { input: InputRef<Input> }) => ({
  id: arg.id(PATCH.id),
  input: arg({ ...PATCH.input, type: input }),
  expectedVersion: expectedVersion(arg),
});

interface Patch<Chosen> {
  id: string;
  input: object;
  expectedVersion?: number | null | undefined;
  select?: Chosen;
}

/**
 * Applies a PATCH to one of the caller's records and returns its row. Throws UnauthorizedError, InvalidRequestError with every issue,
 * NotFoundError, or ConflictError when the record is no longer at `expectedVersion`.
 */
export async function update<Fields, Chosen extends Select<Fields>>(
  records: { of(tenant: Tenant): Pick<OwnMethods<Fields>, 'patch'> & Versioned },
  { model, settable }: Pick<UpdateInput, 'model' | 'settable'>,
  { id, input, expectedVersion, select }: Patch<Chosen>,
  context: Context,
  info: GraphQLResolveInfo,
) {
  const tenant = authorize(context, `${RECORDS[model].scope}:write`);
  const rows = records.of(tenant);
  const issues = Object.entries(input).flatMap(([field, value]) => issuesOf(model, field, value, info));
  if (issues.length > 0) throw new InvalidRequestError(issues);
  const version = expectedVersion ?? undefined;
  const row = await rows.patch({ where: { id, version }, data: input, among: settable, select });
  if (row === null) throw await missOf(rows, tenant, { model, id, version }, context, info);
  context.nudge();
  return row;
}

/** Checks that GraphQL's types cannot express. Null is refused where the record's own field is non-null. */
export function issuesOf(
  model: RecordName,
  field: string,
  value: unknown,
  { schema }: GraphQLResolveInfo,
): InputIssue[] {
  const path = ['input', field];
  const record = schema.getType(model);
  const type = isObjectType(record) ? record.getFields()[field]?.type : undefined;
  if (value === null)
    return isNonNullType(type)
      ? [{ path, code: 'REQUIRED', message: 'cannot be null; omit it to keep its value' }]
      : [];
  if (typeof value === 'string' && value.length > KEY_LENGTH && isSearched(model, field))
    return [{ path, code: 'TOO_LONG', message: `must be at most ${KEY_LENGTH} characters long` }];
  return issuesIn(value, path);
}
