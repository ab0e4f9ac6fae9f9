import type { GraphQLError, GraphQLFormattedError, GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import { unauthenticated } from '../../auth/scopes.ts';
import { UnauthorizedError } from '../../base/errors.ts';
import type { Documents, Parameters, Prepared } from '../../engine/documents.ts';
import { type Executed, toPlainObject } from '../../engine/execute.ts';
import { FieldErrors } from '../../engine/field-errors.ts';
import type { TrustedDocuments } from '../../engine/trusted.ts';
import { NOBODY, yieldTurn } from '../../load/event-loop.ts';
import type { Operation, Services } from '../../operation/operation.ts';
import type { Pool } from '../../postgres/pool.ts';
import { toClientError, toClientErrors } from './masking.ts';

/** What serving needs; the server opens and closes these. */
export interface Gateway extends Services {
  schema: GraphQLSchema;
  log: Logger;
  corsOrigins: string[];
  /** Whether anyone may read the schema, also its words in suggestions for words that are nearly theirs. */
  introspection: boolean;
  /** Sessions in the database, which a pooler has none of. */
  direct: Pool;
  limits: Services['limits'] & {
    /** The largest file of an import, in MB. */
    importMb: number;
  };
  trusted?: TrustedDocuments | undefined;
  /** Yoga's plugins. With any, every request passes Yoga's whole pipeline. */
  plugins?: Plugin[];
  observers?: Observer[];
  /** Counts what Node.js refuses before it is a request, by its status. */
  countRefusal?: ((status: number) => void) | undefined;
}

/** Watches an operation from its beginning on. What it returns is called at its end. */
export type Observer = (operation: Operation) => () => void;

/** An answer in the words for clients. */
export interface Answer {
  data?: Executed['data'] | undefined;
  errors: readonly GraphQLError[];
}

/** Answers of more bytes of rows than this go on in a later turn. */
const LARGE = 10_000;

/** What a request asks for. Only a new document has to wait: reading one costs more than most requests. */
export const prepare = (
  documents: Documents,
  parameters: Parameters,
  operation: Operation,
  gateway: Gateway,
): Prepared | Promise<Prepared> =>
  documents.prepareKnown(parameters) ??
  prepareInTurn(documents, parameters, operation, gateway).catch((error: GraphQLError) => ({ errors: [error] }));

/** Prepares a new document when it is its sender's turn. Rejects with the error for the client. */
export async function prepareInTurn(
  documents: Documents,
  parameters: Parameters,
  operation: Operation,
  { log }: Gateway,
): Promise<Prepared> {
  try {
    const { tenant } = await operation.authenticate();
    return await documents.prepareInTurn(tenant?.key ?? NOBODY, parameters, operation.res);
  } catch (error) {
    throw toClientError(error, operation.requestId, log);
  }
}

/** Answers a request whose document is prepared: authorises, executes, bounds, and notes the result for the report. */
export async function executeOperation(prepared: Prepared, operation: Operation, { log }: Gateway): Promise<Answer> {
  operation.ask(prepared);
  const { execute } = prepared;
  if (execute === undefined) return errorAnswer(prepared.errors, operation, log);
  try {
    await operation.enter();
  } catch (error) {
    operation.errors = [toClientError(error, operation.requestId, log)];
    return { errors: operation.errors };
  }
  operation.beginRoots(prepared);
  const executed = await executeInTurns(execute, operation);
  const answer = maskedAnswer(executed, operation, log);
  operation.errors = answer.errors;
  return answer;
}

/** Executes an operation. A large answer is written in a turn of its own. */
export async function executeInTurns(
  execute: (operation: Operation) => Promise<Executed>,
  operation: Operation,
): Promise<Executed> {
  try {
    const executed = await execute(operation);
    const { bytes, company } = operation.budget;
    if (bytes > LARGE) await yieldTurn(company);
    return executed;
  } finally {
    operation.executed();
  }
}

export function errorAnswer(errors: readonly GraphQLError[], operation: Operation, log: Logger): Answer {
  operation.errors = toClientErrors(new FieldErrors(errors), operation.requestId, log);
  return { errors: operation.errors };
}

/** What an operation resulted in, with masked errors. */
export function maskedAnswer(executed: Executed, operation: Operation, log: Logger) {
  const { data, errors } = judged(executed, operation);
  return { data, errors: errors === undefined ? [] : toClientErrors(errors, operation.requestId, log) };
}

/** The same with the errors as they were thrown, and for plugins with plain objects. */
export function answerForPlugins(executed: Executed, operation: Operation, hasPlugins = true) {
  const { data, errors } = judged(executed, operation);
  return { data: hasPlugins && data ? toPlainObject(data) : data, errors: errors?.first ?? [] };
}

/** What an operation resulted in, or one error if all of it needs a caller. */
function judged({ data, errors }: Executed, { caller: { refusal } }: Operation): Executed {
  if (errors === undefined || refusal === undefined || !needsCaller(data, errors)) return { data, errors };
  return { data: null, errors: FieldErrors.only(unauthenticated(refusal)) };
}

const needsCaller = (data: Executed['data'], { first }: FieldErrors): boolean =>
  Object.values(data ?? {}).every((value) => value === null) &&
  first.every(({ originalError }) => originalError instanceof UnauthorizedError);

export const toBody = ({ data, errors }: Answer): object =>
  errors.length > 0 ? { errors: formatErrors(errors), data } : { data };

export const formatErrors = (errors: readonly GraphQLError[]): GraphQLFormattedError[] =>
  errors.map((error) => {
    const { http: _, ...extensions } = error.extensions;
    return error.extensions.http === undefined ? error.toJSON() : { ...error.toJSON(), extensions };
  });
