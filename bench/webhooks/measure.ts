import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { cpuSecondsOf, log } from '../process.ts';
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
    cpuSeconds: () => cpuSecondsOf(child.pid),
    /** Counts from now. `arrived` resolves after this many webhooks. */
    expect: async (webhooks: number) => {
      child.send(webhooks);
      await once(child, 'message');
      return { arrived: once(child, 'message') };
    },
    close: () => child.disconnect(),
  };
}

/** One turn of a contender. */
export interface Drain {
  /** Deliveries recorded as accepted, in this many seconds from the contender's start. */
  done: number;
  seconds: number;
  rate: number;
  /** Processor seconds of the contender and of the receiver. */
  cpu: number;
  receiverCpu: number;
}

/** A turn ends after this long; its rate is then that of what was done. */
const LONGEST_MS = 45_000;

/** Fills the queue by a statement. Every turn begins with current statistics and without dead rows. */
export async function fill(client: pg.Client, statement: string): Promise<void> {
  await client.query(statement);
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
}

/** Lets a contender work until the attempts of `target` deliveries are in the table, or for `longestMs`. */
export async function drain(
  client: pg.Client,
  receiver: Receiver,
  contender: Contender,
  target: number,
  longestMs = LONGEST_MS,
): Promise<Drain> {
  const accepted = async () => (await client.query('SELECT accepted FROM bench.state')).rows[0].accepted;
  const before = await accepted();
  const { arrived } = await receiver.expect(target);
  const [own, receivers] = [process.cpuUsage(), receiver.cpuSeconds()];
  const began = performance.now();
  await contender.start();
  // To count before that would only slow the contender down.
  await Promise.race([arrived, delay(longestMs, undefined, { ref: false })]);
  let [done, seconds] = [0, 0];
  do {
    done = (await accepted()) - before;
    seconds = (performance.now() - began) / 1000;
  } while (done < target && seconds * 1000 < longestMs);
  const { user, system } = process.cpuUsage(own);
  const receiverCpu = receiver.cpuSeconds() - receivers;
  await contender.stop();
  log(`${contender.title}: ${done} in ${seconds.toFixed(1)} s, ${(done / seconds).toFixed(0)}/s`);
  return { done, seconds, rate: done / seconds, cpu: (user + system) / 1e6, receiverCpu };
}

/** Throws unless exactly `count` deliveries are done, with one attempt each and no job left. */
export async function checkDone(client: pg.Client, count: number): Promise<void> {
  const [state] = (await client.query('SELECT delivered, attempts, jobs FROM bench.state')).rows;
  if (state.delivered !== count || state.attempts !== count || state.jobs !== 0)
    throw new Error(`${count} deliveries are not done once each: ${JSON.stringify(state)}`);
}

/** Changes to time, one after the other: the number of deliveries that each leads to, and the shortest pause (ms) before it. */
export interface Changes {
  statement: string;
  deliveries: number;
  times: number;
  gap: number;
  /** False to let the contender find the changes by itself. */
  nudge?: boolean;
}

/**
 * Milliseconds from the commit of each change until its delivery has arrived or, if it has several, until their attempts are in the
 * table.
 */
export async function time(
  client: pg.Client,
  receiver: Receiver,
  contender: Contender,
  { statement, deliveries, times, gap, nudge = true }: Changes,
): Promise<number[]> {
  const took: number[] = [];
  await contender.start();
  while (took.length < times) {
    await delay(gap + Math.random() * gap);
    const { rows } = await client.query('SELECT time_ordered_uuid() AS last');
    const { arrived } = await receiver.expect(deliveries);
    await client.query(statement);
    const committed = performance.now();
    if (nudge) contender.nudge();
    await arrived;
    for (let recorded = 0; deliveries > 1 && recorded < deliveries; ) {
      const text = 'SELECT count(*)::int AS n FROM webhook_attempt WHERE event_id > $1';
      recorded = (await client.query({ name: 'recorded', text, values: [rows[0].last] })).rows[0].n;
    }
    took.push(performance.now() - committed);
  }
  await contender.stop();
  return took;
}
