// The project's own loop, as the gateway and the worker run it.
import { setTimeout as delay } from 'node:timers/promises';
import { openPool } from '../src/database.ts';
import { type Delivery, startDelivery } from '../src/webhooks/deliver.ts';
import { clock, type Order, serve } from './webhooks-process.ts';

const [url = ''] = process.argv.slice(2);
const pool = openPool(url, 10);
const settings = { allowCidrs: ['127.0.0.0/8'], keepDeliveredDays: 7, keepDeadDays: 30 };
const log = {
  info: () => {},
  warn: (fields: object, message: string) => console.warn(message, fields),
  error: (fields: object, message: string) => console.error(message, fields),
};
let loop: Delivery | undefined;

/** Milliseconds from a change that ten subscriptions want until all ten deliveries are recorded as attempted, over and over. */
async function bursts({ rounds, gap }: Extract<Order, { do: 'bursts' }>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await delay(gap);
    const { rows: last } = await pool.query<{ id: string }>('SELECT time_ordered_uuid() AS id');
    await pool.query({
      name: 'ten',
      text: `UPDATE tank SET fill_percentage = $1 WHERE id = 'ten'`,
      values: [Math.random() * 100],
    });
    const since = clock();
    loop?.nudge();
    for (let recorded = 0; recorded < 10; ) {
      const { rows } = await pool.query<{ n: number }>({
        name: 'recorded',
        text: 'SELECT count(*)::int AS n FROM webhook_attempt WHERE event_id > $1',
        values: [last[0]?.id],
      });
      recorded = rows[0]?.n ?? 0;
    }
    times.push(clock() - since);
  }
  return times;
}

/** Changes a record now and then, and returns the versions with the times at which their commits were answered. */
async function change({ count, nudge, gap: [least, most] }: Extract<Order, { do: 'changes' }>) {
  const commits: [number, number][] = [];
  for (let index = 0; index < count; index++) {
    await delay(least + Math.random() * (most - least));
    const { rows } = await pool.query<{ version: number }>({
      name: 'change',
      text: `UPDATE tank SET note = $1 WHERE id = 'watched' RETURNING version`,
      values: [String(Math.random())],
    });
    commits.push([rows[0]?.version ?? 0, clock()]);
    if (nudge) loop?.nudge();
  }
  return commits;
}

serve<Order>(async (order) => {
  if (order.do === 'start') loop = startDelivery(pool, settings, log);
  else if (order.do === 'stop') await loop?.stop();
  else if (order.do === 'bursts') return bursts(order);
  else if (order.do === 'changes') return change(order);
  return undefined;
});
