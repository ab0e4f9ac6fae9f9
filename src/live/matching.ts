import type { Rule } from '../prisma/tenancy/rule.ts';
import { type Budget, contains } from './json-contains.ts';
import type { Change, Columns } from './live-change.ts';

export interface Interest {
  resource: string;
  ids?: ReadonlySet<string> | undefined;
  /** Only changes of records that contain this, before or after. */
  filter?: object | undefined;
  /** What the token may see of the resource; undefined for all of the company. */
  rule?: Rule | undefined;
}

/** Whether an interest is for the record in one of its states. A large record counts. */
const fits = (
  { resource, recordId, truncated }: Change,
  interest: Interest,
  record: () => Columns,
  budget: Budget,
): boolean =>
  interest.resource === resource &&
  (interest.ids?.has(recordId) ?? true) &&
  (interest.filter === undefined || truncated || contains(record(), interest.filter, budget));

/** Whether the record matches after the change; undefined if not before either. A spent budget counts as a match. */
export function matches(change: Change, interests: readonly Interest[], budget: Budget): boolean | undefined {
  const { data, was, action } = change;
  if (interests.some((interest) => fits(change, interest, () => data.columns, budget))) return action !== 'deleted';
  if (was === null) return undefined;
  const before = () => ({ ...data.columns, ...was.columns });
  const hasChanged = ({ filter = {} }: Interest): boolean =>
    Object.keys(filter).some((column) => column in was.columns);
  return interests.some((interest) => hasChanged(interest) && fits(change, interest, before, budget))
    ? false
    : undefined;
}

/** What a value takes besides its characters. */
const VALUE_BYTES = 100;

/** Copies interests, whose texts would keep the whole request. Also returns their bytes, roughly. */
export function copyInterests(interests: readonly Interest[]): { own: Interest[]; bytes: number } {
  let bytes = 0;
  const own = interests.map(({ resource, ids, filter, rule }): Interest => {
    const text = JSON.stringify([ids && [...ids], filter]);
    bytes += Buffer.byteLength(text);
    const copy: [string[] | null, object | null] = JSON.parse(text, (_key, value) => {
      bytes += VALUE_BYTES;
      return value;
    });
    return { resource, ids: copy[0] ? new Set(copy[0]) : undefined, filter: copy[1] ?? undefined, rule };
  });
  return { own, bytes };
}
