/** Budget of one turn of the event loop, in milliseconds. */
const TURN_MS = 10;

let began = 0;
/** What waits: first the last of `due`, and after it the first of `late`. To shift a long array copies it each time. */
let due: (() => void)[] = [];
let late: (() => void)[] = [];
const isAnyWaiting = (): boolean => due.length + late.length > 0;

/**
 * Whether the budget of this turn is spent, so that what comes next should go through `yieldTurn`. True also if the
 * loop has turned meanwhile: to notice each turn costs more than an occasional unneeded yield.
 */
export const mustYield = (): boolean => performance.now() - began > TURN_MS;

/** Does work in a later turn, after all that waits already. Work that waits together shares turns. */
export function yieldTurn(): Promise<void>;
export function yieldTurn<Result>(work: () => Result | Promise<Result>): Promise<Result>;
export function yieldTurn(work: () => unknown = () => {}): Promise<unknown> {
  if (!isAnyWaiting()) setImmediate(doWaiting);
  return new Promise((resolve, reject) => {
    late.push(() => {
      try {
        resolve(work());
      } catch (error) {
        reject(error);
      }
    });
  });
}

/** What `mapInTurns` begins between two looks at the clock. */
const PART = 100;

/** Does work on a list, which may be long, in parts of a size and in as many turns as that needs. */
export async function partsInTurns<Item>(
  items: Item[],
  size: number,
  work: (part: Item[], start: number) => void,
): Promise<void> {
  if (items.length <= size) return work(items, 0);
  for (let start = 0; start < items.length; start += size) {
    const part = items.slice(start, start + size);
    if (mustYield()) await yieldTurn(() => work(part, start));
    else work(part, start);
  }
}

/** Maps each item of a list, which may be long, in as many turns as that needs, and awaits the results together. */
export async function mapInTurns<Item, Result>(items: Item[], map: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Promise<Result[]>[] = [];
  await partsInTurns(items, PART, (part) => {
    const mapped = Promise.all(part.map(map));
    // Nothing awaits this promise before the last part has begun, and its rejection must not count as unhandled.
    mapped.catch(() => {});
    results.push(mapped);
  });
  return (await Promise.all(results)).flat();
}

function doWaiting(): void {
  began = performance.now();
  do {
    if (due.length === 0) [due, late] = [late.reverse(), due];
    due.pop()?.();
  } while (isAnyWaiting() && !mustYield());
  if (isAnyWaiting()) setImmediate(doWaiting);
}
