import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'graphql-ws';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { cloneDatabase, type Data, tokenOf } from '../gateway.ts';
import { portOf } from '../port.ts';
import { startProgram } from '../programs.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
beforeEach(async () => {
  database = await cloneDatabase();
});
afterEach(() => database.drop());

interface Reported {
  headers: IncomingHttpHeaders;
  body: Data;
}

/** Opens what stands in for Hive on loopback for one test, which keeps the reports that it receives. */
async function openReceiver(status = 200): Promise<{ endpoint: string; reports: Reported[] }> {
  const reports: Reported[] = [];
  const server = createServer(async (request, response) => {
    reports.push({ headers: request.headers, body: JSON.parse(Buffer.concat(await request.toArray()).toString()) });
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { endpoint: `http://127.0.0.1:${portOf(server)}/usage`, reports };
}

/** Starts a gateway that reports every request, and returns how to ask it and how to stop it. */
async function start(env: Record<string, string>) {
  const gateway = startProgram('main', {
    DATABASE_URL: database.url,
    HIVE_TOKEN: 'secret-of-hive',
    HIVE_SAMPLE_RATE: '1',
    ...env,
  });
  const { address } = await gateway.logged('ready');
  const token = await tokenOf('acme');
  const ask = async (
    query?: string,
    variables: object = {},
    headers: Record<string, string> = {},
    others: object = {},
  ): Promise<Data> => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify({ query, variables, ...others }),
    });
    return response.json();
  };
  return { ...gateway, ask, address };
}

test('operations, fields, clients and errors are reported, and no value of a client or a record', async () => {
  const { endpoint, reports } = await openReceiver();
  const { ask, stop } = await start({ HIVE_USAGE_ENDPOINT: endpoint });
  const client = { 'graphql-client-name': 'portal', 'graphql-client-version': '2.1' };
  const create =
    'mutation New($name: String, $custom: JSONObject = { defaultKey: true }) { createTank(input: { name: $name, note: "a literal", metadata: { aKey: [{ nestedKey: 1 }] } }) { ... on Tank { id } } updateTank(id: "none", input: { metadata: $custom }) { __typename } }';
  const { data } = await ask(create, { name: 'a variable' }, client);
  const { id } = data.createTank;
  for (const name of ['first', 'second']) await ask(`query ${name} { tank(id: "${id}") { name } }`, {}, client);
  await ask('query Missing { tanks(after: "nonsense") { totalCount } }');
  await ask('query Invalid { tank }');
  await stop();
  expect(reports.map(({ headers }) => headers.authorization)).toEqual(['Bearer secret-of-hive']);
  const { map, operations } = reports[0]?.body ?? {};
  const named = operations.map(({ operationMapKey, execution, metadata }: Data) => ({
    name: map[operationMapKey].operationName,
    ok: execution.ok,
    errors: execution.errorsTotal,
    client: metadata.client?.name,
  }));
  expect(named).toEqual([
    { name: 'New', ok: true, errors: 0, client: 'portal' },
    { name: 'first', ok: true, errors: 0, client: 'portal' },
    { name: 'second', ok: true, errors: 0, client: 'portal' },
    { name: 'Missing', ok: false, errors: 1, client: undefined },
  ]);
  for (const { execution } of operations) expect(execution.duration).toBeGreaterThan(10_000);
  const fields = Object.values<Data>(map).flatMap((operation) => operation.fields);
  expect(fields).toEqual(
    expect.arrayContaining(['Mutation.createTank', 'CreateTankInput.note', 'Query.tank', 'Tank.name']),
  );
  const text = JSON.stringify(reports);
  for (const value of ['a literal', 'a variable', id, 'nonsense', 'aKey', 'nestedKey', 'defaultKey'])
    expect(text).not.toContain(value);
});

test('operations of a WebSocket, live ones and trusted documents are reported', async () => {
  const { endpoint, reports } = await openReceiver();
  const manifest = join(await mkdtemp(join(tmpdir(), 'usage-')), 'manifest.json');
  const text = 'query Trusted { tanks(first: 1) { nodes { id } } }';
  const hash = createHash('sha256').update(text).digest('hex');
  await writeFile(manifest, JSON.stringify({ [hash]: text }));
  const { ask, address, stop } = await start({ HIVE_USAGE_ENDPOINT: endpoint, TRUSTED_DOCUMENTS: manifest });
  const persisted = { extensions: { persistedQuery: { version: 1, sha256Hash: hash } } };
  expect(await ask(undefined, {}, {}, persisted)).toEqual({ data: { tanks: { nodes: [] } } });
  const client = createClient({
    url: address.replace('http', 'ws'),
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${await tokenOf('acme')}` },
  });
  const create = 'mutation OverSocket { createTank(input: { note: "a literal" }) { __typename } }';
  const { value } = await client.iterate<Data>({ query: create }).next();
  expect(value).toEqual({ data: { createTank: { __typename: 'Tank' } } });
  const changes = client.iterate<Data>({
    query: 'subscription Watch { changes(watch: [{ record: TANK }]) { __typename } }',
  });
  expect((await changes.next()).value).toEqual({ data: { changes: { __typename: 'Resync' } } });
  await client.dispose();
  await stop();
  const [{ map, operations, subscriptionOperations } = {}] = reports.map(({ body }) => body);
  const named = (reported: Data[]) => reported.map(({ operationMapKey }) => map[operationMapKey].operationName);
  expect(named(operations)).toEqual(['Trusted', 'OverSocket']);
  expect(named(subscriptionOperations)).toEqual(['Watch']);
  expect(JSON.stringify(reports)).not.toContain('a literal');
});

test('nothing is reported without a sample', async () => {
  const { endpoint, reports } = await openReceiver();
  const { ask, stop } = await start({ HIVE_USAGE_ENDPOINT: endpoint, HIVE_SAMPLE_RATE: '0' });
  await ask('{ tanks { totalCount } }');
  await stop();
  expect(reports).toEqual([]);
});

test('a Hive that refuses or is unreachable costs a line in the log, and the stop no more than three seconds', async () => {
  for (const endpoint of [(await openReceiver(401)).endpoint, 'http://127.0.0.1:9/usage']) {
    const { ask, stop } = await start({ HIVE_USAGE_ENDPOINT: endpoint });
    expect(await ask('{ tanks { totalCount } }')).toEqual({ data: { tanks: { totalCount: 0 } } });
    const began = performance.now();
    const { status, stdout } = await stop();
    expect([status, performance.now() - began < 10_000]).toEqual([0, true]);
    expect(stdout).toContain('usage could not be reported');
    expect(stdout).not.toContain('secret-of-hive');
  }
});
