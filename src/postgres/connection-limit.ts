import pg from 'pg';
import type { Log } from '../base/log.ts';

/*
 * A role or a server may have fewer connections free than a gateway wants: plans with 8 or 20, or a rolling deploy. The
 * pools of a process then share what there is, and leave one for the next process: a pool that may open no more uses
 * those that it has, and one without any gets that of another.
 */

/** SQLSTATE: the role or the server has no connection left. */
const TOO_MANY = '53300';
/** How often a pool without a connection asks again. */
const RETRY_MS = 100;
/** How long the pools do with fewer connections after the database has refused one. */
const RAISE_MS = 10_000;
/** How long a request waits for the first connection of a pool, if the pool has no limit for connecting. */
const PATIENCE_MS = 5_000;

type Connected = Parameters<pg.Pool['connect']>[0];

/** Whether the server refused a connection since it has none left. It is up. */
export const isRefused = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === TOO_MANY;

/** The pools of a process to one database. */
export class ConnectionLimit {
  readonly #pools = new Set<SharingPool>();
  readonly #log: Log | undefined;
  /** Pools without a connection that wait for one, which others then leave them. */
  readonly waiting = new Set<SharingPool>();
  /** The most connections of all pools together, of which the database may refuse some at present. */
  #allowed = Number.POSITIVE_INFINITY;
  #most = Number.POSITIVE_INFINITY;
  #lastShed = Number.NEGATIVE_INFINITY;
  #isReported = false;

  constructor(log?: Log) {
    this.#log = log;
  }

  add(pool: SharingPool): void {
    this.#pools.add(pool);
  }

  remove(pool: SharingPool): void {
    this.#pools.delete(pool);
    this.waiting.delete(pool);
  }

  /** How many connections the database allows its role, or all. One is left to a process that starts. */
  allow(connections: number): void {
    this.#allowed = Math.max(1, connections - 1);
    this.#most = Math.min(this.#most, this.#allowed);
    if (this.#count(({ options }) => options.max) > this.#allowed) this.#report(this.#allowed);
  }

  get total(): number {
    return this.#count(({ totalCount }) => totalCount);
  }

  isFullFor({ totalCount }: SharingPool): boolean {
    const left = totalCount > 0 ? this.waiting.size : 0;
    return this.total + left >= this.#most;
  }

  /** The database has no connection left: gives one back, and opens no other for a while. */
  refused(): void {
    const has = this.total;
    if (this.#most === this.#allowed)
      setTimeout(() => {
        this.#most = this.#allowed;
      }, RAISE_MS).unref();
    this.#most = Math.max(1, Math.min(this.#most, has - 1));
    if (has > 1) this.makeRoom();
    this.#report(has);
  }

  /** Closes a connection of the pool that has the most beside `asking`, or an idle one. */
  makeRoom(asking?: SharingPool): void {
    const now = performance.now();
    if (now - this.#lastShed < RETRY_MS) return;
    this.#lastShed = now;
    const others = [...this.#pools].filter((pool) => pool !== asking && pool.totalCount > 0);
    const [largest] = others.toSorted((one, other) => other.totalCount - one.totalCount);
    const idle = others.find((pool) => pool.idleCount > 0);
    (largest !== undefined && largest.totalCount > 1 ? largest : idle)?.shed();
  }

  #report(has: number): void {
    if (this.#isReported) return;
    this.#isReported = true;
    this.#log?.warn(
      { has, wanted: this.#count(({ options }) => options.max) },
      'the database gives this process fewer connections than it wants, and all it does shares them; allow the role more, or lower DATABASE_POOL',
    );
  }

  #count(of: (pool: SharingPool) => number): number {
    let sum = 0;
    for (const pool of this.#pools) sum += of(pool);
    return sum;
  }
}

/** A pool that does with fewer connections than it may have while there are no more. */
export class SharingPool extends pg.Pool {
  readonly #slots: ConnectionLimit;
  readonly #makesRoom: boolean;

  /** Without `makesRoom`, it fails at once if it has no connection and gets none. */
  constructor(options: pg.PoolConfig, slots: ConnectionLimit, makesRoom = true) {
    super(options);
    this.#makesRoom = makesRoom;
    this.#slots = slots;
    slots.add(this);
  }

  /** The driver asks this before it opens a connection, also for what has waited. */
  _isFull(): boolean {
    return this.totalCount >= this.options.max || this.#slots.isFullFor(this);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (callback !== undefined) return void this.#connect(callback);
    return new Promise((resolve, reject) => {
      this.#connect((error, client) => (client === undefined ? reject(error) : resolve(client)));
    });
  }

  #connect(callback: Connected, since = performance.now()): void {
    this.#slots.waiting.delete(this);
    // Without a connection, nothing would take what waits from the queue.
    if (this.totalCount === 0 && !this.ending && this._isFull()) return void this.#wait(callback, since, full);
    super.connect((error, client, done) => {
      if (client !== undefined || !isRefused(error) || this.ending) return callback(error, client, done);
      this.#slots.refused();
      this.#wait(callback, since, () => callback(error, client, done));
    });
  }

  /** Waits for one of its own connections, or for one that another pool gives up. */
  #wait(callback: Connected, since: number, fail: (callback: Connected) => void): void {
    const isLate = performance.now() - since > (this.options.connectionTimeoutMillis || PATIENCE_MS);
    if (isLate || (this.totalCount === 0 && !this.#makesRoom)) return void fail(callback);
    if (this.totalCount > 0) return void this.#connect(callback, since);
    this.#slots.waiting.add(this);
    this.#slots.makeRoom(this);
    setTimeout(() => this.#connect(callback, since), RETRY_MS);
  }

  /** Closes one of its connections when it is free. */
  shed(): void {
    super.connect((_error, client, done) => client && done(true));
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | undefined {
    this.#slots.remove(this);
    return callback === undefined ? super.end() : void super.end(callback);
  }
}

/** Fails as the database would. */
const full = (callback: Connected): void => {
  const error = Object.assign(new pg.DatabaseError('too many connections', 0, 'error'), { code: TOO_MANY });
  callback(error, undefined, () => {});
};
