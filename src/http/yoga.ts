import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { createYoga, isAsyncIterable, type Plugin, type YogaServerOptions } from 'graphql-yoga';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Caller } from '../auth/tokens.ts';
import type { Context } from '../graphql/context.ts';
import { schema } from '../schema.ts';
import { documentCache } from './document-cache.ts';
import { limitsRule, parserOptions, withinTheStack } from './limits.ts';
import { toClientError } from './masking.ts';

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
  /** The resolvers' context, made when first asked for. */
  context: () => Promise<Context>;
}

/** Takes in a request: its context is made once, whoever asks. A key server that does not answer is an unexpected error. */
export function arrive(gateway: Gateway, req: IncomingMessage, res: ServerResponse, requestId: string): Arrival {
  let context: Promise<Context> | undefined;
  return {
    req,
    res,
    requestId,
    context: () => {
      context ??= contextOf(gateway, req.headers.authorization, requestId);
      return context;
    },
  };
}

async function contextOf(
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
    context: ({ context }) => context(),
    plugins: [limits, masking(gateway.log)],
    maskedErrors: {
      maskError: (error) =>
        error instanceof GraphQLError && !error.originalError ? error : toClientError(error, randomUUID(), gateway.log),
    },
    cors: corsOf(gateway.corsOrigins),
    parserAndValidationCache: { documentCache: documentCache(), errorCache: documentCache() },
    maxRequestBodySize: LARGEST_BODY,
    multipart: false,
    batching: false,
    graphiql: false,
    landingPage: false,
    logging: false,
  });
}

/** CORS headers for the listed origins alone. Any other gets none, and not the word `null`, which is a page's origin too. */
function corsOf(origins: string[]): YogaServerOptions<Arrival, Context>['cors'] {
  if (origins.length === 0) return false;
  return (request) => {
    const origin = request.headers.get('origin');
    return origin !== null && origins.includes(origin)
      ? { origin: origins, methods: ['POST', 'GET', 'OPTIONS'] }
      : false;
  };
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
