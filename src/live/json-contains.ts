import { isDouble, JsonNumber } from '../exact-json.ts';

type Json = unknown;

/** What comparisons may still cost: a pair of composites within lists costs one, and one for each of its parts. */
export interface Budget {
  left: number;
}

/** Some 20 ms. */
export const MOST_PAIRED = 1_000_000;

interface Items {
  scalars: Set<Json>;
  others: object[];
}

const itemsByList = new WeakMap<readonly Json[], Items>();

const isComposite = (value: Json): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof JsonNumber);
const isObject = (value: Json): value is Readonly<Record<string, Json>> => isComposite(value) && !Array.isArray(value);

const comparable = (value: Json): Json =>
  value instanceof JsonNumber && isDouble(value.text) ? value.valueOf() : value;

function itemsOf(list: readonly Json[]): Items {
  let items = itemsByList.get(list);
  if (items === undefined) {
    const scalars = list.filter((item) => !isComposite(item)).map(comparable);
    items = { scalars: new Set(scalars), others: list.filter(isComposite) };
    itemsByList.set(list, items);
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
