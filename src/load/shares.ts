import { LRUCache } from 'lru-cache';
import { tooManyWaiting, UnavailableError } from '../base/errors.ts';
import { areSeveralCompaniesActive } from './event-loop.ts';

/*
 * This folder holds what matters only under load or abuse: shares of connections and requests between companies
 * (shares.ts, by a clock that stops while the database does), turns of the event loop (event-loop.ts),
 * the budget of a request (request-budget.ts), turns of senders for unknown tokens and new documents (turns.ts), and
 * limits of clients that read slowly (slow-readers.ts), and turns of WebSockets that send much (socket-reads.ts).
 * Without them, everything is served as long as nobody asks for too much.
 */

/** A share may hold four times the slots that it leaves free: alone four in five, and a newcomer finds one at once. */
const GREED = 4;

export interface Clock {
  now(): number;
}

interface Waiting {
  start: () => void;
  since: number;
}

/**
 * Divides slots, such as connections, among shares, such as companies. A share alone gets four in five, and all of up
 * to four slots. As soon as another one comes, it finds a free slot, and what the first gives back goes to both in
 * turn: while requests of both wait, 400 of company A and ten of B, each has as many slots, and B waits for its own
 * alone. (Dynamic thresholds, after Choudhury and Hahne, 1998.)
 */
export class Shares {
  #free: number;
  readonly #mostWaiting: number;
  readonly #clock: Clock;
  readonly #mostHeld: () => number;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Map<string, Waiting[]>();

  /** `mostHeld` bounds the slots of each share, and `mostWaiting` its queue: with 0, a full share refuses. */
  constructor(slots: number, mostWaiting = 0, clock: Clock = performance, mostHeld = () => slots) {
    this.#free = slots;
    this.#mostHeld = mostHeld;
    this.#mostWaiting = mostWaiting;
    this.#clock = clock;
  }

  /** How long the first of a share has waited, in ms. */
  wait(share: string): number {
    const [first] = this.#waiting.get(share) ?? [];
    return first === undefined ? 0 : this.#clock.now() - first.since;
  }

  held(share: string): number {
    return this.#held.get(share) ?? 0;
  }

