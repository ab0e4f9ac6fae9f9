import {
  ConflictError,
  InvalidRequestError,
  type InputIssue as Issue,
  NotFoundError,
  UnauthorizedError,
} from '../errors.ts';
import { builder } from './builder.ts';

const ErrorInterface = builder.interfaceRef<Error>('Error').implement({
  description:
    'What every typed error has. `... on Error { message }` catches also the errors that a later version may add.',
  fields: (t) => ({
    message: t.exposeString('message', { nullable: false, description: 'What is wrong, in words for a person.' }),
  }),
});

builder.objectType(NotFoundError, {
  name: 'NotFoundError',
  description: 'There is no such record in the company of the token. Nothing was written.',
  interfaces: [ErrorInterface],
});

const InputIssue = builder.objectRef<Issue>('InputIssue').implement({
  description: 'One thing in the arguments that cannot be accepted.',
  fields: (t) => ({
    path: t.exposeStringList('path', {
      nullable: false,
      description: 'The way to it through the arguments: `["input", "name"]`. Use it to mark the field in a form.',
    }),
    message: t.exposeString('message', { nullable: false, description: 'What would be accepted.' }),
  }),
});

builder.objectType(InvalidRequestError, {
  name: 'InvalidRequestError',
  description: 'The input cannot be accepted. It lists everything that is wrong, and nothing was written.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    success: t.exposeBoolean('success', { nullable: false, description: 'Always false.' }),
    error: t.exposeString('error', { nullable: false, description: 'The same as `message`.' }),
    issues: t.field({
      type: [InputIssue],
      nullable: false,
      description: 'Everything that is wrong, each with its place in the arguments.',
      resolve: ({ issues }) => issues,
    }),
  }),
});

builder.objectType(UnauthorizedError, {
  name: 'UnauthorizedError',
  description: 'There is no valid token, or it lacks a scope that the message names. Nothing was written.',
  interfaces: [ErrorInterface],
});

builder.objectType(ConflictError, {
  name: 'ConflictError',
  description:
    'The record has changed since you read it: `expectedVersion` no longer holds. Nothing was written; read it again.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    currentVersion: t.exposeInt('currentVersion', {
      nullable: false,
      description: 'The version that the record has now.',
    }),
  }),
});
