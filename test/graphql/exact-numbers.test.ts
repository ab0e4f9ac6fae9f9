import { once } from 'node:events';
import type { Plugin } from 'graphql-yoga';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { keepHistory } from '../../src/changes/keep-history.ts';
import { subgraphOf } from '../../src/graphql/federation/subgraph.ts';
import { schema } from '../../src/schema.ts';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { APOLLO } from '../http/parts.ts';
import { tank } from '../records.ts';
import { updateOf } from '../resources/patching.ts';
import { create, newCompany, stored } from '../rows.ts';

/** Numbers as a tank monitor may send them, and as PostgreSQL has them: JavaScript would write each in another way. */
const WRITTEN =
  '{"iccid":8901260852290847433,"serial":[9007199254740993,-9007199254740993],"money":1234567890123456.78,"exact":0.12345678901234567890,"zeros":12.50,"whole":7.0,"tiny":0.0000001,"text":"{\\"a\\": 9007199254740993, \\\\ 1.50}","large":1e30,"exponent":1E5,"huge":1e400,"minus":-0,"plain":4250.5}';
/** The same as `jsonb`, which sorts keys, writes no exponents and knows no negative zero. */
const STORED = `{"huge":1${'0'.repeat(400)},"text":"{\\"a\\": 9007199254740993, \\\\ 1.50}","tiny":0.0000001,"exact":0.12345678901234567890,"iccid":8901260852290847433,"large":1${'0'.repeat(30)},"minus":0,"money":1234567890123456.78,"plain":4250.5,"whole":7.0,"zeros":12.50,"serial":[9007199254740993,-9007199254740993],"exponent":100000}`;

const noPlugin: Plugin[] = [];
const ways = { 'without plugins': noPlugin, 'with a plugin': [{ onExecute: () => {} }] };

