import { builder } from './builder.ts';

const actions: Record<string, { value: string; description: string }> = {
  CREATED: { value: 'created', description: 'The record is new, or new in your company.' },
  UPDATED: { value: 'updated', description: 'At least one field has another value.' },
  DELETED: { value: 'deleted', description: 'The record is no longer there, or no longer in your company.' },
};

export const ChangeAction = builder.enumType('ChangeAction', {
  description: 'What happened to a record.',
  values: actions,
});
