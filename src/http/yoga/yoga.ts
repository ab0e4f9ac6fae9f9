import { getOperationAST } from 'graphql';
import { createYoga, isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import { FieldErrors } from '../../graphql/executor/field-errors.ts';
import type { Context } from '../../graphql/schema/context.ts';
import type { Documents } from '../documents/documents.ts';
import { answerOf } from '../exchange/answer.ts';
import type { Exchange, Gateway } from '../exchange/exchange.ts';
import { toClientErrors } from '../exchange/masking.ts';
import { nameOperation } from '../exchange/report.ts';
import { corsOf } from './cors.ts';
import { LARGEST_BODY } from './fast-path.ts';
import { useLiveOperations } from './live-operations.ts';
import { useRefusals } from './yoga-refusals.ts';

/** Serves GraphQL over HTTP in full. The fast path answers most requests first. */
export function createGraphQLYoga(gateway: Gateway, documents: Documents) {
  const { schema, log, corsOrigins } = gateway;
  return createYoga<Exchange, Context>({
    schema,
    context: ({ context }) => context(),
    plugins: [
      useRefusals,
      useMasking(log),
      useDocuments(documents, log),
      useLiveOperations(documents, gateway),
      useReport,
    ],
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
const useDocuments = (documents: Documents, log: Logger): Plugin<Context> => ({
  onParse: ({ context: { params }, setParseFn }) =>
    setParseFn(() => {
      const { document, errors } = documents.read(params.query ?? '');
      if (document === undefined) throw errors[0];
      return document;
    }),
  onValidate: ({ context: { params }, setResult }) => setResult([...documents.read(params.query ?? '').errors]),
  onExecute({ args: { contextValue: context }, setExecuteFn, setResultAndStopExecution }) {
    const { operation, errors } = documents.prepare(context.params);
    if (operation === undefined) setResultAndStopExecution({ errors });
    else
      setExecuteFn(async () => {
        const { data, errors } = answerOf(await operation.execute(context), context, log);
        return errors.length > 0 ? { errors, data } : { data };
      });
  },
});

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
