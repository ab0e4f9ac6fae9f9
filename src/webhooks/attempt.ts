import { bodyOf, type Claim, headersOf } from './message.ts';
import type { Sender } from './request.ts';
import type { Result } from './results.ts';
import { retryDelay } from './schedule.ts';

/** Sends what was claimed and judges the answer: 410 ends the delivery, and other failures go by the retry table. Never rejects. */
export async function attempt(sender: Sender, claimed: Claim): Promise<Result> {
  const body = bodyOf(claimed);
  const answer = await sender.post(claimed.url, headersOf(claimed, body, Date.now()), body);
  const { startedAt, durationMs, status, error, head } = answer;
  const again = status === 410 ? undefined : retryDelay(claimed.round, answer, Math.random());
  const verdict = error === undefined ? 'delivered' : again === undefined ? 'dead' : 'pending';
  return { claim: claimed, verdict, retryInMs: again ?? 0, startedAt, durationMs, status, error, head };
}
