import type { Readable } from 'node:stream';
import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLErrorExtensions,
} from 'graphql';
import { isAsyncIterable, type Plugin, type YogaInitialContext } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Context } from '../../graphql/schema/context.ts';
import type { Documents } from '../documents/documents.ts';
import { type Answer, answerOf } from '../exchange/answer.ts';
import type { Exchange, Gateway } from '../exchange/exchange.ts';
import { toClientError } from '../exchange/masking.ts';
import { eventsOf, HEADERS } from './event-stream.ts';
import { acceptsEvents } from './yoga-refusals.ts';

/** The longest document and variables of a live operation, which its stream keeps as long as it is open. */
const MOST_DOCUMENT = 16 * 1024;
const MOST_VARIABLES = 80 * 1024;

const TOO_LONG =
  'A live operation may have a document of 16 KB and variables of 80 KB. Send ids and filters as variables.';
const NO_EVENTS = 'A live operation is answered as text/event-stream, which the request does not accept.';

/** Stands for an open live operation: yoga would keep the whole request for as long as it reads an iterator's results. */
class Opened implements ExecutionResult {
  readonly data = null;
  readonly events: Readable;

  constructor(events: Readable) {
    this.events = events;
  }
}

/** What an open stream keeps of its request. Variables take several times the memory of their text. */
interface Kept {
  query: string;
  operationName: string | undefined;
  variables: string;
}

/** Answers live operations as event streams. One that cannot be answered so is refused before anything is opened. */
export const useLiveOperations = (
  documents: Documents,
  gateway: Gateway,
): Plugin<Exchange & YogaInitialContext, Exchange> => ({
  onSubscribe({ args, setSubscribeFn, setResultAndStopExecution }) {
    const { request, params } = args.contextValue;
    const { query = '', operationName } = params;
    const variables = JSON.stringify(params.variables ?? {});
    const refuse = (message: string, extensions: GraphQLErrorExtensions): void =>
      setResultAndStopExecution({ errors: [new GraphQLError(message, { extensions })] });
    const { errors } = documents.prepare(params);
    if (errors !== undefined) setResultAndStopExecution({ errors });
    else if (query.length > MOST_DOCUMENT || variables.length > MOST_VARIABLES)
      refuse(TOO_LONG, { code: 'DOCUMENT_TOO_LARGE' });
    else if (!acceptsEvents(request.headers.get('accept')))
      refuse(NO_EVENTS, { code: 'BAD_REQUEST', http: { status: 406 } });
    else setSubscribeFn(() => open(args, { query, operationName, variables }, documents, gateway));
  },
  onResultProcess({ result, setResultProcessor }) {
    if (!(result instanceof Opened)) return;
    // Yoga's types leave out that its Response takes a stream of Node.js. It pipes that, and ends it with the
    // connection.
    const respond = (Response: object) =>
      Reflect.construct(Response as NewableFunction, [result.events, { headers: HEADERS }]);
    setResultProcessor((_result, { Response }) => respond(Response), 'text/event-stream');
  },
});

async function open(
  args: ExecutionArgs & { contextValue: Exchange },
  kept: Kept,
  documents: Documents,
  gateway: Gateway,
): Promise<ExecutionResult> {
  const exchange = args.contextValue;
  // Yoga's own context has the request, too.
  const context = await exchange.context();
  const items = await createSourceEventStream({ ...args, contextValue: context });
  if (!isAsyncIterable(items)) return items;
  const live = exchange.live();
  if (live === undefined) throw new Error('a live operation did not open its stream');
  const answers = answersOf(items, kept, documents, context, gateway.log);
  return new Opened(eventsOf(answers, live, exchange, gateway));
}

/** The answer to each item, and at the end to what ended the operation. */
async function* answersOf(
  items: AsyncIterable<unknown>,
  { query, operationName, variables }: Kept,
  documents: Documents,
  context: Context,
  log: Logger,
): AsyncGenerator<Answer> {
  // Between items, nothing keeps the plan and the variables, which take many times the memory of their texts.
  const answer = async (item: unknown): Promise<Answer> => {
    const { operation, errors } = documents.prepare({ query, operationName, variables: JSON.parse(variables) });
    return operation === undefined ? { errors } : answerOf(await operation.execute(context, item), context, log);
  };
  try {
    for await (const item of items) yield answer(item);
  } catch (error) {
    yield { errors: [toClientError(error, context.requestId, log)] };
  }
}
