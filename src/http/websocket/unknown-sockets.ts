import type { Duplex } from 'node:stream';
import type { Connection } from './socket-connection.ts';

const MOST_SOCKETS = 1_000;
/** The most bytes that one may send. A token has at most 16 KB, as in a header. */
const MOST_BYTES = 32 * 1024;
/** The most reads of one: a message that is not whole costs memory. */
const MOST_READS = 64;

/** The sockets without an accepted token. One that sends too much is cut; too many close the oldest. */
export class UnknownSockets {
  readonly #forget = new Map<Connection, () => void>();

  add(connection: Connection, stream: Duplex): void {
    const [oldest] = this.#forget.size >= MOST_SOCKETS ? this.#forget.keys() : [];
    if (oldest !== undefined) {
      oldest.close(1013, 'Too many connections have no accepted token. Try again in a second.');
      // Its limits stay until it is closed.
      this.#forget.delete(oldest);
    }
    let [bytes, reads] = [0, 0];
    const count = (data: Buffer): void => {
      bytes += data.length;
      reads += 1;
      if (bytes > MOST_BYTES || reads > MOST_READS) connection.socket.terminate();
    };
    stream.on('data', count);
    this.#forget.set(connection, () => stream.off('data', count));
  }

  delete(connection: Connection): void {
    this.#forget.get(connection)?.();
    this.#forget.delete(connection);
  }
}
