import { createSourceEventStream, GraphQLError } from 'graphql';
import type { Documents, Parameters, Prepared } from '../../engine/documents.ts';
import type { Executed } from '../../engine/execute.ts';
import type { Operation } from '../../operation/operation.ts';
import type { Live } from '../../operation/start-live.ts';
import { type Answer, answerForPlugins, type Gateway, maskedAnswer } from './answer.ts';
import { toClientError } from './masking.ts';

/** A stream keeps both as long as it is open. */
const MOST_DOCUMENT = 16 * 1024;
const MOST_VARIABLES = 80 * 1024;

const TOO_LONG = new GraphQLError(
  'A live operation may have a document of 16 KB and variables of 80 KB. Send ids and filters as variables.',
  { extensions: { code: 'DOCUMENT_TOO_LARGE' } },
);

export interface OpenLive extends Live {
  answers: AsyncGenerator<Answer>;
}

/** JSON; undefined if it is nested too deeply. */
function textOf(variables: object): string | undefined {
  try {
    return JSON.stringify(variables);
  } catch {
    return undefined;
  }
}

/** Gives graphql-js' own errors, such as that of an argument that its variable makes null, their code. */
function withCode(error: GraphQLError): GraphQLError {
  error.extensions.code ??= 'BAD_USER_INPUT';
  return error;
}

/** Opens a live operation of a valid document, or says why not. For plugins, it was admitted before. */
export async function openLive(
  { query = '', operationName, variables }: Parameters,
  prepared: Prepared,
  operation: Operation,
  documents: Documents,
  gateway: Gateway,
  forPlugins = false,
): Promise<OpenLive | { errors: readonly GraphQLError[] }> {
  const { schema, log } = gateway;
  const refused = (error: unknown) => ({ errors: [toClientError(error, operation.requestId, log)] });
  operation.ask(prepared);
  const text = textOf(variables ?? {});
  if (query.length > MOST_DOCUMENT || text === undefined || text.length > MOST_VARIABLES) return { errors: [TOO_LONG] };
  // What the stream keeps. Variables take several times the memory of their text.
  const kept = { query, operationName, variables: text };
  const { document } = documents.read(query);
  if (document === undefined) throw new Error('a live operation has no document');
  try {
    if (!forPlugins) await operation.enter();
  } catch (error) {
    return refused(error);
  }
  operation.beginRoots(prepared);
  const items = await createSourceEventStream({
    schema,
    document,
    operationName: operationName ?? null,
    variableValues: variables ?? null,
    contextValue: operation,
  });
  if (!(Symbol.asyncIterator in items)) return { errors: (items.errors ?? []).map(withCode) };
  const { live } = operation;
  try {
    // A subscription of one's own has opened no stream.
    const opened = live ?? operation.openOwn(items);
    // It has a place among the live operations now.
    operation.leave();
    operation.budget.release();
    operation.errors = [];
    const toAnswer = (executed: Executed): Answer =>
      forPlugins ? answerForPlugins(executed, operation) : maskedAnswer(executed, operation, log);
    const sent = live === undefined ? opened.items : items;
    return Object.assign(opened, { answers: answersOf(sent, kept, documents, operation, log, toAnswer) });
  } catch (error) {
    return refused(error);
  }
}

async function* answersOf(
  items: AsyncIterable<unknown>,
  { query, operationName, variables }: { query: string; operationName: string | null | undefined; variables: string },
  documents: Documents,
  operation: Operation,
  log: Gateway['log'],
  toAnswer: (executed: Executed) => Answer,
): AsyncGenerator<Answer> {
  // Between items, nothing keeps the plan and the variables.
  const answer = async (item: unknown): Promise<Answer> => {
    const parameters = { query, operationName, variables: JSON.parse(variables) };
    const { execute, errors } =
      documents.prepareKnown(parameters) ?? (await documents.prepareInTurn(operation.budget.company, parameters));
    return execute === undefined ? { errors } : toAnswer(await execute(operation, item));
  };
  const noted = (answer: Answer): Answer => {
    if (answer.errors.length > 0) operation.errors = answer.errors;
    return answer;
  };
  try {
    for await (const item of items) yield noted(await answer(item));
  } catch (error) {
    yield noted({ errors: [toClientError(error, operation.requestId, log)] });
  }
}
