import type { InputFieldMap, InputRef, ObjectRef } from '@pothos/core';
import { InexpressibleValueError, NotFoundError } from '../../base/errors.ts';
import { builder, RESULT } from '../schema/builder.ts';
import { conflictOf } from '../schema/error-types.ts';
import type { RecordType } from '../schema/record.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

export type InputFields = (t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>) => InputFieldMap;

export const updateErrors = (record: RecordType) => ({ types: [NotFoundError, conflictOf(record)] });

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

/** A write to a record, which clients may send for one or for many. */
export interface RecordWrite {
  name: string;
  record: RecordType;
  input: InputRef<object>;
  /** Declares the fields that it may set, but for the id of a new record. */
  fields: InputFields;
  settable: readonly string[];
  result: ReturnType<typeof resultUnion>;
}

/** The input `<name>Input` of a write, in which the model describes the fields of the same name. */
export function inputOf(
  record: RecordType,
  name: string,
  fields: InputFields,
  { beside, ...options }: { description: string; patch?: boolean; beside?: InputFields },
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
