import type { TankRowFragment } from './gql/graphql';

/** How soon a tank is empty: one scale for the list, the meter, the map and the counts. */
export type Urgency = 'unknown' | 'now' | 'soon' | 'later';

/** Tanks that are empty within these days are marked. */
export const URGENT_DAYS = 3;
const SOON_DAYS = 7;

export function urgencyOf(tank: TankRowFragment): Urgency {
  if (!tank.daysToEmptyIsKnown) return 'unknown';
  if (tank.daysToEmpty <= URGENT_DAYS) return 'now';
  return tank.daysToEmpty <= SOON_DAYS ? 'soon' : 'later';
}

/** In how many days the tank is empty, in words. */
export function daysOf({ daysToEmpty: days, daysToEmptyIsKnown }: TankRowFragment): string {
  if (!daysToEmptyIsKnown) return 'unknown';
  return days <= 0 ? 'now' : `${days} ${days === 1 ? 'day' : 'days'}`;
}

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
export function roomOf({ availableCapacity, availableCapacityIsKnown, metadata }: TankRowFragment): string {
  if (!availableCapacityIsKnown) return '';
  const unit = typeof metadata.unit === 'string' ? ` ${metadata.unit}` : '';
  return `${Math.floor(Number(availableCapacity)).toLocaleString()}${unit}`;
}
