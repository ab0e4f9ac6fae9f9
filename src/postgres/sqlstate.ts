import pg from 'pg';
import { InvalidRequestError, reasonOf, UnavailableError } from '../base/errors.ts';

/** SQLSTATE: a trigger of ours refuses the change because of a limit, with a message for the caller. */
const REFUSED = 'WS001';
/** SQLSTATE: a trigger of ours refuses the change for now, with a message for the caller. */
const OVERLOADED = 'WS002';
/** SQLSTATE: a trigger of ours refuses the change while its company moves to another cell. */
const MOVING = 'WS003';
/** Classes in which a database serves nobody: connections (08), resources (53), a stop or a start (57P), a replica. */
const UNREACHABLE = ['08', '53', '57P', '25006'];

/** States with which a database that answers accepts no writes, and what clients are told. */
const WRITELESS: Record<string, string> = {
  25006: 'The database is read-only at present. Most reads are answered; try again later.',
  53100: 'The disk of the database is full. Most reads are answered; try again later.',
};

export const isWriteless = (error: unknown): boolean => stateOf(error) in WRITELESS;

/** What a failed statement means for the request. Calls `lost` if the database cannot be reached. */
export function toFailure(error: unknown, lost: (cause: unknown) => void = () => {}): unknown {
  const state = stateOf(error);
  if (state === REFUSED)
    return new InvalidRequestError([{ path: [], code: 'LIMIT_REACHED', message: reasonOf(error) }]);
  const cause = { cause: error };
  // Class 22: data that cannot be stored. 54000: too long for an index.
  if (state.startsWith('22') || state === '54000')
    return new InvalidRequestError(
      [{ path: [], code: 'INVALID', message: 'a value cannot be stored or compared' }],
      cause,
    );
  if (state === OVERLOADED) return new UnavailableError('OVERLOADED', reasonOf(error), cause);
  if (state === MOVING) return new UnavailableError('UNAVAILABLE', reasonOf(error), cause);
  // Waits for a lock, deadlocks, and conflicts of transactions that an operator has made stricter.
  if (['55P03', '40P01', '40001'].includes(state))
    return new UnavailableError('RECORD_LOCKED', 'Another transaction holds the record. Try again.', cause);
  if (state === '57014') return new UnavailableError('TIMEOUT', 'The database took too long to answer.', cause);
  if (!isUnreachable(error)) return error;
  lost(error);
  return new UnavailableError('UNAVAILABLE', WRITELESS[state] ?? 'The database cannot be reached. Try again.', cause);
}

export const stateOf = (error: unknown): string => (error instanceof pg.DatabaseError ? (error.code ?? '') : '');

export const isUnreachable = (error: unknown): boolean => isOfConnection(error) || isOfClass(error, UNREACHABLE);

export const isOfClass = (error: unknown, classes: readonly string[]): boolean =>
  classes.some((start) => stateOf(error).startsWith(start));

/** Connections fail with plain errors of the driver, those of the system, or one for all addresses of a host. */
export function isOfConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return Object.getPrototypeOf(error) === Error.prototype || 'syscall' in error || error instanceof AggregateError;
}

/** States with which a connection may end: those above, timeouts of sessions, faults of the system. */
const ENDING = [...UNREACHABLE, '25P03', '25P04', '58', 'F0', 'XX'];

/** Whether the connection of a failed statement can go on. The severity is in the language of the server. */
export const isUsableAfter = (error: unknown): boolean => stateOf(error) !== '' && !isOfClass(error, ENDING);

/** Whether a statement that failed has surely changed nothing, and its parts may succeed without each other. */
export const isRolledBack = (failure: unknown): boolean =>
  failure instanceof InvalidRequestError ||
  (failure instanceof UnavailableError &&
    (failure.code === 'RECORD_LOCKED' || [OVERLOADED, MOVING].includes(stateOf(failure.cause)))) ||
  isUsableAfter(failure);
