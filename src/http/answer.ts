import type { ServerResponse } from 'node:http';
import type { GraphQLError, GraphQLErrorExtensions } from 'graphql';
import { isTurnLong, shortTurn } from '../turn.ts';

interface Result {
  data?: object | null;
  errors: readonly GraphQLError[];
}

/** Reads what an error says about the HTTP response, as Yoga does: `spec` limits the status to `application/graphql-response+json`. */
function httpOf({ http }: GraphQLErrorExtensions): { status: number; spec: boolean; headers: Record<string, string> } {
  const given = { status: 200, spec: false, headers: {} };
  return typeof http === 'object' ? { ...given, ...http } : given;
}

/** Writes a result as Yoga does. */
export function writeResult(res: ServerResponse, type: string, { data, errors }: Result): void {
  let status = 200;
  for (const { extensions } of errors) {
    const http = httpOf(extensions);
    for (const [name, value] of Object.entries(http.headers)) res.setHeader(name, value);
    if (type !== 'application/json' || !http.spec) status = Math.max(status, http.status);
  }
  const text = JSON.stringify(errors.length > 0 ? { errors: errors.map(withoutHttp), data } : { data });
  res
    .writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'content-length': Buffer.byteLength(text) })
    .end(text);
}

function withoutHttp(error: GraphQLError): object {
  if (error.extensions.http === undefined) return error;
  const { http: _, ...extensions } = error.extensions;
  return { ...error.toJSON(), extensions };
}

/** The bytes of a value as JSON, of an object or a list only the brackets. Long texts are written for it: each character may be an escape. */
function weightOf(item: unknown): number {
  if (typeof item === 'string')
    return item.length > 64 ? Buffer.byteLength(JSON.stringify(item)) : Buffer.byteLength(item) + 2;
  if (typeof item === 'object') return item === null ? 4 : 2;
  return String(item).length;
}

/** How many values are weighed between two looks at the clock. */
const VALUES = 1_000;

/**
 * Whether an answer has more bytes than `most` as JSON. It visits every value, as does the writing that follows, so it leaves turns of the
 * event loop to others.
 */
export async function isTooLarge(data: unknown, most: number): Promise<boolean> {
  const waiting = [data];
  let left = most;
  for (let visited = 0; waiting.length > 0 && left >= 0; visited += 1) {
    if (visited % VALUES === 0 && isTurnLong()) await shortTurn();
    const item = waiting.pop();
    // With the comma behind it.
    left -= weightOf(item) + 1;
    if (Array.isArray(item)) for (const each of item) waiting.push(each);
    else if (typeof item === 'object' && item !== null)
      for (const key in item) {
        left -= Buffer.byteLength(key) + 3;
        waiting.push(item[key as keyof typeof item]);
      }
  }
  if (isTurnLong()) await shortTurn();
  return left < 0;
}
