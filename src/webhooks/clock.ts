import type { Claim } from './message.ts';
import type { Log } from './shared.ts';

const OFF_MS = 30_000;

/**
 * The time of the database (epoch milliseconds): read with the claim, and counted on since. Other clocks may be wrong, and receivers refuse
 * a message whose timestamp is minutes off.
 */
export const databaseNow = ({ clock }: Pick<Claim, 'clock'>): number => clock + performance.now();

/** Returns a function that looks at a claim, and logs when the clock of this process leaves that of the database and when it is back. */
export function watchClock(log: Log): (claim: Claim) => void {
  let off = false;
  return (claim) => {
    const ahead = Date.now() - databaseNow(claim);
    if (Math.abs(ahead) > OFF_MS === off) return;
    off = !off;
    const seconds = Math.round(ahead / 1000);
    if (off) log.warn({ seconds }, 'the clock differs from that of the database, which webhooks go by');
    else log.info({ seconds }, 'the clock agrees with that of the database again');
  };
}
