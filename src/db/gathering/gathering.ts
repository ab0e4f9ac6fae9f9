import { LRUCache } from 'lru-cache';
import { AnswerTooLargeError, UnavailableError } from '../../errors.ts';
import { partsInTurns } from '../../runtime/event-loop.ts';
import { isRolledBack } from '../connections/sqlstate.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import { type Ask, apart, LEFT_OUT, type Limits, Queue, type Sending, type Sent, sendAlone } from './queue.ts';
import { SharedWork } from './shared-work.ts';

/** What most statements may be. Reads may wait for rows that are not in memory, and do so beside each other. */
const READS: Limits = { keys: 1_000, statements: 4 };
const WRITES: Limits = { keys: 1_000, statements: 2 };
/** The most asks of one name that wait: a document may ask for half as many records. */
const MOST_WAITING = 100_000;
/** After a shared statement has failed, the asks of its name go alone for this long, in milliseconds. */
const ALONE_MS = 1_000;
/** Asks that are answered between two looks at the clock. */
const ANSWERS = 1_000;
/** Names whose failure is remembered. */
const MOST_FAILED = 1_000;

/** Loads what was asked for under the keys with one statement. */
export type Load<Result> = (tenant: Tenant, keys: string[]) => Promise<(key: string) => Result>;

/**
 * Gathers what requests ask the database at the same moment into shared statements (group commit). Asks of one name are
 * sent at the end of the poll phase, in which Node.js reads the requests that have arrived; while as many statements of
 * the name are under way as may be, they wait for one of them. At low load nothing waits; under load the statements
 * grow. A name stands for one kind of result, and only requests of one company meet.
 */
export class Gathering {
  /** By company and by name: those that have asks waiting or under way. */
  readonly #queues = new Map<string, Map<string, Queue>>();
  /** The names that go alone. */
  readonly #failed = new LRUCache<string, true>({ max: MOST_FAILED, ttl: ALONE_MS });
  #due: Queue[] = [];
  /** How many statements requests have shared so far, and the sum of the requests in each. */
  readonly shared = { statements: 0, requests: 0 };

  /** Loads a key with one statement for all keys of the moment under the name, which always has the same `limits`. */
  read<Result>(tenant: Tenant, name: string, key: string, load: Load<Result>, limits = READS): Promise<Result> {
    const sending: Sending<string, Result> = {
      alone: (by, asked) => load(by, [asked]).then((resultOf) => resultOf(asked)),
      together: async (by, keys) => {
        const resultOf = await load(by, [...new Set(keys)]);
        return keys.map(resultOf);
      },
    };
    return this.#ask(tenant, name, key, key, { sending, limits, isExclusive: false });
  }

  /** Sends a change of a record with those of other records. Changes of one record never share a statement. */
  write<Item, Result>(
    tenant: Tenant,
    name: string,
    id: string,
    item: Item,
    sending: Sending<Item, Result>,
  ): Promise<Result> {
    return this.#ask(tenant, name, id, item, { sending, limits: WRITES, isExclusive: true });
  }

