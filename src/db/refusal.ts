import pg from 'pg';
import { InvalidRequestError } from '../errors.ts';

/** Turns what only PostgreSQL can judge (class 22: data it cannot store; 54000: too long for an index) into InvalidRequestError. */
export function refuseData(error: unknown): never {
  if (error instanceof pg.DatabaseError && (error.code?.startsWith('22') || error.code === '54000'))
    throw new InvalidRequestError([{ path: [], message: 'a value cannot be stored or compared' }]);
  throw error;
}
