import { GraphQLError } from 'graphql';
import { createYoga, isAsyncIterable, type Plugin, type YogaServerOptions } from 'graphql-yoga';
import { FieldErrors } from '../../graphql/executor/field-errors.ts';
import type { Documents } from '../documents/documents.ts';
import { answerTo, type Gateway, type HttpExchange, LARGEST_BODY } from '../exchange/exchange.ts';
import { openLive } from '../exchange/live-answers.ts';
import { toClientErrors } from '../exchange/masking.ts';
import { liveFormat, NO_FORMAT, Opened, openedAs } from './event-stream.ts';
import { useRefusals } from './yoga-refusals.ts';

/** How long (s) a browser may remember the answer to a preflight. Chromium remembers none longer. */
const PREFLIGHT_SECONDS = 7200;

const CHANGE_BY_GET = new GraphQLError('Can only perform a mutation operation from a POST request.', {
  extensions: { code: 'BAD_REQUEST', http: { status: 405, headers: { Allow: 'POST' } } },
});

/** Serves what the fast path leaves: GET, other origins, live operations, and requests with a fault. */
export function createGraphQLYoga(gateway: Gateway, documents: Documents) {
  return createYoga<HttpExchange>({
    plugins: [useRefusals, useDocuments(documents, gateway)],
    maskedErrors: false,
    cors: corsOf(gateway.corsOrigins),
    maxRequestBodySize: LARGEST_BODY,
    multipart: false,
    batching: false,
    graphiql: false,
    landingPage: false,
    extraParamNames: ['documentId'],
    logging: false,
  });
}

/** CORS headers for the listed origins. Others get none, not even `null`, which is the origin of some pages. */
export function corsOf(origins: string[]): YogaServerOptions<HttpExchange, object>['cors'] {
  if (origins.length === 0) return false;
  const cors = { origin: origins, methods: ['POST', 'GET', 'OPTIONS'] };
  const preflight = { ...cors, maxAge: PREFLIGHT_SECONDS };
  return ({ method, headers }) =>
    origins.includes(headers.get('origin') ?? '') && (method === 'OPTIONS' ? preflight : cors);
}

/** Answers as the fast path does, and masks the errors of every answer, also of those that Yoga gives by itself. */
const useDocuments = (documents: Documents, gateway: Gateway): Plugin<object, HttpExchange> => ({
  onParams({ params: given, request: { method, url }, setParams, setParamsHandler }) {
    // Yoga does not read it from the address.
    const documentId = method === 'GET' ? new URL(url).searchParams.get('documentId') : undefined;
    const query = documents.textOf({ ...given, ...(documentId && { documentId }) });
    if (query !== undefined) setParams({ ...given, query });
    setParamsHandler(async ({ params, request, context }) => {
      const prepared = documents.prepare(params);
      const { kind, execute } = prepared;
      const isLive = kind === 'subscription' && execute !== undefined;
      const format = isLive ? liveFormat(request.headers.get('accept')) : undefined;
      if (format)
        return openedAs(format, await openLive(params, prepared, context, documents, gateway), context, gateway);
      const isChangeByGet = kind === 'mutation' && request.method === 'GET';
      const refusal = isLive ? NO_FORMAT : isChangeByGet && CHANGE_BY_GET;
      const judged = refusal ? { ...prepared, errors: [refusal], execute: undefined } : prepared;
      const { data, errors } = await answerTo(judged, context, gateway);
      return { ...(errors.length > 0 && { errors }), ...(data !== undefined && { data }) };
    });
  },
  onResultProcess({ result, setResult, setResultProcessor, serverContext: { report } }) {
    if (Array.isArray(result) || isAsyncIterable(result)) return;
    const errors = toClientErrors(new FieldErrors(result.errors), report.requestId, gateway.log);
    report.errors = errors;
    if (errors.length > 0) setResult({ ...result, errors });
    if (!(result instanceof Opened)) return;
    // Yoga's types leave out that its Response takes a stream of Node.js. It pipes that, and ends it with the
    // connection.
    const respond = (Response: object) =>
      Reflect.construct(Response as NewableFunction, [result.events, { headers: result.headers }]);
    setResultProcessor((_result, { Response }) => respond(Response), 'text/event-stream');
  },
});
