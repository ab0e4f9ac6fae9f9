import type pg from 'pg';
import type { Bell } from './bell.ts';
import type { SecretCipher } from './cipher.ts';
import type { InFlight } from './in-flight.ts';
import type { Lanes } from './lanes.ts';

/** How often each loop looks for work when no bell rings. */
export const POLL_MS = 200;
/** How long a loop waits after an error of the database. */
export const RETRY_MS = 1_000;

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Attempts of this process so far, by the state in which they left the delivery. */
export type Outcomes = Record<'delivered' | 'pending' | 'dead', number>;

/** State that the loops of one process share. */
export interface Shared {
  /** Connections of their own, so that requests and deliveries do not wait for each other. */
  pool: pg.Pool;
  cipher: SecretCipher;
  log: Log;
  inFlight: InFlight;
  lanes: Lanes;
  outcomes: Outcomes;
  stop: AbortSignal;
  /** Rings when a change may be in the outbox. */
  written: Bell;
  /** Rings when a delivery may be queued. */
  queued: Bell;
  /** Rings when a delivery may be due or an attempt is recorded. */
  due: Bell;
}
