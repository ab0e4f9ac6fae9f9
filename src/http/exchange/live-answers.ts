import { createSourceEventStream, GraphQLError } from 'graphql';
import type { Documents, Parameters, Prepared } from '../../engine/documents.ts';
import type { Executed } from '../../engine/execute.ts';
import type { Context } from '../../graphql/schema/context.ts';
import { type Answer, answerForPlugins, answerOf, contextOf, type Exchange, type Gateway } from './exchange.ts';
import { toClientError } from './masking.ts';
import { beginRoots, nameOperation } from './report.ts';
import { type Live, startOwn } from './start-live.ts';

/** The longest document and variables of a live operation, which its stream keeps as long as it is open. */
const MOST_DOCUMENT = 16 * 1024;
const MOST_VARIABLES = 80 * 1024;

const TOO_LONG = new GraphQLError(
  'A live operation may have a document of 16 KB and variables of 80 KB. Send ids and filters as variables.',
  { extensions: { code: 'DOCUMENT_TOO_LARGE' } },
);

/** What an open stream keeps of its request. Variables take several times the memory of their text. */
interface Kept {
  query: string;
  operationName: string | null | undefined;
  variables: string;
}

export interface OpenLive extends Live {
  answers: AsyncGenerator<Answer>;
}

/** Variables as JSON; undefined if they are nested too deeply for that. */
function textOf(variables: object): string | undefined {
  try {
    return JSON.stringify(variables);
  } catch {
    return undefined;
  }
}

/** Opens a live operation of a valid document, or says why it cannot be opened. Its context may have been created. */
export async function openLive(
  { query = '', operationName, variables }: Parameters,
  prepared: Prepared,
  exchange: Exchange,
  documents: Documents,
  gateway: Gateway,
  created?: Context,
): Promise<OpenLive | { errors: readonly GraphQLError[] }> {
  nameOperation(exchange.report, prepared);
  const text = textOf(variables ?? {});
  if (query.length > MOST_DOCUMENT || text === undefined || text.length > MOST_VARIABLES) return { errors: [TOO_LONG] };
  const kept = { query, operationName, variables: text };
  const { document } = documents.read(query);
  if (document === undefined) throw new Error('a live operation has no document');
  const context = created ?? (await contextOf(exchange, gateway));
  beginRoots(exchange.report, prepared);
  const items = await createSourceEventStream({
    schema: gateway.schema,
    document,
    operationName: operationName ?? null,
    variableValues: variables ?? null,
    contextValue: context,
  });
  if (!(Symbol.asyncIterator in items)) return { errors: items.errors ?? [] };
  const { live } = exchange;
  try {
    exchange.live ??= startOwn(gateway, exchange, context, items);
  } catch (error) {
    return { errors: [toClientError(error, context.requestId, gateway.log)] };
  }
  // It has a place among the live operations now.
  exchange.leave?.();
  context.budget.release();
  const sent = live === undefined ? exchange.live.items : items;
  const toAnswer = (executed: Executed): Answer =>
    created ? answerForPlugins(executed, created) : answerOf(executed, context, gateway.log);
  return Object.assign(exchange.live, {
    answers: answersOf(sent, kept, documents, context, exchange, gateway, toAnswer),
  });
}

/** The answer to each item, and at the end to what ended the operation. */
async function* answersOf(
  items: AsyncIterable<unknown>,
  { query, operationName, variables }: Kept,
  documents: Documents,
  context: Context,
  { report }: Exchange,
  { log }: Gateway,
  toAnswer: (executed: Executed) => Answer,
): AsyncGenerator<Answer> {
  // Between items, nothing keeps the plan and the variables, which take many times the memory of their texts.
  const answer = async (item: unknown): Promise<Answer> => {
    const parameters = { query, operationName, variables: JSON.parse(variables) };
    const { execute, errors } =
      documents.prepareKnown(parameters) ??
      (await documents.turns.enter(context.budget.company, () => documents.prepare(parameters)));
    return execute === undefined ? { errors } : toAnswer(await execute(context, item));
  };
  const noted = (answer: Answer): Answer => {
    if (answer.errors.length > 0) report.errors = answer.errors;
    return answer;
  };
  try {
    for await (const item of items) yield noted(await answer(item));
  } catch (error) {
    yield noted({ errors: [toClientError(error, context.requestId, log)] });
  }
}
