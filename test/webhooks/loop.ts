import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { onTestFinished } from 'vitest';
import { claim } from '../../src/webhooks/claim.ts';
import { Lanes } from '../../src/webhooks/lanes.ts';
import { type Delivery, startDelivery } from '../../src/webhooks/loop.ts';
import type { Claim } from '../../src/webhooks/message.ts';
import { openOutbox } from '../../src/webhooks/outbox.ts';
import { type Result, record } from '../../src/webhooks/record.ts';
import { createSender, type Sender } from '../../src/webhooks/request.ts';
import { attempt } from '../../src/webhooks/send.ts';
import type { Log } from '../../src/webhooks/shared.ts';
import { cipher } from '../cipher.ts';
import { Inbox } from './inbox.ts';

export const settings = { allowCidrs: ['127.0.0.0/8'], keepDays: 14, mostWaiting: 1_000_000 };
export const quiet: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** A log and the lines written to it. */
export function openLog(): { log: Log; lines: Inbox<[object, string]> } {
  const lines = new Inbox<[object, string]>();
  const write = (fields: object, message: string) => lines.push([fields, message]);
  return { log: { info: write, warn: write, error: write }, lines };
}

/** Opens a sender for one test. It may send to this machine. */
export function openSender(): Sender {
  const sender = createSender(settings.allowCidrs, quiet);
  onTestFinished(() => sender.close());
  return sender;
}

/** Starts delivery for one test. */
export function startLoop(pool: pg.Pool, log = quiet, sender?: Sender, by = cipher, given = {}): Delivery {
  const delivery = startDelivery(pool, by, { ...settings, ...given }, log, sender);
  onTestFinished(() => delivery.stop());
  return delivery;
}

/** Claims what is due, as a process that has just looked at the queue. */
export async function claimDue(pool: pg.Pool, room: number, by: string, busy?: Map<string, number>): Promise<Claim[]> {
  const lanes = new Lanes();
  await lanes.refresh(pool);
  return claim(pool, lanes.all, room, by, busy);
}

/** Delivers everything due, one wave after another, and returns the number of attempts. Nothing runs afterwards. */
export async function deliverDue(pool: pg.Pool, sender: Sender, by = cipher, log = quiet): Promise<number> {
  while ((await openOutbox(pool)).opened > 0);
  const claimed = await claimDue(pool, 512, randomUUID());
  if (claimed.length === 0) return 0;
  await record(pool, await Promise.all(claimed.map((one) => attempt(sender, by, one, log))));
  return claimed.length + (await deliverDue(pool, sender, by, log));
}

/** A lease token for each digit. */
export const token = (digit: number): string => `00000000-0000-0000-0000-00000000000${digit}`;

/** A result for what was claimed: by default a failure that ends the delivery. */
export const resultOf = (claimed: Claim, verdict: Result['verdict'] = 'dead', status = 500): Result => ({
  claim: claimed,
  verdict,
  retryInMs: 0,
  answer: {
    startedAt: new Date(),
    durationMs: 1,
    status,
    error: verdict === 'delivered' ? undefined : `HTTP ${status}`,
    head: '',
    overloaded: false,
    retryAfterMs: undefined,
  },
});
