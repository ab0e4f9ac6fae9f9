import { normalizedExecutor } from '@graphql-tools/executor';
import { defaultFieldResolver, GraphQLError, type GraphQLFieldResolver, getNullableType, isLeafType } from 'graphql';
import { createYoga, isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import { InexpressibleValueError } from '../../src/base/errors.ts';
import { Documents } from '../../src/engine/documents.ts';
import { FieldErrors } from '../../src/engine/field-errors.ts';
import type { Context } from '../../src/graphql/schema/context.ts';
import { answerOf, contextOf, type Exchange, type Gateway } from '../../src/http/exchange/exchange.ts';
import { toClientErrors } from '../../src/http/exchange/masking.ts';
import { LARGEST_BODY } from '../../src/http/exchange/request-body.ts';
import { corsOf } from '../../src/http/graphql-over-http/cors.ts';
import { useRefusals } from '../../src/http/graphql-over-http/yoga-refusals.ts';

/** Yoga with its own way from a request to its response: parsing, validation, variables, execution and statuses. */
export const referenceYoga = (gateway: Gateway) =>
  createYoga<Exchange, Context>({
    schema: gateway.schema,
    context: (exchange) => contextOf(exchange, gateway),
    plugins: [useRefusals, masking(gateway.log), engine(new Documents(gateway), gateway.log)],
    maskedErrors: false,
    cors: corsOf(gateway.corsOrigins),
    parserAndValidationCache: false,
    maxRequestBodySize: LARGEST_BODY,
    multipart: false,
    batching: false,
    graphiql: false,
    landingPage: false,
    logging: false,
  });

/** The gateway's words for an error. */
const masking = (log: Logger): Plugin<Context, Exchange> => ({
  onResultProcess({ result, setResult, serverContext: { report } }) {
    if (Array.isArray(result) || isAsyncIterable(result) || !result.errors) return;
    setResult({ ...result, errors: toClientErrors(new FieldErrors(result.errors), report.requestId, log) });
  },
});

/** The gateway's limits and issues, without what it says of the response in Yoga's place. */
const engine = (documents: Documents, log: Logger): Plugin<Context> => ({
  onParse: ({ context: { params }, setParseFn }) =>
    setParseFn(() => {
      const { document, errors } = documents.read(params.query ?? '');
      if (document === undefined) throw bare(errors[0]);
      return document;
    }),
  onValidate: ({ context: { params }, setResult }) => setResult(documents.read(params.query ?? '').errors.map(bare)),
  onExecute({ args: { contextValue: context, ...args }, setExecuteFn, setResultAndStopExecution }) {
    const { execute, errors } = documents.prepare(context.params);
    if (execute === undefined) setResultAndStopExecution({ errors });
    else
      setExecuteFn(async () => {
        const result = await normalizedExecutor({ ...args, contextValue: context, fieldResolver });
        if (isAsyncIterable(result)) throw new Error('a stream');
        const found = result.errors && new FieldErrors(result.errors);
        const { data, errors } = answerOf({ data: result.data ?? null, errors: found }, context, log);
        return { ...(errors.length > 0 && { errors }), data };
      });
  },
});

/** The gateway's words for a stored value that its type refuses. */
const fieldResolver: GraphQLFieldResolver<Record<string, unknown>, Context> = (source, args, context, info) => {
  const value: unknown = defaultFieldResolver(source, args, context, info);
  const type = getNullableType(info.returnType);
  if (!isLeafType(type) || typeof source.id !== 'string' || value === null || value === undefined) return value;
  try {
    type.serialize(value);
    return value;
  } catch {
    throw new InexpressibleValueError(info.parentType.name, source.id, info.fieldName);
  }
};

function bare(error: GraphQLError | undefined): GraphQLError {
  const { http: _, code, ...extensions } = error?.extensions ?? {};
  const own = code?.startsWith('GRAPHQL_') ? undefined : code;
  return new GraphQLError(error?.message ?? '', {
    nodes: error?.nodes ?? null,
    source: error?.source ?? null,
    positions: error?.positions ?? null,
    extensions: { ...extensions, ...(own && { code: own }) },
  });
}
