import type { IncomingMessage } from 'node:http';
import { parse, specifiedRules, validate } from 'graphql';
import { LRUCache } from 'lru-cache';
import { type ExecutionPlan, planExecution } from '../graphql/plan.ts';
import { schema } from '../schema.ts';
import { limitsRule, parserOptions } from './limits.ts';
import { toClientError } from './masking.ts';
import { type Arrival, type Gateway, LARGEST_BODY } from './yoga.ts';

/** A document that has come before: from the second time on, the plans of its operations by name, null for what yoga must do. */
type Known = Map<string | undefined, ExecutionPlan | null>;

interface Parameters {
  query: string;
  operationName: string | undefined;
  variables: Record<string, unknown>;
}

const JSON_TYPE = /^application\/json(; ?charset=(utf-8|UTF-8))?$/;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Serves the everyday request, a POST of JSON within the limit, without building a WHATWG Request and Response around it: its document
 * is parsed, validated and planned once, and run with the same context, schema and masking as yoga's. Whatever is unusual (a document
 * seen for the first time, a fault in the request, a variable that does not fit) is yoga's, so that every refusal has one author.
 *
 * Returns whether it has answered. When it has not, `req.body` holds what was read of the request, for yoga to read again.
 */
export function createFastLane(gateway: Gateway): (arrival: Arrival) => Promise<boolean> {
  const documents = new LRUCache<string, Known>({ max: 500, maxSize: 50_000, sizeCalculation: weight });
  const crossOrigin = gateway.corsOrigins.length > 0;

  return async ({ req, res, requestId, context: contextOf }) => {
    const type = answerType(req.headers.accept);
    if (type === undefined || !isEveryday(req, crossOrigin)) return false;
    const body = await read(req);
    const parameters = parametersOf(body);
    const plan = parameters && planFor(documents, parameters);
    const context = plan && (await contextOf().catch(() => undefined));
    const result = await (context && plan.execute(context, parameters.variables));
    if (result === undefined) {
      Object.assign(req, { body: again(body) });
      return false;
    }
    const { data } = result;
    const errors = result.errors.map((error) => toClientError(error, requestId, gateway.log));
    const text = JSON.stringify(errors.length > 0 ? { errors, data } : { data });
    res
      .writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'content-length': Buffer.byteLength(text) })
      .end(text);
    return true;
  };
}

/** The media type that yoga would answer with: the first acceptable one that is JSON. Undefined when there is none. */
function answerType(accept = '*/*'): string | undefined {
  for (const entry of accept.replace(/\s/g, '').toLowerCase().split(',')) {
    const [range = '', ...parameters] = entry.split(';');
    const charset = parameters.find((parameter) => parameter.includes('charset='));
    if (charset !== undefined && charset !== 'charset=utf-8') continue;
    const [group = '', kind = ''] = range.split('/');
    if (group !== '*' && group !== 'application') continue;
    if (kind === '*' || kind === 'json') return 'application/json';
    if (kind === 'graphql-response+json') return 'application/graphql-response+json';
  }
  return undefined;
}

function isEveryday({ method, url, headers }: IncomingMessage, crossOrigin: boolean): boolean {
  const length = Number(headers['content-length'] ?? Number.NaN);
  return (
    method === 'POST' &&
    url === '/graphql' &&
    JSON_TYPE.test(headers['content-type'] ?? '') &&
    length <= LARGEST_BODY &&
    headers['content-encoding'] === undefined &&
    !(crossOrigin && headers.origin !== undefined)
  );
}

function read(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    req.once('error', reject);
  });
}

/** A body that was read already, in the one form that yoga's adapter reads as it reads a request. */
const again = (bytes: Buffer): { bytes: Buffer } & AsyncIterable<Buffer> => ({
  bytes,
  async *[Symbol.asyncIterator]() {
    yield bytes;
  },
});

/** The request's parameters when they are beyond reproach. */
function parametersOf(body: Buffer): Parameters | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString());
  } catch {
    return undefined;
  }
  if (!isObject(parsed)) return undefined;
  const { query, operationName, variables, extensions, ...others } = parsed;
  const isPlain = (value: unknown): boolean => value === undefined || value === null || isObject(value);
  if (typeof query !== 'string' || !isPlain(variables) || !isPlain(extensions) || Object.keys(others).length > 0)
    return undefined;
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') return undefined;
  return { query, operationName: operationName ?? undefined, variables: isObject(variables) ? variables : {} };
}

/**
 * The operation's plan, from the second time on that its document comes: planning one that comes once costs more than it saves. The
 * cache is bounded by documents and by what their plans and texts weigh.
 */
function planFor(documents: LRUCache<string, Known>, { query, operationName }: Parameters): ExecutionPlan | undefined {
  const known = documents.get(query);
  if (known === undefined) {
    documents.set(query, new Map());
    return undefined;
  }
  const existing = known.get(operationName);
  if (existing !== undefined) return existing ?? undefined;
  const plan = planDocument(query, operationName);
  documents.set(query, new Map([...known, [operationName, plan ?? null]]));
  return plan;
}

const weight = (known: Known, query: string): number =>
  1 +
  Math.ceil(query.length / 100) +
  Array.from(known.values(), (plan) => plan?.size ?? 1).reduce((sum, size) => sum + size, 0);

function planDocument(query: string, operationName: string | undefined): ExecutionPlan | undefined {
  // As the name of a variable it means something else to each executor.
  if (query.includes('__proto__')) return undefined;
  try {
    const document = parse(query, parserOptions);
    const errors = validate(schema, document, [...specifiedRules, limitsRule]);
    return errors.length === 0 ? planExecution(schema, document, operationName) : undefined;
  } catch {
    return undefined;
  }
}
