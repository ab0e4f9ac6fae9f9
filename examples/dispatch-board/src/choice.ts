import type { TankFilter } from './gql/graphql';

/** Which tanks the user has chosen. Undefined: any. */
export interface Choice {
  search?: string | undefined;
  status?: string | undefined;
  /** Empty within so many days. */
  days?: number | undefined;
  /** Whether the level is known. */
  isKnown?: boolean | undefined;
}

/** The filter of the gateway for a choice. */
export const filterOf = ({ search, status, days, isKnown }: Choice): TankFilter => ({
  ...(search && { search }),
  ...(status && { status: { equals: status } }),
  ...(days && { daysToEmpty: { lte: days } }),
  ...(isKnown !== undefined && { fillPercentage: isKnown ? { not: { equals: null } } : { equals: null } }),
});
