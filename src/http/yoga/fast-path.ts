import type { IncomingMessage } from 'node:http';
import type { Documents, Parameters } from '../documents/documents.ts';
import { answerTo, answerType, writeAnswer } from '../exchange/answer.ts';
import type { Exchange, Gateway } from '../exchange/exchange.ts';

/** A larger body is refused with 413, with or without a Content-Length. */
export const LARGEST_BODY = 256 * 1024;

const JSON_TYPE = /^application\/json(; ?charset=(utf-8|UTF-8))?$/;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Serves the common request, a POST of JSON within the size limit, without a WHATWG Request and Response. Leaves
 * everything else to yoga, also a faulty body. Returns true if it answered.
 */
export function createFastPath({ corsOrigins, log }: Gateway, documents: Documents) {
  const crossOrigin = corsOrigins.length > 0;

  return async (exchange: Exchange, body: Buffer): Promise<boolean> => {
    const { req, res } = exchange;
    const type = answerType(req.headers.accept);
    if (type === undefined || body.length > LARGEST_BODY || !isCommon(req, crossOrigin)) return false;
    const parameters = parametersOf(body);
    const prepared = parameters && documents.prepare(parameters);
    if (prepared === undefined || prepared.kind === 'subscription') return false;
    writeAnswer(res, type, await answerTo(prepared, exchange, log));
    return true;
  };
}

/**
 * Reads a body; of one that is too large, only enough to detect that. The rest is dropped: unread, it would block the
 * connection. No listener stays: through its promise, the request would keep the body.
 */
export function readBody(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
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
 * Gives yoga's adapter a body that was read, in a form that it takes, and takes once. Its own reader would keep the body
 * for as long as the connection is open.
 */
export function putBack(req: IncomingMessage, bytes: Buffer): void {
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
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString());
  } catch {
    return undefined;
  }
  if (!isObject(parsed)) return undefined;
  const { query, operationName, variables, extensions, ...others } = parsed;
  const isOptional = (value: unknown): boolean => value === undefined || value === null || isObject(value);
  if (typeof query !== 'string' || query === '' || !isOptional(variables) || !isOptional(extensions)) return undefined;
  const name = operationName ?? undefined;
  if ((name !== undefined && typeof name !== 'string') || Object.keys(others).length > 0) return undefined;
  return { query, operationName: name, variables: isObject(variables) ? variables : {} };
}
