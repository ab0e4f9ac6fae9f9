import type { Rule } from '../db/tenancy/rule.ts';
import { type Budget, contains } from './contains.ts';
import type { Change, Columns } from './live-change.ts';

/** What a stream wants of a resource. */
export interface Wish {
  resource: string;
  ids?: ReadonlySet<string> | undefined;
  /** Only changes of records that contain this, before or after. */
  filter?: object | undefined;
  /** What the token may see of the resource; undefined for all of the company. */
  rule?: Rule | undefined;
}

/** Whether a wish is for the record in one of its states. A large record is not compared. */
const fits = ({ resource, recordId, truncated }: Change, wish: Wish, record: () => Columns, budget: Budget): boolean =>
  wish.resource === resource &&
  (wish.ids?.has(recordId) ?? true) &&
  (wish.filter === undefined || truncated || contains(record(), wish.filter, budget));

/**
 * Whether the record matches one of the wishes after the change: false if it did before, and undefined if it did not
 * then either. A filter that is compared when the budget is spent counts as matched.
 */
export function matches(change: Change, wishes: readonly Wish[], budget: Budget): boolean | undefined {
  const { data, was, action } = change;
  if (wishes.some((wish) => fits(change, wish, () => data.columns, budget))) return action !== 'deleted';
  if (was === null) return undefined;
  const before = () => ({ ...data.columns, ...was.columns });
  const hasChanged = ({ filter = {} }: Wish): boolean => Object.keys(filter).some((column) => column in was.columns);
  return wishes.some((wish) => hasChanged(wish) && fits(change, wish, before, budget)) ? false : undefined;
}

/** About what an object, a list, a text or another value takes besides its characters. */
const VALUE_BYTES = 100;

/** Copies wishes, so that none of their texts keeps the whole request. Returns also about how much memory they take. */
export function copyWishes(wishes: readonly Wish[]): { own: Wish[]; bytes: number } {
  let bytes = 0;
  const own = wishes.map(({ resource, ids, filter, rule }): Wish => {
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
