import type { IncomingMessage } from 'node:http';
import { GraphQLError, parse } from 'graphql';
import { LRUCache } from 'lru-cache';
import { AnswerTooLargeError } from '../errors.ts';
import { type ExecutionPlan, planExecution } from '../graphql/plan.ts';
import { isTooLarge, writeResult } from './answer.ts';
import type { Arrival, Gateway } from './arrival.ts';
import { LARGEST_BODY, putBack, readBody } from './body.ts';
import { validateWithinLimits } from './limits.ts';
import { toClientError, toClientErrors } from './masking.ts';
import { parserOptions } from './parsing.ts';
import { answerType } from './refusals.ts';
import { nameOperation } from './report.ts';

/** A document that came once is `new`. From the second time on it has a plan, or yoga executes it. */
type Known = ExecutionPlan | 'new' | 'yoga';

interface Parameters {
  query: string;
  operationName: string | undefined;
  variables: Record<string, unknown>;
}

const JSON_TYPE = /^application\/json(; ?charset=(utf-8|UTF-8))?$/;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Serves the common request, a POST of JSON within the size limit, without a WHATWG Request and Response: it parses, validates and plans the
 * document once, and executes the plan with yoga's context, schema and masking. Leaves everything else to yoga (a new document, a faulty
 * request, a variable of the wrong type), so that each refusal is written in one place.
 *
 * Returns true if it answered. If not, `req.body` holds the body for yoga.
 */
export function createFastLane(gateway: Gateway): (arrival: Arrival) => Promise<boolean> {
  const documents = new LRUCache<string, Known>({ max: 500, maxSize: 50_000, sizeCalculation: weight });
  const crossOrigin = gateway.corsOrigins.length > 0;

  return async ({ req, res, report, context: contextOf }) => {
    const type = answerType(req.headers.accept);
    if (type === undefined || !isCommon(req, crossOrigin)) return false;
    const bytes = await readBody(req);
    const parameters = parametersOf(bytes);
    const plan = parameters && planFor(documents, parameters, gateway);
    if (plan) nameOperation(report, plan.operationName, plan.kind);
    const context = plan && (await contextOf().catch(refusalOf));
    if (context instanceof GraphQLError) {
      report.errors = [context];
      writeResult(res, type, { errors: report.errors });
      return true;
    }
    const result = await (context && plan.execute(context, parameters.variables));
    if (plan === undefined || context === undefined || result === undefined) {
      putBack(req, bytes);
      return false;
    }
    const { bytes: received, limits } = context.work;
    // Each row may be in the response once for each other row, which may refer to it.
    if (received ** 2 * plan.size > limits.answerBytes && (await isTooLarge(result.data, limits.answerBytes))) {
      report.errors = [toClientError(new AnswerTooLargeError(limits.answerBytes), report.requestId, gateway.log)];
      writeResult(res, type, { data: null, errors: report.errors });
    } else {
      report.errors = toClientErrors(result.errors, report.requestId, gateway.log);
      writeResult(res, type, { data: result.data, errors: report.errors });
    }
    return true;
  };
}

/** A refusal that must cost little, because the gateway is overloaded. Yoga writes the others. */
const refusalOf = (error: unknown): GraphQLError | undefined =>
  error instanceof GraphQLError && error.extensions.code === 'OVERLOADED' ? error : undefined;

const isCommon = ({ method, url, headers }: IncomingMessage, crossOrigin: boolean): boolean =>
  method === 'POST' &&
  url === '/graphql' &&
  JSON_TYPE.test(headers['content-type'] ?? '') &&
  Number(headers['content-length']) <= LARGEST_BODY &&
  headers['content-encoding'] === undefined &&
  !(crossOrigin && headers.origin !== undefined);

/** The parameters of a valid request; undefined for any other. */
function parametersOf(body: Buffer): Parameters | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString());
  } catch {
    return undefined;
  }
  if (!isObject(parsed)) return undefined;
  const { query, operationName: name, variables, extensions, ...others } = parsed;
  const isOptional = (value: unknown): boolean => value === undefined || value === null || isObject(value);
  if (typeof query !== 'string' || !isOptional(variables) || !isOptional(extensions)) return undefined;
  const operationName = name ?? undefined;
  if ((operationName !== undefined && typeof operationName !== 'string') || Object.keys(others).length > 0)
    return undefined;
  return { query, operationName, variables: isObject(variables) ? variables : {} };
}

/** The plan of a document that came before: planning a document that comes once costs more than it saves. */
function planFor(
  documents: LRUCache<string, Known>,
  { query, operationName }: Parameters,
  gateway: Gateway,
): ExecutionPlan | undefined {
  const cached = documents.get(query);
  const known = cached === 'new' ? planDocument(query, gateway) : (cached ?? 'new');
  if (known !== cached) documents.set(query, known);
  if (typeof known === 'string') return undefined;
  return operationName === undefined || operationName === known.operationName ? known : undefined;
}

/** Bounds the cache by the memory of plans and texts, in units of about 1 KB. */
const weight = (known: Known, query: string): number =>
  1 + Math.ceil(query.length / 100) + (typeof known === 'string' ? 1 : known.size);

function planDocument(query: string, { schema, introspection }: Gateway): Known {
  // The two executors treat a variable of this name differently.
  if (query.includes('__proto__')) return 'yoga';
  try {
    const document = parse(query, parserOptions(query));
    const errors = validateWithinLimits(schema, document, introspection);
    return errors.length === 0 ? planExecution(schema, document) : 'yoga';
  } catch {
    return 'yoga';
  }
}
