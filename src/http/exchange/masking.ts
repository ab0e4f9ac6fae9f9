import { GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import type { Logger } from 'pino';
import {
  AnswerTooLargeError,
  IndexMissingError,
  InexpressibleValueError,
  InvalidRequestError,
  NotFoundError,
  UnauthorizedError,
  UnavailableError,
  withoutStack,
} from '../../base/errors.ts';
import type { Code } from '../../engine/codes.ts';
import { type FieldErrors, rewrite } from '../../engine/field-errors.ts';
import { failureOf } from '../../postgres/adapter.ts';

const LONGEST_MESSAGE = 1_000;

/** Messages of graphql-js repeat names and values of the request. */
function shorten(error: GraphQLError): GraphQLError {
  const { message } = error;
  if (message.length <= LONGEST_MESSAGE) return error;
  const part = LONGEST_MESSAGE / 2 - 2;
  const text = `${message.slice(0, part).toWellFormed()} … ${message.slice(-part).toWellFormed()}`;
  return rewrite(error, text, error.extensions);
}

const isForClients = ({ originalError }: GraphQLError): boolean =>
  !originalError || originalError instanceof GraphQLError;

/** Yoga repeats a body that is not JSON in the parser's error. */
function withoutBody(error: GraphQLError): GraphQLError {
  if (error.extensions.originalError === undefined) return error;
  const { originalError: _, ...extensions } = error.extensions;
  return rewrite(error, error.message, { ...extensions, http: { status: 400 } });
}

/** The codes of plugins' errors, which have a status alone. */
const CODE_OF: Record<number, Code> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  429: 'OVERLOADED',
  503: 'UNAVAILABLE',
};

/** Adds a code to GraphQL's own errors, and to those of plugins. One without a path concerns the request. */
function withCode(error: GraphQLError): GraphQLError {
  const { code, http } = error.extensions;
  if (code !== undefined || (error.path !== undefined && http === undefined)) return error;
  return rewrite(error, error.message, { ...error.extensions, code: CODE_OF[http?.status ?? 400] ?? 'BAD_USER_INPUT' });
}

const unavailable = (spec: boolean) => ({
  retryable: true,
  http: { status: 503, spec, headers: { 'retry-after': '1' } },
});

/** An overloaded gateway says 503 in every media type, for the proxies before it. */
const RETRY: Record<UnavailableError['code'], GraphQLErrorExtensions> = {
  UNAVAILABLE: unavailable(true),
  TIMEOUT: unavailable(true),
  OVERLOADED: unavailable(false),
  RECORD_LOCKED: { retryable: true },
  CANCELLED: {},
  // Misdirected Request.
  WRONG_CELL: { retryable: true, http: { status: 421, spec: false } },
};

/** What an error says to clients beside its message; undefined for one that they must not see. */
function extensionsOf(cause: unknown): GraphQLErrorExtensions | undefined {
  if (cause instanceof UnauthorizedError)
    return { code: cause.code, ...(cause.missingScope !== null && { missingScope: cause.missingScope }) };
  if (cause instanceof InvalidRequestError) return { code: 'BAD_USER_INPUT', issues: cause.issues };
  if (cause instanceof NotFoundError) return { code: 'BAD_USER_INPUT' };
  if (cause instanceof UnavailableError) return { ...RETRY[cause.code], code: cause.code };
  if (cause instanceof IndexMissingError) return { code: 'INDEX_MISSING', fields: cause.fields };
  if (cause instanceof AnswerTooLargeError) return { code: 'ANSWER_TOO_LARGE', mostBytes: cause.mostBytes };
  if (cause instanceof InexpressibleValueError) {
    const { type, id, field } = cause;
    return { code: 'INEXPRESSIBLE_VALUE', type, id, field };
  }
  return undefined;
}

/** The reason if the client can fix it, otherwise the id under which it is logged. */
export function toClientError(error: unknown, requestId: string, log: Logger): GraphQLError {
  const located = error instanceof GraphQLError ? error : undefined;
  if (located !== undefined && isForClients(located)) return withCode(withoutBody(shorten(located)));
  const cause = failureOf(located?.originalError ?? error);
  const place = { nodes: located?.nodes ?? null, path: located?.path ?? null };
  const { more } = located?.extensions ?? {};
  const say = (message: string, given: GraphQLErrorExtensions) => {
    const extensions = more === undefined ? given : { ...given, more };
    return withoutStack(() => new GraphQLError(message, { ...place, extensions }));
  };
  const extensions = extensionsOf(cause);
  if (cause instanceof InexpressibleValueError && cause.cause !== undefined)
    log.error({ requestId, path: located?.path, err: cause.cause }, 'a field has failed with the values of its record');
  if (extensions !== undefined && cause instanceof Error) return say(cause.message, extensions);
  log.error({ requestId, path: located?.path, err: cause }, 'unexpected error');
  return say('Unexpected error.', { code: 'INTERNAL_SERVER_ERROR', requestId });
}

/** Up to a hundred errors of an answer. */
export const toClientErrors = (errors: FieldErrors, requestId: string, log: Logger): GraphQLError[] =>
  errors.first.map((error) => toClientError(error, requestId, log));
