import type { IncomingMessage } from 'node:http';
import type { Parameters } from '../../engine/documents.ts';
import { hashOf } from '../../engine/trusted.ts';
import { isPlain, parseJson } from '../../records/values.ts';
import { LARGEST_BODY } from '../exchange/request-body.ts';

const JSON_TYPE = /^application\/json(; ?charset=(utf-8|UTF-8))?$/;

const MOST_CHUNKS = 64;

/** Programs of Windows write it before UTF-8. */
const MARK = Buffer.from('\ufeff');
const hasMark = (body: Buffer): boolean => body[0] === MARK[0] && body.subarray(0, MARK.length).equals(MARK);

/** Reads a body, or enough of one that is too large. No listener stays, through which the request would keep it. */
export function readBody(req: IncomingMessage): Promise<Buffer> {
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
      const body = Buffer.concat(chunks);
      resolve(hasMark(body) ? body.subarray(MARK.length) : body);
    };
    req.on('data', take).once('end', finish).once('error', reject);
  });
}

/** Gives Yoga's adapter a body that was read, once: its own reader would keep it as long as the connection. */
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

export const isCommon = ({ method, url, headers }: IncomingMessage): boolean =>
  method === 'POST' &&
  url === '/graphql' &&
  JSON_TYPE.test(headers['content-type'] ?? '') &&
  headers['content-encoding'] === undefined;

/** The parameters of a valid request; undefined for any other. */
export function parametersOf(body: Buffer): Parameters | undefined {
  const parsed = parseJson(body.toString());
  if (!isPlain(parsed)) return undefined;
  const { query: text, documentId, operationName, variables, extensions } = parsed;
  const query = text ?? '';
  const isOptional = (value: unknown): boolean => value === undefined || value === null || isPlain(value);
  if (typeof query !== 'string' || !isOptional(variables) || !isOptional(extensions)) return undefined;
  if (query === '' && hashOf({ documentId, extensions }) === undefined) return undefined;
  const name = operationName === '' ? undefined : (operationName ?? undefined);
  if (name !== undefined && typeof name !== 'string') return undefined;
  return { query, documentId, extensions, operationName: name, variables: isPlain(variables) ? variables : {} };
}
