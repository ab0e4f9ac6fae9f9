import type { Readable } from 'node:stream';
import { createSourceEventStream, type ExecutionResult, GraphQLError } from 'graphql';
import { type GraphQLParams, isAsyncIterable } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Context } from '../../graphql/schema/context.ts';
import type { Documents, Prepared } from '../documents/documents.ts';
import { type Answer, answerOf, contextOf, type Exchange, type Gateway } from '../exchange/exchange.ts';
import { toClientError } from '../exchange/masking.ts';
import { beginRoots, nameOperation } from '../exchange/report.ts';
import { eventsOf } from './event-stream.ts';
import { acceptsEvents } from './yoga-refusals.ts';

/** The longest document and variables of a live operation, which its stream keeps as long as it is open. */
const MOST_DOCUMENT = 16 * 1024;
const MOST_VARIABLES = 80 * 1024;

const TOO_LONG = new GraphQLError(
  'A live operation may have a document of 16 KB and variables of 80 KB. Send ids and filters as variables.',
  { extensions: { code: 'DOCUMENT_TOO_LARGE' } },
);
const NO_EVENTS = new GraphQLError(
  'A live operation is answered as text/event-stream, which the request does not accept.',
  { extensions: { code: 'BAD_REQUEST', http: { status: 406 } } },
);

/** Stands for an open live operation: yoga would keep the whole request while it reads an iterator's results. */
export class Opened implements ExecutionResult {
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

const textOf = (variables: object | undefined): string => JSON.stringify(variables ?? {});

/** Why a live operation cannot be answered as an event stream, before anything is opened. */
export function refusalOfLive({ query = '', variables }: GraphQLParams, accept: string | null) {
  if (query.length > MOST_DOCUMENT || textOf(variables).length > MOST_VARIABLES) return TOO_LONG;
  return acceptsEvents(accept) ? undefined : NO_EVENTS;
}

/** Opens a live operation of a valid document. */
export async function openLive(
  { query = '', operationName, variables }: GraphQLParams,
  prepared: Prepared,
  exchange: Exchange,
  documents: Documents,
  gateway: Gateway,
): Promise<ExecutionResult> {
  nameOperation(exchange.report, prepared);
  const { document } = documents.read(query);
  if (document === undefined) throw new Error('a live operation has no document');
  const context = await contextOf(exchange, gateway);
  beginRoots(exchange.report, prepared);
  const items = await createSourceEventStream({
    schema: gateway.schema,
    document,
    operationName,
    variableValues: variables,
    contextValue: context,
  });
  if (!isAsyncIterable(items)) return items;
  const { live } = exchange;
  if (live === undefined) throw new Error('a live operation did not open its stream');
  const kept = { query, operationName, variables: textOf(variables) };
  return new Opened(eventsOf(answersOf(items, kept, documents, context, gateway.log), live, exchange, gateway));
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
    const { execute, errors } = documents.prepare({ query, operationName, variables: JSON.parse(variables) });
    return execute === undefined ? { errors } : answerOf(await execute(context, item), context, log);
  };
  try {
    for await (const item of items) yield answer(item);
  } catch (error) {
    yield { errors: [toClientError(error, context.requestId, log)] };
  }
}
