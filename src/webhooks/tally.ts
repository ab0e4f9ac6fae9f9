import type pg from 'pg';
import type { Result } from './record.ts';
import { TIMEOUT_MS } from './request.ts';
import type { Log } from './shared.ts';

const FLUSH_MS = 5_000;

/** Each duration counts as the first limit that it does not exceed. The figures cannot be more exact than that. */
const LIMITS_MS = [10, 100, 1000, 10_000]
  .flatMap((power) => [1, 1.5, 2, 3, 5, 7].map((step) => step * power))
  .filter((limit) => limit <= TIMEOUT_MS);

/** Rows are locked in one order, so that two processes cannot deadlock. */
const ADD = `
INSERT INTO webhook_figure AS f (subscription_id, hour, duration_ms, attempts, delivered)
SELECT subscription_id, date_trunc('hour', now(), 'UTC'), duration_ms, attempts, delivered
FROM unnest($1::text[], $2::int[], $3::int[], $4::int[]) AS t (subscription_id, duration_ms, attempts, delivered)
ORDER BY subscription_id, duration_ms
ON CONFLICT (subscription_id, hour, duration_ms) DO UPDATE
SET attempts = f.attempts + excluded.attempts, delivered = f.delivered + excluded.delivered`;

const REMOVE = `
DELETE FROM webhook_figure f
WHERE f.hour < now() - interval '169 hours' OR NOT EXISTS (SELECT FROM webhook_subscription s WHERE s.id = f.subscription_id)`;

interface Count {
  subscriptionId: string;
  durationMs: number;
  attempts: number;
  delivered: number;
}

export interface Tally {
  add(result: Result): void;
  /** Writes what was added since the last time. Never rejects. */
  stop(): Promise<void>;
}

/**
 * Adds up the attempts of this process by subscription and duration, and writes the sums every 5 s, into the hour of the database's clock.
 * A crash loses those of the last seconds. The pool is not that of deliveries, so that a write that has to wait does not hold them up.
 */
export function createTally(pool: pg.Pool, log: Log, everyMs = FLUSH_MS): Tally {
  let counts = new Map<string, Count>();
  let writing: Promise<void> | undefined;
  let failing = false;

  const addUp = ({ subscriptionId, durationMs, attempts, delivered }: Count): void => {
    const key = `${durationMs} ${subscriptionId}`;
    const count = counts.get(key) ?? { subscriptionId, durationMs, attempts: 0, delivered: 0 };
    count.attempts += attempts;
    count.delivered += delivered;
    counts.set(key, count);
  };

  const write = async (): Promise<void> => {
    if (counts.size === 0) return;
    const sums = [...counts.values()];
    counts = new Map();
    const keys = ['subscriptionId', 'durationMs', 'attempts', 'delivered'] as const;
    try {
      await pool.query(
        ADD,
        keys.map((key) => sums.map((sum) => sum[key])),
      );
      failing = false;
    } catch (err) {
      if (!failing) log.error({ err }, 'could not write the figures of webhooks; trying again every 5 s');
      failing = true;
      for (const sum of sums) addUp(sum);
    }
  };

  const timer = setInterval(() => {
    writing ??= write().finally(() => {
      writing = undefined;
    });
  }, everyMs).unref();

  return {
    add({ claim: { subscriptionId }, answer, verdict }) {
      const durationMs = LIMITS_MS.find((limit) => answer.durationMs <= limit) ?? TIMEOUT_MS;
      addUp({ subscriptionId, durationMs, attempts: 1, delivered: verdict === 'delivered' ? 1 : 0 });
    },
    async stop() {
      clearInterval(timer);
      await writing;
      await write();
    },
  };
}

/** Removes the figures that no period includes any more, and those of deleted subscriptions. */
export async function removeOldFigures(pool: pg.Pool): Promise<void> {
  await pool.query(REMOVE);
}
