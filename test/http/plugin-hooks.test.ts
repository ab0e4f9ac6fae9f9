import type { Plugin } from 'graphql-yoga';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { openEvents } from '../live/event-source.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';
import { expectTheSame, openPair, type Pair, ways, written } from './pair.ts';
import { openSocket } from './socket.ts';
import { DOCUMENTS } from './unusual-documents.ts';
import { OPERATIONS } from './unusual-operations.ts';

/** How often each hook was called. */
let calls: Record<string, number> = {};
const count = (hook: string): void => {
  calls[hook] = (calls[hook] ?? 0) + 1;
};
/** Counts every hook that a request can meet. */
const counting: Plugin = {
  onRequest: () => count('request'),
  onRequestParse: () => count('requestParse'),
  onParams: () => count('params'),
  onEnveloped: () => count('enveloped'),
  onParse() {
    count('parse');
    return () => count('parsed');
  },
  onValidate() {
    count('validate');
    return () => count('validated');
  },
  onContextBuilding() {
    count('context');
    return () => count('contextBuilt');
  },
  onExecute() {
    count('execute');
    return { onExecuteDone: () => count('executed') };
  },
  onSubscribe() {
    count('subscribe');
    return {
      onSubscribeResult() {
        count('subscribed');
        return { onNext: () => count('next'), onEnd: () => count('end') };
      },
    };
  },
  onExecutionResult: () => count('executionResult'),
  onResultProcess: () => count('resultProcess'),
  onResponse: () => count('response'),
};
const OF_HTTP = ['request', 'requestParse', 'params', 'executionResult', 'resultProcess', 'response'];
const OF_SOCKETS = ['requestParse', 'params', 'executionResult'];
const BEFORE = ['enveloped', 'parse', 'parsed', 'validate', 'validated', 'context', 'contextBuilt'];
const eachOnce = (hooks: string[]): Record<string, number> => Object.fromEntries(hooks.map((hook) => [hook, 1]));

const READ = 'query ($id: ID!) { tank(id: $id) { name } }';
const UPDATE = 'mutation ($id: ID!, $name: String) { updateTank(id: $id, input: { name: $name }) { __typename } }';
const LIVE = 'subscription ($id: ID!) { tankChanged(id: $id) { __typename ... on TankChange { tank { name } } } }';

describe('with a plugin', () => {
  let gateway: TestGateway;
  let id: string;
  beforeAll(async () => {
    gateway = await openGateway({ plugins: [counting] });
    ({ id } = await create(gateway, tank, { name: 'old' }));
  });
  afterAll(() => gateway.close());

  /** The hooks that are called while a function runs. */
  async function called(run: () => Promise<unknown>): Promise<Record<string, number>> {
    calls = {};
    await run();
    return { ...calls };
  }

  for (const [kind, query] of [
    ['query', READ],
    ['mutation', UPDATE],
  ])
    test(`a ${kind} over HTTP calls every hook, the first time and later`, async () => {
      for (let time = 0; time < 3; time++)
        expect(await called(() => gateway.ask(query ?? '', { id, name: 'new' }))).toEqual(
          eachOnce([...OF_HTTP, ...BEFORE, 'execute', 'executed']),
        );
    });

  test('a document with a fault calls the hooks up to its validation', async () => {
    const before = [...OF_HTTP, 'enveloped', 'parse', 'parsed'];
    expect(await called(() => gateway.ask('{ tank '))).toEqual(eachOnce(before));
    expect(await called(() => gateway.ask('{ unknown }'))).toEqual(eachOnce([...before, 'validate', 'validated']));
  });

  test('a live operation as server-sent events calls every hook', async () => {
    const hooks = await called(async () => {
      const events = await openEvents(gateway, LIVE, { variables: { id } });
      expect(await events.item()).toEqual({ __typename: 'Resync' });
      await gateway.sql(`UPDATE tank SET name = 'live' WHERE id = $1`, [id]);
      expect(await events.item()).toEqual({ __typename: 'TankChange', tank: { name: 'live' } });
      events.close();
      await expect.poll(() => calls.end).toBe(1);
    });
    expect(hooks).toEqual({ ...eachOnce([...OF_HTTP, ...BEFORE, 'subscribe', 'subscribed', 'end']), next: 2 });
  });

  test('operations of a WebSocket call every hook from the parsing of the request to execution', async () => {
    const { send, next } = await openSocket(gateway);
    const subscribe = (query: string) =>
      send({ id: 'a', type: 'subscribe', payload: { query, variables: { id, name: 'socket' } } });
    const hooks = await called(async () => {
      subscribe(LIVE);
      expect(await next()).toMatchObject({ payload: { data: { tankChanged: { __typename: 'Resync' } } } });
      await gateway.sql(`UPDATE tank SET name = 'later' WHERE id = $1`, [id]);
      expect(await next()).toMatchObject({ payload: { data: { tankChanged: { tank: { name: 'later' } } } } });
      send({ id: 'a', type: 'complete' });
      await expect.poll(() => calls.end).toBe(1);
    });
    expect(hooks).toEqual({ ...eachOnce([...OF_SOCKETS, ...BEFORE, 'subscribe', 'subscribed', 'end']), next: 2 });
    for (const query of [UPDATE, READ]) {
      const hooks = await called(async () => {
        subscribe(query);
        expect(await next()).toMatchObject({ type: 'next', payload: { data: expect.any(Object) } });
        expect(await next()).toEqual({ id: 'a', type: 'complete' });
      });
      expect(hooks).toEqual(eachOnce([...OF_SOCKETS, ...BEFORE, 'execute', 'executed']));
    }
    subscribe('{ unknown }');
    expect(await next()).toMatchObject({
      type: 'error',
      payload: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
    });
    subscribe('{ tank');
    expect(await next()).toMatchObject({ type: 'error', payload: [{ extensions: { code: 'GRAPHQL_PARSE_FAILED' } }] });
  });

  test('operations of a WebSocket have their results in the log', async () => {
    const { send, next } = await openSocket(gateway);
    send({ id: 'a', type: 'subscribe', payload: { query: UPDATE, variables: { id, name: 'logged' } } });
    expect(await next()).toMatchObject({ type: 'next' });
    const line = () => gateway.logged.findLast(({ msg, kind }) => msg === 'request' && kind === 'mutation');
    await expect.poll(line).toMatchObject({ status: 101, result: 'Tank' });
  });

  test('the refusal of a live operation is readable for a client that accepts multipart alone', async () => {
    const headers = {
      accept: 'multipart/mixed;subscriptionSpec="1.0"',
      authorization: `Bearer ${await tokenOf('acme', 'tasks:read')}`,
    };
    const response = await gateway.post(JSON.stringify({ query: LIVE, variables: { id } }), headers);
    expect((await response.json()).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });
});

describe('beside yoga with its own engine', () => {
  let pair: Pair;
  // Other files of the same worker count, too.
  let before: number;
  beforeAll(async () => {
    pair = await openPair([], [counting]);
    before = ways.lane;
  });
  afterAll(() => pair.close());

  for (const sent of [...OPERATIONS, ...DOCUMENTS])
    test(`a gateway with a plugin answers as yoga does: ${sent.name}`, () => expectTheSame(pair, sent));

  test('a gateway with a plugin has written what yoga has written, and used no fast path', async () => {
    expect(await written(pair.gateway)).toEqual(await written(pair.yoga));
    expect(ways.lane).toBe(before);
  });
});
