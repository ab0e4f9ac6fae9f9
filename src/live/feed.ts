import type pg from 'pg';
import { UnavailableError } from '../base/errors.ts';
import { every } from '../base/every.ts';
import type { Log } from '../base/log.ts';
import { Wakeup } from '../base/wakeup.ts';
import { keepOpening } from '../changes/outbox.ts';
import { BATCH, removeAll } from '../changes/retention.ts';
import { endPool, openBeside, type Pool } from '../postgres/pool.ts';
import { toFailure } from '../postgres/sqlstate.ts';
import { BackpressurePauses } from './backpressure-pause.ts';
import { READ_BATCH, readChanges } from './changes-in-order.ts';
import { follow } from './listener.ts';
import type { Interest } from './matching.ts';
import { Resumption } from './resume.ts';
import { Stream } from './stream.ts';
import { Comparison } from './visibility.ts';
import { changeOf, FORGET, idsOf, renewLeases, settleWatches, type Watch, Watches } from './watch.ts';

// A NOTIFY of writers would commit their transactions one after the other. Opening the outbox notifies, so this process
// opens it this often, and listens.
const POLL_MS = 50;
/** How often leases are renewed and old changes removed in the time that changes are kept. */
const RENEWALS = 5;
const CONNECTIONS = {
  max: 3,
  allowExitOnIdle: true,
  connectionTimeoutMillis: 5_000,
  query_timeout: 15_000,
  idleTimeoutMillis: 10_000,
};

const TIMEOUT = { statement_timeout: '10000' };

/**
 * The changes that the live operations of this process get. Without any, it only removes old changes. Each change has a
 * position, a number that grows; a cursor is one. A gap says that changes up to a position may be missing.
 *
 * 1. A stream joins the watches of its resources. A watch is a row that makes the database record the changes of a
 *    resource of a company. Its lease ends it five minutes after its last stream. It is settled once the transactions
 *    that began before it, and recorded nothing for it, have ended (watch.ts).
 * 2. It begins with a gap, after which its client reads the records; or, with a position of its own, with what it has
 *    missed since, up to where the others are (resume.ts).
 * 3. At a notice, or each second, `#read` reads the next 50 changes after `#last`, and offers them to the streams of
 *    their watches.
 * 4. A stream gets another gap if a watch took long to settle, if its lease ended, or if changes after `#last` were
 *    removed.
 * 5. If the database has gone back to a state before `#last`, all streams begin again with a gap, in the same turn of
 *    the event loop: none comes or catches up in between.
 * 6. After each megabyte the feed pauses for clients that read; a stream with too much waiting ends with OVERLOADED.
 */
export class Feed {
  /** Reports a commit of this process: what waits in the outbox is opened soon. */
  readonly nudge: () => void;
  readonly #opensOutbox: boolean;
  readonly #pool: pg.Pool;
  readonly #following: pg.Pool;
  readonly #log: Log;
  readonly #renewMs: number;
  readonly #leaseMs: number;
  readonly #watches: Watches;
  readonly #streams = new Set<Stream>();
  /** There may be changes, and some in the outbox. */
  readonly #noticed = new Wakeup();
  readonly #written = new Wakeup();
  #running: Promise<void> | undefined;
  readonly #forgetting: Promise<void>;
  readonly #stop = new AbortController();
  /** Up to here, all streams have been offered what there is. */
  #last: number | undefined;
  readonly #reached = (): number => this.#last ?? 0;
  readonly #resumption: Resumption;
  readonly #comparison = new Comparison();
  readonly #pauses = new BackpressurePauses();

  /**
   * `nudge` makes the deliverer of this process open the outbox. Without a deliverer, the feed opens it. A client that
   * returns within `leaseMs` misses nothing.
   */
  constructor(pool: Pool, log: Log, nudge?: () => void, leaseMs = 300_000) {
    this.#pool = openBeside(pool, CONNECTIONS, TIMEOUT);
    this.#following = openBeside(pool, { ...CONNECTIONS, max: 1 }, TIMEOUT);
    this.#log = log;
    this.nudge = nudge ?? this.#written.signal;
    this.#opensOutbox = nudge === undefined;
    this.#renewMs = leaseMs / RENEWALS;
    this.#leaseMs = leaseMs + this.#renewMs;
    this.#watches = new Watches(this.#leaseMs);
    this.#resumption = new Resumption(this.#pool, this.#reached);
    const stop = this.#stop.signal;
    const failures = { log, what: 'remove old changes of live operations' };
    const settings = { stop, now: false, failures };
    this.#forgetting = every(this.#renewMs, () => removeAll(this.#pool, stop, FORGET, [leaseMs], BATCH), settings);
  }

  get streams(): number {
    return this.#streams.size;
  }

