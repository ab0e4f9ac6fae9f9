import type { StopFragment } from '../gql/graphql';
import { dayOf } from '../new-task';
import { productOf } from '../stop';
import { type Amount, orderedOf } from '../workflow';

/** What a day needs to know of a driver. */
export interface Truck {
  /** How much it holds; 0 if nobody has said. */
  size: number;
  /** When the day begins: 07:00. */
  start: string;
}

const HOUR_MS = 3_600_000;

const hoursOf = ({ estimatedHours }: StopFragment): number => Number(estimatedHours) || 1;

export const isOn = (day: string, { scheduledStart }: StopFragment): boolean =>
  Boolean(scheduledStart && dayOf(new Date(scheduledStart)) === day);

/** A list with one item at another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const [item] = items.slice(from, from + 1);
  return item === undefined ? [...items] : items.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** Stops one after the other from the start of a day, each for its estimated hours. What is done keeps its time. */
export function planned(stops: readonly StopFragment[], day: string, { start }: Truck): StopFragment[] {
  let time = new Date(`${day}T${start}`).getTime();
  return stops.map((stop) => {
    if (stop.completedAt) return stop;
    const scheduledStart = new Date(time).toISOString();
    time += hoursOf(stop) * HOUR_MS;
    return { ...stop, scheduledStart, scheduledEnd: new Date(time).toISOString() };
  });
}

/** The stops of a plan whose times are others than before. */
export function changedOf(before: readonly StopFragment[], plan: readonly StopFragment[]): StopFragment[] {
  const known = new Map(before.map((stop) => [stop.id, stop]));
  return plan.filter(({ id, scheduledStart, scheduledEnd }) => {
    const stop = known.get(id);
    return stop?.scheduledStart !== scheduledStart || stop?.scheduledEnd !== scheduledEnd;
  });
}

/** How much of each product the stops need. */
export function loadOf(stops: readonly StopFragment[]): (Amount & { product: string })[] {
  const sums = new Map<string, Amount & { product: string }>();
  for (const stop of stops) {
    const ordered = orderedOf(stop.taskData);
    if (!ordered) continue;
    const product = productOf(stop) ?? 'other';
    const key = `${product} ${ordered.unit}`;
    const quantity = (sums.get(key)?.quantity ?? 0) + ordered.quantity;
    sums.set(key, { product, unit: ordered.unit, quantity });
  }
  return [...sums.values()];
}

/** The stops before which the truck is loaded again, since it does not hold what they need. */
export function reloadsOf(stops: readonly StopFragment[], { size }: Truck): Set<string> {
  const reloads = new Set<string>();
  if (size === 0) return reloads;
  let loaded = size;
  for (const stop of stops) {
    const quantity = orderedOf(stop.taskData)?.quantity ?? 0;
    if (quantity > loaded) {
      reloads.add(stop.id);
      loaded = size;
    }
    loaded -= quantity;
  }
  return reloads;
}
