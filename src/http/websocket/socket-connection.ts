import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { stringify } from '../../exact-json.ts';
import { takenOn } from '../../load/slow-readers.ts';
import { Operation, type Services } from '../../operation/operation.ts';
import { type Answer, toBody } from '../exchange/answer.ts';
import { toClientError } from '../exchange/masking.ts';

/** While more waits to be written, a connection is not read. */
const MOST_UNREAD = 64 * 1024;
/** How long a socket without an operation stays open, like a connection of HTTP without a request. */
const IDLE_MS = 75_000;
/** How many pings may stay without an answer. */
const MOST_MISSED = 2;
/** The longest reason of a close, in bytes, with room for a character that is cut. */
const LONGEST_REASON = 120;

export class Connection {
  readonly socket: WebSocket;
  /** The upgrade, with the token that the client has sent since. */
  readonly req: Operation['req'];
  readonly operations = new Set<Answers>();
  readonly closed: Promise<void>;
  /** It closes as soon as it owes no answer. */
  isLeaving = false;
  /** Beats in a row in which it has neither answered nor taken 1 KB/s of what waits. */
  #missed = 0;
  #unread = 0;
  #taken = 0;
  #usedAt = performance.now();

  constructor(socket: WebSocket, { method, url, headers }: Operation['req'], stream: Duplex, beatMs: number) {
    this.socket = socket;
    this.req = { ...(method && { method }), ...(url && { url }), headers: { ...headers } };
    this.closed = new Promise((resolve) => void socket.once('close', () => resolve()));
    const beat = setInterval(() => this.#check(takenOn(stream), beatMs), beatMs);
    // It closes by itself after what the protocol forbids.
    socket.on('error', () => {});
    socket.on('pong', () => {
      // It can send them without reading anything.
      if (socket.bufferedAmount === 0) this.#missed = 0;
    });
    socket.on('message', () => {
      if (socket.bufferedAmount > MOST_UNREAD) socket.pause();
    });
    stream.on('drain', () => socket.resume());
    socket.once('close', () => {
      clearInterval(beat);
      for (const answers of this.operations) answers.end(false);
    });
  }

  /** Resolves when the text is written, also if the connection is closed. */
  send(text: string): Promise<void> {
    const { socket } = this;
    return new Promise((resolve) => {
      if (socket.readyState === socket.OPEN) socket.send(text, () => resolve());
      else resolve();
    });
  }

  close(code: number, reason: string): void {
    this.socket.close(code, Buffer.from(reason).subarray(0, LONGEST_REASON).toString());
  }

  /** The queries and mutations without an answer. */
  answering(): number {
    return [...this.operations].filter(({ operation }) => operation.live === undefined).length;
  }

  add(answers: Answers): void {
    this.operations.add(answers);
    answers.operation.ends.push(() => {
      this.operations.delete(answers);
      this.#usedAt = performance.now();
      // Its last message comes first.
      if (this.isLeaving) setImmediate(() => this.leave());
    });
  }

  /** Closes when its answers are sent. Its client opens live operations again elsewhere. */
  leave(): void {
    this.isLeaving = true;
    if (this.answering() === 0) this.close(1012, 'The gateway is stopping.');
  }

  /** Closes a connection without a use, and cuts one whose client takes less than 1 KB/s of what waits. */
  #check(taken: number, least: number): void {
    const { socket } = this;
    // A ping waits behind a large answer, which may take long.
    this.#missed = this.#unread > 0 && taken - this.#taken >= least ? 0 : this.#missed + 1;
    this.#unread = socket.bufferedAmount;
    this.#taken = taken;
    if (this.#missed > MOST_MISSED) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.ping();
    if (this.operations.size === 0 && performance.now() - this.#usedAt > IDLE_MS)
      this.close(1000, 'There was no operation for 75 seconds.');
  }
}

/**
 * The answers to an operation of a WebSocket. The library reads it as an iterator of results and finds none: it sends
 * them itself, each when the one before is written.
 */
export class Answers implements AsyncIterableIterator<never> {
  readonly operation: Operation;
  answers: AsyncIterable<Answer> | Answer[] = [];
  readonly #id: string;
  readonly #connection: Connection;
  readonly #log: Logger;

  constructor(id: string, connection: Connection, services: Services, log: Logger) {
    this.#id = id;
    this.#connection = connection;
    this.#log = log;
    const { socket, req } = connection;
    const written = { headersSent: true, statusCode: 101, written: 0, destroyed: false, isComplete: false };
    const res = { ...written, getHeader: () => undefined, destroy: () => socket.terminate() };
    this.operation = new Operation({ req, res }, randomUUID(), services);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorReturnResult<undefined>> {
    try {
      for await (const answer of this.answers) {
        this.refuse(answer);
        await this.#send({ id: this.#id, type: 'next', payload: toBody(answer) });
      }
    } catch (error) {
      throw toClientError(error, this.operation.requestId, this.#log);
    } finally {
      this.end(true);
    }
    // A client takes `complete` for the end of the changes, and opens again what the connection's end has cut.
    if (this.operation.live !== undefined && this.#connection.isLeaving) await this.#connection.closed;
    return { done: true, value: undefined };
  }

  /** Sends where an idle live operation could resume. */
  sendCursor(cursor: string): void {
    void this.#send({ type: 'ping', payload: { [this.#id]: cursor } });
  }

  #send(message: object): Promise<void> {
    const text = stringify(message);
    this.operation.res.written += Buffer.byteLength(text);
    return this.#connection.send(text);
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.end(false);
    return { done: true, value: undefined };
  }

  /** Closes the connection if its token does not serve, or not here. */
  refuse({ errors }: Answer): void {
    const coded = (code: string) => errors.find(({ extensions }) => extensions.code === code)?.message;
    // A client of graphql-ws connects again after 1012, and the proxy leads it to the other cell.
    const misdirected = coded('WRONG_CELL');
    // A client gets a new token when it connects again.
    const refusal = this.operation.caller.refusal ?? coded('UNAUTHENTICATED');
    if (misdirected !== undefined) this.#connection.close(1012, misdirected);
    else if (refusal !== undefined) this.#connection.close(4403, refusal);
  }

  /** Ends it, `finished` unless the client or the connection did. */
  end(finished: boolean): void {
    const { res } = this.operation;
    if (res.destroyed) return;
    Object.assign(res, { destroyed: true, isComplete: finished });
    this.operation.end();
  }
}
