import { Readable } from 'node:stream';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { stringify } from '../../exact-json.ts';
import { bodyOf, type Exchange, type Gateway } from '../exchange/exchange.ts';
import type { openLive } from '../exchange/live-answers.ts';
import { acceptedRanges, typeOf } from './fast-path.ts';

/** How the answers of a live operation are written. */
interface Format {
  type: string;
  /** Browsers report an open stream when its first bytes arrive. */
  first: string;
  next: (body: object, cursor: string | undefined) => string;
  idle: (cursor: string | undefined) => string;
  last: string;
}

const idOf = (cursor: string | undefined): string => (cursor === undefined ? '' : `id: ${cursor}\n`);

/**
 * The events `next` and `complete` of graphql-sse's distinct connections mode. An event has the cursor of its item as
 * its id. `data` has one line: JSON has no line breaks outside of texts, and escapes those in them.
 */
const EVENTS: Format = {
  type: 'text/event-stream; charset=utf-8',
  first: ':\n\n',
  next: (body, cursor) => `${idOf(cursor)}event: next\ndata: ${stringify(body)}\n\n`,
  idle: (cursor) => `:\n${idOf(cursor)}\n`,
  last: 'event: complete\ndata:\n\n',
};

/** A client reads a part when the delimiter behind it arrives. */
const partOf = (content: object): string =>
  `\r\ncontent-type: application/json; charset=utf-8\r\n\r\n${stringify(content)}\r\n--graphql`;

/** Apollo's protocol for subscriptions over HTTP. */
const PARTS: Format = {
  type: 'multipart/mixed;boundary="graphql";subscriptionSpec="1.0"',
  first: '--graphql',
  next: (payload) => partOf({ payload }),
  idle: () => partOf({}),
  last: '--\r\n',
};

const EVENT_RANGES = ['text/event-stream', 'text/*', '*/*'];

/** The format in which a client accepts live operations; undefined if there is none. */
export function liveFormat(accept?: string | null): Format | undefined {
  const ranges = acceptedRanges(accept);
  const isParts = (range: string): boolean => /^multipart\/mixed;(.*;)?subscriptionspec="?1\.0"?(;|$)/.test(range);
  const isEvents = (range: string, names: string[]): boolean => names.includes(typeOf(range));
  if (ranges.some((range) => isEvents(range, EVENT_RANGES.slice(0, 1)))) return EVENTS;
  if (ranges.some(isParts)) return PARTS;
  return ranges.some((range) => isEvents(range, EVENT_RANGES)) ? EVENTS : undefined;
}

export const NO_FORMAT = new GraphQLError(
  'A live operation is answered as text/event-stream or multipart/mixed;subscriptionSpec=1.0, which the request does not accept.',
  { extensions: { code: 'BAD_REQUEST', http: { status: 406 } } },
);

/** Stands for an open live operation: yoga would keep the whole request while it reads an iterator's results. */
export class Opened implements ExecutionResult {
  readonly data = null;
  readonly events: Readable;
  readonly headers: Record<string, string>;

  constructor(events: Readable, { type }: Format) {
    this.events = events;
    this.headers = {
      'content-type': type,
      'cache-control': 'no-cache, no-transform',
      // Proxies that collect an answer before they pass it on would hold up every item.
      'x-accel-buffering': 'no',
    };
  }
}

/** The result of opening a live operation, which is written in the format at the pace of its client. */
export function openedAs(
  format: Format,
  opened: Awaited<ReturnType<typeof openLive>>,
  { report, res, ends }: Exchange,
  { log }: Gateway,
): ExecutionResult {
  if (!('answers' in opened)) return opened;
  const { answers } = opened;
  let isReading = false;
  const read = async (): Promise<void> => {
    const { done, value } = await answers.next();
    isReading = false;
    events.push(done ? format.last : format.next(bodyOf(value), opened.cursor()));
    if (done) events.push(null);
  };
  const failed = (err: unknown): void => {
    log.error({ requestId: report.requestId, err }, 'a live operation failed');
    events.push(null);
  };
  const events = new Readable({
    read() {
      if (isReading) return;
      isReading = true;
      read().catch(failed);
    },
  });
  opened.idle = (cursor) => void (events.readableLength === 0 && events.push(format.idle(cursor)));
  // Nobody reads any more: an item that is being answered, or waits for the client, would keep its rows for ever.
  const end = (): void => {
    events.destroy();
    answers.return(undefined).catch(failed);
  };
  // The client may have closed the connection meanwhile.
  if (res.destroyed) end();
  else ends.push(end);
  if (!events.destroyed) events.push(format.first);
  return new Opened(events, format);
}