  /** How many asks wait. */
  get waiting(): number {
    let count = 0;
    for (const queues of this.#queues.values()) for (const queue of queues.values()) count += queue.length;
    return count;
  }

  /** How long the first ask of a company has waited, in milliseconds. */
  waited({ key }: Tenant): number {
    const now = performance.now();
    let longest = 0;
    for (const queue of this.#queues.get(key)?.values() ?? []) longest = Math.max(longest, queue.waited(now));
    return longest;
  }

  #ask<Item, Result>(
    tenant: Tenant,
    kind: string,
    key: string,
    item: Item,
    { sending, limits, isExclusive }: { sending: Sending<Item, Result>; limits: Limits; isExclusive: boolean },
  ): Promise<Result> {
    const lag = tenant.mayLag ? `~${kind}` : kind;
    // Two rules never share a statement: it is sent for the tenant that asks first.
    const name = tenant.rule === undefined ? lag : `${lag} ${tenant.rule.key}`;
    const queues = this.#queues.get(tenant.key) ?? new Map<string, Queue>();
    const queue = queues.get(name) ?? new Queue(tenant.key, name, isExclusive, limits);
    if (queue.length >= MOST_WAITING)
      return Promise.reject(
        new UnavailableError('OVERLOADED', 'Too many requests are waiting. Try again in a second.'),
      );
    this.#queues.set(tenant.key, queues.set(name, queue));
    return new Promise((resolve, reject) => {
      queue.add({ tenant, key, item, sending, since: performance.now(), resolve, reject });
      this.#schedule(queue);
    });
  }

  #schedule(queue: Queue): void {
    if (queue.isDue) return;
    queue.isDue = true;
    if (this.#due.push(queue) === 1) setImmediate(this.#sendDue);
  }

  readonly #sendDue = (): void => {
    const due = this.#due;
    this.#due = [];
    for (const queue of due) {
      queue.isDue = false;
      const now = performance.now();
      for (let sent = queue.take(now); sent !== undefined; sent = queue.take(now)) this.#send(queue, sent);
      if (queue.isIdle) this.#remove(queue);
      else queue.retry(() => this.#schedule(queue));
    }
  };

  #send(queue: Queue, sent: Sent): void {
    void this.#answer(queue, sent.asks).then(() => {
      queue.settle(sent);
      if (queue.length > 0) this.#schedule(queue);
      else if (queue.isIdle) this.#remove(queue);
    });
  }

  #answer(queue: Queue, asks: Ask[], isApart = false): Promise<unknown> {
    const [first] = asks;
    if (first !== undefined && asks.length === 1) return sendAlone(first);
    if (!isApart && this.#failed.has(keyOf(queue))) return this.#sendApart(queue, asks);
    return this.#sendTogether(queue, asks);
  }

  /** Sends a statement for each change, or for all that a request reads. */
  #sendApart(queue: Queue, asks: Ask[]): Promise<unknown> {
    return Promise.all(Array.from(apart(queue, asks), (group) => this.#answer(queue, group, true)));
  }

  async #sendTogether(queue: Queue, asks: Ask[]): Promise<void> {
    const [first] = asks;
    if (first === undefined) return;
    const shared = workOf(asks, first.tenant.key);
    const tenant = shared === undefined ? first.tenant : first.tenant.during(shared, first.tenant.mayLag);
    if (shared !== undefined) {
      this.shared.statements += 1;
      this.shared.requests += shared.requests;
    }
    try {
      const items = asks.map(({ item }) => item);
      const results = await first.sending.together(tenant, items);
      const unfit = shared?.share(asks, !queue.isExclusive);
      // A document may ask for the same records under many names.
      await partsInTurns(asks, ANSWERS, (part, start) => {
        for (const [place, ask] of part.entries()) {
          const result = unfit?.has(ask) ? LEFT_OUT : results[start + place];
          if (result instanceof Promise) result.then((late) => answer(queue, ask, late), ask.reject);
          else answer(queue, ask, result);
        }
      });
    } catch (error) {
      shared?.release();
      const isTooLarge = error instanceof AnswerTooLargeError && !queue.isExclusive;
      const isOfMany = shared !== undefined || queue.isExclusive;
      if (isOfMany && (isTooLarge || isRolledBack(error))) {
        this.#failed.set(keyOf(queue), true);
        void this.#sendApart(queue, asks);
      } else for (const ask of asks) ask.reject(ask.tenant.work?.reason ?? error);
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

function answer({ isExclusive }: Queue, ask: Ask, result: unknown): void {
  const { work } = ask.tenant;
  if (result === LEFT_OUT) void sendAlone(ask);
  // What is written is written, also for a request that has ended.
  else if (isExclusive || work?.reason === undefined) ask.resolve(result);
  else ask.reject(work.reason);
}

/** The work of all requests that ask; undefined if it is one request. Operator tools have none. */
function workOf(asks: Ask[], company: string): SharedWork | undefined {
  const works = new Set(asks.flatMap(({ tenant: { work } }) => work ?? []));
  return works.size > 1 ? new SharedWork([...works], company) : undefined;
}
