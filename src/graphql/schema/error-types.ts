import {
  ConflictError,
  InexpressibleValueError,
  InvalidRequestError,
  ISSUE_CODES,
  type InputIssue as Issue,
  NotFoundError,
  UnauthorizedError,
} from '../../base/errors.ts';
import { capitalized } from '../../base/text.ts';
import { builder, required } from './builder.ts';
import { Node } from './node-types.ts';
import type { RecordType } from './record.ts';
import { conflictName } from './selection.ts';

const ErrorInterface = builder.interfaceRef<Error>('Error').implement({
  description: 'All typed errors. `... on Error { message }` also covers errors that a later version adds.',
  fields: (t) => ({ message: t.exposeString('message', { ...required, description: 'A description of the error.' }) }),
});

builder.objectType(NotFoundError, {
  name: 'NotFoundError',
  description: 'The token’s company has no record with this id. Nothing was written.',
  interfaces: [ErrorInterface],
});

builder.objectType(InexpressibleValueError, {
  name: 'InexpressibleValueError',
  description:
    'The record has a value that GraphQL cannot express, which another writer has stored. `message` says whether the change was written. Leave out `field` to read the record.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    recordId: t.exposeID('id', { ...required, description: 'The id of the record.' }),
    field: t.exposeString('field', { ...required, description: 'The name of the field.' }),
  }),
});

const InputIssueCode = builder.enumType('InputIssueCode', {
  description:
    'What is wrong with a value. A later version may add codes: show `message` for those that you do not know.',
  values: ISSUE_CODES,
});

const InputIssue = builder.objectRef<Issue>('InputIssue').implement({
  description: 'One value in the arguments that is not accepted.',
  fields: (t) => ({
    path: t.exposeStringList('path', {
      ...required,
      description: 'The path to the value in the arguments: `["input", "name"]`. Use it to mark a form field.',
    }),
    code: t.expose('code', {
      type: InputIssueCode,
      nullable: false,
      description: 'What is wrong, for a text of your own.',
    }),
    message: t.exposeString('message', { ...required, description: 'The rule that the value breaks.' }),
  }),
});

builder.objectType(InvalidRequestError, {
  name: 'InvalidRequestError',
  description: 'The input is not valid. Nothing was written.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    success: t.exposeBoolean('success', { ...required, description: 'Always false.' }),
    error: t.exposeString('error', { ...required, description: 'The same as `message`.' }),
    issues: t.expose('issues', { type: [InputIssue], ...required, description: 'Every value that is not accepted.' }),
  }),
});

const reasons: Record<UnauthorizedError['code'], { description: string }> = {
  UNAUTHENTICATED: {
    description:
      'There is no valid token: it is missing, expired or not accepted. Get a new one and repeat the request.',
  },
  FORBIDDEN: { description: 'The token is valid but does not allow this. A new one of the same kind does not help.' },
};

const UnauthorizedReason = builder.enumType('UnauthorizedReason', {
  description: 'Why a request was not authorized. The same words are codes in `errors[]`.',
  values: reasons,
});

builder.objectType(UnauthorizedError, {
  name: 'UnauthorizedError',
  description: 'There is no valid token, or it lacks a scope or a company. Nothing was written.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    reason: t.expose('code', { type: UnauthorizedReason, ...required, description: 'Whether a new token helps.' }),
    missingScope: t.exposeString('missingScope', {
      description: 'The scope that the token lacks, such as `tanks:write`; null if it lacks none.',
    }),
  }),
});

const NOW = { ...required, description: 'The record as it is now, at `currentVersion`.' } as const;

const AnyConflict = builder.interfaceRef<ConflictError>('ConflictError').implement({
  description:
    'The record has changed since you read it: `expectedVersion` no longer matches. Nothing was written. Each type of record has its own: `... on TankConflictError { record { name } }`.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    currentVersion: t.exposeInt('currentVersion', { ...required, description: 'The version of the record now.' }),
    record: t.field({ type: Node, ...NOW, resolve: ({ record }) => record }),
    changedFields: t.stringList({
      description:
        'The names of the fields that have changed since `expectedVersion`, with those that the server sets. Null if not all changes since are known. Costs a query of its own.',
      resolve: ({ changedFields }) => changedFields(),
    }),
  }),
});

const conflicts = new Map<RecordType, typeof ConflictError>();

export function conflictOf(record: RecordType): typeof ConflictError {
  const known = conflicts.get(record);
  if (known !== undefined) return known;
  const conflict = class extends ConflictError {};
  builder.objectType(conflict, {
    name: conflictName(record.model),
    description: `${capitalized(record.noun)} has changed since you read it: \`expectedVersion\` no longer matches. Nothing was written.`,
    interfaces: [ErrorInterface, AnyConflict],
    fields: (t) => ({ record: t.field({ type: record.object, ...NOW, resolve: ({ record }) => record }) }),
  });
  conflicts.set(record, conflict);
  return conflict;
}
