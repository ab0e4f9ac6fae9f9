import pg from 'pg';
import * as z from 'zod';
import { InvalidRequestError, UnavailableError } from '../../errors.ts';

/** SQLSTATE: a trigger of ours refuses the change because of a limit, with a message for the caller. */
const REFUSED = 'WS001';
/** SQLSTATE: the connection has failed. */
const CONNECTION_FAILURE = '08006';
/** Classes in which the database serves nobody: connections (08), resources (53), a stop or a start (57P). */
const UNREACHABLE = ['08', '53', '57P'];
/** The same, as Prisma's adapter names it. */
const UNREACHABLE_BY_PRISMA = ['DatabaseNotReachable', 'SocketTimeout', 'ConnectionClosed', 'TooManyConnections'];

/** What Prisma's adapter reports about an error. */
const AdapterError = z.object({
  meta: z.object({
    driverAdapterError: z.object({
      cause: z.object({ kind: z.string(), originalCode: z.string(), originalMessage: z.string() }).partial(),
    }),
  }),
});

/**
 * What a failed statement means for the request; an error that neither PostgreSQL nor the connection gave stays as it
 * is. Calls `lost` if the database cannot be reached.
 */
export function toFailure(error: unknown, lost: (cause: unknown) => void = () => {}): unknown {
  const [state, message] = stateOf(error) ?? [];
  if (state === undefined) return error;
  if (state === REFUSED) return new InvalidRequestError([{ path: [], code: 'LIMIT_REACHED', message: message ?? '' }]);
  // Class 22: data that cannot be stored. 54000: too long for an index.
  if (state.startsWith('22') || state === '54000')
    return new InvalidRequestError([{ path: [], code: 'INVALID', message: 'a value cannot be stored or compared' }]);
  const cause = { cause: error };
  if (state === '55P03' || state === '40P01')
    return new UnavailableError('RECORD_LOCKED', 'Another transaction holds the record. Try again.', cause);
  if (state === '57014') return new UnavailableError('TIMEOUT', 'The database took too long to answer.', cause);
  if (!UNREACHABLE.some((start) => state.startsWith(start))) return error;
  lost(error);
  return new UnavailableError('UNAVAILABLE', 'The database cannot be reached. Try again.', cause);
}

/** The SQLSTATE of an error of the driver or of Prisma, and its message where the database has sent one. */
function stateOf(error: unknown): [state: string, message?: string | undefined] | undefined {
  if (error instanceof pg.DatabaseError) return error.code === undefined ? undefined : [error.code, error.message];
  const cause = AdapterError.safeParse(error).data?.meta.driverAdapterError.cause;
  if (cause?.originalCode !== undefined) return [cause.originalCode, cause.originalMessage];
  const isLost = cause?.kind !== undefined && UNREACHABLE_BY_PRISMA.includes(cause.kind);
  return isLost || isOfConnection(error) ? [CONNECTION_FAILURE] : undefined;
}

/**
 * The driver has plain errors for connections that fail. It passes on those of the system, and one for all addresses of
 * a host.
 */
function isOfConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return Object.getPrototypeOf(error) === Error.prototype || 'syscall' in error || error instanceof AggregateError;
}

/** Whether the connection of a statement that failed can be used again. */
export const isUsableAfter = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR';

/** Whether a statement that failed has surely changed nothing, and its parts may succeed without each other. */
export const isRolledBack = (failure: unknown): boolean =>
  failure instanceof InvalidRequestError ||
  (failure instanceof UnavailableError && failure.code === 'RECORD_LOCKED') ||
  isUsableAfter(failure);
