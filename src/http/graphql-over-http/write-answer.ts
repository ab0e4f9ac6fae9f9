import type { ServerResponse } from 'node:http';
import type { GraphQLError, GraphQLErrorExtensions } from 'graphql';
import { stringify } from '../../exact-json.ts';
import { type Answer, toBody } from '../exchange/answer.ts';

/** What an error says about the HTTP response: `spec` limits the status to `application/graphql-response+json`. */
function httpOf({ http }: GraphQLErrorExtensions): { status: number; spec: boolean; headers: Record<string, string> } {
  const given = { status: 200, spec: false, headers: {} };
  return typeof http === 'object' ? { ...given, ...http } : given;
}

/** The status of an answer of a media type. Sets the headers that its errors have. */
export function statusOf(res: ServerResponse, type: string, errors: readonly GraphQLError[]): number {
  let status = 200;
  for (const { extensions } of errors) {
    const http = httpOf(extensions);
    for (const [name, value] of Object.entries(http.headers)) res.setHeader(name, value);
    if (type !== 'application/json' || !http.spec) status = Math.max(status, http.status);
  }
  return status;
}

/** Writes an answer as Yoga does. */
export function writeAnswer(res: ServerResponse, type: string, answer: Answer): void {
  const status = statusOf(res, type, answer.errors);
  const text = stringify(toBody(answer));
  res
    .writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'content-length': Buffer.byteLength(text) })
    .end(text);
}
