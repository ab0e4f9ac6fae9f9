import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';

/** More documents than are read before a newcomer's. */
const MANY = 60;

let gateway: TestGateway;
let neighbor: string;
let flooder: string;
beforeAll(async () => {
  gateway = await openGateway({ connectsEarly: true });
  [neighbor, flooder] = [await tokenOf('neighbor'), await tokenOf('flooder')];
  await gateway.ask('{ __typename }', {}, neighbor);
});
afterAll(() => gateway.close());
afterEach(() => void vi.restoreAllMocks());

let count = 0;
/** A document that no request has sent, and that takes some milliseconds. */
const newDocument = (): string => {
  count += 1;
  const fields = Array.from({ length: 19 }, (_, n) => `f${n}: name`).join(' ');
  return `{ ${Array.from({ length: 20 }, (_, n) => `t${count}x${n}: tank(id: "x") { ${fields} }`).join(' ')} }`;
};

type Send = (query: string) => Promise<unknown>;
const bearing = (token: string) => ({ authorization: `Bearer ${token}` });

/** The ways on which a document can come, for a company. */
const WAYS: Record<string, (token: string) => Promise<Send>> = {
  POST: async (token) => (query) => gateway.ask(query, {}, token),
  GET: async (token) => async (query) => {
    const to = `${gateway.address}/graphql?query=${encodeURIComponent(query)}`;
    return (await fetch(to, { headers: bearing(token) })).json();
  },
  'POST that Yoga serves': async (token) => async (query) =>
    (
      await gateway.post(JSON.stringify({ query }), {
        ...bearing(token),
        'content-type': 'application/json; charset="utf-8"',
      })
    ).json(),
  WebSocket: async (token) => {
    const socket = new WebSocket(`${gateway.address.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    const waiting = new Map<string, (message: Data) => void>();
    const acknowledged = new Promise<Data>((resolve) => waiting.set('init', resolve));
    socket.on('message', (data) => {
      const message = JSON.parse(String(data));
      waiting.get(message.id ?? 'init')?.(message);
    });
    socket.send(JSON.stringify({ type: 'connection_init', payload: bearing(token) }));
    await acknowledged;
    return (query) =>
      new Promise((resolve) => {
        count += 1;
        waiting.set(`${count}`, resolve);
        socket.send(JSON.stringify({ id: `${count}`, type: 'subscribe', payload: { query } }));
      });
  },
};

/** Sends many new documents at once. Returns how many are answered when something else is. */
function flood(send: Send, length = MANY) {
  let answered = 0;
  const answers = Array.from({ length }, async () => {
    const answer = await send(newDocument());
    answered += 1;
    return answer;
  });
  return {
    begun: () => Promise.race(answers),
    answeredAfter: async (other: Promise<unknown>) => {
      await other;
      return answered;
    },
    ended: Promise.all(answers),
  };
}

describe.each(Object.keys(WAYS))('beside a company with many new documents by %s', (way) => {
  test("another company's new document is read next, and a known one at once", async () => {
    const { begun, answeredAfter, ended } = flood((await WAYS[way]?.(flooder)) ?? expect.unreachable());
    await begun();
    expect(await answeredAfter(gateway.ask(newDocument(), {}, neighbor))).toBeLessThan(MANY / 2);
    expect(await answeredAfter(gateway.ask('{ __typename }', {}, flooder))).toBeLessThan(MANY / 2);
    await ended;
  });
});

test('whoever has no token is one sender', async () => {
  const { begun, answeredAfter, ended } = flood((query) => gateway.ask(query, {}, null));
  const refused = { data: null, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] };
  expect(await begun()).toMatchObject(refused);
  expect(await answeredAfter(gateway.ask(newDocument(), {}, neighbor))).toBeLessThan(MANY / 2);
  await ended;
});

test('a new document that has waited for two seconds is refused, and the next one is read', async () => {
  const { begun, ended } = flood((query) => gateway.ask(query, {}, flooder));
  await begun();
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 2_000);
  const answers = await ended;
  const refusal = {
    status: 503,
    errors: [
      { message: expect.stringContaining('new documents'), extensions: { code: 'OVERLOADED', retryable: true } },
    ],
  };
  expect(answers).toContainEqual(expect.objectContaining({ status: 200 }));
  expect(answers.at(-1)).toMatchObject(refusal);
  expect(await gateway.ask(newDocument(), {}, flooder)).toMatchObject({ status: 200 });
});

test('a new document is read once for all requests of a company that wait for it', async () => {
  const send = (await WAYS.WebSocket?.(flooder)) ?? expect.unreachable();
  const query = newDocument();
  const before = flood(send, 2);
  const first = send(query);
  const { answeredAfter, ended } = flood(send, 20);
  // In a turn of its own, it would be behind these.
  expect(await answeredAfter(send(query))).toBeLessThan(10);
  await Promise.all([before.ended, first, ended]);
});

test('a new document is read for who waits for it, though its first sender has hung up', async () => {
  // Each rests for up to 200 ms: many would have what comes behind them wait for two seconds, and be refused.
  const { begun, ended } = flood((query) => gateway.ask(query, {}, flooder), 4);
  await begun();
  const query = newDocument();
  const hungUp = new AbortController();
  const first = fetch(`${gateway.address}/graphql`, {
    method: 'POST',
    headers: { ...bearing(flooder), 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
    signal: hungUp.signal,
  });
  const answer = gateway.ask(query, {}, flooder);
  hungUp.abort();
  await expect(first).rejects.toThrow();
  expect(await answer).toMatchObject({ status: 200 });
  await ended;
});

test('a document with too many root fields is refused before its fields are validated', async () => {
  const fields = Array.from({ length: 101 }, (_, n) => `f${n}: tank(id: "x") { unknown }`).join(' ');
  expect((await gateway.ask(`{ ${fields} }`)).errors).toMatchObject([
    { message: 'An operation may have at most 100 root fields.', extensions: { code: 'DOCUMENT_TOO_LARGE' } },
  ]);
});
