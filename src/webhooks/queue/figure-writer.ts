import type pg from 'pg';
import { TIMEOUT_MS } from '../sending/request.ts';
import type { Result } from './results.ts';

/** The upper bounds of the histogram's buckets, in milliseconds. The figures cannot be more exact than that. */
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

interface Count {
  subscriptionId: string;
  durationMs: number;
  attempts: number;
  delivered: number;
}

/**
 * Adds up attempts by subscription and duration. A `write` that rejects keeps the sums; a crash loses them. The pool is
 * not that of deliveries, so that a write that has to wait does not hold them up.
 */
export function createFigureWriter(pool: pg.Pool) {
  let counts = new Map<string, Count>();

  function addUp({ subscriptionId, durationMs, attempts, delivered }: Count): void {
    const key = `${durationMs} ${subscriptionId}`;
    const count = counts.get(key) ?? { subscriptionId, durationMs, attempts: 0, delivered: 0 };
    count.attempts += attempts;
    count.delivered += delivered;
    counts.set(key, count);
  }

  return {
    add({ claim: { subscriptionId }, answer, verdict }: Result): void {
      const durationMs = LIMITS_MS.find((limit) => answer.durationMs <= limit) ?? TIMEOUT_MS;
      addUp({ subscriptionId, durationMs, attempts: 1, delivered: verdict === 'delivered' ? 1 : 0 });
    },
    async write(): Promise<void> {
      if (counts.size === 0) return;
      const sums = [...counts.values()];
      counts = new Map();
      const keys = ['subscriptionId', 'durationMs', 'attempts', 'delivered'] as const;
      const values = keys.map((key) => sums.map((sum) => sum[key]));
      await pool.query(ADD, values).catch((error: unknown) => {
        for (const sum of sums) addUp(sum);
        throw error;
      });
    },
  };
}
