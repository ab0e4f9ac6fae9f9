import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { openBeside } from '../db/pool.ts';
import { attempt } from './attempt.ts';
import { createBell } from './bell.ts';
import { claim, LEASE_MS, release, SESSION } from './claim.ts';
import { countQuick, type InFlight, roomBeside } from './in-flight.ts';
import type { Claim } from './message.ts';
import { OPEN_BATCH, openOutbox } from './outbox.ts';
import { createSender, type Sender } from './request.ts';
import { finish, type Health, type Result } from './results.ts';
import { keepHouse } from './retention.ts';

/** How long a change that nobody nudged about (another process's, or plain SQL) may wait to be noticed. */
const POLL_MS = 200;
/** While nudges lead to nothing, because nobody subscribes to what is written, they are answered less and less often. */
const LONGEST_GAP_MS = 100;
const BATCH = 250;
/** How long the first answer waits for those to what was sent with it, so that one statement writes them all down. */
const GATHER_MS = 3;
/** Of opening, claiming and recording, each has one statement under way. */
const CONNECTIONS = 3;
const STOP_WITHIN_MS = 3_000;
/** What a stop waits for a statement, which may itself be waiting for a lock. */
const STATEMENT_MS = 500;

export interface DeliverySettings {
  /** Ranges that deliveries may reach although they are not public, such as `10.1.0.0/16`. */
  allowCidrs: string[];
  keepDeliveredDays: number;
  keepDeadDays: number;
}

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface Delivery {
  /** Says that something was just committed; what is due goes out now instead of at the next poll. Cheap, and safe to call for nothing. */
  nudge(): void;
  /** Claims nothing more, gives attempts in flight up to 3 s, and gives back what is left. The pool that it was given stays open. */
  stop(): Promise<void>;
}

/**
 * Opens the outbox and delivers what is due, until `stop`. Any number of loops may share a database: each delivery is claimed by one of
 * them under a lease, and what a dead loop held is due again when the lease ends. A lost database is logged and waited for. The loop has
 * three connections of its own beside `pool`, so that requests and deliveries do not wait for each other.
 */
export function startDelivery(pool: pg.Pool, settings: DeliverySettings, log: Log, sender?: Sender): Delivery {
  const queue = openBeside(pool, CONNECTIONS, SESSION, (reason) =>
    log.warn({ reason }, 'an idle connection of the deliveries was lost'),
  );
  const requests = sender ?? createSender(settings.allowCidrs);
  const housekeeping = keepHouse(pool, settings, log);
  const inFlight: InFlight = new Map();
  const finished: Result[] = [];
  const written = createBell();
  const due = createBell();
  const answered = createBell();
  let stopping = false;
  let abandoned = false;
  let flushing = false;

  const deliver = async (claimed: Claim): Promise<void> => {
    const result = await attempt(requests, claimed);
    if (abandoned) return;
    finished.push(result);
    answered.ring();
    if (!flushing) void flush();
  };

  /** Writes results down in batches: while one batch is on its way, the next gathers. */
  const flush = async (): Promise<void> => {
    flushing = true;
    const expected = Math.min(countQuick(inFlight, Date.now()), BATCH);
    const deadline = performance.now() + GATHER_MS;
    for (let left = GATHER_MS; finished.length < expected && left > 0; left = deadline - performance.now())
      await answered.wait(left);
    while (finished.length > 0) {
      const batch = finished.splice(0, BATCH);
      try {
        for (const health of await finish(queue, batch)) report(log, health);
      } catch (error) {
        // What cannot be written within its lease is delivered again.
        const kept = batch.filter(({ startedAt }) => Date.now() - startedAt.getTime() < LEASE_MS && !stopping);
        const dropped = batch.length - kept.length;
        log.error({ err: error, results: batch.length, dropped }, 'webhook results could not be written yet');
        finished.unshift(...kept);
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      const waiting = new Set(finished.map((result) => result.claim));
      for (const result of batch) if (!waiting.has(result.claim)) inFlight.delete(result.claim);
      due.ring();
    }
    flushing = false;
  };

  const open = async (): Promise<void> => {
    let gap = 0;
    let most = OPEN_BATCH;
    while (!stopping) {
      const since = Date.now();
      let opened = 0;
      try {
        opened = await openOutbox(queue, { most });
      } catch (error) {
        log.error({ err: error }, 'changes could not be read from the outbox');
        // So many huge records may be too much for one statement, where each alone is not.
        most = 1;
        await written.wait(1_000);
        continue;
      }
      // A nudge may also be about a delivery that was queued without a change.
      due.ring();
      const more = opened === most;
      most = Math.min(2 * most, OPEN_BATCH);
      if (more) continue;
      const rung = await written.wait(POLL_MS);
      gap = opened > 0 || inFlight.size > 0 || !rung ? 0 : Math.min(Math.max(2 * gap, 5), LONGEST_GAP_MS);
      const early = gap - (Date.now() - since);
      if (rung && early > 0 && !stopping) await new Promise((resolve) => setTimeout(resolve, early));
    }
  };

  const work = async (): Promise<void> => {
    while (!stopping) {
      let claimed: Claim[] = [];
      let more = false;
      try {
        const { room, busy } = roomBeside(inFlight, Date.now());
        if (room > 0) claimed = await claim(queue, room, randomUUID(), busy);
        more = claimed.length === room && room > 0;
      } catch (error) {
        log.error({ err: error }, 'due webhooks could not be read');
        if (!stopping) await due.wait(1_000);
      }
      if (stopping) {
        // What cannot be given back any more is due again when its lease ends.
        if (claimed.length > 0) await release(queue, claimed).catch(() => {});
        return;
      }
      for (const one of claimed) {
        inFlight.set(one, Date.now());
        void deliver(one);
      }
      if (!more) await due.wait(POLL_MS);
    }
  };
  const working = Promise.all([open(), work()]);

  const close = async (): Promise<void> => {
    stopping = true;
    written.ring();
    due.ring();
    const deadline = Date.now() + STOP_WITHIN_MS;
    await within(STATEMENT_MS, Promise.all([working, housekeeping.stop()]));
    while (inFlight.size > 0 && Date.now() < deadline) await due.wait(deadline - Date.now());
    abandoned = true;
    await requests.close();
    const left = [...inFlight.keys()];
    inFlight.clear();
    if (left.length > 0) {
      const giving = release(queue, left);
      await within(STATEMENT_MS, giving).catch((error) => log.error({ err: error }, 'leases could not be given back'));
    }
    await within(STATEMENT_MS, queue.end());
  };
  let closing: Promise<void> | undefined;

  return {
    nudge: written.ring,
    stop() {
      closing ??= close();
      return closing;
    },
  };
}

function report(log: Log, health: Health): void {
  const { subscription, company, state, reason, failures, until } = health;
  if (state === 'disabled') log.warn({ subscription, company, reason }, 'webhook subscription disabled');
  else if (health.tripped)
    log.warn({ subscription, company, failures, until }, 'webhook receiver left alone after failures in a row');
  else if (health.recovered) log.info({ subscription, company }, 'webhook receiver accepts again');
}

/** Waits for what is under way, but no longer than this. */
const within = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms).unref())]);
