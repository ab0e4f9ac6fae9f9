import { isDouble, JsonNumber } from '../exact-json.ts';

/** The JSON value of a column, or of a part of it. */
type Json = unknown;

/**
 * What comparisons may still cost. Objects and lists within lists are compared in pairs, each of which costs one, and
 * one more for each part of its item.
 */
export interface Budget {
  left: number;
}

/** Some 20 ms. */
export const MOST_PAIRED = 1_000_000;

/** The items of a list: those that are compared by value, and the objects and lists. */
interface Items {
  scalars: Set<Json>;
  others: object[];
}

const known = new WeakMap<readonly Json[], Items>();

const isComposite = (value: Json): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof JsonNumber);
const isObject = (value: Json): value is Readonly<Record<string, Json>> => isComposite(value) && !Array.isArray(value);

/** A number that a filter can have is compared as that. */
const comparable = (value: Json): Json =>
  value instanceof JsonNumber && isDouble(value.text) ? value.valueOf() : value;

/** The items of a list of a record, which many filters ask for. */
function itemsOf(list: readonly Json[]): Items {
  let items = known.get(list);
  if (items === undefined) {
    const scalars = list.filter((item) => !isComposite(item)).map(comparable);
    items = { scalars: new Set(scalars), others: list.filter(isComposite) };
    known.set(list, items);
  }
  return items;
}

function listHas({ scalars, others }: Items, item: Json, budget: Budget): boolean {
  if (!isComposite(item)) return scalars.has(item);
  const cost = 1 + Object.keys(item).length;
  return others.some((candidate) => {
    budget.left -= cost;
    return budget.left < 0 || contains(candidate, item, budget);
  });
}

/**
 * Whether one JSON value contains another, as PostgreSQL's `@>` has it: an object some of its keys, a list some of its
 * items in any order. Lists that are compared when the budget is spent count as contained.
 */
export function contains(whole: Json, part: Json, budget: Budget): boolean {
  if (Array.isArray(part)) {
    if (!Array.isArray(whole)) return false;
    const items = itemsOf(whole);
    return part.every((item) => listHas(items, item, budget));
  }
  if (isObject(part))
    return (
      isObject(whole) &&
      Object.entries(part).every(([key, value]) => Object.hasOwn(whole, key) && contains(whole[key], value, budget))
    );
  return comparable(whole) === part;
}
