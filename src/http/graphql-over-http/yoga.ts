import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendNodeResponse } from '@whatwg-node/server';
import { createYoga, isAsyncIterable, type Plugin, processRegularResult } from 'graphql-yoga';
import { StartupError } from '../../base/startup-error.ts';
import type { Documents } from '../../engine/documents.ts';
import { stringify } from '../../exact-json.ts';
import type { Operation } from '../../operation/operation.ts';
import { errorAnswer, type Gateway } from '../exchange/answer.ts';
import { LARGEST_BODY } from '../exchange/http-errors.ts';
import { corsOf } from './cors.ts';
import { eventsOf, headersOf, liveFormat } from './event-stream.ts';
import { liveOf, useMasking, usePipeline } from './pipeline.ts';
import { useRefusals } from './yoga-refusals.ts';

/** Serves what the fast path leaves: GET, preflights and faults; with plugins, everything. */
export function createGraphQLYoga(gateway: Gateway, documents: Documents) {
  const yoga = createYoga<Operation>({
    schema: gateway.schema,
    plugins: [
      useRefusals,
      usePipeline(documents, gateway),
      useAnswers(gateway),
      useSchemaAsItIs(gateway),
      ...(gateway.plugins ?? []),
      useTexts(documents),
      useMasking(gateway),
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
  return {
    pipeline: yoga,
    serve: async (req: IncomingMessage, res: ServerResponse, operation: Operation): Promise<void> => {
      // Its own listener would copy the operation.
      const response = await yoga.handleNodeRequestAndResponse(req, res, operation);
      await sendNodeResponse(response, res, req, true);
    },
    dispose: () => yoga.dispose(),
  };
}

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

/** Masks the errors of every answer, also of those that Yoga gives by itself, and writes live operations. */
const useAnswers = ({ log }: Gateway): Plugin<object, Operation> => ({
  onResultProcess({ request, result, resultProcessor, setResult, setResultProcessor, serverContext: operation }) {
    if (Array.isArray(result)) return;
    const format = liveFormat(request.headers.get('accept'));
    if (!isAsyncIterable(result)) {
      // For the refusal of a live operation that accepts multipart alone, Yoga has none.
      if (resultProcessor === undefined && format) setResultProcessor(processRegularResult, 'application/json');
      const { errors } = errorAnswer(result.errors ?? [], operation, log);
      return setResult({ ...result, ...(errors.length > 0 && { errors }), stringify });
    }
    if (format === undefined) return;
    const events = eventsOf(format, liveOf(result, operation), operation, log);
    // Yoga's types leave out that its Response takes a stream of Node.js. It pipes that, and ends it with the
    // connection.
    const respond = (Response: object) =>
      Reflect.construct(Response as NewableFunction, [events, { headers: headersOf(format) }]);
    setResultProcessor((_result, { Response }) => respond(Response), 'text/event-stream');
  },
});
