import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** How many bytes the system has taken for the client. net.Socket reads the same for its time limits. */
export function takenOn(socket: Duplex): number {
  const handle: { bytesWritten: number; writeQueueSize: number } | null = Reflect.get(socket, '_handle');
  return handle === null ? 0 : handle.bytesWritten - handle.writeQueueSize;
}

/**
 * A response that counts the bytes of a body without a content-length, which is written part by part. While some of it
 * waits, a client that takes less than a byte in a millisecond, 1 KB/s, over `unreadMs` of them loses its connection.
 * Without it, clients that do not read keep their answers in memory for as long as they like.
 */
export class CountedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  written = 0;
  unreadMs = 0;
  isComplete = false;
  /** Whether each part is written when the client has taken those before it; one of a live operation, when it comes. */
  isPaced = false;
  #watch: NodeJS.Timeout | undefined;

  override write(...args: [part: string | Uint8Array, ...rest: unknown[]]): boolean {
    this.written += Buffer.byteLength(args[0]);
    const isTaken = Reflect.apply(super.write, this, args);
    if (!isTaken) this.#watchClient();
    return isTaken;
  }

  override end(...args: unknown[]): this {
    Reflect.apply(super.end, this, args);
    if (this.socket !== null && this.socket.writableLength > 0) this.#watchClient();
    return this;
  }

  /** Its turn on the connection. It may have been written before, while it waited behind another one. */
  override assignSocket(socket: Socket): void {
    super.assignSocket(socket);
    if (socket.writableLength > 0) this.#watchClient();
  }

  /** At its end. Node.js also counts as written what waits for the client when the connection is closed. */
  override detachSocket(socket: Socket): void {
    this.isComplete = !socket.destroyed;
    super.detachSocket(socket);
  }

  #watchClient(): void {
    const { socket } = this;
    if (socket === null || this.#watch !== undefined) return;
    let before = takenOn(socket);
    this.#watch = setInterval(() => {
      const taken = takenOn(socket);
      // While the body is still written, as that of a live operation is, one byte is enough. Yoga ends a response only
      // when the client has taken a body that it has written at once.
      const isWhole = this.writableEnded || this.isPaced || this.hasHeader('content-length');
      // A client may read nothing before it has sent all of its file.
      if (this.req.complete && taken - before < (isWhole ? this.unreadMs : 1)) socket.destroy();
      before = taken;
    }, this.unreadMs);
    const end = (): void => {
      clearInterval(this.#watch);
      this.#watch = undefined;
      this.off('drain', end).off('close', end);
    };
    this.on('drain', end).on('close', end);
  }
}
