import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';

/** How long no connection comes before the listener closes: longer than a client needs for its next one. */
const QUIET_MS = 250;
/** The turns of the event loop that a stop waits: each accepts some connections, even after a stall. */
const QUIET_TURNS = 10;
/** When new clients come all the time. */
const LONGEST_MS = 2_000;
const SWEEP_MS = 50;

/** The stop of an HTTP server: the drain, the end of its connections, and the cut of what takes too long. */
export class Stopping {
  readonly #server: Server;
  readonly #log: Logger;
  /** Since when connections have sent nothing. Node.js counts one as idle only after its first request. */
  readonly #silent = new Map<Socket, number>();
  #accepted = 0;
  requests = 0;
  /** From the beginning of the drain on. */
  isStopping = false;
  /** What new requests wait for while the last clients come. */
  quiet: Promise<void> | undefined;

  constructor(server: Server, log: Logger) {
    this.#server = server;
    this.#log = log;
    server.on('connection', (socket) => {
      this.#accepted += 1;
      // Node.js emits it again for a connection that has offered another protocol.
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
    // A connection that is not accepted when the listener closes is reset. Clients that wait for answers open none.
    this.quiet = this.#awaitQuiet();
    await this.quiet;
    this.#server.close();
    this.quiet = undefined;
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
  async #awaitQuiet(): Promise<void> {
    const most = performance.now() + LONGEST_MS;
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
