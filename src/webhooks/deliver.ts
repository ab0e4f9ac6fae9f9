import { every } from '../base/every.ts';
import type { Log } from '../base/log.ts';
import { StartupError } from '../base/startup-error.ts';
import { withTimeLimit } from '../base/time-limit.ts';
import { Wakeup } from '../base/wakeup.ts';
import { keepHistory, sweepHistory } from '../changes/keep-history.ts';
import { keepOpening } from '../changes/outbox.ts';
import { addDays, lackOfRight } from '../changes/partitions.ts';
import { forgetDeletions } from '../changes/retention.ts';
import { openBeside, type Pool } from '../postgres/pool.ts';
import type { Client } from '../prisma/client.ts';
import type { Config } from '../settings/config.ts';
import { keepRefreshing, keepSending } from './keep-sending.ts';
import { release, SESSION } from './queue/claim.ts';
import { DueSubscriptions } from './queue/due-subscriptions.ts';
import { sweep } from './queue/expiry.ts';
import { createFigureWriter } from './queue/figure-writer.ts';
import type { InFlight } from './queue/in-flight.ts';
import { COUNT_MS, countWaiting } from './queue/quota.ts';
import { carryOutReplays } from './queue/replays.ts';
import { createResultWriter } from './queue/result-writer.ts';
import type { Outcomes } from './queue/shared-state.ts';
import type { SecretCipher } from './secrets/cipher.ts';
import { encryptSecrets } from './secrets/reencrypt.ts';
import { createSender, type Sender } from './sending/request.ts';

/*
 * How a change gets to its receivers:
 *
 *   trigger → webhook_outbox → open_outbox() → webhook_event and webhook_delivery_pending → claim → POST → record
 *
 * - `keepOpening` turns what writers put into the outbox into events and pending deliveries: the queue.
 * - `keepRefreshing` knows which subscriptions have due deliveries, so that a claim reads only those.
 * - `keepSending` claims due deliveries under a lease, as many as may be in flight, and posts them.
 * - The result writer records results in batches: a delivery is finished, or due again later. It counts the failures
 *   of receivers: too many open the breaker of a subscription, and five days of them disable it.
 *
 * Each wakes the next one through a `Wakeup` and looks by itself every 200 ms. All state is in the database: any number
 * of processes share it, and if one dies, its deliveries are due again when their leases end.
 */

/** One for each statement that can be under way: opening, reading the queue, claiming, recording and replaying. */
const CONNECTIONS = 5;
const MOST_LOCK_MS = 10_000;
/** How long a stop waits for attempts and statements under way. */
const STOP_WITHIN_MS = 3_000;
/** How long it then waits for its own statements, which may have to wait for a lock. */
const STATEMENT_MS = 500;
const TEN_MINUTES_MS = 600_000;

/** A process that takes part in webhooks. One that does not send them has neither `nudge` nor `outcomes`. */
export type Deliverer = Awaited<ReturnType<typeof startDeliverer>>;

/** Encrypts secrets, adds tables and delivers until `stop`. Throws StartupError if the role may not add tables. */
export async function startDeliverer(
  pool: Pool,
  prisma: Client,
  cipher: SecretCipher,
  settings: Config['webhooks'],
  given: Log,
  traced = (sender: Sender): Sender => sender,
) {
  const log = prisma.$outageLog(given);
  const stop = new AbortController();
  const failures = { what: 'add the tables of the next days', log };
  const tend = async (): Promise<void> => {
    await encryptSecrets(prisma, cipher, log);
    await addDays(pool);
    await keepHistory(pool, settings.history);
  };
  // In every process, since all of them queue and list deliveries. Without the table of its day, a change is no event.
  await tend().catch((err) => {
    if (err instanceof StartupError) throw err;
    log.error({ err }, `could not ${failures.what}; trying again in 600 s`);
  });
  const lack = await lackOfRight(pool).catch(() => undefined);
  if (lack !== undefined) log.warn({}, lack);
  const chores: [what: string, task: () => Promise<void>][] = [
    ['remove expired notes of deletions', () => forgetDeletions(pool, settings.deletionKeepDays, stop.signal)],
    ['remove expired history', () => sweepHistory(pool)],
  ];
  const tending = Promise.all([
    every(TEN_MINUTES_MS, tend, { stop: stop.signal, now: false, failures }),
    ...chores.map(([what, task]) => every(TEN_MINUTES_MS, task, { stop: stop.signal, failures: { log, what } })),
  ]);
  const sender = settings.deliver ? traced(createSender(settings.allowCidrs, log)) : undefined;
  const delivery = sender && startDelivery(pool, cipher, settings, log, sender);
  return {
    ...delivery,
    async stop() {
      stop.abort();
      await Promise.all([delivery?.stop(), withTimeLimit(STATEMENT_MS, tending)]);
    },
  };
}

