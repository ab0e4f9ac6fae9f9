import { Readable } from 'node:stream';
import { GraphQLError } from 'graphql';
import { stringify } from '../../exact-json.ts';
import type { Operation } from '../../operation/operation.ts';
import { type Gateway, toBody } from '../exchange/answer.ts';
import type { OpenLive } from '../exchange/live-answers.ts';
import { acceptedRanges, typeOf } from './media-types.ts';

export interface Format {
  type: string;
  /** Browsers report an open stream when its first bytes arrive. */
  first: string;
  next: (body: object, cursor: string | undefined) => string;
  idle: (cursor: string | undefined) => string;
  last: string;
}

const idOf = (cursor: string | undefined): string => (cursor === undefined ? '' : `id: ${cursor}\n`);

/** graphql-sse's distinct connections mode. An event's id is the cursor of its item. JSON has no line breaks. */
export const EVENTS: Format = {
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

export function liveFormat(accept?: string | null): Format | undefined {
  const ranges = acceptedRanges(accept);
  const types = ranges.map(typeOf);
  if (types.includes('text/event-stream')) return EVENTS;
  if (ranges.some((range) => /^multipart\/mixed;(.*;)?subscriptionspec="?1\.0"?(;|$)/.test(range))) return PARTS;
  return types.includes('text/*') || types.includes('*/*') ? EVENTS : undefined;
}

export const NO_FORMAT = new GraphQLError(
  'A live operation is answered as text/event-stream or multipart/mixed;subscriptionSpec=1.0, which the request does not accept.',
  { extensions: { code: 'BAD_REQUEST', http: { status: 406 } } },
);

export const headersOf = ({ type }: Format): Record<string, string> => ({
  'content-type': type,
  'cache-control': 'no-cache, no-transform',
  // Proxies that collect an answer before they pass it on would hold up every item.
  'x-accel-buffering': 'no',
});

/** The answers of a live operation, at the pace of its client. */
export function eventsOf(format: Format, opened: OpenLive, operation: Operation, log: Gateway['log']): Readable {
  const { answers } = opened;
  let isReading = false;
  const read = async (): Promise<void> => {
    const { done, value } = await answers.next();
    isReading = false;
    events.push(done ? format.last : format.next(toBody(value), opened.cursor()));
    if (done) events.push(null);
  };
  const failed = (err: unknown): void => {
    log.error({ requestId: operation.requestId, err }, 'a live operation failed');
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
  // An item that is being answered, or waits for the client, would keep its rows for ever.
  operation.atEnd(() => {
    events.destroy();
    answers.return(undefined).catch(failed);
  });
  if (!events.destroyed) events.push(format.first);
  return events;
}
