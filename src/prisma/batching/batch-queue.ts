import type { Clock } from '../../load/service-clock.ts';
import type { Tenant } from '../tenancy/tenant.ts';

/** A statement that takes longer than this many milliseconds, such as one that waits for a lock, holds up no other. */
const STALLED_MS = 50;
/** The most requests of one statement. */
const MOST_REQUESTS = 100;

/** What the statements of one name may be. */
export interface Limits {
  /** The most keys of one statement. */
  readonly keys: number;
  /** The most statements under way at once. One would leave the database idle in turn; more make smaller batches. */
  readonly statements: number;
}

/** The result of an entry that its shared statement has left out. It goes alone. */
export const LEFT_OUT = Symbol('left out');

/** How the items of a name are sent. */
export interface BatchLoader<Item = unknown, Result = unknown> {
  alone(tenant: Tenant, item: Item): Promise<Result>;
  /** Sends them in one statement, and returns their results in the same order. Some may come later. */
  together(tenant: Tenant, items: Item[]): Promise<(Result | typeof LEFT_OUT | Promise<Result | typeof LEFT_OUT>)[]>;
}

/** One thing that a request loads. */
export interface BatchEntry {
  tenant: Tenant;
  key: string;
  item: unknown;
  loader: BatchLoader;
  since: number;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** What a statement under way was sent for. */
export interface Sent {
  entries: BatchEntry[];
  since: number;
  /** Whether it holds up its keys no longer. */
  isPassed: boolean;
}

/** What has been asked for under one name, and the statements of the name under way. */
export class Queue {
  readonly company: string;
  readonly name: string;
  /** Whether two entries of one key stay apart: they never share a statement, and the second waits for the first. */
  readonly isExclusive: boolean;
  readonly #limits: Limits;
  readonly #clock: Clock;
  readonly #underWay = new Set<Sent>();
  #waiting: BatchEntry[] = [];
  /** What waits for each key that is under way, if the queue is exclusive. */
  readonly #parked = new Map<string, BatchEntry[]>();
  #isAnyParked = false;
  /** Since when the statements under way have been at their limit while something waits. */
  #fullSince: number | undefined;
  #retry: NodeJS.Timeout | undefined;
  /** Whether it is to be sent at the end of this poll phase. */
  isDue = false;

  constructor(company: string, name: string, isExclusive: boolean, limits: Limits, clock: Clock) {
    this.company = company;
    this.name = name;
    this.isExclusive = isExclusive;
    this.#limits = limits;
    this.#clock = clock;
  }

  /** How many entries wait for a statement. */
  get length(): number {
    return this.#waiting.length;
  }

  /** How long (ms) the first entry has waited for the statements under way, without the wait for its own start. */
  waited(now: number): number {
    const [first] = this.#waiting;
    return first === undefined || this.#fullSince === undefined ? 0 : now - Math.max(first.since, this.#fullSince);
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0 && this.#underWay.size === 0;
  }

  add(entry: BatchEntry): void {
    this.#waiting.push(entry);
  }

  /** Takes what the next statement is for; undefined if nothing can be sent now. */
  take(now: number): Sent | undefined {
    if (this.#countUnstalled(now) >= this.#limits.statements) {
      this.#fullSince ??= now;
      return undefined;
    }
    const entries = this.#nextEntries();
    if (this.#waiting.length === 0) this.#fullSince = undefined;
    if (entries.length === 0) return undefined;
    const sent = { entries, since: now, isPassed: false };
    this.#underWay.add(sent);
    return sent;
  }

  /** How many statements under way hold up others. Stalled ones hold up nothing any longer. */
  #countUnstalled(now: number): number {
    let count = 0;
    for (const sent of this.#underWay) {
      if (now - sent.since < STALLED_MS) count += 1;
      else this.#pass(sent);
    }
    return count;
  }

  /** The entries of one statement. Drops those whose requests have ended, and parks those whose key is under way. */
  #nextEntries(): BatchEntry[] {
    const entries: BatchEntry[] = [];
    const [requests, keys] = [new Set<unknown>(), new Set<string>()];
    let index = 0;
    for (const entry of this.#waiting) {
      if (keys.size >= this.#limits.keys || requests.size >= MOST_REQUESTS) break;
      index += 1;
      const { budget } = entry.tenant;
      if (budget?.mayGoOn() === false) entry.reject(budget.reason);
      else if (!this.#park(entry)) {
        if (this.isExclusive) this.#parked.set(entry.key, []);
        entries.push(entry);
        requests.add(budget ?? entry);
        keys.add(entry.key);
      }
    }
    this.#waiting = this.#waiting.slice(index);
    return entries;
  }

  /** Parks an entry behind the statement of its key, if there is one. */
  #park(entry: BatchEntry): boolean {
    const parked = this.#parked.get(entry.key);
    if (parked === undefined) return false;
    parked.push(entry);
    this.#isAnyParked = true;
    return true;
  }

  /** Forgets a statement that has ended. */
  settle(sent: Sent): void {
    this.#underWay.delete(sent);
    this.#pass(sent);
    if (!this.isIdle) return;
    clearTimeout(this.#retry);
    this.#retry = undefined;
  }

  /** Calls `send` again once the statements under way have taken too long for what waits. */
  retry(send: () => void): void {
    if (this.#waiting.length === 0 && !this.#isAnyParked) return;
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined;
      send();
    }, STALLED_MS);
  }

  /** What is parked behind the keys of a statement waits for one of its own. */
  #pass(sent: Sent): void {
    if (sent.isPassed) return;
    sent.isPassed = true;
    if (!this.isExclusive) return;
    const now = this.#clock.now();
    const passed = sent.entries.flatMap(({ key }) => this.#parked.get(key) ?? []);
    for (const { key } of sent.entries) this.#parked.delete(key);
    // Before those that have come later.
    this.#waiting = [...passed.map((entry) => ({ ...entry, since: now })), ...this.#waiting];
    if (this.#parked.size === 0) this.#isAnyParked = false;
  }
}

/** Sends what is asked in a statement of its own, for its own request. */
export const loadAlone = ({ tenant, item, loader, resolve, reject }: BatchEntry): Promise<void> =>
  loader.alone(tenant, item).then(resolve, reject);

/** The entries that share a statement when requests share none: one change, or all that a request reads. */
export function individually({ isExclusive }: Queue, entries: BatchEntry[]): Iterable<BatchEntry[]> {
  const groups = new Map<unknown, BatchEntry[]>();
  for (const entry of entries) {
    const requester = isExclusive ? entry : (entry.tenant.budget ?? entry);
    const group = groups.get(requester);
    if (group === undefined) groups.set(requester, [entry]);
    else group.push(entry);
  }
  return groups.values();
}
