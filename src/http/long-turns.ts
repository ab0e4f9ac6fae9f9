import type { Socket } from 'node:net';

/**
 * After so long in a turn, in milliseconds, a connection that was answered rests: it is read again in a later turn,
 * `MOST_READ` in each. While some rest, turns are shorter (hysteresis).
 */
const LONG_MS = 100;
const SHORT_MS = 10;
const MOST_READ = 25;

/** Whether a connection is not closing, and does not rest already: requests may be pipelined. */
export const mayRest = (socket: Socket): boolean => !socket.writableEnded && !socket.isPaused();

/**
 * Ends turns of the event loop that become long. Node.js polls up to 48 times for 1,024 events each before it runs
 * timers and immediates: with thousands of busy connections, for seconds.
 */
export class LongTurns {
  readonly #onEnd: () => void;
  /** Connections that rest, by the queue of each. Queues take turns, in the order of the map. */
  readonly #resting = new Map<string, Set<Socket>>();
  /** When this turn began, as far as anything shows it; infinity before that. */
  #since = Number.POSITIVE_INFINITY;

  /** `onEnd` is called at the end of each turn that was noted. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  /** Notes that this turn had begun at a time. */
  note(at = performance.now()): void {
    if (this.#since < Number.POSITIVE_INFINITY) return;
    this.#since = at;
    setImmediate(this.#end);
  }

  /** Has a connection rest if this turn is long. */
  rest(socket: Socket, queue: string): void {
    const most = this.#resting.size > 0 ? SHORT_MS : LONG_MS;
    if (performance.now() - this.#since < most || !mayRest(socket)) return;
    socket.pause();
    this.#resting.set(queue, (this.#resting.get(queue) ?? new Set()).add(socket));
  }

  /** Has all connections read again. */
  stop(): void {
    for (const sockets of this.#resting.values()) for (const socket of sockets) socket.resume();
    this.#resting.clear();
  }

  readonly #end = (): void => {
    this.#since = Number.POSITIVE_INFINITY;
    let places = MOST_READ;
    for (const [queue, sockets] of this.#resting) {
      const [socket] = sockets;
      if (socket === undefined || places-- === 0) break;
      socket.resume();
      sockets.delete(socket);
      // Behind the others, whose turn comes first.
      this.#resting.delete(queue);
      if (sockets.size > 0) this.#resting.set(queue, sockets);
    }
    this.#onEnd();
    if (this.#resting.size > 0) this.note();
  };
}
