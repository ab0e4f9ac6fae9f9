import type { Log } from '../../base/log.ts';
import type { Claim } from './message.ts';

const MOST_SKEW_MS = 30_000;

/** The database's time (epoch ms), counted on since the claim: receivers refuse a timestamp that is minutes off. */
export const databaseNow = ({ clock }: Pick<Claim, 'clock'>): number => clock + performance.now();

export function watchSkew(log: Log): (claim: Claim) => void {
  let isSkewed = false;
  return (claim) => {
    const ahead = Date.now() - databaseNow(claim);
    if (Math.abs(ahead) > MOST_SKEW_MS === isSkewed) return;
    isSkewed = !isSkewed;
    const seconds = Math.round(ahead / 1000);
    if (isSkewed) log.warn({ seconds }, 'clock skew against the database; webhook timestamps use its clock');
    else log.info({ seconds }, 'no more clock skew against the database');
  };
}
