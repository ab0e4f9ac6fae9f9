import type { ServerResponse } from 'node:http';
import type { GraphQLError, GraphQLErrorExtensions } from 'graphql';

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

/** Whether a value has more bytes than `most` as JSON, not counting escapes. Stops counting there. */
export function isHeavier(value: unknown, most: number): boolean {
  let left = most;
  const weigh = (item: unknown): void => {
    left -= typeof item === 'string' ? Buffer.byteLength(item) + 3 : 6;
    if (typeof item !== 'object' || item === null) return;
    for (const key in item) {
      if (left < 0) return;
      left -= key.length + 3;
      weigh(item[key as keyof typeof item]);
    }
  };
  weigh(value);
  return left < 0;
}
