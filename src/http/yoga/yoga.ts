import { createSourceEventStream, type ExecutionResult, GraphQLError, getOperationAST } from 'graphql';
import { createYoga, isAsyncIterable, mapAsyncIterator, type Plugin, type YogaInitialContext } from 'graphql-yoga';
import type { Logger } from 'pino';
import { FieldErrors } from '../../graphql/executor/field-errors.ts';
import type { Context } from '../../graphql/schema/context.ts';
import type { Documents, Operation, Parameters } from '../documents/documents.ts';
import { answerOf } from '../exchange/answer.ts';
import type { Exchange, Gateway } from '../exchange/exchange.ts';
import { toClientError, toClientErrors } from '../exchange/masking.ts';
import { nameOperation } from '../exchange/report.ts';
import { corsOf } from './cors.ts';
import { useEventStreams } from './event-stream.ts';
import { LARGEST_BODY } from './fast-path.ts';
import { useRefusals } from './yoga-refusals.ts';

/** The longest document and variables of a live operation, which its stream keeps as long as it is open. */
const MOST_DOCUMENT = 16 * 1024;
const MOST_VARIABLES = 80 * 1024;
const TOO_LONG =
  'A live operation may have a document of 16 KB and variables of 80 KB. Send ids and filters as variables.';

/** Serves GraphQL over HTTP in full. The fast path answers most requests first. */
export function createGraphQLYoga(gateway: Gateway, documents: Documents) {
  const { schema, log, corsOrigins, beatMs } = gateway;
  return createYoga<Exchange, Context>({
    schema,
    context: ({ context }) => context(),
    plugins: [useRefusals, useMasking(log), useDocuments(documents, log), useEventStreams({ log, beatMs }), useReport],
    maskedErrors: false,
    cors: corsOf(corsOrigins),
    parserAndValidationCache: false,
    maxRequestBodySize: LARGEST_BODY,
    multipart: false,
    batching: false,
    graphiql: false,
    landingPage: false,
    logging: false,
  });
}

/** Masks the errors of every answer, executed or not. */
const useMasking = (log: Logger): Plugin<Context, { requestId: string }> => ({
  onResultProcess({ result, setResult, serverContext: { requestId } }) {
    if (Array.isArray(result) || isAsyncIterable(result) || !result.errors) return;
    setResult({ ...result, errors: toClientErrors(new FieldErrors(result.errors), requestId, log) });
  },
});

/** Parses, validates and executes as the fast path does. */
const useDocuments = (documents: Documents, log: Logger): Plugin<Context> => {
  const prepare = ({ query = '', operationName, variables }: YogaInitialContext['params']) =>
    documents.prepare({ query, operationName: operationName ?? undefined, variables: variables ?? {} });
  return {
    onParse: ({ context: { params }, setParseFn }) =>
      setParseFn(() => {
        const { document, errors } = documents.read(params.query ?? '');
        if (document === undefined) throw errors[0];
        return document;
      }),
    onValidate: ({ context: { params }, setResult }) => setResult([...documents.read(params.query ?? '').errors]),
    onExecute({ args: { contextValue: context }, setExecuteFn, setResultAndStopExecution }) {
      const { operation, errors } = prepare(context.params);
      if (operation === undefined) setResultAndStopExecution({ errors });
      else setExecuteFn(() => resultOf(operation, context, log));
    },
    onSubscribe({ args, setSubscribeFn, setResultAndStopExecution }) {
      const context = args.contextValue;
      const { operation, errors } = prepare(context.params);
      if (operation === undefined) return setResultAndStopExecution({ errors });
      const { query = '', operationName, variables } = context.params;
      const kept = { query, operationName: operationName ?? undefined, variables: variables ?? {} };
      if (query.length > MOST_DOCUMENT || JSON.stringify(kept.variables).length > MOST_VARIABLES)
        return setResultAndStopExecution({
          errors: [new GraphQLError(TOO_LONG, { extensions: { code: 'DOCUMENT_TOO_LARGE' } })],
        });
      setSubscribeFn(async () => {
        const items = await createSourceEventStream(args);
        if (!isAsyncIterable(items)) return items;
        // The stream keeps the context.
        Object.assign(context.params, { query: undefined, variables: undefined, extensions: undefined });
        return resultsOf(items, kept, documents, context, log);
      });
    },
  };
};

/**
 * The results of a live operation. Each item prepares its operation anew: a plan takes 60 times the memory of its text,
 * and thousands of streams have the same one.
 */
function resultsOf(
  items: AsyncIterable<unknown>,
  parameters: Parameters,
  documents: Documents,
  context: Context,
  log: Logger,
): AsyncIterable<ExecutionResult> {
  const next = (item: unknown): ExecutionResult | Promise<ExecutionResult> => {
    const { operation, errors } = documents.prepare(parameters);
    return operation === undefined ? { errors } : resultOf(operation, context, log, item);
  };
  return mapAsyncIterator(
    items,
    next,
    (error: unknown): ExecutionResult => ({
      errors: [toClientError(error, context.requestId, log)],
    }),
  );
}

async function resultOf(
  operation: Operation,
  context: Context,
  log: Logger,
  source?: unknown,
): Promise<ExecutionResult> {
  const { data, errors } = answerOf(await operation.execute(context, source), context, log);
  return errors.length > 0 ? { errors, data } : { data };
}

/** Fills in the report of a request that Yoga executes or refuses. */
const useReport: Plugin<Exchange, Exchange> = {
  onParse:
    () =>
    ({ result, context }) => {
      const operation = 'kind' in result && getOperationAST(result, context.params.operationName);
      if (operation) nameOperation(context.report, operation.name?.value, operation.operation);
    },
  onResultProcess({ result, serverContext: { report } }) {
    if (!isAsyncIterable(result) && !Array.isArray(result)) report.errors = result.errors ?? [];
  },
};
