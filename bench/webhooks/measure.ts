import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { log } from '../figures.ts';
import type { Contender } from './contenders.ts';

/** The secret of all subscriptions. */
export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/** Starts the receiver. It ends with this process. */
export async function openReceiver() {
  const child = fork(`${import.meta.dirname}/receiver.ts`, [SECRET]);
  const [address] = await once(child, 'message');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    /** Counts from now. `arrived` resolves after this many webhooks. */
    expect: async (webhooks: number) => {
      child.send(webhooks);
      await once(child, 'message');
      return { arrived: once(child, 'message') };
    },
    close: () => child.disconnect(),
  };
}

/**
 * One turn of a contender: deliveries recorded as accepted, the seconds from its start, and its own processor seconds.
 */
export interface Drain {
  title: string;
  done: number;
  seconds: number;
  cpu: number;
}

/** A turn ends after this long; its rate is then that of what was done. */
const LONGEST_MS = 45_000;

/** Fills the queue by a statement. Every turn begins with current statistics and without dead rows. */
export async function fill(client: pg.Client, statement: string, ...values: number[]): Promise<void> {
  await client.query(statement, values);
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
}

/** Lets a contender work until the attempts of `target` deliveries are in the table, or for 45 s. */
export async function drain(
  client: pg.Client,
  receiver: Receiver,
  contender: Contender,
  target: number,
): Promise<Drain> {
  const accepted = async () => (await client.query('SELECT accepted FROM bench.state')).rows[0].accepted;
  const before = await accepted();
  const { arrived } = await receiver.expect(target);
  const own = process.cpuUsage();
  const began = performance.now();
  const { stop } = await contender.start();
  // To count before that would only slow the contender down.
  await Promise.race([arrived, delay(LONGEST_MS, undefined, { ref: false })]);
  let [done, seconds] = [0, 0];
  do {
    done = (await accepted()) - before;
    seconds = (performance.now() - began) / 1000;
  } while (done < target && seconds * 1000 < LONGEST_MS);
  const { user, system } = process.cpuUsage(own);
  await stop();
  const { title } = contender;
  log(`${title}: ${done} in ${seconds.toFixed(1)} s, ${(done / seconds).toFixed(0)}/s`);
  return { title, done, seconds, cpu: (user + system) / 1e6 };
}

/** Throws unless exactly `count` deliveries are done, with one attempt each and no job left. */
export async function checkDone(client: pg.Client, count: number): Promise<void> {
  const { delivered, attempts, jobs } = (await client.query('SELECT * FROM bench.state')).rows[0];
  if (delivered !== count || attempts !== count || jobs !== 0)
    throw new Error(
      `${delivered} of ${count} deliveries are done once, with ${attempts} attempts; ${jobs} jobs are left.`,
    );
}

/** A change to time, the number of deliveries that it leads to, and the shortest pause (ms) before it. */
export interface Change {
  title: string;
  contender: Contender;
  statement: string;
  deliveries: number;
  gap: number;
  /** False to let the contender find the change by itself. */
  nudges?: boolean;
}

/**
 * Makes a change several times, one after the other. Returns the milliseconds from each commit until the delivery has
 * arrived or, if there are several, until their attempts are in the table.
 */
export async function time(client: pg.Client, receiver: Receiver, change: Change, times: number): Promise<number[]> {
  const { contender, statement, deliveries, gap, nudges = true } = change;
  const took: number[] = [];
  const { nudge, stop } = await contender.start();
  while (took.length < times) {
    await delay(gap + Math.random() * gap);
    const { rows } = await client.query('SELECT time_ordered_uuid() AS last');
    const { arrived } = await receiver.expect(deliveries);
    await client.query(statement);
    const committed = performance.now();
    if (nudges) nudge?.();
    await arrived;
    for (let recorded = 0; deliveries > 1 && recorded < deliveries; ) {
      const text = 'SELECT count(*)::int AS n FROM webhook_attempt WHERE event_id > $1';
      recorded = (await client.query({ name: 'recorded', text, values: [rows[0].last] })).rows[0].n;
    }
    took.push(performance.now() - committed);
  }
  await stop();
  return took;
}
