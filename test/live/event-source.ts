import { onTestFinished } from 'vitest';
import type { Data, TestGateway } from '../gateway.ts';
import { tokenOf } from '../gateway.ts';

export interface Sent {
  event: string;
  id: string | undefined;
  data: Data | undefined;
}

export interface EventSource {
  response: Response;
  /** The next event; undefined when the response is over. Skips comments. */
  next: () => Promise<Sent | undefined>;
  /** The next result's root field. */
  item: () => Promise<Data>;
  /** The last id that was sent, also with a comment. */
  lastId: () => string | undefined;
  /** Reads until a comment has brought another id. */
  beat: () => Promise<void>;
  /** How many bytes have arrived. */
  received: () => number;
  close: () => void;
}

interface Asked {
  variables?: object;
  operationName?: string;
  token?: string;
  lastId?: string | undefined;
  method?: 'GET' | 'POST';
  /** Hangs up. */
  signal?: AbortSignal;
}

/** Opens a live operation of `acme` over HTTP, and reads it event by event. */
export async function openEvents(
  { address }: Pick<TestGateway, 'address'>,
  query: string,
  { variables = {}, operationName, token, lastId, method = 'POST', signal }: Asked = {},
): Promise<EventSource> {
  const hangUp = new AbortController();
  onTestFinished(() => hangUp.abort());
  const parameters = new URLSearchParams({ query, variables: JSON.stringify(variables) });
  const response = await fetch(`${address}/graphql${method === 'GET' ? `?${parameters}` : ''}`, {
    method,
    signal: signal ?? hangUp.signal,
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${token ?? (await tokenOf('acme'))}`,
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      ...(lastId !== undefined && { 'last-event-id': lastId }),
    },
    ...(method === 'POST' && { body: JSON.stringify({ query, variables, operationName }) }),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let id: string | undefined;
  let bytes = 0;

  /** The next block of lines. */
  const block = async (): Promise<Map<string, string> | undefined> => {
    while (!text.includes('\n\n')) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done) return undefined;
      bytes += Buffer.byteLength(value);
      text += value;
    }
    const [first = ''] = text.split('\n\n', 1);
    text = text.slice(first.length + 2);
    const lines = first.split('\n').map((line): [string, string] => {
      const [name = '', ...rest] = line.split(':');
      return [name, rest.join(':').trim()];
    });
    const fields = new Map(lines);
    id = fields.get('id') ?? id;
    return fields;
  };
  const next = async (): Promise<Sent | undefined> => {
    for (;;) {
      const fields = await block();
      if (fields === undefined) return undefined;
      const event = fields.get('event');
      if (event === undefined) continue;
      const data = fields.get('data');
      return { event, id: fields.get('id'), data: data ? JSON.parse(data) : undefined };
    }
  };
  return {
    response,
    next,
    async item() {
      const { data } = (await next()) ?? {};
      if (data?.data === undefined || data.errors !== undefined) throw new Error(JSON.stringify(data));
      const [item] = Object.values<Data>(data.data);
      return item ?? {};
    },
    lastId: () => id,
    async beat() {
      const before = id;
      while (id === before && (await block()) !== undefined);
    },
    received: () => bytes,
    close: () => hangUp.abort(),
  };
}
