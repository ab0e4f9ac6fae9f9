import { LRUCache } from 'lru-cache';
import { AnswerTooLargeError, tooManyWaiting } from '../../base/errors.ts';
import { partsInTurns } from '../../load/event-loop.ts';
import type { Clock } from '../../load/shares.ts';
import { isRolledBack } from '../../postgres/sqlstate.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import {
  type BatchEntry,
  type BatchLoader,
  individually,
  type Limits,
  loadAlone,
  Queue,
  SEND_ALONE,
  type SentBatch,
} from './batch-queue.ts';
import { SharedBudget } from './shared-budget.ts';

/** Limits of most batches. Reads run side by side, since some wait for the disk. */
const READS: Limits = { keys: 1_000, statements: 4 };
const WRITES: Limits = { keys: 1_000, statements: 2 };
/** The most entries of one name that wait: a document may ask for half as many records. */
const MOST_WAITING = 100_000;
/** How long requests share no statement of a name after one has failed, in milliseconds: see `individually`. */
const ALONE_MS = 1_000;
/** Entries that are answered between two looks at the clock. */
const ANSWERS = 1_000;
const MOST_FAILED = 1_000;

export type LoadKeys<Result> = (tenant: Tenant, keys: string[]) => Promise<(key: string) => Result>;

/**
 * Batches the reads and changes that requests start at the same moment into shared statements (group commit). It buys
 * 1.0 to 2.1 times the rate at 32 connections. Without it, each read and each change is a statement of its own.
 *
 * A name stands for one kind of result of one company. Its entries are sent at the end of the poll phase, in which
 * Node.js reads the requests that have arrived. Under load they also wait for a statement of the name to end, and the
 * statements grow: most names have at most four reads or two writes under way, of up to 1,000 keys and 100 requests.
 * A statement of more than 50 ms, such as one that waits for a lock, holds up no other. Requests share only under the
 * same rule of a token, and only if all or none may read a replica. If a shared statement was rolled back, or reads
 * have too many rows for it, each request reads by itself, and each change goes alone. Other failures, such as a time
 * limit, reach all.
 */
export class Batching {
  readonly #clock: Clock;
  /** By company and by name: those that have entries waiting or under way. */
  readonly #queues = new Map<string, Map<string, Queue>>();
  readonly #failed = new LRUCache<string, true>({ max: MOST_FAILED, ttl: ALONE_MS });
  #due = new Set<Queue>();
  readonly shared = { statements: 0, requests: 0 };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Loads a key with one statement for all keys of the moment under the name, which always has the same `limits`. */
  read<Result>(tenant: Tenant, name: string, key: string, load: LoadKeys<Result>, limits = READS): Promise<Result> {
    const loader: BatchLoader<string, Result> = {
      alone: (by, asked) => load(by, [asked]).then((resultOf) => resultOf(asked)),
      together: async (by, keys) => {
        const resultOf = await load(by, [...new Set(keys)]);
        return keys.map(resultOf);
      },
    };
    return this.#enter(tenant, name, key, key, { loader, limits, isExclusive: false });
  }

  /** Sends a change of a record with those of other records. Changes of one record never share a statement. */
  write<Item, Result>(
    tenant: Tenant,
    name: string,
    id: string,
    item: Item,
    loader: BatchLoader<Item, Result>,
  ): Promise<Result> {
    return this.#enter(tenant, name, id, item, { loader, limits: WRITES, isExclusive: true });
  }

