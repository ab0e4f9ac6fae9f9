import {
  type DocumentNode,
  extendSchema,
  type FieldNode,
  GraphQLError,
  Kind,
  parse,
  type SelectionSetNode,
  type ValidationContext,
  visit,
} from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { plugins } from '../../src/plugins.ts';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
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

const isDocument = (value: DocumentNode | Error | null): value is DocumentNode => value !== null && 'kind' in value;
/** A field of another name in the answer. */
const ALIASED: FieldNode = {
  kind: Kind.FIELD,
  name: { kind: Kind.NAME, value: 'name' },
  alias: { kind: Kind.NAME, value: 'called' },
};

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

  test('a plugin changes documents, variables, results and the context, and adds rules', async () => {
    const changing: Plugin<{ seen?: boolean }> = {
      onValidate({ addValidationRule }) {
        addValidationRule((context: ValidationContext) => ({
          Field(node: FieldNode) {
            if (node.name.value === 'note') context.reportError(new GraphQLError('No notes.', { nodes: node }));
          },
        }));
      },
      onContextBuilding: ({ context, extendContext }) => extendContext({ seen: 'caller' in context }),
      onExecute: ({ args }) => ({
        onExecuteDone({ result, setResult }) {
          if (!isAsyncIterable(result)) setResult({ ...result, extensions: { seen: args.contextValue.seen } });
        },
      }),
      onParse:
        () =>
        ({ result, replaceParseResult }) => {
          if (isDocument(result))
            replaceParseResult(visit(result, { Field: ({ name }) => (name.value === 'name' ? ALIASED : undefined) }));
        },
    };
    const own = await openGateway({ plugins: [changing] });
    onTestFinished(() => own.close());
    const { id } = await create(own, tank, { name: 'old' });
    const answer: Data = await own.ask(READ, { id });
    expect({ data: answer.data, extensions: answer.extensions }).toEqual({
      data: { tank: { called: 'old' } },
      extensions: { seen: true },
    });
    expect((await own.ask('query ($id: ID!) { tank(id: $id) { note } }', { id })).errors).toMatchObject([
      { message: 'No notes.' },
    ]);
  });
});

/** Opens a gateway with a plugin for one test, and asks it over HTTP and over a WebSocket. */
async function openWith(plugin: Plugin) {
  const gateway = await openGateway({ plugins: [plugin] });
  onTestFinished(() => gateway.close());
  const asked = async (payload: object) => {
    const { send, next } = await openSocket(gateway);
    send({ id: 'a', type: 'subscribe', payload });
    const { payload: answer, closed } = await next();
    if (closed !== undefined) return [await (await gateway.post(JSON.stringify(payload))).json(), { closed }];
    const reply = await gateway.post(JSON.stringify(payload));
    return [await reply.json(), Array.isArray(answer) ? { errors: answer } : answer];
  };
  return { gateway, asked };
}

test('a plugin has an address of its own, and other addresses stay without an answer', async () => {
  const { gateway } = await openWith({
    onRequest({ url, fetchAPI, endResponse }) {
      if (url.pathname === '/rest/tanks') endResponse(new fetchAPI.Response('[]', { status: 203 }));
    },
  });
  const [own, other] = await Promise.all(['/rest/tanks?a=1', '/rest'].map((path) => fetch(gateway.address + path)));
  expect([own?.status, await own?.text()]).toEqual([203, '[]']);
  expect([other?.status, await other?.json()]).toMatchObject([
    404,
    { errors: [{ extensions: { code: 'BAD_REQUEST' } }] },
  ]);
});

test('a plugin that refuses parameters or requests does so on WebSockets, too, with the code of its status', async () => {
  const refusing = (status: number) => () => {
    throw new GraphQLError('No.', { extensions: { http: { status } } });
  };
  for (const [status, code] of [
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [429, 'OVERLOADED'],
    [422, 'BAD_USER_INPUT'],
  ] as const)
    for (const plugin of [{ onParams: refusing(status) }, { onRequestParse: refusing(status) }]) {
      const { asked } = await openWith(plugin);
      const refused = { errors: [{ message: 'No.', extensions: { code } }] };
      // A client gets a new token when it connects again.
      const overSocket = status === 401 ? { closed: 4403 } : refused;
      expect(await asked({ query: '{ __typename }' })).toMatchObject([refused, overSocket]);
    }
  const { asked } = await openWith({
    onRequestParse: ({ fetchAPI, endResponse }) => endResponse(new fetchAPI.Response(null, { status: 403 })),
  });
  const [, overSocket] = await asked({ query: '{ __typename }' });
  expect(overSocket).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
});

test('a plugin finds the documents that a request names by a hash or an id', async () => {
  const { asked } = await openWith({
    onParams({ params, setParams }) {
      const hash = params.extensions?.persistedQuery?.sha256Hash;
      if (hash === 'known') setParams({ ...params, query: '{ __typename }' });
    },
  });
  // Without a text; a WebSocket takes an empty one.
  const named = (sha256Hash: string) => ({ query: '', extensions: { persistedQuery: { version: 1, sha256Hash } } });
  const data = { data: { __typename: 'Query' } };
  expect(await asked(named('known'))).toEqual([data, data]);
  const missing = { errors: [{ message: 'PersistedQueryNotSupported' }] };
  expect(await asked(named('other'))).toMatchObject([missing, missing]);
});

test('a plugin takes out of an answer what it has added to the document, at each depth', async () => {
  const marks: unknown[] = [];
  const isData = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && [null, Object.prototype].includes(Object.getPrototypeOf(value));
  const unmark = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(unmark);
    if (!isData(value)) return value;
    const { mark, ...rest } = value;
    marks.push(mark);
    return Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, unmark(each)]));
  };
  const mark: FieldNode = {
    kind: Kind.FIELD,
    name: { kind: Kind.NAME, value: '__typename' },
    alias: { kind: Kind.NAME, value: 'mark' },
  };
  const marking: Plugin = {
    onParse:
      () =>
      ({ result, replaceParseResult }) => {
        const SelectionSet = {
          leave: ({ selections, ...set }: SelectionSetNode) => ({ ...set, selections: [...selections, mark] }),
        };
        if (isDocument(result)) replaceParseResult(visit(result, { SelectionSet }));
      },
    onExecute: () => ({
      onExecuteDone({ result, setResult }) {
        if (isAsyncIterable(result)) return;
        const data = unmark(result.data);
        if (isData(data)) setResult({ ...result, data });
      },
    }),
  };
  const { gateway, asked } = await openWith(marking);
  const { id } = await create(gateway, tank, { name: 'marked' });
  const query = 'query ($ids: [ID!]) { tanks(filter: { id: { in: $ids } }) { nodes { name metadata } } }';
  const [answer, overSocket] = await asked({ query, variables: { ids: [id] } });
  expect(answer).toEqual({ data: { tanks: { nodes: [{ name: 'marked', metadata: expect.any(Object) }] } } });
  expect(overSocket).toEqual(answer);
  expect(marks).toEqual(expect.arrayContaining(['Query', 'TankConnection', 'Tank']));
});

test('a plugin that replaces the schema is refused at the start', async () => {
  const replacing: Plugin = {
    onSchemaChange({ schema, replaceSchema }) {
      if (schema.getDirective('stream') === undefined)
        replaceSchema(extendSchema(schema, parse('directive @stream on FIELD')));
    },
  };
  const { gateway } = await openWith(replacing);
  await expect(gateway.openPlugins()).rejects.toThrow(/src\/plugins.ts replaces the schema/);
});

test('the project lists no plugin', () => {
  expect(plugins).toEqual([]);
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
