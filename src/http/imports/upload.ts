import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { UnavailableError } from '../../base/errors.ts';

/** A client that sends nothing for so long while the import waits for it is gone. */
const IDLE_MS = 30_000;
/** How long a client that has its answer may go on sending. */
const LINGER_MS = 10_000;

/** The body of a request as it arrives, and how many bytes have. It fails for one larger than `most`, or too slow. */
export function uploadOf(req: IncomingMessage, most: number, tooLarge: () => Error) {
  let size = 0;
  let idle: NodeJS.Timeout | undefined;
  const upload = new Readable({
    read() {
      clearTimeout(idle);
      idle = setTimeout(() => upload.destroy(new UnavailableError('TIMEOUT', 'The file has stopped coming.')), IDLE_MS);
      req.resume();
    },
    destroy(error, done) {
      clearTimeout(idle);
      req.off('data', take);
      // What still comes is read and forgotten: a client may read its answer only after it has sent all.
      req.resume();
      done(error);
    },
  });
  const take = (part: Buffer): void => {
    clearTimeout(idle);
    size += part.length;
    if (size > most) upload.destroy(tooLarge());
    else if (!upload.push(part)) req.pause();
  };
  req
    .on('data', take)
    .once('end', () => {
      clearTimeout(idle);
      upload.push(null);
    })
    .once('error', (error) => upload.destroy(error));
  req.pause();
  return { upload, bytes: () => size };
}

/** After the answer, gives the client a while to notice it. */
export function lingerOn(req: IncomingMessage): void {
  if (req.complete) return;
  const cut = setTimeout(() => req.destroy(), LINGER_MS).unref();
  req.once('close', () => clearTimeout(cut)).once('end', () => clearTimeout(cut));
  req.resume();
}