  get waiting(): number {
    let count = 0;
    for (const queues of this.#queues.values()) for (const queue of queues.values()) count += queue.length;
    return count;
  }

  /** How long entries of a company have waited behind statements, in milliseconds, without pauses of the database. */
  waited({ key }: Tenant): number {
    const now = this.#clock.now();
    let longest = 0;
    for (const queue of this.#queues.get(key)?.values() ?? []) longest = Math.max(longest, queue.waited(now));
    return longest;
  }

  #enter<Item, Result>(
    tenant: Tenant,
    kind: string,
    key: string,
    item: Item,
    { loader, limits, isExclusive }: { loader: BatchLoader<Item, Result>; limits: Limits; isExclusive: boolean },
  ): Promise<Result> {
    // A statement is sent for the tenant that asks first: all see the same.
    const { mayLag, rule } = tenant;
    const name = mayLag || rule ? `${kind} ${mayLag} ${rule?.key}` : kind;
    const queues = this.#queues.get(tenant.key) ?? new Map<string, Queue>();
    const queue = queues.get(name) ?? new Queue(tenant.key, name, isExclusive, limits);
    if (queue.length >= MOST_WAITING) return Promise.reject(tooManyWaiting());
    this.#queues.set(tenant.key, queues.set(name, queue));
    return new Promise((resolve, reject) => {
      queue.add({ tenant, key, item, loader, since: this.#clock.now(), resolve, reject });
      this.#schedule(queue);
    });
  }

  #schedule(queue: Queue): void {
    if (this.#due.size === 0) setImmediate(this.#sendDue);
    this.#due.add(queue);
  }

  readonly #sendDue = (): void => {
    const due = this.#due;
    this.#due = new Set();
    for (const queue of due) {
      const now = this.#clock.now();
      for (let sent = queue.take(now); sent !== undefined; sent = queue.take(now)) this.#send(queue, sent);
      if (queue.isIdle) this.#remove(queue);
      else queue.retry(() => this.#schedule(queue));
    }
  };

  #send(queue: Queue, sent: SentBatch): void {
    void this.#answer(queue, sent.entries).then(() => {
      queue.release(sent);
      if (queue.length > 0) this.#schedule(queue);
      else if (queue.isIdle) this.#remove(queue);
    });
  }

  #answer(queue: Queue, entries: BatchEntry[], isIndividual = false): Promise<unknown> {
    const [first] = entries;
    if (first !== undefined && entries.length === 1) return loadAlone(first);
    if (!isIndividual && this.#failed.has(keyOf(queue))) return this.#sendIndividually(queue, entries);
    return this.#sendTogether(queue, entries);
  }

  #sendIndividually(queue: Queue, entries: BatchEntry[]): Promise<unknown> {
    return Promise.all(Array.from(individually(queue, entries), (group) => this.#answer(queue, group, true)));
  }

  async #sendTogether(queue: Queue, entries: BatchEntry[]): Promise<void> {
    const [first] = entries;
    if (first === undefined) return;
    const shared = sharedBudgetOf(entries, first.tenant.key);
    const tenant = shared === undefined ? first.tenant : first.tenant.forRequest(shared, first.tenant.mayLag);
    if (shared !== undefined) {
      this.shared.statements += 1;
      this.shared.requests += shared.requests;
    }
    try {
      const items = entries.map(({ item }) => item);
      const results = await first.loader.together(tenant, items);
      const overBudget = shared?.share(entries, !queue.isExclusive);
      // A document may ask for the same records under many names.
      await partsInTurns(queue.company, entries, ANSWERS, (part, start) => {
        for (const [index, entry] of part.entries())
          answer(queue, entry, overBudget?.has(entry) ? SEND_ALONE : results[start + index]);
      });
    } catch (error) {
      shared?.release();
      const isTooLarge = error instanceof AnswerTooLargeError && !queue.isExclusive;
      const isOfMany = shared !== undefined || queue.isExclusive;
      if (isOfMany && (isTooLarge || isRolledBack(error))) {
        this.#failed.set(keyOf(queue), true);
        void this.#sendIndividually(queue, entries);
      } else for (const entry of entries) entry.reject(entry.tenant.budget?.reason ?? error);
    }
  }

  #remove(queue: Queue): void {
    const { company, name } = queue;
    const queues = this.#queues.get(company);
    if (queues?.get(name) === queue) queues.delete(name);
    if (queues?.size === 0) this.#queues.delete(company);
  }
}

const keyOf = ({ company, name }: Queue): string => `${company} ${name}`;

function answer({ isExclusive }: Queue, entry: BatchEntry, result: unknown): void {
  const { budget } = entry.tenant;
  if (result === SEND_ALONE) void loadAlone(entry);
  // What is written is written, also for a request that has ended.
  else if (isExclusive || budget?.reason === undefined) entry.resolve(result);
  else entry.reject(budget.reason);
}

/** The budget of all requests with an entry; undefined if it is one request. Operator tools have none. */
function sharedBudgetOf(entries: BatchEntry[], company: string): SharedBudget | undefined {
  const budgets = new Set(entries.flatMap(({ tenant: { budget } }) => budget ?? []));
  return budgets.size > 1 ? new SharedBudget([...budgets], company) : undefined;
}
