import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { AnswerTooLargeError } from '../errors.ts';
import type { Control } from './control.ts';
import { isUsableAfter, told } from './failure.ts';
import type { Shares } from './shares.ts';
import type { Tenant } from './tenant.ts';
import type { Work } from './work.ts';

/**
 * Runs one statement for a tenant and returns its rows. Rejects with InvalidRequestError for data that PostgreSQL cannot store or
 * compare, with UnavailableError when the statement cannot run now, and with the error that ended the request's work.
 */
export type Run = <Result extends object>(
  tenant: Tenant,
  access: 'read' | 'write',
  text: string,
  values: unknown[],
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

const NAMED_STATEMENTS = 500;
/** Two clients may share a pool, whose connections know each name once. */
let sequence = 0;

/**
 * Runs statements on connections that are shared out among companies. The first 500 distinct texts are prepared under a name, so that
 * PostgreSQL plans each once a connection. Later texts are planned on every use: clients choose what is selected, and a prepared
 * statement stays in the memory of every connection.
 */
export function createRun(connections: Connections): Run {
  const { pool, shares, writes, lost } = connections;
  const names = new Map<string, string>();
  const meters = new WeakMap<pg.Client, Meter>();
  const meterOf = (client: pg.Client): Meter => {
    const known = meters.get(client);
    if (known !== undefined) return known;
    const meter = new Meter(client.connection.stream);
    meters.set(client, meter);
    // The statement that loses its connection fails by itself. Without a listener, the event would end the process.
    client.on('error', () => {});
    return meter;
  };

  const configOf = (text: string, values: unknown[]): pg.QueryConfig => {
    let name = names.get(text);
    if (name === undefined && names.size < NAMED_STATEMENTS) {
      name = `s${sequence++}`;
      names.set(text, name);
    }
    return name === undefined ? { text, values } : { name, text, values };
  };

  /** Takes a connection, runs a statement on it and gives it back. With callbacks: each promise on the way costs a per cent. */
  const onConnection = <Result extends object>(
    config: pg.QueryConfig,
    work: Work | undefined,
    isWrite: boolean,
  ): Promise<Result[]> =>
    new Promise((resolve, reject) => {
      pool.connect((unconnected, client, release) => {
        if (client === undefined) return reject(unconnected);
        // The client may have hung up while a connection was opened.
        if (work?.reason !== undefined) {
          release();
          return reject(work.reason);
        }
        const meter = meterOf(client);
        let cancelled: Promise<void> | undefined;
        const stop = (): void => {
          // A cancellation would let the megabytes arrive that are on their way.
          if (work?.reason instanceof AnswerTooLargeError) client.connection.stream.destroy();
          else cancelled ??= connections.cancel(processOf(client));
        };
        if (work !== undefined) {
          meter.start(work);
          // A write that has begun is finished: it is one statement, and waits for locks no longer than a request may.
          if (!isWrite) work.begin(stop);
        }
        client.query<Result>(config, (error: Error | null, result) => {
          meter.stop();
          work?.settle(stop);
          const isBroken = error !== null && !isUsableAfter(error);
          // A cancellation that comes late would hit the next statement of the connection.
          if (cancelled === undefined) release(isBroken);
          else void cancelled.then(() => release(isBroken));
          if (error) reject(error);
          else resolve(result.rows);
        });
      });
    });

  return async <Result extends object>({ key, work }: Tenant, access: string, text: string, values: unknown[]) => {
    const isWrite = access === 'write';
    const end = work?.time(text);
    const turnToWrite = isWrite ? writes.enter(key) : undefined;
    if (turnToWrite !== undefined) await turnToWrite;
    try {
      const turn = shares.enter(key);
      if (turn !== undefined) await turn;
      try {
        work?.check();
        const rows = await onConnection<Result>(configOf(text, values), work, isWrite);
        end?.();
        return rows;
      } finally {
        shares.leave(key);
      }
    } catch (error) {
      end?.(error);
      throw work?.reason ?? told(error, lost);
    } finally {
      if (isWrite) writes.leave(key);
    }
  };
}

/** Counts the bytes that a connection receives for the work of its statement. */
class Meter {
  readonly #stream: Duplex;
  #work: Work | undefined;
  #counted = 0;

  constructor(stream: Duplex) {
    this.#stream = stream;
    stream.on('data', () => this.#count());
  }

  start(work: Work): void {
    this.#counted = this.#received();
    this.#work = work;
  }

  stop(): void {
    this.#count();
    this.#work = undefined;
  }

  #count(): void {
    if (this.#work === undefined) return;
    const received = this.#received();
    this.#work.receive(received - this.#counted);
    this.#counted = received;
  }

  #received(): number {
    return 'bytesRead' in this.#stream && typeof this.#stream.bytesRead === 'number' ? this.#stream.bytesRead : 0;
  }
}

/** The server process of a connection, which the driver's types do not name. */
const processOf = (client: object): number =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : 0;
