import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { createSender, type Sender } from '../src/webhooks/request.ts';
import { clock, type Order } from './webhooks-process.ts';

/** What waits for answers of the receiver, and how many are still to come. */
let awaited = { answers: 0, come: () => {} };

/** The sender of both contenders, which tells when the answers awaited have come. */
export function openSender(): Sender {
  const sender = createSender(['127.0.0.0/8']);
  return {
    post: (url, headers, body) =>
      sender.post(url, headers, body).finally(() => {
        if (--awaited.answers === 0) awaited.come();
      }),
    close: sender.close,
  };
}

/**
 * Milliseconds from the commit of what `queueTen` queues until all ten deliveries are recorded as attempted, over and over. `nudge` is
 * called when the commit has been answered.
 */
export async function timeBursts(
  pool: pg.Pool,
  { rounds, gap }: Extract<Order, { do: 'bursts' }>,
  queueTen: () => Promise<unknown>,
  nudge = () => {},
): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await delay(gap);
    const { rows: last } = await pool.query<{ id: string }>('SELECT time_ordered_uuid() AS id');
    const answered = new Promise<void>((come) => {
      awaited = { answers: 10, come };
    });
    await queueTen();
    const since = clock();
    nudge();
    // To look for what cannot be there yet would slow down what is being timed.
    await answered;
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
