import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Exchange } from '../exchange/exchange.ts';

/** A connection is not read while more than this waits to be written on it. */
const MOST_UNREAD = 64 * 1024;
/** How long one may be without an operation, as one of HTTP without a request. */
const IDLE_MS = 75_000;
/** How many beats a client may leave unanswered. */
const MOST_MISSED = 2;
/** The longest reason of a close, in bytes, with room for a character that is cut. */
const LONGEST_REASON = 120;

interface Operation extends Pick<Exchange, 'live' | 'ends'> {
  end: (finished: boolean) => void;
}

export class Connection {
  readonly socket: WebSocket;
  /** The upgrade, with the token that the client has sent since. */
  readonly req: Exchange['req'];
  readonly operations = new Set<Operation>();
  readonly closed: Promise<void>;
  /** Whether it closes as soon as it owes no answer. */
  isLeaving = false;
  /** How often in a row it was looked at and had neither answered nor taken anything. */
  #missed = 0;
  #unread = 0;
  #usedAt = performance.now();

  constructor(socket: WebSocket, { method, url, headers }: Exchange['req'], stream: Duplex, beatMs: number) {
    this.socket = socket;
    this.req = { ...(method && { method }), ...(url && { url }), headers: { ...headers } };
    this.closed = new Promise((resolve) => void socket.once('close', () => resolve()));
    const beat = setInterval(() => this.#check(), beatMs);
    // It closes by itself after what the protocol forbids.
    socket.on('error', () => {});
    socket.on('pong', () => {
      this.#missed = 0;
    });
    socket.on('message', () => {
      if (socket.bufferedAmount > MOST_UNREAD) socket.pause();
    });
    stream.on('drain', () => socket.resume());
    socket.once('close', () => {
      clearInterval(beat);
      for (const operation of this.operations) operation.end(false);
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

  add(operation: Operation): void {
    this.operations.add(operation);
    operation.ends.push(() => {
      this.operations.delete(operation);
      this.#usedAt = performance.now();
      // Its last message comes first.
      if (this.isLeaving) setImmediate(() => this.leave());
    });
  }

  /** Closes when all answers are sent that it owes. Its client then opens its live operations again elsewhere. */
  leave(): void {
    this.isLeaving = true;
    if ([...this.operations].every(({ live }) => live !== undefined)) this.close(1012, 'The gateway is stopping.');
  }

  /** Closes a connection without a use, and cuts one whose client does not read. */
  #check(): void {
    const { socket } = this;
    const { bufferedAmount } = socket;
    // A ping waits behind a large answer, which may take long.
    this.#missed = bufferedAmount < this.#unread ? 0 : this.#missed + 1;
    this.#unread = bufferedAmount;
    if (this.#missed > MOST_MISSED) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.ping();
    if (this.operations.size === 0 && performance.now() - this.#usedAt > IDLE_MS)
      this.close(1000, 'There was no operation for 75 seconds.');
  }
}
