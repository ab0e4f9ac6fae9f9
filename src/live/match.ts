/** The JSON value of a column, or of a part of it. */
export type Json = unknown;

/** A record by its columns, as events have it. */
export type Columns = Readonly<Record<string, Json>>;

/**
 * Objects and lists within lists are compared in pairs. A comparison spends this much on them: one for each pair, and for each part of its
 * item.
 */
const MOST_PAIRED = 100_000;

interface Budget {
  left: number;
}

/** The items of a list: those that are compared by value, and the objects and lists. */
interface Items {
  scalars: Set<Json>;
  others: object[];
}

const known = new WeakMap<readonly Json[], Items>();

const isComposite = (value: Json): value is object => typeof value === 'object' && value !== null;
const isObject = (value: Json): value is Columns => isComposite(value) && !Array.isArray(value);

/** The items of a list of a record, which many filters ask for. */
function itemsOf(list: readonly Json[]): Items {
  let items = known.get(list);
  if (items === undefined) {
    items = { scalars: new Set(list.filter((item) => !isComposite(item))), others: list.filter(isComposite) };
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
 * Whether one JSON value contains another, as PostgreSQL's `@>` has it: an object some of its keys, a list some of its items in any order.
 * A pair of lists that takes too long to compare counts as contained.
 */
export function contains(whole: Json, part: Json, budget: Budget = { left: MOST_PAIRED }): boolean {
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
  return whole === part;
}
