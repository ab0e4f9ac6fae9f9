import { graphql } from './gql';
import type { StopFragment } from './gql/graphql';
import { dayOf } from './new-task';

/** A task as a stop of a driver's day, with all that is needed on the way. */
export const Stop = graphql(`
  fragment Stop on Task {
    id
    taskNumber
    title
    description
    priority
    statusId
    dueDate
    scheduledStart
    scheduledEnd
    estimatedHours
    completedAt
    assigneeId
    location
    geoLat
    geoLon
    entityData
    taskData
    checklist
    entity {
      __typename
      ... on Tank {
        id
        name
        productName
        locationName
        tankAddress
        note
        fillPercentage
      }
    }
    version
  }
`);

/** The tank of a stop, as far as it can be read. */
export const tankOf = ({ entity }: StopFragment) => (entity?.__typename === 'Tank' ? entity : undefined);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** What is brought: the tank is newer than the copy that the task has of it. */
export const productOf = (stop: StopFragment): string | undefined =>
  tankOf(stop)?.productName ?? textOf(stop.entityData?.product);

export const placeOf = (stop: StopFragment): string =>
  [tankOf(stop)?.tankAddress, stop.location ?? tankOf(stop)?.locationName].filter(Boolean).join(', ');

/** Where it is, in degrees. */
export function pointOf({ geoLat, geoLon }: StopFragment): { latitude: number; longitude: number } | undefined {
  if (!geoLat || !geoLon) return undefined;
  const [latitude, longitude] = [Number(geoLat), Number(geoLon)];
  return Number.isFinite(latitude + longitude) ? { latitude, longitude } : undefined;
}

/** Whether it is to be done by the end of a day, such as 2026-01-31. What was planned before and is not done is. */
export const isBy = (day: string, { scheduledStart }: StopFragment): boolean =>
  Boolean(scheduledStart && dayOf(new Date(scheduledStart)) <= day);

export const timeOf = (time: string): string => new Date(time).toLocaleTimeString(undefined, { timeStyle: 'short' });
