import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GraphQLErrorExtensions } from 'graphql';
import { isPlain, parseJson } from '../../values.ts';
import type { Documents, Parameters } from '../documents/documents.ts';
import { hashOf } from '../documents/trusted.ts';
import { type Answer, answerTo, bodyOf, type Gateway, type HttpExchange, LARGEST_BODY } from '../exchange/exchange.ts';
import { answerJson, refusal } from '../exchange/node-refusals.ts';

const JSON_TYPE = /^application\/json(; ?charset=(utf-8|UTF-8))?$/;

/** The most parts of a body that are kept apart. */
const MOST_CHUNKS = 64;

/**
 * Serves the common request, a POST of JSON within the size limit, without a WHATWG Request and Response. Leaves
 * everything else to yoga, with the body, which may be faulty. Returns true if it answered.
 */
export function createFastPath(gateway: Gateway, documents: Documents) {
  const crossOrigin = gateway.corsOrigins.length > 0;

  return async (exchange: HttpExchange): Promise<boolean> => {
    const { req, res } = exchange;
    const body = await readBody(req);
    // Both ways would read other bytes as replacement characters.
    if (body.length <= LARGEST_BODY && !isUtf8(body)) {
      answerJson(res, 415, refusal(415));
      return true;
    }
    const type = answerType(req.headers.accept);
    const isServed = body.length <= LARGEST_BODY && isCommon(req, crossOrigin);
    const parameters = isServed ? parametersOf(body) : undefined;
    const prepared = parameters && documents.prepare(parameters);
    if (type === undefined || prepared === undefined || prepared.kind === 'subscription') {
      putBack(req, body);
      return false;
    }
    writeAnswer(res, type, await answerTo(prepared, exchange, gateway));
    return true;
  };
}

/**
 * Reads a body, or enough of one that is too large. The rest is dropped: unread, it would block the connection. No
 * listener stays: through its promise, the request would keep the body.
 */
function readBody(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer): void => {
      // Each buffer takes some hundred bytes, whatever it holds.
      if (chunks.push(chunk) > MOST_CHUNKS) chunks.splice(0, chunks.length, Buffer.concat(chunks));
      size += chunk.length;
      if (size > LARGEST_BODY) finish();
    };
    const finish = (): void => {
      req.off('data', take).off('end', finish).off('error', reject);
      resolve(Buffer.concat(chunks));
    };
    req.on('data', take).once('end', finish).once('error', reject);
  });
}

/**
 * Gives yoga's adapter a body that was read, in a form that it takes, and takes once. Its own reader would keep the
 * body for as long as the connection is open.
 */
function putBack(req: IncomingMessage, bytes: Buffer): void {
  const parts = [bytes];
  const body = {
    parts,
    async *[Symbol.asyncIterator]() {
      yield* parts.splice(0);
    },
  };
  Object.assign(req, { body });
}

const isCommon = ({ method, url, headers }: IncomingMessage, crossOrigin: boolean): boolean =>
  method === 'POST' &&
  url === '/graphql' &&
  JSON_TYPE.test(headers['content-type'] ?? '') &&
  headers['content-encoding'] === undefined &&
  !(crossOrigin && headers.origin !== undefined);

/** The parameters of a valid request; undefined for any other. */
function parametersOf(body: Buffer): Parameters | undefined {
  const parsed = parseJson(body.toString());
  if (!isPlain(parsed)) return undefined;
  const { query: text, documentId, operationName, variables, extensions, ...others } = parsed;
  const query = text ?? '';
  const isOptional = (value: unknown): boolean => value === undefined || value === null || isPlain(value);
  if (typeof query !== 'string' || !isOptional(variables) || !isOptional(extensions)) return undefined;
  if (query === '' && hashOf({ documentId, extensions }) === undefined) return undefined;
  const name = operationName ?? undefined;
  if ((name !== undefined && typeof name !== 'string') || Object.keys(others).length > 0) return undefined;
  return { query, documentId, extensions, operationName: name, variables: isPlain(variables) ? variables : {} };
}

const UNWANTED = /;q=0(\.0*)?(;|$)/;

/** The media ranges of `Accept` that a client accepts, in order, without spaces. It refuses those of the weight 0. */
export const acceptedRanges = (accept?: string | null): string[] =>
  (accept || '*/*')
    .replace(/\s/g, '')
    .toLowerCase()
    .split(',')
    .filter((entry) => !UNWANTED.test(entry));

/** The media type of the answer: the first acceptable JSON type. Undefined if there is none. */
export function answerType(accept?: string | null): string | undefined {
  // Most often there is nothing to read.
  if (accept === 'application/json') return accept;
  for (const entry of acceptedRanges(accept)) {
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

/** What an error says about the HTTP response: `spec` limits the status to `application/graphql-response+json`. */
function httpOf({ http }: GraphQLErrorExtensions): { status: number; spec: boolean; headers: Record<string, string> } {
  const given = { status: 200, spec: false, headers: {} };
  return typeof http === 'object' ? { ...given, ...http } : given;
}

/** Writes an answer as Yoga does. */
function writeAnswer(res: ServerResponse, type: string, { data, errors }: Answer): void {
  let status = 200;
  for (const { extensions } of errors) {
    const http = httpOf(extensions);
    for (const [name, value] of Object.entries(http.headers)) res.setHeader(name, value);
    if (type !== 'application/json' || !http.spec) status = Math.max(status, http.status);
  }
  const text = JSON.stringify(bodyOf({ data, errors }));
  res
    .writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'content-length': Buffer.byteLength(text) })
    .end(text);
}
