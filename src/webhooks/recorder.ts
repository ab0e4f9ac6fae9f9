import { setTimeout as delay } from 'node:timers/promises';
import { Bell } from './bell.ts';
import { LEASE_MS } from './claim.ts';
import { countQuick } from './in-flight.ts';
import { callNext } from './order.ts';
import { type Health, type Result, record } from './record.ts';
import type { Log, Shared } from './shared.ts';

const BATCH = 250;
/** How long the first result waits for those of deliveries sent with it, so that one statement records them together. */
const GATHER_MS = 3;
const RETRY_MS = 500;

/** Returns a function that takes results and records them in batches. Each batch gathers while the one before is written. */
export function createRecorder({ pool, log, inFlight, lanes, stop, due }: Shared): (result: Result) => void {
  const results: Result[] = [];
  const answered = new Bell();
  let recording = false;

  const gather = async (): Promise<void> => {
    const expected = Math.min(countQuick(inFlight, performance.now()), BATCH);
    const deadline = performance.now() + GATHER_MS;
    for (let left = GATHER_MS; results.length < expected && left > 0; left = deadline - performance.now())
      await answered.wait(left);
  };

  const keepRecording = async (): Promise<void> => {
    recording = true;
    await gather();
    while (results.length > 0) {
      const batch = results.splice(0, BATCH);
      let again: Result[] = [];
      try {
        for (const health of await record(pool, batch)) report(log, health);
        for (const { id, at } of await callNext(pool, batch)) lanes.add([id], at);
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
      due.ring();
    }
    recording = false;
  };

  return (result) => {
    results.push(result);
    answered.ring();
    if (!recording) void keepRecording();
  };
}

function report(log: Log, { subscription, company, state, reason, failures, until, tripped, recovered }: Health): void {
  if (state === 'disabled') log.warn({ subscription, company, reason }, 'webhook subscription disabled');
  else if (tripped)
    log.warn({ subscription, company, failures, until }, 'webhook receiver keeps failing; deliveries to it pause');
  else if (recovered) log.info({ subscription, company }, 'webhook receiver accepts deliveries again');
}
