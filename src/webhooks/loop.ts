import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { openBeside } from '../db/pool.ts';
import { Bell } from './bell.ts';
import type { SecretCipher } from './cipher.ts';
import { release, SESSION } from './claim.ts';
import type { InFlight } from './in-flight.ts';
import { Lanes } from './lanes.ts';
import { keepOpening } from './outbox.ts';
import { keepCounting } from './quota.ts';
import { createRecorder } from './recorder.ts';
import { keepReplaying } from './replay-batch.ts';
import { createSender, type Sender } from './request.ts';
import { keepSweeping } from './retention.ts';
import { keepSending } from './send.ts';
import type { Log, Outcomes } from './shared.ts';
import { keepLanes } from './survey.ts';
import { createTally } from './tally.ts';

/** One for each statement that can be under way: opening, reading the queue, claiming, recording and replaying. */
const CONNECTIONS = 5;
/** The longest wait of a statement for a lock. */
const MOST_LOCK_MS = 10_000;
/** How long a stop waits for attempts and statements under way. */
const STOP_WITHIN_MS = 3_000;
/** How long it then waits for its own statement, which may have to wait for a lock. */
const STATEMENT_MS = 500;

export interface DeliverySettings {
  /** How many days a change can be delivered, read and replayed. */
  keepDays: number;
  /** How many deliveries of a company may wait. */
  mostWaiting: number;
  /** Ranges that deliveries may reach although they are not public, such as `10.1.0.0/16`. */
  allowCidrs: string[];
}

export interface Delivery {
  /** Signals a commit, so that its events are delivered now instead of at the next poll. Cheap; extra calls do no harm. */
  nudge(): void;
  readonly outcomes: Readonly<Outcomes>;
  /** Ends claiming, waits up to 3 s for attempts in flight and gives back the rest. Does not end the pool it was given. */
  stop(): Promise<void>;
}

/**
 * Delivers the changes in the outbox until `stop`. Any number of processes may share a database: each claims a delivery under a lease, and
 * if it dies, the delivery is due again when the lease ends. If the database is lost, it logs that and tries again.
 */
export function startDelivery(
  pool: pg.Pool,
  cipher: SecretCipher,
  settings: DeliverySettings,
  log: Log,
  sender?: Sender,
): Delivery {
  const requests = sender ?? createSender(settings.allowCidrs, log);
  const own = openBeside(pool, { max: CONNECTIONS }, { ...SESSION, lock_timeout: lockTimeout(pool) }, (reason) =>
    log.warn({ reason }, 'an idle database connection of the deliveries was lost; another opens when it is needed'),
  );
  const stop = new AbortController();
  const inFlight: InFlight = new Map();
  const outcomes: Outcomes = { delivered: 0, pending: 0, dead: 0 };
  const written = new Bell();
  const queued = new Bell();
  const due = new Bell();
  const lanes = new Lanes();
  const shared = { pool: own, cipher, log, inFlight, lanes, outcomes, stop: stop.signal, written, queued, due };
  const record = createRecorder(shared);
  const tally = createTally(pool, log);
  const working = Promise.all([
    keepOpening(shared),
    keepLanes(shared),
    keepSending(shared, requests, (result) => {
      tally.add(result);
      record(result);
    }),
    keepReplaying(shared),
    keepCounting(pool, settings.mostWaiting, log, stop.signal),
    keepSweeping(pool, cipher, settings.keepDays, log, stop.signal),
  ]);

  const close = async (): Promise<void> => {
    stop.abort();
    for (const bell of [written, queued, due]) bell.ring();
    const deadline = performance.now() + STOP_WITHIN_MS;
    await within(STOP_WITHIN_MS, working);
    while (inFlight.size > 0 && performance.now() < deadline) await due.wait(deadline - performance.now());
    const left = [...inFlight.keys()];
    inFlight.clear();
    await requests.close();
    if (left.length > 0) {
      const released = release(own, left).catch((err) =>
        log.error({ err }, 'could not give back webhooks in flight; they are sent again when their leases end'),
      );
      await within(STATEMENT_MS, released);
    }
    await within(STATEMENT_MS, Promise.all([tally.stop(), own.end()]));
  };
  let closed: Promise<void> | undefined;

  return {
    nudge: () => written.ring(),
    outcomes,
    stop() {
      closed ??= close();
      return closed;
    },
  };
}

/** Less than a statement may take, so that a statement timeout is not the fault of a lock. */
const lockTimeout = ({ options: { statement_timeout } }: pg.Pool): string =>
  `${Math.min((statement_timeout || Number.POSITIVE_INFINITY) / 2, MOST_LOCK_MS)}ms`;

const within = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, delay(ms, undefined, { ref: false })]);
