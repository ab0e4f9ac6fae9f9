import type pg from 'pg';
import type { Caller } from '../auth/tokens.ts';

/** What every resolver of one request shares. */
export interface Context {
  caller: Caller;
  requestId: string;
  pool: pg.Pool;
  /** Says that a change was committed, so that its webhooks go out now and not at the next poll. */
  nudge: () => void;
  /** Look-ups that wait for the end of the tick, so that equal ones become one statement; see `lookup.ts`. */
  batches: Map<string, unknown>;
}
