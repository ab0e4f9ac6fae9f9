import pg from 'pg';
import type { Log } from '../base/log.ts';

/*
 * A role or a server may have fewer connections free than a gateway wants: plans with 8 or 20, or a rolling deploy. The
 * pools of a process then share what there is: a pool that is refused its next connection uses those that it has, and
 * one without any gets that of another. Without it, requests fail that could wait, and health checks and live
 * operations never get a connection beside the pool for requests, which keeps its own.
 */

/** SQLSTATE: the role or the server has no connection left. */
const TOO_MANY = '53300';
/** How often a pool without a connection asks again. */
const RETRY_MS = 100;
/** How long a pool does with the connections that it has before it asks for more. */
const RAISE_MS = 30_000;
/** How long a request waits for the first connection of a pool, if the pool has no limit for connecting. */
const PATIENCE_MS = 5_000;

type Connected = Parameters<pg.Pool['connect']>[0];

/** Whether the server refused a connection since it has none left. It is up. */
export const isRefused = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === TOO_MANY;

/** The pools of a process to one database. */
export class Slots {
  readonly #pools = new Set<SharingPool>();
  readonly #log: Log | undefined;
  #lastShed = Number.NEGATIVE_INFINITY;
  #isShort = false;

  constructor(log?: Log) {
    this.#log = log;
  }

  add(pool: SharingPool): void {
    this.#pools.add(pool);
  }

  remove(pool: SharingPool): void {
    this.#pools.delete(pool);
  }

  /** Closes a connection of another pool: of the one that has the most, or an idle one. */
  makeRoom(asking: SharingPool): void {
    const now = performance.now();
    if (now - this.#lastShed < RETRY_MS) return;
    this.#lastShed = now;
    const others = [...this.#pools].filter((pool) => pool !== asking && pool.totalCount > 0);
    const [largest] = others.toSorted((one, other) => other.totalCount - one.totalCount);
    const idle = others.find((pool) => pool.idleCount > 0);
    (largest !== undefined && largest.totalCount > 1 ? largest : idle)?.shed();
  }

  noteShort(): void {
    if (this.#isShort) return;
    this.#isShort = true;
    const count = (of: (pool: SharingPool) => number) => [...this.#pools].reduce((sum, pool) => sum + of(pool), 0);
    this.#log?.warn(
      { has: count(({ totalCount }) => totalCount), wanted: count(({ wanted }) => wanted) },
      'the database gives this process fewer connections than it wants, and all it does shares them; allow the role more, or lower DATABASE_POOL',
    );
  }

  noteRaised(): void {
    if ([...this.#pools].some((pool) => pool.isLimited)) return;
    this.#isShort = false;
  }
}

/** A pool that does with fewer connections than it wants while the database refuses more. */
export class SharingPool extends pg.Pool {
  /** How many connections it may open when there are enough. */
  readonly wanted: number;
  readonly #slots: Slots;
  readonly #makesRoom: boolean;
  #raise: NodeJS.Timeout | undefined;

  /** Without `makesRoom`, it fails at once if it has no connection and the database refuses one. */
  constructor(options: pg.PoolConfig, slots: Slots, makesRoom = true) {
    super(options);
    this.#makesRoom = makesRoom;
    this.wanted = this.options.max;
    this.#slots = slots;
    slots.add(this);
  }

  get isLimited(): boolean {
    return this.options.max < this.wanted;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (callback !== undefined) return void this.#connect(callback);
    return new Promise((resolve, reject) => {
      this.#connect((error, client) => (client === undefined ? reject(error) : resolve(client)));
    });
  }

  #connect(callback: Connected, since?: number): void {
    super.connect((error, client, done) => {
      if (client !== undefined || !isRefused(error) || this.ending) return callback(error, client, done);
      const now = performance.now();
      const began = since ?? now;
      if (now - began > (this.options.connectionTimeoutMillis || PATIENCE_MS)) return callback(error, client, done);
      this.#slots.noteShort();
      if (this.totalCount > 0) {
        this.#limit(this.totalCount);
        this.#connect(callback, began);
      } else if (!this.#makesRoom) callback(error, client, done);
      else {
        this.#slots.makeRoom(this);
        setTimeout(() => this.#connect(callback, began), RETRY_MS);
      }
    });
  }

  /** Closes one of its connections when it is free, and opens no other instead. */
  shed(): void {
    this.#limit(Math.max(1, this.totalCount - 1));
    super.connect((_error, client, done) => client && done(true));
  }

  #limit(most: number): void {
    this.options.max = Math.min(this.options.max, most);
    this.#raise ??= setTimeout(() => {
      this.#raise = undefined;
      this.options.max = this.wanted;
      this.#slots.noteRaised();
    }, RAISE_MS).unref();
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | undefined {
    clearTimeout(this.#raise);
    this.#slots.remove(this);
    return callback === undefined ? super.end() : void super.end(callback);
  }
}
