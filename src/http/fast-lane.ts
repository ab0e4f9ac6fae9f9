import type { IncomingMessage } from 'node:http';
import { parse, specifiedRules, validate } from 'graphql';
import { LRUCache } from 'lru-cache';
import { type ExecutionPlan, planExecution } from '../graphql/plan.ts';
import { schema } from '../schema.ts';
import { type Arrival, type Gateway, LARGEST_BODY } from './arrival.ts';
import { limitsRule, parserOptions } from './limits.ts';
import { toClientError } from './masking.ts';

/** A document that came before: from the second time on, the plans of its operations by name, or null for those that yoga executes. */
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
 * Serves the common request, a POST of JSON within the limit, without a WHATWG Request and Response: the document is parsed, validated and
 * planned once, and executed with yoga's context, schema and masking. Everything else (a new document, a faulty request, a variable of
 * the wrong type) goes to yoga, so that every refusal is written in one place.
 *
 * Returns true if it answered. If not, `req.body` holds the body for yoga.
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

/** The media type that yoga would answer with: the first acceptable JSON type. Undefined if there is none. */
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

/** A body that was read already, in the only form that yoga's adapter reads like a request. */
const again = (bytes: Buffer): { bytes: Buffer } & AsyncIterable<Buffer> => ({
  bytes,
  async *[Symbol.asyncIterator]() {
    yield bytes;
  },
});

/** The parameters of a valid request; undefined for any other. */
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
 * The plan of an operation whose document came before: planning a document that comes once costs more than it saves. The cache is bounded
 * by the number of documents and by the size of their plans and texts.
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
  // The two executors treat a variable of this name differently.
  if (query.includes('__proto__')) return undefined;
  try {
    const document = parse(query, parserOptions);
    const errors = validate(schema, document, [...specifiedRules, limitsRule]);
    return errors.length === 0 ? planExecution(schema, document, operationName) : undefined;
  } catch {
    return undefined;
  }
}
