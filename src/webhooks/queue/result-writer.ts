import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../base/log.ts';
import { databaseNow } from '../sending/database-clock.ts';
import { LEASE_MS } from './claim.ts';
import { type Health, type Result, recordResults } from './results.ts';
import type { Shared } from './shared-state.ts';

const BATCH = 250;
const RETRY_MS = 500;

/** Returns a function that records results in batches. Each gathers while the one before is written. */
export function createResultWriter({ pool, log, inFlight, due, stop, claimable }: Shared): (result: Result) => void {
  const results: Result[] = [];
  let recording = false;

  const keepRecording = async (): Promise<void> => {
    recording = true;
    for (let [first] = results; first !== undefined; [first] = results) {
      const batch = results.splice(0, BATCH);
      let again: Result[] = [];
      try {
        // The next ones of their records are due from the time of the statement on, which is later.
        const since = new Date(databaseNow(first.claim)).toISOString();
        for (const health of await recordResults(pool, batch)) report(log, health);
        due.add(
          batch.filter(({ claim }) => claim.ordered).map(({ claim }) => claim.subscriptionId),
          since,
        );
      } catch (err) {
        // Once its lease has ended, a delivery is sent again anyway.
        const oldest = performance.now() - LEASE_MS;
        again = batch.filter(
          ({ claim }) => (inFlight.get(claim) ?? Number.NEGATIVE_INFINITY) > oldest && !stop.aborted,
        );
        const dropped = batch.length - again.length;
        log.error({ err, results: batch.length, dropped }, 'could not record webhook results; trying again in 0.5 s');
        await delay(RETRY_MS);
        results.unshift(...again);
      }
      for (const result of batch) if (!again.includes(result)) inFlight.delete(result.claim);
      claimable.signal();
    }
    recording = false;
  };

  return (result) => {
    results.push(result);
    if (!recording) void keepRecording();
  };
}

function report(log: Log, { subscription, company, state, reason, failures, until, tripped, recovered }: Health): void {
  if (state === 'disabled') log.warn({ subscription, company, reason }, 'webhook subscription disabled');
  else if (tripped)
    log.warn({ subscription, company, failures, until }, 'webhook receiver keeps failing; deliveries to it pause');
  else if (recovered) log.info({ subscription, company }, 'webhook receiver accepts deliveries again');
}
