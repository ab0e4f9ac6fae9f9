import { Readable } from 'node:stream';
import { cursorOf } from '../../graphql/live-fields.ts';
import { type Answer, bodyOf, type Exchange, type Gateway } from '../exchange/exchange.ts';
import type { Live } from '../exchange/open-live.ts';

export const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // Proxies that collect an answer before they pass it on would hold up every item.
  'x-accel-buffering': 'no',
};

/** `data` has one line: JSON has no line breaks outside of texts, and escapes those in them. */
const next = (result: object, id: string): string => `id: ${id}\nevent: next\ndata: ${JSON.stringify(result)}\n\n`;
const COMPLETE = 'event: complete\ndata:\n\n';

/**
 * The answers of a live operation as the events `next` and `complete` of graphql-sse's distinct connections mode. An
 * event has the cursor of its item as its id; at each beat, an idle stream gets a comment with the latest cursor.
 */
export function eventsOf(
  answers: AsyncIterator<Answer>,
  { stream, check }: Live,
  { report, res, ends }: Exchange,
  { log, beatMs }: Gateway,
): Readable {
  let isReading = false;
  const read = async (): Promise<void> => {
    const { done, value } = await answers.next();
    isReading = false;
    if (done) {
      events.push(COMPLETE);
      events.push(null);
      return;
    }
    if (value.errors.length > 0) report.errors = value.errors;
    events.push(next(bodyOf(value), cursorOf(stream.position)));
  };
  const events = new Readable({
    read() {
      if (isReading) return;
      isReading = true;
      read().catch((err) => {
        log.error({ requestId: report.requestId, err }, 'a live operation failed');
        events.push(null);
      });
    },
    destroy(error, done) {
      clearInterval(beat);
      stream.end();
      done(error);
    },
  });
  let wasOver = false;
  let wasFullAt: number | undefined;
  const beat = setInterval(() => {
    // The end cannot be written, because the client does not read. It would keep its place.
    if (wasOver) res.destroy();
    wasOver = stream.isOver;
    // The client takes nothing of what it has missed.
    const { fullAt } = stream;
    if (fullAt !== undefined && fullAt === wasFullAt) stream.endSlow();
    wasFullAt = fullAt;
    check().then(
      () => {
        const { idleAt } = stream;
        if (idleAt !== undefined && events.readableLength === 0) events.push(`:\nid: ${cursorOf(idleAt)}\n\n`);
      },
      (error) => stream.end(error),
    );
  }, beatMs);
  // If the client has closed the connection meanwhile, nobody reads and nobody ends its items.
  if (res.destroyed) events.destroy();
  else ends.push(() => events.destroy());
  // Browsers report an open stream when its first bytes arrive.
  if (!events.destroyed) events.push(':\n\n');
  return events;
}
