import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { UnavailableError } from '../base/errors.ts';
import { mustYield, yieldTurn } from '../load/event-loop.ts';
import { toFailure } from '../postgres/sqlstate.ts';
import { READ_BATCH, readChanges, type Stored } from './changes-in-order.ts';
import { type Budget, MOST_PAIRED } from './json-contains.ts';
import type { Stream } from './stream.ts';
import { viewOf } from './visibility.ts';
import { changeOf, idsOf, type Watch } from './watch.ts';

/** How long streams gather that resume together, and the reads in a row that one group gets. */
const GATHER_MS = 20;
const READS = 20;
/** What a stream's filters may cost for all that it has missed: some 2 ms. */
const BUDGET = MOST_PAIRED / 10;

interface Member {
  stream: Stream;
  /** Up to here, it has what it missed. */
  after: number;
  budget: Budget;
}

/** Streams of the same watches: one read serves all that are under way. */
interface Group {
  watches: readonly Watch[];
  underWay: Set<Member>;
  waiting: Set<Member>;
}

/**
 * Gives streams what they have missed, as fast as their clients take it. Those with the same watches that gather
 * together are a group, whose reads of 50 changes begin at the oldest position; later ones wait until it is done. A
 * stream leaves its group when its queue is half full, and joins again when its client has emptied it.
 */
export class Resumption {
  /** Settles when no stream reads what it has missed. One whose client has enough to take may still lack changes. */
  running: Promise<void> | undefined;
  readonly #pool: pg.Pool;
  readonly #reached: () => number;
  readonly #groups = new Map<string, Group>();

  constructor(pool: pg.Pool, reached: () => number) {
    this.#pool = pool;
    this.#reached = reached;
  }

  /** Starts a stream after `since`; with a gap where the others are if changes are gone, or to read them takes long. */
  start(stream: Stream, watches: readonly Watch[], since: number): void {
    const member = { stream, after: since, budget: { left: BUDGET } };
    const join = () => this.#join(member, watches);
    stream.resume(since, join);
    join();
  }

  #join(member: Member, watches: readonly Watch[]): void {
    const key = idsOf(watches).sort().join();
    const group = this.#groups.get(key) ?? { watches, underWay: new Set(), waiting: new Set() };
    this.#groups.set(key, group);
    group.waiting.add(member);
    this.running ??= this.#run();
  }

  async #run(): Promise<void> {
    while (this.#groups.size > 0) {
      await delay(GATHER_MS);
      for (const [key, group] of this.#groups) {
        if (group.underWay.size === 0) [group.underWay, group.waiting] = [group.waiting, group.underWay];
        for (let reads = 0; reads < READS && group.underWay.size > 0; reads++) await this.#advance(group);
        if (group.underWay.size + group.waiting.size === 0) this.#groups.delete(key);
      }
    }
    this.running = undefined;
  }

  async #advance({ watches, underWay }: Group): Promise<void> {
    try {
      await this.#read(watches, underWay);
    } catch (error) {
      const failure = toFailure(error);
      // It would take too long the next time, too.
      const isSlow = failure instanceof UnavailableError && failure.code === 'TIMEOUT';
      for (const { stream } of underWay)
        if (isSlow) stream.skip(this.#reached());
        else if (stream.isResuming) stream.end(failure);
      underWay.clear();
    }
  }

  /** Reads on from the stream that is furthest behind, for all. */
  async #read(watches: readonly Watch[], underWay: Set<Member>): Promise<void> {
    const after = Math.min(...Array.from(underWay, (member) => member.after));
    const upTo = Math.max(after, this.#reached());
    const { changes, since, top, isKnown } = await readChanges(this.#pool, idsOf(watches), { after, upTo });
    for (const member of underWay) {
      const { stream } = member;
      const isMissing = since > member.after || !isKnown(member.after);
      // The others may not have reached the position of a new watch.
      if (isMissing && stream.isResuming) stream.begin(Math.max(this.#reached(), Number.isFinite(since) ? since : top));
      if (!stream.isResuming) underWay.delete(member);
    }
    for (const change of changes) await hand(change, watches, underWay);
    const isFull = changes.length === READ_BATCH;
    const read = isFull ? (changes.at(-1)?.position ?? upTo) : upTo;
    for (const member of underWay) {
      member.after = Math.max(member.after, read);
      if (member.after < this.#reached()) continue;
      // Nothing is awaited between this look and the start: what comes later is offered to the stream.
      underWay.delete(member);
      member.stream.follow();
    }
  }
}

/** Hands a change to the streams that lack it. One whose client has much to take leaves, and joins again. */
async function hand(change: Stored, watches: readonly Watch[], underWay: Set<Member>): Promise<void> {
  const watch = watches.find(({ id }) => id === change.watchId);
  if (watch === undefined) return;
  const missed = changeOf(change, watch);
  for (const member of underWay) {
    if (missed.position <= member.after) continue;
    if (mustYield()) await yieldTurn(member.stream.company);
    const view = viewOf(missed, member.stream.interests, member.budget);
    if (view === undefined || member.stream.miss(view)) continue;
    member.after = missed.position - 1;
    underWay.delete(member);
  }
}
