import type { InputRef } from '@pothos/core';
import { ConflictError, NotFoundError } from '../errors.ts';
import type { builder } from './builder.ts';

type ArgBuilder = Parameters<Parameters<typeof builder.mutationField>[1]>[0]['arg'];

/** The errors that an update may answer with beyond the two that every mutation has. */
export const updateErrors = { types: [NotFoundError, ConflictError] };

/** The arguments of every update: which record, what to change, and the version the caller believes it to have. */
export const updateArguments = <Input>(arg: ArgBuilder, input: InputRef<Input>) => ({
  id: arg.id({ required: true, description: 'The id of the record to change.' }),
  input: arg({
    type: input,
    required: true,
    description:
      'What to change: a field left out keeps its value, null clears it, objects and lists are replaced whole.',
  }),
  expectedVersion: arg.int({
    description:
      'The `version` you last read. If the record has moved on since, nothing is written and ConflictError tells you.',
  }),
});
