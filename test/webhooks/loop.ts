import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { onTestFinished } from 'vitest';
import { attempt } from '../../src/webhooks/attempt.ts';
import { claim } from '../../src/webhooks/claim.ts';
import { type Delivery, type Log, startDelivery } from '../../src/webhooks/loop.ts';
import type { Claim } from '../../src/webhooks/message.ts';
import { openOutbox } from '../../src/webhooks/outbox.ts';
import { createSender, type Sender } from '../../src/webhooks/request.ts';
import { finish, type Result } from '../../src/webhooks/results.ts';

export const settings = { allowCidrs: ['127.0.0.0/8'], keepDeliveredDays: 7, keepDeadDays: 30 };
export const quiet: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** A sender for the length of a test, which may reach this machine. */
export function openSender(): Sender {
  const sender = createSender(settings.allowCidrs);
  onTestFinished(() => sender.close());
  return sender;
}

/** A delivery loop for the length of a test. */
export function startLoop(pool: pg.Pool, log = quiet): Delivery {
  const delivery = startDelivery(pool, settings, log);
  onTestFinished(() => delivery.stop());
  return delivery;
}

/** Delivers whatever is due now, one wave after another, and returns how many attempts were made. Nothing runs afterwards. */
export async function deliverDue(pool: pg.Pool, sender: Sender): Promise<number> {
  while ((await openOutbox(pool)) > 0);
  const claimed = await claim(pool, 512, randomUUID());
  if (claimed.length === 0) return 0;
  await finish(pool, await Promise.all(claimed.map((one) => attempt(sender, one))));
  return claimed.length + (await deliverDue(pool, sender));
}

/** A lease's token for each number. */
export const token = (number: number): string => `00000000-0000-0000-0000-00000000000${number}`;

/** That an attempt at what was claimed failed, for good unless said otherwise. */
export const failureOf = (claimed: Claim, result: Partial<Result> = {}): Result => ({
  claim: claimed,
  verdict: 'dead',
  retryInMs: 0,
  startedAt: new Date(),
  durationMs: 1,
  status: 500,
  error: 'HTTP 500',
  head: '',
  ...result,
});
