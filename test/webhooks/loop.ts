import type pg from 'pg';
import { onTestFinished } from 'vitest';
import { type Delivery, type Log, startDelivery } from '../../src/webhooks/deliver.ts';
import { createSender, type Sender } from '../../src/webhooks/request.ts';

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
