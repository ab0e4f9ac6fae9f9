import { LRUCache } from 'lru-cache';
import { UnavailableError } from '../../errors.ts';
import { Shares } from '../tenancy/fair-shares.ts';

/** The part of the connections that writes may take, because each may wait for a lock. */
const WRITES = 0.8;
/** The most statements of one company that wait for a connection. */
const MOST_WAITING = 1_000;
/** A write that has queued this long is refused if its company hit a lock meanwhile: it may be the same lock. */
const LATE_MS = 1_000;
/** Companies whose last lock is remembered. */
const MOST_LOCKED_OUT = 1_000;

/** Shares connections out among companies: a read may take any of them, a write those that writes may take. */
export class Admission {
  readonly #all: Shares;
  readonly #writes: Shares;
  /** When a write of a company last gave up waiting for a lock. */
  readonly #lockedOut = new LRUCache<string, number>({ max: MOST_LOCKED_OUT });

  constructor(connections: number) {
    this.#all = new Shares(connections, MOST_WAITING);
    this.#writes = new Shares(Math.ceil(connections * WRITES), MOST_WAITING);
  }

  /** Calls `start`, now or once a connection is free for the company, or `refuse` with an UnavailableError. */
  enter(company: string, isWrite: boolean, start: () => void, refuse: (error: unknown) => void): void {
    const since = isWrite ? performance.now() : 0;
    const admit = (): void => {
      try {
        if (isWrite && this.#isLate(company, since))
          throw new UnavailableError(
            'OVERLOADED',
            'Changes of this company are waiting for locks. Try again in a second.',
          );
        this.#all.enter(company, start);
      } catch (error) {
        if (isWrite) this.#writes.leave(company);
        refuse(error);
      }
    };
    try {
      if (isWrite) this.#writes.enter(company, admit);
      else admit();
    } catch (error) {
      refuse(error);
    }
  }

  #isLate(company: string, since: number): boolean {
    return performance.now() - since > LATE_MS && (this.#lockedOut.get(company) ?? 0) >= since;
  }

  /** Gives the connection of a statement back, to the next one that waits. */
  leave(company: string, isWrite: boolean, failure?: unknown): void {
    if (isWrite && failure instanceof UnavailableError && failure.code === 'RECORD_LOCKED')
      this.#lockedOut.set(company, performance.now());
    this.#all.leave(company);
    if (isWrite) this.#writes.leave(company);
  }

  /** How long a statement of a company will wait, in milliseconds. */
  wait(company: string): number {
    return this.#all.wait(company);
  }

  /** How many statements wait. */
  get waiting(): number {
    return this.#all.waiting + this.#writes.waiting;
  }
}
