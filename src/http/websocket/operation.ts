import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { type Answer, bodyOf, type Exchange } from '../exchange/exchange.ts';
import { toClientError } from '../exchange/masking.ts';
import { newReport } from '../exchange/report.ts';
import type { Live } from '../exchange/start-live.ts';
import type { Connection } from './socket-connection.ts';

/** Why the token of the connection does not serve: a client gets a new one when it connects again. */
const refusalOf = ({ report }: Operation, { errors }: Answer): string | undefined =>
  report.caller?.refusal ?? errors.find(({ extensions }) => extensions.code === 'UNAUTHENTICATED')?.message;

/**
 * An operation of a WebSocket, which is counted and logged as a request. The library reads it as an iterator of results
 * and finds none: it sends them itself, each when the one before is written.
 */
export class Operation implements Exchange, AsyncIterableIterator<never> {
  readonly report = newReport(randomUUID());
  readonly ends: Exchange['ends'] = [];
  readonly req: Exchange['req'];
  readonly res: Exchange['res'];
  live?: Live;
  answers: AsyncIterable<Answer> | Answer[] | undefined;
  readonly #id: string;
  readonly #connection: Connection;
  readonly #log: Logger;

  constructor(id: string, connection: Connection, log: Logger) {
    this.#id = id;
    this.#connection = connection;
    this.#log = log;
    const { socket, req } = connection;
    this.req = req;
    const written = { headersSent: true, statusCode: 101, written: 0, destroyed: false, writableFinished: false };
    this.res = { ...written, getHeader: () => undefined, destroy: () => socket.terminate() };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Sends all results. */
  async next(): Promise<IteratorReturnResult<undefined>> {
    try {
      for await (const answer of this.answers ?? []) {
        this.refuse(answer);
        await this.#send({ id: this.#id, type: 'next', payload: bodyOf(answer) });
      }
    } catch (error) {
      throw toClientError(error, this.report.requestId, this.#log);
    } finally {
      this.end(true);
    }
    // A client takes `complete` for the end of the changes, and opens again what the connection's end has cut.
    if (this.live !== undefined && this.#connection.isLeaving) await this.#connection.closed;
    return { done: true, value: undefined };
  }

  /** Sends where an idle live operation could resume. */
  sendCursor(cursor: string): void {
    void this.#send({ type: 'ping', payload: { [this.#id]: cursor } });
  }

  #send(message: object): Promise<void> {
    const text = JSON.stringify(message);
    this.res.written += Buffer.byteLength(text);
    return this.#connection.send(text);
  }

  /** The client has ended it. */
  async return(): Promise<IteratorReturnResult<undefined>> {
    this.end(false);
    return { done: true, value: undefined };
  }

  /** Closes the connection if its token does not serve. */
  refuse(answer: Answer): void {
    const refusal = refusalOf(this, answer);
    if (refusal !== undefined) this.#connection.close(4403, refusal);
  }

  /** Ends it, `finished` unless the client or the connection did. */
  end(finished: boolean): void {
    if (this.res.destroyed) return;
    Object.assign(this.res, { destroyed: true, writableFinished: finished });
    for (const end of this.ends) end();
  }
}
