// The project's own loop, as the gateway and the worker run it.
import { setTimeout as delay } from 'node:timers/promises';
import { openPool } from '../src/db/pool.ts';
import { type Delivery, startDelivery } from '../src/webhooks/loop.ts';
import { openSender, timeBursts } from './webhooks-bursts.ts';
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

/** A change that ten subscriptions want. */
const changeTen = () =>
  pool.query({
    name: 'ten',
    text: `UPDATE tank SET fill_percentage = $1 WHERE id = 'ten'`,
    values: [Math.random() * 100],
  });

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
  if (order.do === 'start') loop = startDelivery(pool, settings, log, openSender());
  else if (order.do === 'stop') await loop?.stop();
  else if (order.do === 'bursts') return timeBursts(pool, order, changeTen, () => loop?.nudge());
  else if (order.do === 'changes') return change(order);
  return undefined;
});
