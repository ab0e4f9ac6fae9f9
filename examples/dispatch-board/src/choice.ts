import type { TankFilter, TankRowFragment } from './gql/graphql';
import { OPEN_FILL } from './workflow';

/** Which tanks the user has chosen. Undefined: any. */
export interface Choice {
  search?: string | undefined;
  status?: string | undefined;
  /** Empty within so many days, or nobody knows when. */
  days?: number | 'unknown' | undefined;
  /** Those that jobs fill, and that no open task does. */
  isForgotten?: boolean | undefined;
}

/** The filter of the gateway for a choice. */
export const filterOf = ({ search, status, days, isForgotten }: Choice): TankFilter => ({
  ...(search && { search }),
  ...(status && { status: { equals: status } }),
  ...(days && { daysToEmpty: days === 'unknown' ? { equals: null } : { lte: days } }),
  ...(isForgotten && { includeInJob: { equals: true }, tasks: { none: OPEN_FILL } }),
});

/** Whether a tank that has changed may belong into the list. A text is looked for by the gateway alone. */
export const matches = ({ status, days }: Choice, tank: TankRowFragment): boolean => {
  if (status && tank.status !== status) return false;
  if (!days || days === 'unknown') return !days || !tank.daysToEmptyIsKnown;
  return tank.daysToEmptyIsKnown && tank.daysToEmpty <= days;
};

const SHORTEST = 2;

/** The choice that the address has. */
export function choiceOf(address: URLSearchParams): Choice {
  const search = address.get('search')?.trim() ?? '';
  const days = address.get('days');
  return {
    search: search.length < SHORTEST ? undefined : search,
    status: address.get('status') ?? undefined,
    days: days === 'unknown' ? days : Number(days) || undefined,
    isForgotten: address.get('task') === 'none' || undefined,
  };
}