  get waiting(): number {
    let count = 0;
    for (const queue of this.#waiting.values()) count += queue.length;
    return count;
  }

  /** Takes a slot and calls `start`, now or in turn. Throws UnavailableError when the queue of the share is full. */
  enter(share: string, start = (): void => {}): void {
    const queue = this.#waiting.get(share) ?? [];
    if (queue.length === 0 && this.#mayEnter(share)) {
      this.#take(share);
      start();
      return;
    }
    if (queue.length >= this.#mostWaiting) throw tooManyWaiting();
    queue.push({ start, since: this.#clock.now() });
    this.#waiting.set(share, queue);
  }

  /** Gives a slot back, for the share whose turn it is. */
  leave(share: string): void {
    const left = (this.#held.get(share) ?? 0) - 1;
    if (left > 0) this.#held.set(share, left);
    else this.#held.delete(share);
    this.#free += 1;
    for (const [next, queue] of this.#waiting) {
      if (this.#free === 0) break;
      if (!this.#mayEnter(next)) continue;
      const first = queue.shift();
      // Behind the others, whose turn comes first.
      this.#waiting.delete(next);
      if (queue.length > 0) this.#waiting.set(next, queue);
      this.#take(next);
      first?.start();
    }
  }

  #mayEnter(share: string): boolean {
    return this.held(share) < Math.min(GREED * this.#free, this.#mostHeld());
  }

  #take(share: string): void {
    this.#free -= 1;
    this.#held.set(share, (this.#held.get(share) ?? 0) + 1);
  }
}

/** The most requests of a company that are executed at once while several companies are active. */
const MOST_AT_ONCE = 24;
/** In milliseconds. A request that has waited this long starts: those before it may wait for a lock. */
const LONGEST_MS = 1_000;

/**
 * Bounds the requests that are executed or wait, by `slots`. While several companies are active, 24 of each are
 * executed at once, and its others wait, for a second at most. Half of the requests of ten clients beside 400 of
 * another company are answered within 17 ms. Without it, within 40, and that one is served twice as often.
 */
export class Requests {
  readonly #slots: Shares;
  readonly #atOnce = new Shares(Number.POSITIVE_INFINITY);
  /** What starts the requests that wait, by company, the first one first. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(slots: number) {
    this.#slots = new Shares(slots);
  }

  /** Throws UnavailableError if the company has too many. Call `end` after the execution, and `leave` once. */
  enter(company: string): { started: Promise<void> | undefined; end: () => void; leave: () => void } {
    this.#slots.enter(company);
    let [isStarted, isOver] = [false, false];
    const start = (): void => {
      isStarted = !isOver;
      if (isStarted) this.#atOnce.enter(company);
    };
    const end = (): void => {
      if (isStarted && !isOver) this.#atOnce.leave(company);
      isOver = true;
      for (const begin of this.#waiting.get(company) ?? []) {
        if (!this.#mayStart(company)) break;
        begin();
      }
    };
    if (this.#mayStart(company)) start();
    const waiting = isStarted ? undefined : this.#wait(company, start);
    const leave = (): void => {
      this.#slots.leave(company);
      end();
      waiting?.begin();
    };
    return { started: waiting?.started, end, leave };
  }

  #mayStart(company: string): boolean {
    return this.#atOnce.held(company) < MOST_AT_ONCE || !areSeveralCompaniesActive();
  }

  #wait(company: string, start: () => void) {
    const waiting = this.#waiting.get(company) ?? new Set();
    this.#waiting.set(company, waiting);
    let resolve = start;
    const started = new Promise<void>((resolved) => (resolve = resolved));
    const begin = (): void => {
      if (!waiting.delete(begin)) return;
      clearTimeout(late);
      if (waiting.size === 0) this.#waiting.delete(company);
      start();
      resolve();
    };
    const late = setTimeout(begin, LONGEST_MS);
    waiting.add(begin);
    return { started, begin };
  }
}

/** The beginning of a silence counts: statements may be slow, and end one after the other. */
const SILENCE_MS = 100;
/** The rest of a longer pause counts as waiting: then requests are refused. */
const LONGEST_PAUSE_MS = 2_500;

/**
 * A clock that stands still while the database ends no statement, as in a checkpoint, a failover, or behind the lock of
 * a table. By this clock, what waits long is in a standing queue, which only refusals make shorter; after a pause, all
 * that waits is served at once. (The distinction is that of CoDel: Nichols and Jacobson, 2012.) Without it, a pause of
 * two seconds refuses a tenth of the requests. It stops 100 ms after a statement last ended while others are under way,
 * and for at most 2.5 s of each pause.
 */
class ServiceClock implements Clock {
  #underWay = 0;
  /** When a statement last ended, or the first of those under way began. */
  #since = 0;
  #paused = 0;

  now(): number {
    const now = performance.now();
    return now - this.#paused - this.#pause(now);
  }

  begin(): void {
    if (this.#underWay === 0) this.#since = performance.now();
    this.#underWay += 1;
  }

  end(): void {
    const now = performance.now();
    this.#paused += this.#pause(now);
    this.#since = now;
    this.#underWay -= 1;
  }

  #pause(now: number): number {
    const silence = this.#underWay === 0 ? 0 : now - this.#since;
    return Math.min(Math.max(silence - SILENCE_MS, 0), LONGEST_PAUSE_MS);
  }
}

/** The part of the connections that writes may take, because each may wait for a lock. */
const WRITES = 0.8;
/** The most connections that reads of a company hold: with all, it had the processors of the database, too. */
const mostReads = (connections: number): number =>
  areSeveralCompaniesActive() ? Math.max(connections / 4, 2) : connections;
/** The most statements of one company that wait for a connection. */
const MOST_WAITING = 1_000;
/** A write that has queued this long is refused if its company hit a lock meanwhile: it may be the same lock. */
const LATE_MS = 1_000;
/** Companies whose last lock is remembered. */
const MOST_LOCKED_OUT = 1_000;

/**
 * Shares connections out among companies. A statement takes a slot among reads, which may have all connections, or
 * among writes, which may have four in five together, and then one among all. While several companies are active, the
 * reads of each have at most a quarter, but two at least.
 */
export class Admission {
  readonly clock = new ServiceClock();
  readonly #connections: number;
  readonly #all: Shares;
  readonly #reads: Shares;
  readonly #writes: Shares;
  /** When a write of a company last gave up waiting for a lock. */
  readonly #lockedOut = new LRUCache<string, number>({ max: MOST_LOCKED_OUT });

  constructor(connections: number) {
    this.#connections = connections;
    this.#all = new Shares(connections, MOST_WAITING, this.clock);
    this.#reads = new Shares(connections, MOST_WAITING, this.clock, () => mostReads(connections));
    this.#writes = new Shares(Math.ceil(connections * WRITES), MOST_WAITING, this.clock);
  }

  /** Calls `start`, now or once a connection is free for the company, or `refuse` with an UnavailableError. */
  enter(company: string, isWrite: boolean, start: () => void, refuse: (error: unknown) => void): void {
    const since = isWrite ? this.clock.now() : 0;
    const admit = (): void => {
      try {
        if (isWrite && this.#isLate(company, since))
          throw new UnavailableError(
            'OVERLOADED',
            'Changes of this company are waiting for locks. Try again in a second.',
          );
        this.#all.enter(company, () => {
          this.clock.begin();
          start();
        });
      } catch (error) {
        this.#own(isWrite).leave(company);
        refuse(error);
      }
    };
    try {
      this.#own(isWrite).enter(company, admit);
    } catch (error) {
      refuse(error);
    }
  }

  readonly #own = (isWrite: boolean): Shares => (isWrite ? this.#writes : this.#reads);

  #isLate(company: string, since: number): boolean {
    return this.clock.now() - since > LATE_MS && (this.#lockedOut.get(company) ?? 0) >= since;
  }

  leave(company: string, isWrite: boolean, failure?: unknown): void {
    if (isWrite && failure instanceof UnavailableError && failure.code === 'RECORD_LOCKED')
      this.#lockedOut.set(company, this.clock.now());
    this.clock.end();
    this.#all.leave(company);
    this.#own(isWrite).leave(company);
  }

  /**
   * How long a statement of a company has waited for all connections, in milliseconds: reads that have a quarter of
   * them may wait four times as long. Pauses of the database and the queue of writes do not count. A request is refused
   * at its start if this or `Batching.waited` is more than 200 ms (prisma/client.ts).
   */
  wait(company: string): number {
    const part = mostReads(this.#connections) / this.#connections;
    return Math.max(this.#all.wait(company), this.#reads.wait(company) * part);
  }

  get waiting(): number {
    return this.#all.waiting + this.#reads.waiting + this.#writes.waiting;
  }
}
