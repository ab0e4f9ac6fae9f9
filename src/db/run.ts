import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { AnswerTooLargeError, UnavailableError } from '../errors.ts';
import type { Control } from './control.ts';
import { isUsableAfter, told } from './failure.ts';
import { createPlanner, type Planning } from './planning.ts';
import type { Shares } from './shares.ts';
import type { Tenant } from './tenant.ts';
import type { UnderWay, Work } from './work.ts';

/** What a statement does. One that writes many records may also return so many that they are more than an answer may have. */
export type Access = 'read' | 'write' | 'write many';

/**
 * Runs one statement for a tenant and returns its rows. Rejects with InvalidRequestError for data that PostgreSQL cannot store or
 * compare, with UnavailableError when the statement cannot run now, and with the error that ended the request's work.
 */
export type Run = <Result extends object>(
  tenant: Tenant,
  access: Access,
  text: string,
  values: unknown[],
  planning?: Planning,
) => Promise<Result[]>;

/** What statements run on. */
export interface Connections {
  pool: pg.Pool;
  /** Shares out the connections. */
  shares: Shares;
  /** Shares out those that writes may take, which are fewer because each may wait for a lock. */
  writes: Shares;
  cancel: Control['cancel'];
  /** Takes the failures of a database that is away. */
  lost: (cause: unknown) => void;
}

/** A write that has waited for its turn as long does not begin if one before it found its record locked: it may wait for the same lock. */
const LATE_MS = 1_000;
/** Companies whose last lock is remembered. */
const LOCKED_OUT = 1_000;

/** Runs statements on connections that are shared out among companies. */
export function createRun({ pool, shares, writes, cancel, lost }: Connections): Run {
  const { types = pg.types } = pool.options;
  const configOf = createPlanner();
  const sessions = new WeakMap<pg.Client, Session>();
  /** When a write of a company last gave up waiting for a lock. */
  const lockedOut = new LRUCache<string, number>({ max: LOCKED_OUT });
  const sessionOf = (client: pg.Client): Session => {
    const known = sessions.get(client);
    if (known !== undefined) return known;
    const session = new Session(client, cancel);
    sessions.set(client, session);
    return session;
  };

  type Done<Result> = (error: unknown, rows?: Result[]) => void;

  /** Takes a connection, runs a statement on it and gives it back. */
  const onConnection = <Result extends object>(
    config: pg.QueryConfig,
    work: Work | undefined,
    access: Access,
    done: Done<Result>,
  ): void =>
    pool.connect((unconnected, client, release) => {
      if (client === undefined) return done(unconnected);
      // The client may have hung up while a connection was opened.
      if (work?.reason !== undefined) {
        release();
        return done(work.reason);
      }
      const session = sessionOf(client);
      session.begin(work, access !== 'read');
      if (access === 'write many' && work !== undefined) config.types = untilFull(work, types);
      client.query<Result>(config, (error: Error | null, result) => {
        const isBroken = error !== null && !isUsableAfter(error);
        const cancelled = session.settle();
        // A cancellation that comes late would hit the next statement of the connection.
        if (cancelled === undefined) release(isBroken);
        else void cancelled.then(() => release(isBroken));
        if (error) done(error);
        else if (access === 'write many' && work?.isFull) done(new AnswerTooLargeError(work.limits.answerBytes));
        else done(undefined, result.rows);
      });
    });

  // With callbacks: each promise on the way costs a per cent.
  return <Result extends object>(
    { key, work }: Tenant,
    access: Access,
    text: string,
    values: unknown[],
    planning: Planning = 'once',
  ) =>
    new Promise<Result[]>((resolve, reject) => {
      const isWrite = access !== 'read';
      const end = work?.time(text);
      const fail = (error: unknown): void => {
        end?.(error);
        const failure = work?.reason ?? told(error, lost);
        if (isWrite && failure instanceof UnavailableError && failure.code === 'RECORD_LOCKED')
          lockedOut.set(key, performance.now());
        reject(failure);
      };
      const done: Done<Result> = (error, rows) => {
        if (rows === undefined) fail(error);
        else {
          end?.();
          resolve(rows);
        }
        // The next begins here, and looks at why this one failed.
        shares.leave(key);
        if (isWrite) writes.leave(key);
      };
      const start = (): void => {
        if (work === undefined || work.mayGoOn()) onConnection(configOf(text, values, planning), work, access, done);
        else done(work.reason);
      };
      const since = isWrite ? performance.now() : 0;
      const startWrite = (): void => {
        try {
          if (performance.now() - since > LATE_MS && (lockedOut.get(key) ?? 0) >= since)
            throw new UnavailableError(
              'OVERLOADED',
              'Changes of this company are waiting for locks. Try again in a second.',
            );
          shares.enter(key, start);
        } catch (error) {
          writes.leave(key);
          fail(error);
        }
      };
      try {
        if (isWrite) writes.enter(key, startWrite);
        else shares.enter(key, start);
      } catch (error) {
        fail(error);
      }
    });
}

/**
 * The parsers of a write of many records, which keep nothing once its rows are more than the answer may have. It cannot be ended: the rows
 * arrive when it is all but committed, and without the last one nobody knows whether it is.
 */
const untilFull = (work: Work, types: pg.CustomTypesConfig): pg.CustomTypesConfig => ({
  getTypeParser: (oid, format) => {
    const parse = types.getTypeParser(oid, format);
    return (value: string) => (work.isFull ? null : parse(value));
  },
});

/** A connection, and the work whose statement it runs. Counts the bytes that it receives for that work. */
class Session implements UnderWay {
  readonly #client: pg.Client;
  readonly #cancel: Control['cancel'];
  #work: Work | undefined;
  #cancelled: Promise<void> | undefined;

  constructor(client: pg.Client, cancel: Control['cancel']) {
    this.#client = client;
    this.#cancel = cancel;
    // Before the driver reads them, since they may complete the statement.
    client.connection.stream.prependListener('data', (chunk: Buffer) => this.#work?.receive(chunk.length));
    // The statement that loses its connection fails by itself. Without a listener, the event would end the process.
    client.on('error', () => {});
  }

  begin(work: Work | undefined, isWrite: boolean): void {
    this.#work = work;
    this.#cancelled = undefined;
    // A write that has begun is finished: it is one statement, and waits for locks no longer than a request may.
    if (!isWrite) work?.begin(this);
  }

  end(reason: Error): void {
    // A cancellation would let the megabytes arrive that are on their way.
    if (reason instanceof AnswerTooLargeError) this.#client.connection.stream.destroy();
    else this.#cancelled ??= this.#cancel(processOf(this.#client));
  }

  /** Returns the cancellation that is on its way, if there is one. */
  settle(): Promise<void> | undefined {
    this.#work?.settle(this);
    this.#work = undefined;
    return this.#cancelled;
  }
}

/** The server process of a connection, which the driver's types do not name. */
const processOf = (client: object): number =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : 0;
