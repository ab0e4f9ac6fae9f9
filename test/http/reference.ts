import type { IncomingMessage, ServerResponse } from 'node:http';
import { normalizedExecutor } from '@graphql-tools/executor';
import { sendNodeResponse } from '@whatwg-node/server';
import { defaultFieldResolver, GraphQLError, type GraphQLFieldResolver, getNullableType, isLeafType } from 'graphql';
import { createYoga, isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import { InexpressibleValueError } from '../../src/base/errors.ts';
import { Documents } from '../../src/engine/documents.ts';
import { FieldErrors } from '../../src/engine/field-errors.ts';
import { type Gateway, maskedAnswer } from '../../src/http/exchange/answer.ts';
import { LARGEST_BODY } from '../../src/http/exchange/http-errors.ts';
import { toClientError, toClientErrors } from '../../src/http/exchange/masking.ts';
import { corsOf } from '../../src/http/graphql-over-http/cors.ts';
import { useRefusals } from '../../src/http/graphql-over-http/yoga-refusals.ts';
import type { Operation } from '../../src/operation/operation.ts';

/** Yoga with its own way from a request to its response: parsing, validation, variables, execution and statuses. */
export function referenceYoga(gateway: Gateway) {
  const yoga = createYoga<Operation>({
    schema: gateway.schema,
    plugins: [useRefusals, masking(gateway.log), entering(gateway.log), engine(new Documents(gateway), gateway.log)],
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
  return async (req: IncomingMessage, res: ServerResponse, operation: Operation): Promise<void> =>
    sendNodeResponse(await yoga.handleNodeRequestAndResponse(req, res, operation), res, req, true);
}

/** The operation is the context as soon as it is admitted. */
const entering = (log: Logger): Plugin<Operation> => ({
  onContextBuilding: ({ context }) =>
    context.enter().catch((error) => {
      throw toClientError(error, context.requestId, log);
    }),
});

/** The gateway's words for an error. */
const masking = (log: Logger): Plugin<object, Operation> => ({
  onResultProcess({ result, setResult, serverContext: { requestId } }) {
    if (Array.isArray(result) || isAsyncIterable(result) || !result.errors) return;
    setResult({ ...result, errors: toClientErrors(new FieldErrors(result.errors), requestId, log) });
  },
});

/** The gateway's limits and issues, without what it says of the response in Yoga's place. */
const engine = (documents: Documents, log: Logger): Plugin<Operation> => ({
  onParse: ({ context: { params }, setParseFn }) =>
    setParseFn(() => {
      const { document, errors } = documents.read(params.query ?? '');
      if (document === undefined) throw bare(errors[0]);
      return document;
    }),
  onValidate: ({ context: { params }, setResult }) => setResult(documents.read(params.query ?? '').errors.map(bare)),
  onExecute({ args: { contextValue: context, ...args }, setExecuteFn, setResultAndStopExecution }) {
    const { execute, errors } = documents.prepareText(context.params.query ?? '', context.params);
    if (execute === undefined) setResultAndStopExecution({ errors });
    else
      setExecuteFn(async () => {
        const result = await normalizedExecutor({ ...args, contextValue: context, fieldResolver });
        if (isAsyncIterable(result)) throw new Error('a stream');
        const found = result.errors && new FieldErrors(result.errors.map(coded));
        const { data, errors } = maskedAnswer({ data: result.data ?? null, errors: found }, context, log);
        return { ...(errors.length > 0 && { errors }), data };
      });
  },
});

/** The gateway's code where graphql-js finds that an argument does not fit its type. */
function coded(error: GraphQLError): GraphQLError {
  if (error.message.startsWith('Argument "')) Object.assign(error.extensions, { code: 'BAD_USER_INPUT' });
  return error;
}

/** The gateway's words for a stored value that its type refuses. */
const fieldResolver: GraphQLFieldResolver<Record<string, unknown>, Operation> = (source, args, context, info) => {
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
