import { onTestFinished } from 'vitest';
import type { Log } from '../../src/base/log.ts';
import type { Pool } from '../../src/postgres/pool.ts';
import { openClient } from '../../src/prisma/client.ts';
import type { Config } from '../../src/settings/config.ts';
import { startDeliverer } from '../../src/webhooks/deliver.ts';
import { sweep } from '../../src/webhooks/queue/expiry.ts';
import type { SecretCipher } from '../../src/webhooks/secrets/cipher.ts';
import type { Sender } from '../../src/webhooks/sending/request.ts';
import { cipher } from '../cipher.ts';
import { until } from '../until.ts';
import { Inbox } from './inbox.ts';

export const settings = {
  deliver: true,
  allowCidrs: ['127.0.0.0/8'],
  keepDays: 14,
  deletionKeepDays: 90,
  history: { keepDays: 0, ignore: [] },
  mostWaiting: 1_000_000,
};
export const quiet: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** A log and the lines written to it. */
export function openLog(): { log: Log; lines: Inbox<[object, string]> } {
  const lines = new Inbox<[object, string]>();
  const write = (fields: object, message: string) => lines.push([fields, message]);
  return { log: { info: write, warn: write, error: write }, lines };
}

interface Given {
  log?: Log;
  by?: SecretCipher;
  /** Wraps the sender. */
  traced?: (sender: Sender) => Sender;
  mostWaiting?: number;
  history?: Config['webhooks']['history'];
  /** Whether it sends webhooks; by default it does. */
  deliver?: boolean;
}

/** A deliverer that can be nudged and stopped. */
export type Delivering = Awaited<ReturnType<typeof deliver>>;

/** Starts a deliverer for one test. */
export async function deliver(pool: Pool, { log = quiet, by = cipher, traced, ...given }: Given = {}) {
  const prisma = openClient(pool, log);
  const loops = await startDeliverer(pool, prisma, by, { ...settings, ...given }, log, traced);
  const { nudge } = loops;
  // Else each deliverer of a file would leave a listener on its pool.
  const stop = () => loops.stop().finally(() => prisma.$disconnect());
  onTestFinished(stop);
  return { nudge: () => nudge?.(), stop };
}

/** Removes what has expired. Returns how much, as the log has it. */
export async function sweepNow(pool: Pool): Promise<object | undefined> {
  const { log, lines } = openLog();
  await sweep(pool, settings.keepDays, log, new AbortController().signal);
  return lines.items[0]?.[0];
}

/** What a deliverer would still do at once. Stored times are rounded, up to half a millisecond ahead. */
const BUSY = `SELECT FROM webhook_outbox WHERE error IS NULL
  UNION ALL SELECT FROM webhook_delivery_pending d JOIN webhook_subscription s ON s.id = d.subscription_id
    CROSS JOIN LATERAL (SELECT clock_timestamp() + interval '1 millisecond' AS soon) moment
  WHERE d.lease_token IS NOT NULL OR (s.state = 'active' AND d.next_attempt_at <= soon
    AND coalesce(s.breaker_open_until <= soon, true) AND coalesce(s.held_until <= soon, true))
  LIMIT 1`;

/** Runs a deliverer until nothing is due, and returns the number of attempts. */
export async function deliverDue(pool: Pool, given: Given = {}): Promise<number> {
  const count = async () =>
    (await pool.query('SELECT count(*)::int AS attempts FROM webhook_attempt')).rows[0].attempts;
  const before = await count();
  const { stop } = await deliver(pool, given);
  await until(async () => (await pool.query(BUSY)).rowCount === 0);
  await stop();
  return (await count()) - before;
}
