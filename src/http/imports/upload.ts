import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { UnavailableError } from '../../base/errors.ts';

/** How long a client that has its answer may go on sending. */
const LINGER_MS = 10_000;

/**
 * The body of a request as it arrives, and how many bytes have. It fails for one that is larger than `most`, and for a
 * client that sends less than a byte in a millisecond, 1 KB/s, over `slowMs` of them, while the import waits for it.
 */
export function uploadOf(req: IncomingMessage, most: number, slowMs: number, tooLarge: () => Error) {
  let [size, before, hasWaited] = [0, 0, true];
  const upload = new Transform({
    transform(part: Buffer, _encoding, done) {
      size += part.length;
      done(size > most ? tooLarge() : null, part);
    },
  });
  const watch = setInterval(() => {
    if (!hasWaited && size - before < slowMs)
      upload.destroy(new UnavailableError('TIMEOUT', 'The file comes too slowly: less than 1 KB in a second.'));
    before = size;
    hasWaited = req.isPaused();
  }, slowMs);
  req
    .on('pause', () => {
      hasWaited = true;
    })
    .once('end', () => clearInterval(watch))
    .once('error', (error) => upload.destroy(error))
    .pipe(upload);
  // What still comes is read and forgotten: a client may read its answer only after it has sent all.
  upload.once('close', () => {
    clearInterval(watch);
    req.resume();
  });
  return { upload, bytes: () => size };
}

/** After the answer, gives the client a while to notice it. */
export function lingerOn(req: IncomingMessage): void {
  if (req.complete) return;
  const cut = setTimeout(() => req.destroy(), LINGER_MS).unref();
  req.once('close', () => clearTimeout(cut)).once('end', () => clearTimeout(cut));
  req.resume();
}
