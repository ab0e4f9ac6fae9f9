import type { InputFieldMap, InputRef, ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { InexpressibleValueError, NotFoundError } from '../../base/errors.ts';
import { builder, MOST_PATCHES, RESULT } from '../schema/builder.ts';
import { conflictOf } from '../schema/error-types.ts';
import type { RecordType } from '../schema/record.ts';
import { below } from '../schema/selection.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

/** Declares the fields of an input. */
export type InputFields = (t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>) => InputFieldMap;

/** The errors of a write to a record that is there, beyond those of every mutation. */
export const updateErrors = (record: RecordType) => ({ types: [NotFoundError, conflictOf(record)] });

/** The options of the arguments of an update, and of the fields of a patch. */
export const PATCH = {
  id: { required: true, description: 'The id of the record.' },
  input: {
    required: true,
    description: 'The changes. An omitted field keeps its value, null clears it, objects and lists are replaced whole.',
  },
  expectedVersion: {
    description:
      'The `version` that you last read. If the record has changed since, it stays as it is and the result is its `ConflictError`.',
  },
} as const;

interface Options {
  description: string;
  patch?: boolean;
  /** The fields beside those that it sets. */
  beside?: InputFields;
}

/** A write to a record, which clients may send for one or for many. */
export interface RecordWrite {
  /** The beginning of the names of its types, such as `UpdateTank`. */
  name: string;
  record: RecordType;
  input: InputRef<object>;
  /** Declares the fields that it may set, but for the id of a new record. */
  fields: InputFields;
  /** Their names. */
  settable: readonly string[];
  /** The union of the record and the errors. */
  result: ReturnType<typeof resultUnion>;
}

/** The input `<name>Input` of a write, in which the model describes the fields of the same name. */
export function inputOf(
  record: RecordType,
  name: string,
  fields: InputFields,
  { beside, ...options }: Options,
): Omit<RecordWrite, 'result'> {
  const settable: string[] = [];
  const input: InputRef<object> = builder.inputType(`${name}Input`, {
    ...options,
    model: record.model,
    fields: (t) => {
      const declared = fields(t);
      settable.splice(0, settable.length, ...Object.keys(declared));
      return { ...beside?.(t), ...declared };
    },
  });
  return { name, record, input, fields, settable };
}

/** The union `<name>Result` of what a write returns, whose name `resolveType` gives, and its errors. */
export const resultUnion = (
  name: string,
  type: ObjectRef<Types, object>,
  resolveType: () => string,
  errors: ReturnType<typeof updateErrors>['types'],
) =>
  builder.errorUnion(`${name}Result`, {
    description: RESULT,
    types: [type, InexpressibleValueError, ...errors],
    resolveType,
  });

/** The type `<name>sSuccess` of what a write of many returns: the result of each. */
export const successOf = (name: string, result: ReturnType<typeof resultUnion>, description: string, results: string) =>
  builder.objectRef<{ results: object[] }>(`${name}sSuccess`).implement({
    description,
    fields: (t) => ({
      results: t.field({
        type: [result],
        nullable: { list: false, items: false },
        description: results,
        extensions: { mostItems: MOST_PATCHES },
        resolve: async ({ results }) => results,
      }),
    }),
  });

/** The results of a write of many, of which the field of this type selects something. */
export const resultsBelow = (name: string, info: GraphQLResolveInfo): GraphQLResolveInfo =>
  below(`${name}sSuccess`, 'results', info);

/** The result of a write of one. Throws it if it is an error. */
export function only([result]: object[]): object | null {
  if (result instanceof Error) throw result;
  return result ?? null;
}
