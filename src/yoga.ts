import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { createYoga, isAsyncIterable, type Plugin } from 'graphql-yoga';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Caller } from './auth.ts';
import type { Context } from './context.ts';
import { documentCache } from './document-cache.ts';
import { limitsRule, parserOptions, withinTheStack } from './limits.ts';
import { toClientError } from './masking.ts';
import { schema } from './schema.ts';

/** A larger body is refused with 413, whether it says its length or not. */
export const LARGEST_BODY = 256 * 1024;

/** What yoga is built from; the server opens these and closes them. */
export interface Gateway {
  pool: pg.Pool;
  log: Logger;
  authenticate: (header: string | undefined) => Caller | Promise<Caller>;
  corsOrigins: string[];
  /** Tells the delivery loop of this process, where there is one, that something was committed. */
  nudge: () => void;
}

/** What the HTTP server hands to yoga with each request. */
export interface Arrival {
  req: IncomingMessage;
  res: ServerResponse;
  requestId: string;
}

/** The context of one request, shared by yoga and the fast lane. A key server that does not answer is an unexpected error. */
export async function contextOf(
  { pool, log, authenticate, nudge }: Gateway,
  authorization: string | undefined,
  requestId: string,
): Promise<Context> {
  try {
    return { caller: await authenticate(authorization), requestId, pool, nudge, batches: new Map() };
  } catch (error) {
    throw toClientError(error, requestId, log);
  }
}

/** Yoga with everything a request passes through: limits, the caller, masking. CORS is off unless origins are listed. */
export function createGraphQLYoga(gateway: Gateway) {
  return createYoga<Arrival, Context>({
    schema,
    context: ({ request, requestId }) =>
      contextOf(gateway, request.headers.get('authorization') ?? undefined, requestId),
    plugins: [limits, masking(gateway.log)],
    maskedErrors: {
      maskError: (error) =>
        error instanceof GraphQLError && !error.originalError ? error : toClientError(error, '', gateway.log),
    },
    cors: gateway.corsOrigins.length > 0 ? { origin: gateway.corsOrigins, methods: ['POST', 'GET', 'OPTIONS'] } : false,
    parserAndValidationCache: { documentCache: documentCache(), errorCache: documentCache() },
    maxRequestBodySize: LARGEST_BODY,
    multipart: false,
    batching: false,
    graphiql: false,
    landingPage: false,
    logging: false,
  });
}

const limits: Plugin = {
  onParse({ params, parseFn, setParseFn }) {
    Object.assign(params.options ?? {}, parserOptions);
    setParseFn(withinTheStack(parseFn));
  },
  onValidate({ addValidationRule, validateFn, setValidationFn }) {
    addValidationRule(limitsRule);
    setValidationFn(withinTheStack(validateFn));
  },
};

const masking = (log: Logger): Plugin<Context> => ({
  onExecute: ({ args }) => ({
    onExecuteDone({ result, setResult }) {
      if (isAsyncIterable(result) || !result.errors) return;
      const errors = result.errors.map((error) => toClientError(error, args.contextValue.requestId, log));
      const masked: ExecutionResult = { ...result, errors };
      setResult(masked);
    },
  }),
});