function startDelivery(
  pool: Pool,
  cipher: SecretCipher,
  { keepDays, mostWaiting }: Config['webhooks'],
  log: Log,
  sender: Sender,
) {
  const own = openBeside(pool, { max: CONNECTIONS }, { ...SESSION, lock_timeout: lockTimeout(pool) });
  const ending = new AbortController();
  const stop = ending.signal;
  const inFlight: InFlight = new Map();
  const outcomes: Outcomes = { delivered: 0, pending: 0, dead: 0 };
  const [written, queued, claimable] = [new Wakeup(), new Wakeup(), new Wakeup()];
  const due = new DueSubscriptions();
  const shared = { pool: own, log, inFlight, due, outcomes, stop, written, queued, claimable };
  const write = createResultWriter(shared);
  const figures = createFigureWriter(pool);
  const chores: [what: string, ms: number, task: () => Promise<void>][] = [
    ['carry out a webhook replay', 500, () => carryOutReplays(shared)],
    ['write the figures of webhooks', 5_000, () => figures.write()],
    ['count the webhooks that wait', COUNT_MS, () => countWaiting(pool, mostWaiting, log)],
    ['remove expired webhook deliveries', TEN_MINUTES_MS, () => sweep(pool, keepDays, log, stop)],
  ];
  const working = Promise.all([
    keepOpening({
      ...shared,
      isBusy: () => inFlight.size > 0,
      onOpened({ queuedFor, queuedAt }) {
        due.add(queuedFor ?? [], queuedAt);
        // Even if nothing was opened: the nudge may be about a delivery that was queued again.
        queued.signal();
        claimable.signal();
      },
    }),
    keepRefreshing(shared),
    keepSending(shared, cipher, sender, (result) => {
      figures.add(result);
      write(result);
    }),
    ...chores.map(([what, ms, task]) => every(ms, task, { stop, failures: { log, what } })),
  ]);

  const close = async (): Promise<void> => {
    ending.abort();
    for (const wakeup of [written, queued, claimable]) wakeup.signal();
    const deadline = performance.now() + STOP_WITHIN_MS;
    await withTimeLimit(STOP_WITHIN_MS, working);
    while (inFlight.size > 0 && performance.now() < deadline) await claimable.wait(deadline - performance.now());
    const left = [...inFlight.keys()];
    inFlight.clear();
    await sender.close();
    if (left.length > 0) {
      const released = release(own, left).catch((err) =>
        log.error({ err }, 'could not give back webhooks in flight; they are sent again when their leases end'),
      );
      await withTimeLimit(STATEMENT_MS, released);
    }
    await withTimeLimit(STATEMENT_MS, Promise.all([figures.write().catch(() => {}), own.end()]));
  };
  let closed: Promise<void> | undefined;

  return {
    /** Reports a commit: its events are delivered now instead of at the next look. Cheap; extra calls do no harm. */
    nudge: written.signal,
    outcomes,
    /** Ends claiming, waits up to 3 s for attempts in flight and gives back the rest. */
    stop() {
      closed ??= close();
      return closed;
    },
  };
}

/** Less than a statement may take, so that a statement timeout is not the fault of a lock. */
const lockTimeout = ({ session }: Pool): string => `${Math.min(Number(session.statement_timeout) / 2, MOST_LOCK_MS)}ms`;
