import type { IncomingMessage } from 'node:http';

/** A larger body is refused with 413, with or without a Content-Length. */
export const LARGEST_BODY = 256 * 1024;

/**
 * Reads a body, or enough of one that is too large. The rest is dropped: unread, it would block the connection. No
 * listener stays: through its promise, the request would keep the body.
 */
export function readBody(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > LARGEST_BODY) finish();
    };
    const finish = (): void => {
      req.off('data', take).off('end', finish).off('error', reject);
      resolve(Buffer.concat(chunks));
    };
    req.on('data', take).once('end', finish).once('error', reject);
  });
}

/**
 * Gives yoga's adapter a body that was read, in a form that it takes, and takes once. Its own reader would keep the body
 * for as long as the connection is open.
 */
export function putBack(req: IncomingMessage, bytes: Buffer): void {
  const parts = [bytes];
  const body = {
    parts,
    async *[Symbol.asyncIterator]() {
      yield* parts.splice(0);
    },
  };
  Object.assign(req, { body });
}
