import type pg from 'pg';
import type { Log } from '../../base/log.ts';
import type { Wakeup } from '../../base/wakeup.ts';
import type { DueSubscriptions } from './due-subscriptions.ts';
import type { InFlight } from './in-flight.ts';

/** Attempts of this process so far, by the state in which they left the delivery. */
export type Outcomes = Record<'delivered' | 'pending' | 'dead', number>;

export interface Shared {
  /** Connections of their own, so that requests and deliveries do not wait for each other. */
  pool: pg.Pool;
  log: Log;
  inFlight: InFlight;
  due: DueSubscriptions;
  outcomes: Outcomes;
  stop: AbortSignal;
  /** Signalled when a change may be in the outbox. */
  written: Wakeup;
  /** Signalled when a delivery may be queued. */
  queued: Wakeup;
  /** Signalled when a delivery may be due or an attempt is recorded. */
  claimable: Wakeup;
}
