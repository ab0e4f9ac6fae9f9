import type { TankRowFragment } from './gql/graphql';

/** How soon a tank is empty: one scale for the list, the meter, the map and the counts. */
export type Urgency = 'unknown' | 'now' | 'soon' | 'later';

/** Tanks that are empty within these days are marked. */
export const URGENT_DAYS = 3;
const SOON_DAYS = 7;

/** What was never measured, such as a new tank, has 0 days: it is unknown, not empty. */
export const isUnknown = ({ fillPercentage, daysToEmpty }: TankRowFragment): boolean =>
  fillPercentage === null && daysToEmpty === 0;

export function urgencyOf(tank: TankRowFragment): Urgency {
  if (isUnknown(tank)) return 'unknown';
  if (tank.daysToEmpty <= URGENT_DAYS) return 'now';
  return tank.daysToEmpty <= SOON_DAYS ? 'soon' : 'later';
}

export const daysOf = ({ daysToEmpty: days }: TankRowFragment): string => `${days} ${days === 1 ? 'day' : 'days'}`;

const DAY_MS = 86_400_000;
/** A monitor that has sent nothing for so long is broken, or has no signal: the level may be another one by now. */
const SILENT_DAYS = 2;

/** How old the last reading is, and whether that is too old. */
export function readingAge(
  { lastReadingDate }: TankRowFragment,
  now = Date.now(),
): { text: string; isSilent: boolean } {
  if (!lastReadingDate) return { text: 'never read', isSilent: true };
  const hours = (now - Date.parse(lastReadingDate)) / 3_600_000;
  const text =
    hours < 1
      ? 'just read'
      : hours < 48
        ? `read ${Math.round(hours)} h ago`
        : `read ${Math.round(hours / 24)} days ago`;
  return { text, isSilent: hours * 3_600_000 > SILENT_DAYS * DAY_MS };
}

/** What fits into the tank, in its own unit. */
export function roomOf({ availableCapacity, tankSize, metadata }: TankRowFragment): string {
  if (tankSize === 0) return '';
  const unit = typeof metadata.unit === 'string' ? ` ${metadata.unit}` : '';
  return `${Math.floor(Number(availableCapacity)).toLocaleString()}${unit}`;
}
