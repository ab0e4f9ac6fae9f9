import { type ExecutionResult, GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import { InvalidRequestError, UnauthorizedError } from '../errors.ts';
import type { Context } from '../graphql/context.ts';

const LONGEST_MESSAGE = 1_000;

function rewrite(error: GraphQLError, message: string, extensions: GraphQLErrorExtensions): GraphQLError {
  const { nodes, source, positions, path, originalError } = error;
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    originalError: originalError ?? null,
    extensions,
  });
}

/** The error without the middle of a very long message: GraphQL's messages repeat names and values of the request. */
export function shorten(error: GraphQLError): GraphQLError {
  const { message } = error;
  if (message.length <= LONGEST_MESSAGE) return error;
  const part = LONGEST_MESSAGE / 2 - 2;
  const text = `${message.slice(0, part).toWellFormed()} … ${message.slice(-part).toWellFormed()}`;
  return rewrite(error, text, error.extensions);
}

const isForClients = ({ originalError }: GraphQLError): boolean =>
  !originalError || originalError instanceof GraphQLError;

/** Adds a code to GraphQL's own errors. One without a path concerns the request, such as a variable of the wrong type. */
const withCode = (error: GraphQLError): GraphQLError =>
  error.extensions.code !== undefined || error.path !== undefined
    ? error
    : rewrite(error, error.message, { ...error.extensions, code: 'BAD_USER_INPUT' });

/** The error for the client: the reason if the client can fix it, otherwise only the id under which it is logged. */
export function toClientError(error: unknown, requestId: string, log: Logger): GraphQLError {
  const located = error instanceof GraphQLError ? error : undefined;
  if (located !== undefined && isForClients(located)) return withCode(shorten(located));
  const cause = located?.originalError ?? error;
  const place = { nodes: located?.nodes ?? null, path: located?.path ?? null };
  if (cause instanceof UnauthorizedError)
    return new GraphQLError(cause.message, { ...place, extensions: { code: cause.code } });
  if (cause instanceof InvalidRequestError)
    return new GraphQLError(cause.message, { ...place, extensions: { code: 'BAD_USER_INPUT', issues: cause.issues } });
  log.error({ requestId, path: located?.path, err: cause }, 'unexpected error');
  return new GraphQLError('Unexpected error.', { ...place, extensions: { code: 'INTERNAL_SERVER_ERROR', requestId } });
}

/** Masks the errors of an execution. */
export const useMasking = (log: Logger): Plugin<Context> => ({
  onExecute: ({ args }) => ({
    onExecuteDone({ result, setResult }) {
      if (isAsyncIterable(result) || !result.errors) return;
      const errors = result.errors.map((error) => toClientError(error, args.contextValue.requestId, log));
      const masked: ExecutionResult = { ...result, errors };
      setResult(masked);
    },
  }),
});
