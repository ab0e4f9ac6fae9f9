import { getOperationAST } from 'graphql';
import { createYoga, isAsyncIterable, type Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { Context } from '../graphql/context.ts';
import type { Arrival, Gateway } from './arrival.ts';
import { LARGEST_BODY } from './body.ts';
import { corsOf } from './cors.ts';
import { useEventStreams } from './event-stream.ts';
import { useLimits } from './limits.ts';
import { useMasking } from './masking.ts';
import { useRefusals } from './refusals.ts';
import { nameOperation } from './report.ts';

/** Serves GraphQL over HTTP in full. The fast lane answers most requests first. */
export function createGraphQLYoga(gateway: Gateway) {
  const { schema, log, corsOrigins, introspection, beatMs, limits } = gateway;
  const { answerBytes } = limits;
  return createYoga<Arrival, Context>({
    schema,
    context: ({ context }) => context(),
    plugins: [
      useRefusals,
      useMasking(log),
      useLimits(introspection),
      useEventStreams({ log, beatMs, answerBytes }),
      useReport,
    ],
    maskedErrors: false,
    cors: corsOf(corsOrigins),
    parserAndValidationCache: { documentCache: documentCache(), errorCache: documentCache() },
    maxRequestBodySize: LARGEST_BODY,
    multipart: false,
    batching: false,
    graphiql: false,
    landingPage: false,
    logging: false,
  });
}

/** Bounds both documents and characters: clients choose the texts, and a parsed document takes 60 times the memory of its text. */
const documentCache = <Value extends object>(): LRUCache<string, Value> =>
  new LRUCache({ max: 500, maxSize: 500_000, sizeCalculation: (_value, text) => text.length + 1 });

/** Fills in the report of a request that Yoga executes or refuses. */
const useReport: Plugin<Arrival, Arrival> = {
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
