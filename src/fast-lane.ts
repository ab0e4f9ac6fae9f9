import type { IncomingMessage } from 'node:http';
import {
  type ASTNode,
  BREAK,
  type DocumentNode,
  GraphQLError,
  getOperationAST,
  Kind,
  parse,
  specifiedRules,
  validate,
  visit,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { documentCache } from './document-cache.ts';
import { limitsRule, parserOptions } from './limits.ts';
import { toClientError } from './masking.ts';
import { schema } from './schema.ts';
import { type Arrival, type Gateway, LARGEST_BODY } from './yoga.ts';

/** A document that has come before: parsed from the second time on (null when it is not valid), and its operations by name. */
interface Known {
  document: DocumentNode | null | undefined;
  compiled: Map<string | undefined, CompiledQuery>;
}

interface Parameters {
  query: string;
  operationName: string | undefined;
  variables: Record<string, unknown>;
}

const JSON_TYPE = /^application\/json(; ?charset=utf-8)?$/i;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Serves the everyday request, a POST of JSON within the limit, without building a WHATWG Request and Response around it: its document
 * is parsed, validated and compiled once, and run with the same context, schema and masking as yoga's. Whatever is unusual (a document
 * seen for the first time, a fault in the request, a variable that does not fit) is yoga's, so that every refusal has one author.
 *
 * Returns whether it has answered. When it has not, `req.body` holds what was read of the request, for yoga to read again.
 */
export function createFastLane(gateway: Gateway): (arrival: Arrival) => Promise<boolean> {
  const documents = documentCache<Known>();
  const crossOrigin = gateway.corsOrigins.length > 0;

  return async ({ req, res, requestId, context: contextOf }) => {
    const type = answerType(req.headers.accept);
    if (type === undefined || !isEveryday(req, crossOrigin)) return false;
    const body = await read(req);
    const parameters = parametersOf(body);
    const compiled = parameters && compiledFor(documents, parameters);
    const context = compiled && (await contextOf().catch(() => undefined));
    const result = context && (await compiled.query(undefined, context, parameters.variables));
    if (result?.data === undefined) {
      // Without data nothing was executed: the variables did not fit, or nothing was tried at all.
      Object.assign(req, { body: again(body) });
      return false;
    }
    const errors = result.errors?.map((error) => {
      // An error without a cause is about a value that could not be told: the server's fault, as it is in yoga.
      const originalError = error.originalError ?? new Error(error.message);
      const located = new GraphQLError(error.message, { path: error.path ?? null, originalError });
      const { message, extensions } = toClientError(located, requestId, gateway.log);
      return { message, locations: error.locations, path: error.path, extensions };
    });
    const text = JSON.stringify(errors ? { errors, data: result.data } : { data: result.data });
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
    if (kind === 'graphql-response+json') return range;
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

/** The compiled operation, from the second time on that a document comes: compiling one that comes once costs more than it saves. */
function compiledFor(documents: ReturnType<typeof documentCache<Known>>, { query, operationName }: Parameters) {
  const known = documents.get(query);
  if (known === undefined) {
    documents.set(query, { document: undefined, compiled: new Map() });
    return undefined;
  }
  const existing = known.compiled.get(operationName);
  if (existing !== undefined) return existing;
  if (known.document === undefined) known.document = validDocument(query);
  const operation = known.document && getOperationAST(known.document, operationName);
  if (!known.document || !operation || operation.operation === 'subscription') return undefined;
  const compiled = compileQuery(schema, known.document, operationName);
  if (!isCompiledQuery(compiled)) return undefined;
  known.compiled.set(operationName, compiled);
  return compiled;
}

function validDocument(query: string): DocumentNode | null {
  try {
    const document = parse(query, parserOptions);
    const isValid = validate(schema, document, [...specifiedRules, limitsRule]).length === 0;
    return isValid && !hasVariableInLiteral(document) ? document : null;
  } catch {
    return null;
  }
}

/**
 * Whether a variable stands inside an object or a list, as in `input: { name: $name }`. Compiled, such a variable would read as null when
 * it is not given, and a PATCH would clear what it was to keep; so these documents are not compiled.
 */
function hasVariableInLiteral(document: DocumentNode): boolean {
  let found = false;
  const within = (): typeof BREAK => {
    found = true;
    return BREAK;
  };
  const literal = (node: ASTNode) => visit(node, { Variable: within }) && (found ? BREAK : false);
  visit(document, { [Kind.OBJECT]: literal, [Kind.LIST]: literal });
  return found;
}
