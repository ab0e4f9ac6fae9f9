import pg from 'pg';
import { AnswerTooLargeError } from '../../errors.ts';
import type { UnderWay, Work } from '../tenancy/work.ts';
import type { Control } from './health.ts';
import { isUsableAfter } from './sqlstate.ts';

/** What a statement does. One that writes many records may return more than an answer may have. */
export type Access = 'read' | 'write' | 'write many';

/** Receives the rows of a statement, or its error. */
export type Done<Result> = (error: unknown, rows?: Result[]) => void;

/** A connection, and the work whose statement it runs. Counts the bytes that it receives for that work. */
export class Session implements UnderWay {
  readonly #client: pg.Client;
  readonly #cancel: Control['cancel'];
  readonly #types: pg.CustomTypesConfig;
  #work: Work | undefined;
  #cancelled: Promise<void> | undefined;

  constructor(client: pg.Client, cancel: Control['cancel'], types: pg.CustomTypesConfig = pg.types) {
    this.#client = client;
    this.#cancel = cancel;
    this.#types = types;
    // Before the driver reads them, since they may complete the statement.
    client.connection.stream.prependListener('data', (chunk: Buffer) => this.#work?.receive(chunk.length));
    // The statement that loses its connection fails by itself. Without a listener, the event would end the process.
    client.on('error', () => {});
  }

  /** Runs a statement, and releases the connection after it. */
  run<Result extends object>(
    config: pg.QueryConfig,
    work: Work | undefined,
    access: Access,
    release: (isBroken?: boolean) => void,
    done: Done<Result>,
  ): void {
    this.#work = work;
    this.#cancelled = undefined;
    // A write that has begun is finished: it is one statement, and waits for locks no longer than a request may.
    if (access === 'read') work?.begin(this);
    if (access === 'write many' && work !== undefined) config.types = untilFull(work, this.#types);
    this.#client.query<Result>(config, (error: Error | null, result) => {
      work?.settle(this);
      this.#work = undefined;
      const isBroken = error !== null && !isUsableAfter(error);
      // A cancellation that comes late would hit the next statement of the connection.
      if (this.#cancelled === undefined) release(isBroken);
      else void this.#cancelled.then(() => release(isBroken));
      if (error) done(error);
      else if (access === 'write many' && work?.isFull) done(new AnswerTooLargeError(work.limits.answerBytes));
      else done(undefined, result.rows);
    });
  }

  end(reason: Error): void {
    // A cancellation would let the megabytes arrive that are on their way.
    if (reason instanceof AnswerTooLargeError) this.#client.connection.stream.destroy();
    else this.#cancelled ??= this.#cancel(processOf(this.#client));
  }
}

/**
 * The parsers of a write of many records, which keep nothing once its rows are more than the answer may have. It cannot
 * be ended: the rows arrive when it is all but committed, and without the last one nobody knows whether it is.
 */
const untilFull = (work: Work, types: pg.CustomTypesConfig): pg.CustomTypesConfig => ({
  getTypeParser: (oid, format) => {
    const parse = types.getTypeParser(oid, format);
    return (value: string) => (work.isFull ? null : parse(value));
  },
});

/** The server process of a connection, which the driver's types do not name. */
const processOf = (client: object): number =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : 0;
