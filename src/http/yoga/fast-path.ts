import type { IncomingMessage } from 'node:http';
import { GraphQLError } from 'graphql';
import type { Documents, Parameters } from '../documents/documents.ts';
import { answerOf, answerType, writeAnswer } from '../exchange/answer.ts';
import type { Exchange, Gateway } from '../exchange/exchange.ts';
import { nameOperation } from '../exchange/report.ts';

/** A larger body is refused with 413, with or without a Content-Length. */
export const LARGEST_BODY = 256 * 1024;

const JSON_TYPE = /^application\/json(; ?charset=(utf-8|UTF-8))?$/;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Serves the common request, a POST of JSON within the size limit, without a WHATWG Request and Response. Leaves
 * everything else to yoga, also a faulty document or variable, so that each refusal is written in one place.
 *
 * Returns true if it answered. If not, `req.body` holds the body for yoga.
 */
export function createFastPath(gateway: Gateway, documents: Documents): (exchange: Exchange) => Promise<boolean> {
  const crossOrigin = gateway.corsOrigins.length > 0;

  return async ({ req, res, report, context: contextOf }) => {
    const type = answerType(req.headers.accept);
    if (type === undefined || !isCommon(req, crossOrigin)) return false;
    const bytes = await readBody(req);
    const parameters = parametersOf(bytes);
    const operation = parameters && documents.prepare(parameters).operation;
    if (operation === undefined || operation.kind === 'subscription') {
      putBack(req, bytes);
      return false;
    }
    nameOperation(report, operation.name, operation.kind);
    const context = await contextOf().catch(refusalOf);
    if (context === undefined) {
      putBack(req, bytes);
      return false;
    }
    const answer =
      context instanceof GraphQLError
        ? { errors: [context] }
        : answerOf(await operation.execute(context), context, gateway.log);
    report.errors = answer.errors;
    writeAnswer(res, type, answer);
    return true;
  };
}

/**
 * Reads a body; of one that is too large, only enough to detect that. The rest is dropped: unread, it would block the
 * connection.
 */
export function readBody(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    req.on('data', (chunk: Buffer) => {
      if (size > LARGEST_BODY) return;
      chunks.push(chunk);
      size += chunk.length;
      if (size > LARGEST_BODY) resolve(Buffer.concat(chunks));
    });
    req.once('end', () => resolve(Buffer.concat(chunks))).once('error', reject);
  });
}

/** Gives the request a body that was read before, in the form in which yoga's adapter takes one. */
export function putBack(req: IncomingMessage, bytes: Buffer): void {
  const body = {
    bytes,
    async *[Symbol.asyncIterator]() {
      yield bytes;
    },
  };
  Object.assign(req, { body });
}

/** What a Request of @whatwg-node/fetch keeps of a body that has been read. */
const READ = { bodyInit: null, _bodyFactory: () => null, _generatedBody: null, _chunks: null, _buffer: null, _text: null, _json: null }; // biome-ignore format: one line

/** Lets go of a body that has been read: a live operation keeps its request as long as it is open. */
export function releaseBody(req: IncomingMessage, request: Request): void {
  Object.assign(request, READ);
  Object.assign(req, { body: undefined });
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