describe.each(Object.entries(ways))('%s', (_way, plugins) => {
  let gateway: TestGateway;
  let id: string;
  beforeAll(async () => {
    gateway = await openGateway({ plugins, beatMs: 100, schema: subgraphOf(schema) });
    await keepHistory(gateway.pool, { keepDays: 30, ignore: [] });
    id = await written();
  });
  afterAll(() => gateway.close());

  async function written(): Promise<string> {
    const { id } = await create(gateway, tank);
    await gateway.sql('UPDATE tank SET last_reading = $2::jsonb, metadata = $2::jsonb WHERE id = $1', [id, WRITTEN]);
    return id;
  }

  const textOf = async (query: string, variables: object = {}, headers = {}): Promise<string> =>
    (await gateway.post(JSON.stringify({ query, variables }), headers)).text();
  const TANK = '... on Tank { lastReading metadata }';

  test.each([
    ['a look-up', 'query ($id: ID!) { tank(id: $id) { lastReading metadata } }'],
    ['node', `query ($id: ID!) { node(id: $id) { ${TANK} } }`],
    ['nodes', `query ($id: ID!) { nodes(ids: [$id]) { ${TANK} } }`],
    ['a page', 'query ($id: ID!) { tanks(filter: { id: { in: [$id] } }) { nodes { lastReading metadata } } }'],
    ['edges', 'query ($id: ID!) { tanks(filter: { id: { in: [$id] } }) { edges { node { lastReading metadata } } } }'],
    [
      'a federated graph',
      `query ($id: ID!) { _entities(representations: [{ __typename: "Tank", id: $id }]) { ${TANK} } }`,
    ],
    ['an update', `mutation ($id: ID!) { updateTank(id: $id, input: { name: "new" }) { ${TANK} } }`],
    [
      'an update of many',
      `mutation ($id: ID!) { updateTanks(patches: [{ id: $id, input: { brand: null } }]) { ... on UpdateTanksSuccess { results { ${TANK} } } } }`,
    ],
    [
      'a conflict',
      'mutation ($id: ID!) { updateTank(id: $id, input: { name: "x" }, expectedVersion: 99) { ... on TankConflictError { record { lastReading metadata } } } }',
    ],
    ['the history', 'query ($id: ID!) { tank(id: $id) { history { nodes { action after } } } }'],
  ])('%s answers the numbers that are stored', async (_name, query) => {
    for (const accept of [
      'application/json',
      'application/graphql-response+json',
      'application/json; q=0.5, */*; q=0.1',
    ]) {
      const text = await textOf(query, { id }, { accept });
      expect(text).not.toContain('errors');
      expect(text.split(STORED)).toHaveLength(3);
    }
    const parameters = new URLSearchParams({ query, variables: JSON.stringify({ id }) });
    if (query.startsWith('mutation')) return;
    const headers = { authorization: `Bearer ${await tokenOf('acme')}` };
    const text = await (await fetch(`${gateway.address}/graphql?${parameters}`, { headers })).text();
    expect(text.split(STORED)).toHaveLength(3);
  });

  test('a deletion answers them, and the deliveries of webhooks have them', async () => {
    await gateway.ask(`mutation { createSubscription(input: { workflowId: "w", nodeId: "n",
      webhookUrl: "https://example.com/", resource: "tank", actions: ["updated"] }) { __typename } }`);
    const gone = await written();
    const deletion = `mutation ($id: ID!) { deleteTank(id: $id) { ... on DeletedTank { record { lastReading metadata } } } }`;
    expect((await textOf(deletion, { id: gone })).split(STORED)).toHaveLength(3);
    const deliveries =
      '{ webhookSubscriptions { nodes { deliveries(filter: { resourceId: { equals: $id } }) { nodes { data } } } } }';
    expect((await textOf(`query ($id: ID) ${deliveries}`, { id: gone })).split(STORED)).toHaveLength(3);
    const before = await textOf('query ($id: ID!) { history(record: TANK, id: $id, first: 1) { nodes { before } } }', {
      id: gone,
    });
    expect(before.split(STORED)).toHaveLength(3);
  });

  const LIVE = `subscription ($id: ID!) { changes(watch: [{ record: TANK, ids: [$id],
    filter: { last_reading: { zeros: 12.5, plain: 4250.5, tiny: 1e-7, whole: 7 } } }]) {
    __typename ... on TankChange { matches tank { lastReading metadata } } } }`;
  const rename = (id: string) =>
    textOf('mutation ($id: ID!) { updateTank(id: $id, input: { name: "moved" }) { __typename } }', { id });

  test.each(['text/event-stream', APOLLO])('live changes have them: %s', async (accept) => {
    const id = await written();
    const hangUp = new AbortController();
    onTestFinished(() => hangUp.abort());
    const response = await fetch(`${gateway.address}/graphql`, {
      method: 'POST',
      signal: hangUp.signal,
      headers: { accept, authorization: `Bearer ${await tokenOf('acme')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: LIVE, variables: { id } }),
    });
    let text = '';
    let isRenamed = false;
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (text.includes('TankChange') && text.includes(STORED)) break;
      if (!isRenamed && text.includes('Resync')) isRenamed = (await rename(id)) !== '';
    }
    expect(text).not.toContain('8901260852290848');
    expect(text).toContain('"matches":true');
  });

  test('live changes have them over WebSocket, and a query too', async () => {
    const id = await written();
    const socket = new WebSocket(`${gateway.address.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    const texts: string[] = [];
    const seen = async (part: string): Promise<void> => {
      while (!texts.some((text) => text.includes(part))) await once(socket, 'message');
    };
    socket.on('message', (data) => texts.push(String(data)));
    socket.send(
      JSON.stringify({ type: 'connection_init', payload: { Authorization: `Bearer ${await tokenOf('acme')}` } }),
    );
    await seen('connection_ack');
    const subscribe = (query: string) =>
      socket.send(JSON.stringify({ id: query.slice(0, 10), type: 'subscribe', payload: { query, variables: { id } } }));
    subscribe(LIVE);
    await seen('Resync');
    await rename(id);
    subscribe('query ($id: ID!) { tank(id: $id) { lastReading } }');
    await seen('TankChange');
    await seen('complete');
    expect(texts.filter((text) => text.includes(STORED)).length).toBeGreaterThan(1);
    expect(texts.join('')).not.toContain('8901260852290848');
  });

  test('an answer is as large as its numbers are long', async () => {
    const { companyId, token } = await newCompany();
    const digits = '7'.repeat(100_000);
    for (let n = 0; n < 90; n++)
      await gateway.sql(
        `INSERT INTO tank (company_id, last_reading) VALUES ($1, jsonb_build_object('a', $2::numeric))`,
        [companyId, digits],
      );
    const ask = (first: number) =>
      gateway.ask('query ($n: Int) { tanks(first: $n) { nodes { lastReading } } }', { n: first }, token);
    expect((await ask(80)).errors).toBeUndefined();
    expect((await ask(90)).errors).toMatchObject([{ extensions: { code: 'ANSWER_TOO_LARGE' } }]);
  });

  const INEXACT = [
    '12345678901234.567891',
    '0.12345678901234567890',
    '1234567890123456.78',
    '-1e-400',
    '1.0000000000000000001',
  ];
  const ISSUE = 'has more digits than a number can keep; send a string';

  test.each(INEXACT)('a write of %s is refused, in variables over each transport and in a document', async (number) => {
    const before = await stored(gateway, tank, id);
    const message = expect.stringContaining(ISSUE);
    const refused = {
      __typename: 'InvalidRequestError',
      issues: [{ path: ['input', 'metadata', 'a', '1', 'b'], code: 'INVALID', message }],
    };
    const payload = `{"query":${JSON.stringify(updateOf(tank))},"variables":{"id":"${id}","input":{"name":"x","metadata":{"a":[1,{"b": ${number}}]}}}}`;
    for (const accept of ['application/json', 'application/json; q=0.9, text/event-stream']) {
      const { data } = await (await gateway.post(payload, { accept })).json();
      expect(data.answer).toMatchObject(refused);
    }
    const odd = await (await gateway.post(payload, { 'content-type': 'application/json; charset="utf-8"' })).json();
    expect(odd.data.answer).toMatchObject(refused);
    const socket = new WebSocket(`${gateway.address.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    socket.send(
      JSON.stringify({ type: 'connection_init', payload: { Authorization: `Bearer ${await tokenOf('acme')}` } }),
    );
    await once(socket, 'message');
    socket.send(`{"id":"1","type":"subscribe","payload":${payload}}`);
    const [answer] = await once(socket, 'message');
    expect(JSON.parse(String(answer)).payload.data.answer).toMatchObject(refused);
    const { status, errors } = await gateway.ask(
      `mutation { updateTank(id: "${id}", input: { metadata: { a: [{ b: ${number} }] } }) { __typename } }`,
    );
    expect([status, errors]).toMatchObject([400, [{ message, locations: [{ line: 1 }] }]]);
    expect(await stored(gateway, tank, id)).toEqual(before);
  });

  test('a filter of a live operation that would lose digits is refused, also by GET', async () => {
    const query = 'subscription ($w: [WatchInput!]!) { changes(watch: $w) { __typename } }';
    const variables = '{"w":[{"record":"TANK","filter":{"last_reading":{"a": 0.12345678901234567890}}}]}';
    const issues = [{ path: ['watch', '0', 'filter', 'last_reading', 'a'], code: 'INVALID' }];
    const headers = { accept: 'text/event-stream, application/json', authorization: `Bearer ${await tokenOf('acme')}` };
    const byPost = await fetch(`${gateway.address}/graphql`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: `{"query":${JSON.stringify(query)},"variables":${variables}}`,
    });
    const byGet = await fetch(`${gateway.address}/graphql?${new URLSearchParams({ query, variables })}`, { headers });
    for (const response of [byPost, byGet]) {
      const text = (await response.text()).replace(/^event.*\ndata: |\n\nevent: complete[\s\S]*$/g, '');
      expect(JSON.parse(text).errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', issues } }]);
    }
  });

  test('what JavaScript only writes in another way is accepted, and other types of variables round as they always do', async () => {
    const { id } = await create(gateway, tank);
    const metadata = '{"a": 12.50, "b": 1E5, "c": -0, "d": 1.0, "e": 100e-2, "f": 0.1, "g": "9007199254740993 1.50"}';
    const payload = `{"query":${JSON.stringify(updateOf(tank))},"variables":{"id":"${id}","input":{"metadata":${metadata},"fillPercentage":12.345678901234567890}}}`;
    const { data } = await (await gateway.post(payload)).json();
    expect(data.answer).toMatchObject({
      metadata: { a: 12.5, b: 100000, d: 1, e: 1, f: 0.1, g: '9007199254740993 1.50' },
      fillPercentage: 12.345678901234567,
    });
  });
});

test('a plugin has plain objects, in which such a number has its value', async () => {
  const seen: Data[] = [];
  const note: Plugin = {
    onExecute: () => ({ onExecuteDone: ({ result }) => void ('data' in result && seen.push(result.data ?? {})) }),
  };
  const gateway = await openGateway({ plugins: [note] });
  onTestFinished(() => gateway.close());
  const { id } = await create(gateway, tank);
  await gateway.sql('UPDATE tank SET last_reading = $2::jsonb WHERE id = $1', [id, WRITTEN]);
  await gateway.ask('query ($id: ID!) { tank(id: $id) { lastReading } }', { id });
  const { plain, zeros, text, serial } = seen[0]?.tank.lastReading ?? {};
  expect([plain, zeros * 2, `${zeros}`, text, serial.length]).toEqual([4250.5, 25, '12.50', expect.any(String), 2]);
});
