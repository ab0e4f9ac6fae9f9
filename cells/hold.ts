import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { every } from '../src/base/every.ts';

/** A hold ends by itself, so that a move that dies delays no webhook for longer. */
const HOLD_SECONDS = 15;
const RENEW_MS = 5_000;
const LOOK_MS = 100;
/** A claim under way may have read the subscriptions before they were held. */
const QUIET_LOOKS = 5;

const HOLD = `
UPDATE webhook_subscription SET held_until = greatest(held_until, now() + $2 * interval '1 s') WHERE company_id = $1`;

const RELEASE = `
UPDATE webhook_subscription SET held_until = NULL
WHERE company_id = $1 AND held_until <= now() + $2 * interval '1 s'`;

const IN_FLIGHT = `
SELECT EXISTS (SELECT FROM webhook_delivery_pending d JOIN webhook_subscription s ON s.id = d.subscription_id
  WHERE s.company_id = $1 AND d.leased_until > now()) AS "isBusy"`;

/** Holds the deliveries of a company and waits for those in flight. Returns what ends the hold. */
export async function holdDeliveries(db: pg.Pool, company: string, signal: AbortSignal): Promise<() => Promise<void>> {
  const ended = new AbortController();
  const hold = () => db.query(HOLD, [company, HOLD_SECONDS]);
  await hold();
  const renewing = every(RENEW_MS, hold, { stop: ended.signal, now: false }).catch(() => {});
  const release = async (): Promise<void> => {
    ended.abort();
    await renewing;
    await db.query(RELEASE, [company, HOLD_SECONDS]);
  };
  try {
    for (let quiet = 0; quiet < QUIET_LOOKS; ) {
      signal.throwIfAborted();
      const [found] = (await db.query<{ isBusy: boolean }>(IN_FLIGHT, [company])).rows;
      quiet = found?.isBusy ? 0 : quiet + 1;
      await delay(LOOK_MS);
    }
  } catch (error) {
    await release();
    throw error;
  }
  return release;
}

/** Whether a subscription is held by a move, or no longer than one would be. */
export const RELEASED = `CASE WHEN t.held_until = 'infinity' OR t.held_until <= now() + interval '${HOLD_SECONDS} s'
  THEN NULL ELSE t.held_until END`;
