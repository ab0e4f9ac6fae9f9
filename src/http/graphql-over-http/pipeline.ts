import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  print,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import { isAsyncIterable, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import type { Documents, Parameters, Prepared } from '../../engine/documents.ts';
import { FieldErrors } from '../../engine/field-errors.ts';
import type { Operation } from '../../operation/operation.ts';
import { type Answer, answerForPlugins, executeInTurns, type Gateway, prepareInTurn } from '../exchange/answer.ts';
import { type OpenLive, openLive } from '../exchange/live-answers.ts';
import { toClientError, toClientErrors } from '../exchange/masking.ts';
import { liveFormat, NO_FORMAT } from './event-stream.ts';

/*
 * Yoga's whole pipeline, for what the fast path leaves, and for every request as soon as `plugins.ts` lists a plugin.
 * The documents cache and the engine are plugged in as Envelop has it, so that answers, limits and errors are those of
 * the fast path. Updates and filtered pages have half its rate, look-ups 0.3.
 */

/** Yoga adds the parameters to the operation. */
type PipelineContext = Operation & { params: Parameters };

export function usePipeline(documents: Documents, gateway: Gateway): Plugin<PipelineContext, Operation> {
  /** A plugin may have set a document of its own, which has no text yet. */
  const textOf = (document: DocumentNode, { query = '' }: Parameters): string =>
    documents.read(query).document === document ? query : print(document);

  const prepare = ({ document, operationName, variableValues }: ExecutionArgs, { params }: PipelineContext): Prepared =>
    documents.prepareText(textOf(document, params), {
      operationName: operationName ?? null,
      variables: variableValues ?? null,
    });

  const execute = async (args: ExecutionArgs, context: PipelineContext): Promise<ExecutionResult> => {
    const prepared = prepare(args, context);
    if (prepared.execute === undefined) return { errors: prepared.errors };
    context.beginRoots(prepared);
    const executed = await executeInTurns(prepared.execute, context);
    const { data, errors } = answerForPlugins(executed, context, (gateway.plugins ?? []).length > 0);
    return { ...(errors.length > 0 && { errors }), data };
  };

  const subscribe = async (
    args: ExecutionArgs,
    context: PipelineContext,
  ): Promise<{ errors: readonly GraphQLError[] } | AsyncGenerator<Answer>> => {
    const { params, request } = context;
    const prepared = prepare(args, context);
    if (prepared.execute === undefined) return { errors: prepared.errors };
    if (!liveFormat(request.headers.get('accept'))) return { errors: [NO_FORMAT] };
    const parameters = { ...params, query: textOf(args.document, params), variables: args.variableValues };
    const opened = await openLive(parameters, prepared, context, documents, gateway, true);
    return 'errors' in opened ? opened : opened.answers;
  };

  return {
    onParams({ paramsHandler, setParamsHandler, context }) {
      // The hooks below cannot wait.
      setParamsHandler(async (asked) => {
        if (documents.prepareKnown(asked.params) === undefined)
          await prepareInTurn(documents, asked.params, context, gateway);
        return paramsHandler(asked);
      });
    },
    onParse({ context, params: { source }, setParsedDocument, setParseFn }) {
      const text = String(source);
      context.ask(documents.prepareText(text, context.params));
      const { document, errors } = documents.read(text);
      if (document !== undefined) return setParsedDocument(document);
      setParseFn(() => {
        throw errors[0];
      });
    },
    onValidate({ context: { params }, setValidationFn }) {
      // Those of the specification are among those of the documents cache.
      setValidationFn(
        (schema: ExecutionArgs['schema'], document: DocumentNode, rules: readonly ValidationRule[] = []) => {
          const { errors } = documents.read(textOf(document, params));
          const more = rules.filter((rule) => !specifiedRules.includes(rule));
          return more.length === 0 ? errors : [...errors, ...validate(schema, document, more)];
        },
      );
    },
    async onContextBuilding({ context }) {
      try {
        await context.enter();
      } catch (error) {
        throw toClientError(error, context.requestId, gateway.log);
      }
    },
    onExecute: ({ args, setExecuteFn }) => setExecuteFn((given) => execute(given, args.contextValue)),
    onSubscribe: ({ args, setSubscribeFn }) => setSubscribeFn((given) => subscribe(given, args.contextValue)),
  };
}

/** Masks errors. It is the last plugin, so that all others see what was thrown. */
export function useMasking({ log }: Gateway): Plugin<PipelineContext, Operation> {
  const mask = (result: ExecutionResult, { requestId }: Pick<PipelineContext, 'requestId'>): ExecutionResult =>
    result.errors ? { ...result, errors: toClientErrors(new FieldErrors(result.errors), requestId, log) } : result;
  return {
    onExecute: ({ context }) => ({
      onExecuteDone({ result, setResult }) {
        if (!isAsyncIterable(result)) setResult(mask(result, context));
      },
    }),
    onSubscribe: ({ args: { contextValue } }) => ({
      onSubscribeResult: () => ({ onNext: ({ result, setResult }) => setResult(mask(result, contextValue)) }),
    }),
  };
}

const toAnswer = ({ data, errors = [] }: ExecutionResult): Answer => ({ data, errors });

/** The live operation whose results have passed the hooks. */
export function liveOf(results: AsyncIterable<ExecutionResult>, { live }: Operation): OpenLive {
  if (live === undefined) throw new Error('a live operation did not open its stream');
  const answers = async function* (): AsyncGenerator<Answer> {
    for await (const result of results) yield toAnswer(result);
  };
  return Object.assign(live, { answers: answers() });
}

export type Pipeline = Pick<
  YogaServerInstance<Operation, object>,
  'parseRequest' | 'getResultForParams' | 'fetchAPI' | 'waitUntil'
>;

/**
 * Answers an operation of a WebSocket: Yoga has no hooks for its transport, and all others from the parsing of a
 * request on. To them it is a POST with the headers of the upgrade and the token.
 */
export async function answerThrough(
  { parseRequest, getResultForParams, fetchAPI, waitUntil }: Pipeline,
  { query, ...others }: Parameters,
  operation: Operation,
): Promise<OpenLive | { errors: readonly GraphQLError[] } | Answer> {
  const headers = new fetchAPI.Headers();
  for (const [name, value] of Object.entries(operation.req.headers))
    if (value !== undefined) headers.set(name, String(value));
  headers.set('content-type', 'application/json');
  headers.set('accept', 'text/event-stream, application/graphql-response+json');
  const request = new fetchAPI.Request('http://localhost/graphql', { method: 'POST', headers, body: '{}' });
  // As Yoga's adapter gives each request of HTTP.
  Object.assign(operation, { waitUntil });
  const { response }: { response?: Response } = await Reflect.apply(parseRequest, undefined, [request, operation]);
  if (response !== undefined) {
    const extensions = { http: { status: response.status } };
    return { errors: [new GraphQLError(`A plugin has refused the request with ${response.status}.`, { extensions })] };
  }
  // The protocol requires a text, also beside the hash of one.
  const params = query ? { ...others, query } : others;
  const result: ExecutionResult | AsyncIterable<ExecutionResult> = await Reflect.apply(getResultForParams, undefined, [
    { params, request },
    operation,
  ]);
  if (isAsyncIterable<ExecutionResult>(result)) return liveOf(result, operation);
  const answer = toAnswer(result);
  operation.errors = answer.errors;
  return answer;
}
