import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { reasonOf } from '../base/errors.ts';
import { StartupError } from '../base/startup-error.ts';
import { isPlain, parseJson } from '../records/values.ts';
import type { AnswerLine, Refusal, Report } from './protocol.ts';

interface Gateway {
  /** With or without the path of GraphQL. */
  url: string;
  token: string;
  resource: string;
  isJsonLines: boolean;
  query: URLSearchParams;
}

/** How long the gateway may take to end an import that was cancelled. */
const CANCEL_MS = 10_000;

/** Imports through a gateway, with a token. */
export async function* importThrough(
  { url, token, resource, isJsonLines, query }: Gateway,
  input: Readable,
  signal: AbortSignal,
): AsyncGenerator<Report> {
  const address = `${url.replace(/\/+(graphql\/*)?$/, '')}/import/${resource}`;
  const send = (method: string, path: string, headers: object = {}) =>
    (address.startsWith('https:') ? requestHttps : requestHttp)(`${address}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
  const sent = send('POST', `?${query}`, { 'content-type': isJsonLines ? 'application/jsonl' : 'text/csv' });
  // A file that cannot be read further is not one that ends.
  input.once('error', (error) => sent.destroy(error));
  const answered: Promise<IncomingMessage[]> = once(sent, 'response');
  sent.on('error', () => {});
  input.pipe(sent);
  const cancel = (id: string): void => {
    send('DELETE', `/${id}`)
      .on('error', () => {})
      .on('response', (res) => res.resume())
      .end();
    setTimeout(() => sent.destroy(), CANCEL_MS).unref();
  };
  try {
    const [res] = await answered;
    if (res === undefined) throw new Error('There is no answer.');
    if (res.statusCode !== 200) throw new StartupError(refusalIn(await text(res), res.statusCode));
    let refused: Refusal[] = [];
    // Its end without a last line says the same.
    res.on('error', () => {});
    for await (const written of createInterface({ input: res })) {
      const line: AnswerLine = JSON.parse(written);
      if (line.type === 'begin') {
        if (signal.aborted) cancel(line.id);
        signal.addEventListener('abort', () => cancel(line.id));
        yield line;
      } else if (line.type === 'refused') refused.push(line);
      else {
        yield { type: 'batch', refused, sums: line, stopped: line.type === 'end' ? line.stopped : null };
        refused = [];
        if (line.type === 'progress') continue;
        if (line.error !== null) throw new StartupError(line.error.message);
        return;
      }
    }
    throw new StartupError('The connection to the gateway was lost. Import the file again: what is written stays.');
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`The gateway at ${address} does not answer: ${reasonOf(error)}.`);
  } finally {
    sent.destroy();
  }
}

function refusalIn(body: string, status: number | undefined): string {
  const answer = parseJson(body);
  const [error]: unknown[] = isPlain(answer) && Array.isArray(answer.errors) ? answer.errors : [];
  if (isPlain(error) && typeof error.message === 'string') return error.message;
  return `Something in front of the gateway has answered, with status ${status}.`;
}
