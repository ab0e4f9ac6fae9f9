/*
 * While several companies are active, turns of 1 ms go round their lines, one piece of work each; otherwise a turn has
 * 10 ms. ARCHITECTURE.md explains it. Beside 16 clients with documents of 40 lists or updates of 300 records, the
 * gateway works for 2 to 9 ms while a look-up is answered, and for 15 to 75 without it.
 */

/** The sender of requests without an accepted token. */
export const NOBODY = 'nobody';

/** Budget of one turn of the event loop, in milliseconds: while one company is active, and while several are. */
const TURN_MS = 10;
const SHARED_TURN_MS = 1;
/** How long several companies count as active after a request from another company than the one before. */
const ACTIVE_MS = 1_000;

let began = 0;
let latest: string | undefined;
/** When a request last came from another company than the one before. */
let mixedAt = Number.NEGATIVE_INFINITY;

/**
 * The work that waits, by company: first the last of `due`, and after it the first of `late`. To shift a long array
 * copies it each time. The first company has the next turn. One without work has had some done in this turn.
 */
const lines = new Map<string, Record<'due' | 'late', (() => void)[]>>();

export const areSeveralCompaniesActive = (now = performance.now()): boolean => now - mixedAt <= ACTIVE_MS;

/**
 * Whether the budget of this turn is spent, so that what comes next should go through `yieldTurn`. True also if the
 * loop has turned meanwhile: to notice each turn costs more than an occasional unneeded yield.
 */
export function mustYield(): boolean {
  const now = performance.now();
  return now - began > (areSeveralCompaniesActive(now) ? SHARED_TURN_MS : TURN_MS);
}

/** Resolves in a later turn, after all work of the company that waits already. Companies have turns in rotation. */
export const yieldTurn = (company: string): Promise<void> =>
  new Promise((resolve) => {
    lineOf(company).late.push(resolve);
  });

/**
 * Resolves when it is the turn of what has arrived, a request or the rows of a statement. Undefined if it is at once:
 * only while several companies are active, one that has work waiting, or had some done in this turn, waits.
 */
export function enterTurn(company: string): Promise<void> | undefined {
  if (!areSeveralCompaniesActive()) return undefined;
  if (lines.has(company)) return yieldTurn(company);
  lineOf(company);
  return undefined;
}

export function noteRequest(company: string): void {
  // Otherwise anybody without a token could have a company wait.
  if (company === NOBODY || company === latest) return;
  if (latest !== undefined) mixedAt = performance.now();
  latest = company;
}

function lineOf(company: string) {
  if (lines.size === 0) setImmediate(beginTurn);
  const line = lines.get(company) ?? { due: [], late: [] };
  lines.set(company, line);
  return line;
}

function beginTurn(): void {
  began = performance.now();
  doNext();
}

function doNext(): void {
  for (const [company, line] of lines) {
    if (line.due.length === 0) [line.due, line.late] = [line.late.reverse(), line.due];
    line.due.pop()?.();
    lines.delete(company);
    // Behind the others.
    if (line.due.length + line.late.length > 0) lines.set(company, line);
    break;
  }
  // After the work and all that awaits it, which the turn counts, too.
  if (lines.size > 0) queueMicrotask(() => process.nextTick(goOn));
}

function goOn(): void {
  if (mustYield()) setImmediate(beginTurn);
  else doNext();
}

/** What `mapInTurns` begins between two looks at the clock. */
const PART = 100;

/** Does work of a company on a list, which may be long, in parts of a size and in as many turns as that needs. */
export async function partsInTurns<Item>(
  company: string,
  items: Item[],
  size: number,
  work: (part: Item[], start: number) => void,
): Promise<void> {
  if (items.length <= size) return work(items, 0);
  for (let start = 0; start < items.length; start += size) {
    if (mustYield()) await yieldTurn(company);
    work(items.slice(start, start + size), start);
  }
}

/** Maps each item of a list, which may be long, in as many turns as that needs, and awaits the results together. */
export async function mapInTurns<Item, Result>(
  company: string,
  items: Item[],
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Promise<Result[]>[] = [];
  await partsInTurns(company, items, PART, (part) => {
    const mapped = Promise.all(part.map(map));
    // Nothing awaits this promise before the last part has begun, and its rejection must not count as unhandled.
    mapped.catch(() => {});
    results.push(mapped);
  });
  return (await Promise.all(results)).flat();
}