  /**
   * Opens a stream of a company's changes. After the position `since` nothing is missing, or an item is a gap; without
   * a position the first is. Throws UnavailableError if the database cannot be reached, or at a stop.
   */
  async open(company: string, interests: readonly Interest[], since?: number): Promise<Stream> {
    if (this.#stop.signal.aborted)
      throw new UnavailableError('UNAVAILABLE', 'The gateway is stopping. Open the stream again.');
    const resources = new Set(interests.map(({ resource }) => resource));
    const stream: Stream = new Stream(company, interests, this.#reached, () => this.#leave(stream));
    this.#streams.add(stream);
    const watches = this.#watches.join(stream, company, resources);
    try {
      for (const watch of watches) await this.#begin(watch);
    } catch (error) {
      stream.end();
      // Nothing follows the changes that come now.
      if (this.#running === undefined && this.#streams.size === 0) this.#last = undefined;
      throw toFailure(error);
    }
    // The position of a new watch may not be reached yet.
    if (since === undefined) stream.begin(Math.max(this.#reached(), ...watches.map(({ at }) => at)));
    else this.#resumption.start(stream, watches, since);
    this.#running ??= this.#run();
    return stream;
  }

  end(company: string, error: unknown): void {
    for (const stream of this.#streams) if (stream.company === company) stream.end(error);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    for (const stream of this.#streams) stream.end();
    const ended = Promise.all([this.#running, this.#resumption.running, this.#forgetting]);
    await Promise.all([endPool(this.#pool, ended), endPool(this.#following, ended)]);
  }

  #leave(stream: Stream): void {
    this.#streams.delete(stream);
    this.#watches.leave(stream);
    if (this.#streams.size === 0) this.#noticed.signal();
  }

  async #begin(watch: Watch): Promise<void> {
    await this.#watches.begin(this.#pool, watch);
    this.#last ??= watch.at;
  }

  async #run(): Promise<void> {
    const ended = new AbortController();
    if (this.#opensOutbox)
      void keepOpening({ pool: this.#pool, log: this.#log, stop: ended.signal, written: this.#written });
    void every(POLL_MS, async () => this.nudge(), { stop: ended.signal });
    await follow(this.#following, this.#log, this.#noticed, {
      isNeeded: () => this.#streams.size > 0,
      renew: (client) => this.#renew(client),
      read: (client) => this.#read(client),
      renewMs: this.#renewMs,
    });
    ended.abort();
    this.#written.signal();
    this.#running = this.#streams.size > 0 ? this.#run() : undefined;
    if (this.#running === undefined) this.#last = undefined;
  }

  /** Gives the streams of the watches a gap, from whose position on none of their changes is missing. */
  #skip(watches: readonly Watch[]): void {
    const positions = new Map<Stream, number>();
    for (const { streams, at } of watches)
      for (const stream of streams) positions.set(stream, Math.max(positions.get(stream) ?? this.#reached(), at));
    for (const [stream, position] of positions) stream.skip(position);
  }

  /** Renews the watches, and begins those again that lack changes. */
  async #renew(client: pg.ClientBase): Promise<void> {
    await this.#beginAgain(await renewLeases(client, this.#watches.active, this.#leaseMs, this.#reached()));
  }

  async #beginAgain(lost: readonly Watch[]): Promise<void> {
    const begun: Watch[] = [];
    try {
      for (const watch of lost) {
        watch.begun = undefined;
        await this.#begin(watch);
        begun.push(watch);
      }
    } finally {
      // If one fails, the next renewal finds only the others lost.
      this.#skip(begun);
    }
  }

  /** Begins all streams again at what can be read: the database has gone back to an earlier state. */
  #startOver(position: number): void {
    this.#last = position;
    this.#comparison.end();
    for (const watch of this.#watches.active) watch.at = Math.min(watch.at, position);
    // One that is being opened begins once more, or resumes, before its client gets anything.
    for (const stream of this.#streams) stream.begin(position);
  }

  /** Reads and offers the next changes. Returns whether there may be more. */
  async #read(client: pg.ClientBase): Promise<boolean> {
    this.#skip(await settleWatches(client, this.#watches.active));
    const { begun } = this.#watches;
    const isStale = (): boolean => begun !== this.#watches.begun;
    const after = this.#reached();
    const watches = this.#watches.active;
    const reading = await readChanges(client, idsOf(watches), { after });
    // What was read lacks the changes of a watch that has begun since. It is read again from where this ends.
    if (isStale()) return true;
    if (!reading.isKnown(after)) {
      this.#startOver(reading.top);
      return true;
    }
    // Leases end early when the database's clock leaps. Changes since then are not recorded.
    const lapsed = watches.filter(({ id = '' }) => reading.lapsed.includes(id));
    if (lapsed.length > 0) {
      await this.#beginAgain(lapsed);
      return true;
    }
    const passed = watches.filter(({ id = '', at }) => (reading.passed[id] ?? 0) > at);
    for (const watch of passed) watch.at = reading.passed[watch.id ?? ''] ?? watch.at;
    this.#skip(passed);
    const byId = new Map(watches.map((watch) => [watch.id, watch]));
    for (const change of reading.changes) {
      const watch = byId.get(change.watchId);
      if (watch === undefined) continue;
      const item = changeOf(change, watch);
      const views = await this.#comparison.of(item, watch.streams);
      if (isStale()) return true;
      for (const [stream, view] of views) if (view !== undefined) stream.offer(view);
      this.#last = item.position;
      this.#comparison.end();
      await this.#pauses.after(item.bytes, this.#streams);
      if (isStale()) return true;
    }
    const isFull = reading.changes.length === READ_BATCH;
    this.#last = isFull ? (reading.changes.at(-1)?.position ?? after) : Math.max(after, reading.top);
    return isFull;
  }
}
