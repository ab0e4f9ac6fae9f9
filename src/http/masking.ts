import { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { InvalidRequestError, UnauthorizedError } from '../errors.ts';

const isForClients = ({ originalError }: GraphQLError): boolean =>
  !originalError || originalError instanceof GraphQLError;

/** GraphQL's own refusals come without a code; one without a path is about the request, such as a variable that does not fit. */
function withCode(error: GraphQLError): GraphQLError {
  if (error.extensions.code !== undefined || error.path !== undefined) return error;
  const { message, nodes, source, positions, originalError } = error;
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    originalError: originalError ?? null,
    extensions: { ...error.extensions, code: 'BAD_USER_INPUT' },
  });
}

/**
 * What a client sees of an error that no result type holds: the reason when it is the caller's to mend, and otherwise only the request
 * id under which the log has it whole. SQL, stacks and addresses never leave.
 */
export function toClientError(error: unknown, requestId: string, log: Logger): GraphQLError {
  const located = error instanceof GraphQLError ? error : undefined;
  if (located !== undefined && isForClients(located)) return withCode(located);
  const cause = located?.originalError ?? error;
  const place = { nodes: located?.nodes ?? null, path: located?.path ?? null };
  if (cause instanceof UnauthorizedError)
    return new GraphQLError(cause.message, { ...place, extensions: { code: cause.code } });
  if (cause instanceof InvalidRequestError)
    return new GraphQLError(cause.message, { ...place, extensions: { code: 'BAD_USER_INPUT', issues: cause.issues } });
  log.error({ requestId, path: located?.path, err: cause }, 'unexpected error');
  return new GraphQLError('Unexpected error.', { ...place, extensions: { code: 'INTERNAL_SERVER_ERROR', requestId } });
}
