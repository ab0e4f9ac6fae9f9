import { GraphQLError } from 'graphql';
import { createYoga, isAsyncIterable, type Plugin, processRegularResult } from 'graphql-yoga';
import { StartupError } from '../../base/startup-error.ts';
import type { Documents } from '../../engine/documents.ts';
import { FieldErrors } from '../../engine/field-errors.ts';
import { stringify } from '../../exact-json.ts';
import { answerTo, type Gateway, type HttpExchange, prepare } from '../exchange/exchange.ts';
import { openLive } from '../exchange/live-answers.ts';
import { toClientErrors } from '../exchange/masking.ts';
import { LARGEST_BODY } from '../exchange/request-body.ts';
import { corsOf } from './cors.ts';
import { liveFormat, NO_FORMAT, Opened, openedAs } from './event-stream.ts';
import { liveOf, useMasking, usePipeline } from './pipeline.ts';
import { useRefusals } from './yoga-refusals.ts';

const CHANGE_BY_GET = new GraphQLError('Can only perform a mutation operation from a POST request.', {
  extensions: { code: 'BAD_REQUEST', http: { status: 405, headers: { Allow: 'POST' } } },
});

/**
 * Serves what the fast path leaves: GET, preflights, live operations, and requests with a fault. With plugins, it
 * serves everything, also what WebSockets ask.
 */
export function createGraphQLYoga(gateway: Gateway, documents: Documents) {
  const { plugins = [] } = gateway;
  const hasPlugins = plugins.length > 0;
  const way = hasPlugins ? usePipeline(documents, gateway) : useShortcut(documents, gateway);
  return createYoga<HttpExchange>({
    schema: gateway.schema,
    plugins: [
      useRefusals,
      way,
      useAnswers(gateway),
      useSchemaAsItIs(gateway),
      ...plugins,
      useTexts(documents),
      hasPlugins && useMasking(gateway),
    ],
    parserAndValidationCache: false,
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

/** Finds the text of a document that a request names, unless a plugin has. */
const useTexts = (documents: Documents): Plugin => ({
  onParams({ params, setParams }) {
    const query = documents.textOf(params);
    if (query !== undefined) setParams({ ...params, query });
  },
});

/** Refuses a plugin that replaces the schema, for which nothing is planned: its directives would be unknown. */
const useSchemaAsItIs = ({ schema: own }: Gateway): Plugin => ({
  onSchemaChange({ schema }) {
    if (schema !== own)
      throw new StartupError(
        'A plugin in src/plugins.ts replaces the schema, as useDeferStream does. That is not supported: remove it, and extend the schema in src/resources/.',
      );
  },
});

/**
 * Answers as the fast path does, without the hooks from parsing to execution: through them, a live operation would keep
 * its request for as long as it is open, up to 800 KB each.
 */
const useShortcut = (documents: Documents, gateway: Gateway): Plugin<object, HttpExchange> => ({
  onParams({ setParamsHandler }) {
    setParamsHandler(async ({ params, request, context }) => {
      const prepared = await prepare(documents, params, context, gateway);
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
});

/** Masks the errors of every answer, also of those that Yoga gives by itself, and writes live operations. */
const useAnswers = (gateway: Gateway): Plugin<object, HttpExchange> => ({
  onResultProcess({ request, result, resultProcessor, setResult, setResultProcessor, serverContext }) {
    if (Array.isArray(result)) return;
    // For the refusal of a live operation that accepts multipart alone, Yoga's pipeline has none.
    if (resultProcessor === undefined && liveFormat(request.headers.get('accept')))
      setResultProcessor(processRegularResult, 'application/json');
    const format = isAsyncIterable(result) ? liveFormat(request.headers.get('accept')) : undefined;
    const opened =
      isAsyncIterable(result) && format
        ? openedAs(format, liveOf(result, serverContext), serverContext, gateway)
        : result;
    if (isAsyncIterable(opened)) return;
    const { report } = serverContext;
    const errors = toClientErrors(new FieldErrors(opened.errors), report.requestId, gateway.log);
    report.errors = errors;
    if (!(opened instanceof Opened)) return setResult({ ...opened, ...(errors.length > 0 && { errors }), stringify });
    // Yoga's types leave out that its Response takes a stream of Node.js. It pipes that, and ends it with the
    // connection.
    const respond = (Response: object) =>
      Reflect.construct(Response as NewableFunction, [opened.events, { headers: opened.headers }]);
    setResultProcessor((_result, { Response }) => respond(Response), 'text/event-stream');
  },
});
