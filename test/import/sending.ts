import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect } from 'vitest';
import type { AnswerLine } from '../../src/import/protocol.ts';
import { type Data, type TestGateway, tokenOf } from '../gateway.ts';

export const CSV = { 'content-type': 'text/csv' };

export interface Given {
  path?: string;
  headers?: Record<string, string>;
  token?: string | null;
  method?: string;
}

/** The lines of an answer, if it has any, and the last one; or the error. */
const readAnswer = (text: string, type: string | null | undefined) => {
  const isLines = type?.startsWith('application/jsonl') === true;
  const lines: AnswerLine[] = (isLines ? text.trimEnd().split('\n') : []).map((line) => JSON.parse(line));
  const error: Data | undefined = isLines || text === '' ? undefined : JSON.parse(text).errors?.[0];
  return { lines, end: lines.at(-1), error };
};

/** Sends a file, and returns the answer. */
export async function send(
  { address }: Pick<TestGateway, 'address'>,
  body: BodyInit | undefined,
  { path = 'tanks', headers = CSV, token, method = 'POST' }: Given = {},
) {
  const bearer = token === undefined ? await tokenOf('acme') : token;
  const res = await fetch(`${address}/import/${path}`, {
    method,
    headers: { ...headers, ...(bearer !== null && { authorization: `Bearer ${bearer}` }) },
    ...(body !== undefined && { body, duplex: 'half' }),
  });
  const text = await res.text();
  return { status: res.status, headers: res.headers, ...readAnswer(text, res.headers.get('content-type')) };
}

/** Sends files to the gateway of a test file, and lists its tanks. */
export const sendingTo = (gateway: () => TestGateway) => ({
  send: (body: BodyInit | undefined, given?: Given) => send(gateway(), body, given),
  tanks: (): Promise<Data[]> =>
    gateway().sql(
      'SELECT id, external_id, company_id, name, fill_percentage, version FROM tank ORDER BY external_id, id',
    ),
});

/** Begins an import whose file the test writes, on a connection of its own: the buffers of one in use have grown. */
export async function begin({ address }: Pick<TestGateway, 'address'>, { path = 'tanks', token }: Given = {}) {
  const req = request(`${address}/import/${path}`, {
    method: 'POST',
    agent: false,
    headers: { ...CSV, authorization: `Bearer ${token ?? (await tokenOf('acme'))}` },
  });
  req.on('error', () => {});
  const answered: Promise<IncomingMessage> = once(req, 'response').then(([res]) => res);
  return {
    req,
    answered,
    /** Reads the answer to its end. */
    async read() {
      const res = await answered;
      return readAnswer(Buffer.concat(await res.toArray()).toString(), res.headers['content-type']);
    },
  };
}

export const sums = (created: number, updated: number, unchanged: number, refused: number) =>
  expect.objectContaining({ type: 'end', created, updated, unchanged, refused, stopped: null, error: null });
export const refusedIn = (lines: readonly AnswerLine[]) =>
  lines.flatMap((line) => (line.type === 'refused' ? { line: line.line, reason: line.reason, text: line.text } : []));
export const failure = (code: string, words: string) => ({
  message: expect.stringContaining(words),
  extensions: expect.objectContaining({ code }),
});
