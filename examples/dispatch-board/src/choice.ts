import type { TankFilter } from './gql/graphql';

/** Which tanks the user has chosen. Undefined: any. */
export interface Choice {
  search?: string | undefined;
  status?: string | undefined;
  /** Empty within so many days, or nobody knows when. */
  days?: number | 'unknown' | undefined;
}

/** The filter of the gateway for a choice. */
export const filterOf = ({ search, status, days }: Choice): TankFilter => ({
  ...(search && { search }),
  ...(status && { status: { equals: status } }),
  ...(days && { daysToEmpty: days === 'unknown' ? { equals: null } : { lte: days } }),
});
