import { randomUUID } from 'node:crypto';
import { claim, release } from './claim.ts';
import { roomBeside } from './in-flight.ts';
import { bodyOf, type Claim, headersOf } from './message.ts';
import type { Result } from './record.ts';
import type { Sender } from './request.ts';
import { retryDelay } from './schedule.ts';
import { POLL_MS, RETRY_MS, type Shared } from './shared.ts';

/** Sends a claimed delivery and classifies the response: 410 ends it, other failures follow the retry table. Never rejects. */
export async function attempt(sender: Sender, claimed: Claim): Promise<Result> {
  const body = bodyOf(claimed);
  const answer = await sender.post(claimed.url, headersOf(claimed, body, Date.now()), body);
  const retryInMs = answer.status === 410 ? undefined : retryDelay(claimed.round, answer, Math.random());
  const verdict = answer.error === undefined ? 'delivered' : retryInMs === undefined ? 'dead' : 'pending';
  return { claim: claimed, answer, verdict, retryInMs: retryInMs ?? 0 };
}

/** Claims due deliveries and sends them until the stop, and passes each result to `record`. */
export async function keepSending(shared: Shared, sender: Sender, record: (result: Result) => void): Promise<void> {
  const { pool, log, inFlight, stop, due } = shared;

  const send = async (claimed: Claim): Promise<void> => {
    const result = await attempt(sender, claimed);
    // A stop gives back claims without a result; the result would come too late.
    if (inFlight.has(claimed)) record(result);
  };

  while (!stop.aborted) {
    const { room, busy } = roomBeside(inFlight, Date.now());
    let claimed: Claim[] = [];
    try {
      if (room > 0) claimed = await claim(pool, room, randomUUID(), busy);
    } catch (err) {
      log.error({ err }, 'could not claim due webhooks; trying again in 1 s');
      if (!stop.aborted) await due.wait(RETRY_MS);
      continue;
    }
    if (stop.aborted) {
      // If this fails, they are due again when the lease ends.
      if (claimed.length > 0) await release(pool, claimed).catch(() => {});
      return;
    }
    for (const one of claimed) {
      inFlight.set(one, Date.now());
      void send(one);
    }
    if (room === 0 || claimed.length < room) await due.wait(POLL_MS);
  }
}
