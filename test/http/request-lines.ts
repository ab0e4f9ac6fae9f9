import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type Data, type TestGateway, tokenOf } from '../gateway.ts';

export interface Sent {
  path?: string;
  method?: string;
  headers?: Record<string, string>;
  token?: string | null;
  body?: string | object;
}

/** Sends requests to a gateway and reads their lines in its log. */
export function readingLines(gateway: () => TestGateway) {
  const linesOf = (requestId: string): Data[] =>
    gateway().logged.filter((line) => line.msg === 'request' && line.requestId === requestId);

  /** The one line of a request. It is written when the response is over, which the client may see first. */
  async function lineOf(requestId: string): Promise<Data> {
    await expect.poll(() => linesOf(requestId)).toHaveLength(1);
    return linesOf(requestId)[0] ?? {};
  }

  /** Sends a request of its own id as `acme`, and returns its line with the answer's length in bytes. */
  async function logged({ path = '/graphql', method = 'POST', headers, token, body }: Sent) {
    const requestId = randomUUID();
    const authorization = token === null ? {} : { authorization: `Bearer ${token ?? (await tokenOf('acme'))}` };
    const response = await fetch(`${gateway().address}${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-request-id': requestId, ...authorization, ...headers },
      body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null),
    });
    const answered = Buffer.byteLength(await response.text());
    return { line: await lineOf(requestId), answered, status: response.status };
  }
  return { linesOf, lineOf, logged };
}
