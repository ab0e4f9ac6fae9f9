import type { Tenant } from '../tenancy/tenant.ts';

/** A statement that takes longer than this many milliseconds, such as one that waits for a lock, holds up no other. */
const STALLED_MS = 50;
const MOST_REQUESTS = 100;

export interface Limits {
  readonly keys: number;
  /** The most statements under way at once. One would leave the database idle in turn; more make smaller batches. */
  readonly statements: number;
}

/** Marks an entry to be sent alone: its record was not written, or its part of the rows has no room in its budget. */
export const SEND_ALONE = Symbol('left out');

export interface BatchLoader<Item = unknown, Result = unknown> {
  alone(tenant: Tenant, item: Item): Promise<Result>;
  /** Sends them in one statement, and returns their results in the same order. */
  together(tenant: Tenant, items: Item[]): Promise<(Result | typeof SEND_ALONE)[]>;
}

export interface BatchEntry {
  tenant: Tenant;
  key: string;
  item: unknown;
  loader: BatchLoader;
  since: number;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

export interface SentBatch {
  entries: BatchEntry[];
  since: number;
}

/**
 * What has been asked for under one name. An entry waits; then it is under way with its statement; then it is answered,
 * goes alone, or is dropped. It also waits while another statement of its key is under way, if the queue is exclusive.
 */
export class Queue {
  readonly company: string;
  readonly name: string;
  /** Whether two entries of one key stay apart: the second waits until the statement of the first ends or stalls. */
  readonly isExclusive: boolean;
  readonly #limits: Limits;
  /** The statements that hold up others: not those that are stalled. */
  readonly #underWay = new Set<SentBatch>();
  /** The keys of these, if the queue is exclusive. */
  readonly #held = new Set<string>();
  #waiting: BatchEntry[] = [];
  #retry: NodeJS.Timeout | undefined;

  constructor(company: string, name: string, isExclusive: boolean, limits: Limits) {
    this.company = company;
    this.name = name;
    this.isExclusive = isExclusive;
    this.#limits = limits;
  }

  get length(): number {
    return this.#waiting.length;
  }

  get #isFull(): boolean {
    return this.#underWay.size >= this.#limits.statements;
  }

  /** How long (ms) the first entry has waited, if it waits for the statements under way. */
  waited(now: number): number {
    const first = this.#isFull ? this.#waiting.find(({ key }) => !this.#held.has(key)) : undefined;
    return first === undefined ? 0 : now - first.since;
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0 && this.#underWay.size === 0;
  }

  add(entry: BatchEntry): void {
    this.#waiting.push(entry);
  }

  /** Takes what the next statement is for; undefined if nothing can be sent now. */
  take(now: number): SentBatch | undefined {
    for (const sent of this.#underWay) if (now - sent.since >= STALLED_MS) this.release(sent);
    if (this.#isFull) return undefined;
    const entries = this.#nextEntries(now);
    if (entries.length === 0) return undefined;
    const sent = { entries, since: now };
    this.#underWay.add(sent);
    return sent;
  }

  /** The entries of one statement. Drops those whose requests have ended. */
  #nextEntries(now: number): BatchEntry[] {
    const entries: BatchEntry[] = [];
    const held: BatchEntry[] = [];
    const [requests, keys] = [new Set<unknown>(), new Set<string>()];
    let index = 0;
    for (const entry of this.#waiting) {
      if (keys.size >= this.#limits.keys || requests.size >= MOST_REQUESTS) break;
      index += 1;
      const { budget } = entry.tenant;
      if (budget?.mayGoOn() === false) entry.reject(budget.reason);
      else if (this.#held.has(entry.key)) {
        // It waits for its key, and not for the statements.
        entry.since = now;
        held.push(entry);
      } else {
        if (this.isExclusive) this.#held.add(entry.key);
        entries.push(entry);
        requests.add(budget ?? entry);
        keys.add(entry.key);
      }
    }
    const rest = this.#waiting.slice(index);
    this.#waiting = held.length > 0 ? held.concat(rest) : rest;
    return entries;
  }

  /** A statement that has ended, or is stalled, holds up nothing any longer. */
  release(sent: SentBatch): void {
    if (!this.#underWay.delete(sent)) return;
    for (const { key } of sent.entries) this.#held.delete(key);
    if (!this.isIdle) return;
    clearTimeout(this.#retry);
    this.#retry = undefined;
  }

  /** Calls `send` again once the statements under way have taken too long for what waits. */
  retry(send: () => void): void {
    if (this.#waiting.length === 0) return;
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined;
      send();
    }, STALLED_MS);
  }
}

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
