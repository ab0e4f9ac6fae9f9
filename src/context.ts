import type pg from 'pg';
import type { Caller } from './auth.ts';
import type { PrismaClient } from './generated/prisma/client.ts';

/** What every resolver of one request shares. */
export interface Context {
  caller: Caller;
  requestId: string;
  pool: pg.Pool;
  prisma: PrismaClient;
  /** Look-ups that wait for the end of the tick, so that equal ones become one statement; see `lookup.ts`. */
  batches: Map<string, unknown>;
}
