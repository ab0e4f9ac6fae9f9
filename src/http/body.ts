import type { IncomingMessage } from 'node:http';

/** A larger body is refused with 413, with or without a Content-Length. */
export const LARGEST_BODY = 256 * 1024;

/** Reads a body; of one that is too large, only enough to detect that. The rest is dropped: unread, it would block the connection. */
export function readBody(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    req.on('data', (chunk: Buffer) => {
      if (size > LARGEST_BODY) return;
      chunks.push(chunk);
      size += chunk.length;
      if (size > LARGEST_BODY) resolve(Buffer.concat(chunks));
    });
    req.once('end', () => resolve(Buffer.concat(chunks))).once('error', reject);
  });
}

/** Gives the request a body that was read before, in the form in which yoga's adapter takes one. */
export function putBack(req: IncomingMessage, bytes: Buffer): void {
  const body = {
    bytes,
    async *[Symbol.asyncIterator]() {
      yield bytes;
    },
  };
  Object.assign(req, { body });
}
