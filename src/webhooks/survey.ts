import { setTimeout as delay } from 'node:timers/promises';
import { putOff } from './order.ts';
import { POLL_MS, RETRY_MS, type Shared } from './shared.ts';

/** Keeps the lanes until the stop: after each ring of `queued`, and at least every 200 ms unless that takes too long. */
export async function keepLanes({ pool, log, lanes, stop, queued, due }: Shared): Promise<void> {
  while (!stop.aborted) {
    try {
      if (await lanes.refresh(pool)) due.ring();
      await putOff(pool, lanes.takeOrdered());
    } catch (err) {
      log.error({ err }, 'could not read the queue of webhooks; trying again in 1 s');
      await queued.wait(RETRY_MS);
      continue;
    }
    if ((await queued.wait(POLL_MS)) && !stop.aborted) await delay(lanes.rest(POLL_MS));
  }
}
