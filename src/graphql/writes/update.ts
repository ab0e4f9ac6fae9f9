import {
  type FieldKind,
  type InputFieldMap,
  type InputRef,
  type ObjectRef,
  RootFieldBuilder,
  type SchemaTypes,
} from '@pothos/core';
import { type GraphQLResolveInfo, isNonNullType, isObjectType } from 'graphql';
import { authorize } from '../../auth/scopes.ts';
import { ConflictError, type InputIssue, InvalidRequestError, NotFoundError } from '../../errors.ts';
import { issuesIn, KEY_LENGTH, rangeFault } from '../../values.ts';
import { builder, RESULT } from '../schema/builder.ts';
import type { Context } from '../schema/context.ts';
import type { RecordType } from '../schema/record.ts';
import { selectionOf } from '../schema/selection.ts';
import { missOf, writeOrMiss } from './conflict.ts';

export type Types = (typeof builder)['$inferSchemaTypes'];
export type InputFieldBuilder = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;
type Fields = Parameters<Parameters<typeof builder.mutationField>[1]>[0];

/** The errors of an update beyond those of every mutation. */
export const updateErrors = { types: [NotFoundError, ConflictError] };

/** An update of a record, which clients may send for one or for many. */
export interface RecordUpdate {
  /** The beginning of the names of its types, such as `UpdateTank`. */
  name: string;
  record: RecordType;
  input: InputRef<object>;
  /** Declares the fields of its input. */
  fields: (t: InputFieldBuilder) => InputFieldMap;
  /** The fields that it may set. */
  settable: readonly string[];
  /** The union of the record and the errors. Created with the first field that answers it. */
  readonly result: ReturnType<typeof resultOf>;
}

/** Declares an update of a record, with the input `<name>Input`. The model describes the fields of the same name. */
export function update(record: RecordType, name: string, fields: RecordUpdate['fields']): RecordUpdate {
  const settable: string[] = [];
  const input = builder.inputType(`${name}Input`, {
    description: 'The changes. An omitted field keeps its value, null clears it.',
    model: record.model,
    patch: true,
    fields: (t) => {
      const declared = fields(t);
      settable.splice(0, settable.length, ...Object.keys(declared));
      return declared;
    },
  });
  let result: RecordUpdate['result'] | undefined;
  return {
    name,
    record,
    input,
    fields,
    settable,
    get result() {
      result ??= resultOf(name, record);
      return result;
    },
  };
}

function resultOf(name: string, { object, model }: RecordType) {
  const type: ObjectRef<Types, object> = object;
  return builder.errorUnion(`${name}Result`, {
    description: RESULT,
    types: [type, ...updateErrors.types],
    // The plugin resolves the errors.
    resolveType: () => model,
  });
}

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
export const expectedVersion = (arg: Fields['arg']) => arg.int(PATCH.expectedVersion);

/** A change of one record, as clients send it. */
export interface Patch {
  id: string;
  input: object;
  expectedVersion?: number | null | undefined;
}

interface Options {
  /** The first sentence of the description. */
  description?: string;
  /** What applies the patch, `applyPatch` by default. */
  resolve?: (patch: Patch, context: Context, info: GraphQLResolveInfo) => Promise<object>;
}

declare global {
  export namespace PothosSchemaTypes {
    export interface RootFieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind> {
      /** Changes one record. */
      update(update: RecordUpdate, options?: Options): FieldRef<Types, unknown, Kind>;
    }
  }
}

Object.assign(RootFieldBuilder.prototype, {
  update(this: Fields, update: RecordUpdate, { description, resolve }: Options = {}) {
    const { record, input, result } = update;
    const apply = resolve ?? ((patch, context, info) => applyPatch(update, patch, context, info));
    return this.field({
      type: result,
      description: `${description ?? `Changes ${record.noun}.`} Needs the scope \`${record.writes}\`.`,
      args: {
        id: this.arg.id(PATCH.id),
        input: this.arg({ ...PATCH.input, type: input }),
        expectedVersion: this.arg.int(PATCH.expectedVersion),
      },
      resolve: (_root, patch, context, info) => apply(patch, context, info),
    });
  },
});

/**
 * Applies a patch to one of the caller's records and returns what the field selects of it. Throws UnauthorizedError,
 * InvalidRequestError with every issue, NotFoundError, or ConflictError if it is not at `expectedVersion`.
 */
export async function applyPatch(
  { record, settable }: RecordUpdate,
  { id, input, expectedVersion }: Patch,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<object> {
  const tenant = authorize(context, record.writes);
  const issues = Object.entries(input).flatMap(([field, value]) => issuesOfField(record, field, value, info));
  if (issues.length > 0) throw new InvalidRequestError(issues);
  const version = expectedVersion ?? undefined;
  const select = selectionOf(record.model, info);
  const where = { id, version };
  const rows = record.rows(tenant, context.prisma);
  const row = await writeOrMiss(
    () => rows.patch({ where, data: input, among: settable, select }),
    where,
    () => missOf(record, tenant, where, context, info),
  );
  context.nudge();
  return row;
}

/** Checks that GraphQL's types cannot express. Null is refused where the record's own field is non-null. */
export function issuesOfField(
  { model, indexed }: RecordType,
  field: string,
  value: unknown,
  { schema }: GraphQLResolveInfo,
  omitted = 'to keep its value',
): InputIssue[] {
  const path = ['input', field];
  const object = schema.getType(model);
  const type = isObjectType(object) ? object.getFields()[field]?.type : undefined;
  if (value === null)
    return isNonNullType(type) ? [{ path, code: 'REQUIRED', message: `cannot be null; omit it ${omitted}` }] : [];
  if (typeof value === 'string' && value.length > KEY_LENGTH && indexed.has(field))
    return [{ path, code: 'TOO_LONG', message: `must be at most ${KEY_LENGTH} characters long` }];
  const fault = rangeFault(field, value);
  return fault === undefined ? issuesIn(value, path) : [{ path, ...fault }];
}
