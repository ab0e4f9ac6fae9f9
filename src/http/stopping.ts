import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';

/** How long no connection has to come until the listener closes: longer than a client needs for its next one. */
const QUIET_MS = 250;
/** At least so many turns of the event loop, even after a stall: each one accepts some connections. */
const QUIET_TURNS = 10;
/** The most that new requests wait until the listener closes, when new clients come all the time. */
const HOLD_MS = 2_000;
/** How often a stop looks for connections that have become idle. */
const SWEEP_MS = 50;

/** The stop of an HTTP server: the drain, the end of its connections, and the cut of what takes too long. */
export class Stopping {
  readonly #server: Server;
  readonly #log: Logger;
  /** Connections that have sent nothing, since when. Node.js counts one as idle only after its first request. */
  readonly #silent = new Map<Socket, number>();
  #accepted = 0;
  /** The number of requests in flight. */
  requests = 0;
  /** From the beginning of the drain on. */
  isStopping = false;
  /** What a new request waits for, if it has to. */
  held: Promise<void> | undefined;

  constructor(server: Server, log: Logger) {
    this.#server = server;
    this.#log = log;
    server.on('connection', (socket) => {
      this.#accepted += 1;
      // It has offered another protocol before, and comes back.
      if (socket.bytesRead > 0) return;
      this.#silent.set(socket, performance.now());
      socket.once('close', () => this.#silent.delete(socket));
    });
  }

  /** Waits while `/ready` answers 503, so that a balancer sends its requests elsewhere. */
  drain(ms: number): Promise<void> {
    this.isStopping = true;
    this.#log.info({ requests: this.requests, seconds: ms / 1000 }, 'draining');
    return delay(ms);
  }

  /**
   * Stops listening, gives requests `graceMs` milliseconds to finish, then closes their connections. Calls `endStreams`
   * when clients can open again elsewhere what lasts as long as they want.
   */
  async stop(graceMs: number, endStreams: () => Promise<unknown>): Promise<void> {
    this.isStopping = true;
    const closed = once(this.#server, 'close');
    const since = performance.now();
    let cut = 0;
    this.#log.info({ requests: this.requests }, 'closing');
    // A connection that is not accepted yet when the listener closes is reset. While clients wait for answers, they
    // open none.
    this.held = this.#hold();
    await this.held;
    this.#server.close();
    this.held = undefined;
    const ended = endStreams();
    // `close` leaves connections open that become idle later.
    const sweep = setInterval(() => {
      this.#server.closeIdleConnections();
      this.#closeSilent();
    }, SWEEP_MS);
    const grace = setTimeout(() => {
      cut = this.requests;
      this.#server.closeAllConnections();
    }, graceMs);
    await Promise.all([closed, ended]);
    clearInterval(sweep);
    clearTimeout(grace);
    this.#log.info({ cut, ms: Math.round(performance.now() - since) }, 'closed');
  }

  /** Waits until each client that goes on asking waits for an answer. */
  async #hold(): Promise<void> {
    const most = performance.now() + HOLD_MS;
    let before: number;
    do {
      before = this.#accepted;
      for (let turn = 0; turn < QUIET_TURNS; turn++) await delay(QUIET_MS / QUIET_TURNS);
      await nextTurn();
    } while (this.#accepted > before && performance.now() < most);
  }

  #closeSilent(): void {
    for (const [socket, since] of this.#silent)
      if (socket.bytesRead > 0) this.#silent.delete(socket);
      else if (performance.now() - since > QUIET_MS) socket.destroy();
  }
}
