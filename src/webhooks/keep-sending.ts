import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '../base/errors.ts';
import { failureLog } from '../base/every.ts';
import type { Log } from '../base/log.ts';
import { POLL_MS, RETRY_MS } from '../changes/outbox.ts';
import { openHeaders } from './management/custom-headers.ts';
import { claim, release } from './queue/claim.ts';
import { roomBeside } from './queue/in-flight.ts';
import type { Result } from './queue/results.ts';
import type { Shared } from './queue/shared-state.ts';
import type { SecretCipher } from './secrets/cipher.ts';
import { databaseNow, watchSkew } from './sending/database-clock.ts';
import { bodyOf, type Claim, headersOf } from './sending/message.ts';
import { type Confidential, redact } from './sending/redact.ts';
import type { DeliveryAnswer, Sender } from './sending/request.ts';
import { retryDelay } from './sending/retry-schedule.ts';

const NO_SECRET =
  'The secret or a custom header cannot be decrypted, and nothing was sent. Set it again, or ask the operator to restore its key in SECRETS_KEY.';

/** The secrets that sign a claim. Throws if the current one cannot be decrypted, and leaves out previous ones. */
function secretsOf(cipher: SecretCipher, { subscriptionId, secrets: [current, ...previous] }: Claim): string[] {
  if (current === undefined) return [];
  const readable = previous.flatMap((stored) => cipher.read(subscriptionId, stored) ?? []);
  return [cipher.decrypt(subscriptionId, current), ...readable];
}

/** Posts a claim. Nothing is sent without its secret and its headers: receivers refuse what has no signature or key. */
async function post(sender: Sender, cipher: SecretCipher, claimed: Claim, log: Log): Promise<DeliveryAnswer> {
  let confidential: Confidential;
  try {
    const headers = openHeaders(cipher, claimed.subscriptionId, claimed.headers);
    confidential = { secrets: secretsOf(cipher, claimed), headers };
  } catch (error) {
    const { subscriptionId: subscription, companyId: company } = claimed;
    const reason = reasonOf(error);
    log.error({ subscription, company, reason }, 'the secret of a webhook cannot be decrypted; nothing is sent to it');
    return { startedAt: new Date(), durationMs: 0, status: undefined, error: NO_SECRET, isUnsent: true };
  }
  const body = bodyOf(claimed);
  const now = () => databaseNow(claimed);
  const hide = (text: string): string => redact(text, confidential);
  // An attempt begins at the time that its headers name (`plainHeaders`).
  const at = now();
  const answer = await sender.post(claimed.url, headersOf(claimed, confidential, body, at), body, now, hide);
  return { ...answer, startedAt: new Date(at) };
}

/** Sends a claim and classifies the response: 410 ends it, other failures follow the retry table. Never rejects. */
export async function attempt(sender: Sender, cipher: SecretCipher, claimed: Claim, log: Log): Promise<Result> {
  const answer = await post(sender, cipher, claimed, log);
  const retryInMs = answer.status === 410 ? undefined : retryDelay(claimed.round, answer, Math.random());
  const verdict = answer.error === undefined ? 'delivered' : retryInMs === undefined ? 'dead' : 'pending';
  return { claim: claimed, answer, verdict, retryInMs: retryInMs ?? 0 };
}

/** Refreshes `due` until the stop: when something was queued, and at least every 200 ms unless that takes too long. */
export async function keepRefreshing({ pool, log, due, stop, queued, claimable }: Shared): Promise<void> {
  const failures = failureLog(log, 'could not read the queue of webhooks; trying again in 1 s');
  while (!stop.aborted) {
    try {
      if (await due.refresh(pool)) claimable.signal();
      failures.end();
    } catch (err) {
      failures.add(err);
      await queued.wait(RETRY_MS);
      continue;
    }
    if ((await queued.wait(POLL_MS)) && !stop.aborted) await delay(due.rest(POLL_MS));
  }
}

/** Claims due deliveries and sends them until the stop, and passes each result to `record`. */
export async function keepSending(
  { pool, log, inFlight, due, outcomes, stop, queued, claimable }: Shared,
  cipher: SecretCipher,
  sender: Sender,
  record: (result: Result) => void,
): Promise<void> {
  const watch = watchSkew(log);

  const send = async (claimed: Claim): Promise<void> => {
    const result = await attempt(sender, cipher, claimed, log);
    // A stop gives back claims without a result; the result would come too late.
    if (!inFlight.has(claimed)) return;
    outcomes[result.verdict] += 1;
    record(result);
  };

  const failures = failureLog(log, 'could not claim due webhooks; trying again in 1 s');
  while (!stop.aborted) {
    const { room, busy } = roomBeside(inFlight, performance.now());
    let claimed: Claim[] = [];
    try {
      if (room > 0) {
        claimed = await claim(pool, due.all, room, randomUUID(), busy);
        failures.end();
      }
    } catch (err) {
      failures.add(err);
      if (!stop.aborted) await claimable.wait(RETRY_MS);
      continue;
    }
    if (stop.aborted) {
      // If this fails, they are due again when the lease ends.
      if (claimed.length > 0) await release(pool, claimed).catch(() => {});
      return;
    }
    if (claimed[0] !== undefined) {
      watch(claimed[0]);
      // A claim changes when its subscription is next due, so the queue is read again.
      queued.signal();
    }
    for (const one of claimed) {
      inFlight.set(one, performance.now());
      void send(one);
    }
    if (room === 0 || claimed.length < room) await claimable.wait(POLL_MS);
  }
}
