import {
  ConflictError,
  InvalidRequestError,
  type InputIssue as Issue,
  NotFoundError,
  UnauthorizedError,
} from '../errors.ts';
import { builder, required } from './builder.ts';

const ErrorInterface = builder.interfaceRef<Error>('Error').implement({
  description: 'All typed errors. `... on Error { message }` also covers errors that a later version adds.',
  fields: (t) => ({
    message: t.exposeString('message', { ...required, description: 'A description of the error.' }),
  }),
});

builder.objectType(NotFoundError, {
  name: 'NotFoundError',
  description: 'The token’s company has no record with this id. Nothing was written.',
  interfaces: [ErrorInterface],
});

const InputIssue = builder.objectRef<Issue>('InputIssue').implement({
  description: 'One value in the arguments that is not accepted.',
  fields: (t) => ({
    path: t.exposeStringList('path', {
      ...required,
      description: 'The path to the value in the arguments: `["input", "name"]`. Use it to mark a form field.',
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
    issues: t.field({
      type: [InputIssue],
      nullable: false,
      description: 'Every value that is not accepted.',
      resolve: ({ issues }) => issues,
    }),
  }),
});

builder.objectType(UnauthorizedError, {
  name: 'UnauthorizedError',
  description: 'There is no valid token, or it lacks the scope in the message. Nothing was written.',
  interfaces: [ErrorInterface],
});

builder.objectType(ConflictError, {
  name: 'ConflictError',
  description: 'The record has changed since you read it: `expectedVersion` no longer matches. Nothing was written.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    currentVersion: t.exposeInt('currentVersion', { ...required, description: 'The version of the record now.' }),
  }),
});
