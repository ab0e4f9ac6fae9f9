import { Readable } from 'node:stream';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import { cursorOf } from '../../graphql/live-fields.ts';
import type { Context } from '../../graphql/schema/context.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { releaseBody } from './fast-path.ts';
import { acceptsEvents } from './yoga-refusals.ts';

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // Proxies that collect an answer before they pass it on would hold up every item.
  'x-accel-buffering': 'no',
};

/** `data` has one line: JSON has no line breaks outside of texts, and escapes those in them. */
const next = (result: object, id: string | undefined): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: next\ndata: ${JSON.stringify(result)}\n\n`;
const COMPLETE = 'event: complete\ndata:\n\n';

/**
 * The results of a live operation as the events of graphql-sse's distinct connections mode: `next` for each, `complete`
 * at the end. The id of an event is the cursor of its item. At each beat, an idle stream gets a comment, with the id up
 * to which nothing was missed.
 */
function eventsOf(
  results: AsyncIterator<ExecutionResult>,
  { live: opened, report, requestId, res, ends }: Exchange,
  settings: Settings,
): Readable {
  const { log, beatMs } = settings;
  const live = opened();
  let isReading = false;

  const shown = ({ data, errors }: ExecutionResult): object => {
    if (errors === undefined) return { data };
    report.errors = errors;
    const own = errors.map(({ message, path, locations, extensions: { http: _, ...extensions } }) => ({
      message,
      path,
      locations,
      extensions,
    }));
    return data === undefined ? { errors: own } : { errors: own, data };
  };

  const read = async (): Promise<void> => {
    const { done, value } = await results.next();
    isReading = false;
    if (done) {
      events.push(COMPLETE);
      events.push(null);
    } else events.push(next(shown(value), live && cursorOf(live.stream.position)));
  };
  const events = new Readable({
    read() {
      if (isReading) return;
      isReading = true;
      read().catch((err) => {
        log.error({ requestId, err }, 'a live operation failed');
        events.push(null);
      });
    },
    destroy(error, done) {
      clearInterval(beat);
      void results.return?.();
      done(error);
    },
  });
  let wasOver = false;
  const beat = setInterval(() => {
    // The end cannot be written, because the client does not read. It would keep its place.
    if (wasOver) res.destroy();
    wasOver = live?.stream.isOver === true;
    live?.check().then(
      () => {
        const { idleAt } = live.stream;
        if (idleAt !== undefined && events.readableLength === 0) events.push(`:\nid: ${cursorOf(idleAt)}\n\n`);
      },
      (error) => live.stream.end(error),
    );
  }, beatMs);
  report.errors = [];
  // If the client has closed the connection meanwhile, nobody reads and nobody ends its items.
  if (res.destroyed) events.destroy();
  else ends.push(() => events.destroy());
  // Browsers report an open stream when its first bytes arrive.
  if (!events.destroyed) events.push(':\n\n');
  return events;
}

interface Settings {
  log: Logger;
  beatMs: number;
}

/** Answers live operations as event streams. A client that does not accept one is refused before anything is opened. */
export const useEventStreams = (settings: Settings): Plugin<Context & { request: Request }, Exchange> => ({
  onRequestParse({ requestParser, setRequestParser, serverContext: { req } }) {
    if (requestParser === undefined) return;
    setRequestParser(async (request) => {
      const params = await requestParser(request);
      releaseBody(req, request);
      return params;
    });
  },
  onSubscribe({ args, setResultAndStopExecution }) {
    if (acceptsEvents(args.contextValue.request.headers.get('accept'))) return;
    const message = 'A live operation is answered as text/event-stream, which the request does not accept.';
    const extensions = { code: 'BAD_REQUEST' as const, http: { status: 406 } };
    setResultAndStopExecution({ errors: [new GraphQLError(message, { extensions })] });
  },
  onResultProcess({ result, serverContext, setResultProcessor }) {
    if (!isAsyncIterable<ExecutionResult>(result)) return;
    const events = () => eventsOf(result[Symbol.asyncIterator](), serverContext, settings);
    // Yoga's types leave out that its Response takes a stream of Node.js. It pipes that, and ends it with the
    // connection.
    const respond = (Response: object) =>
      Reflect.construct(Response as NewableFunction, [events(), { headers: HEADERS }]);
    setResultProcessor((_result, { Response }) => respond(Response), 'text/event-stream');
  },
});
