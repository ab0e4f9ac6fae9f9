import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { cloneDatabase, type Data, tokenOf } from '../gateway.ts';
import { portOf } from '../port.ts';
import { onServer } from '../postgres.ts';
import { startProgram } from '../programs.ts';
import { openReceiver } from '../webhooks/receiver.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
beforeEach(async () => {
  database = await cloneDatabase();
});
afterEach(() => database.drop());

interface Exported {
  service: string;
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  failed: boolean;
  attributes: Data;
}

const valuesOf = (attributes: Data[]): Data =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Opens a collector on loopback for one test, which keeps the spans that it receives. */
async function openCollector(): Promise<{ endpoint: string; spans: Exported[] }> {
  const spans: Exported[] = [];
  const server = createServer(async (request, response) => {
    const { resourceSpans }: Data = JSON.parse(Buffer.concat(await request.toArray()).toString());
    if (request.url !== '/v1/traces') return void response.writeHead(404).end();
    for (const { resource, scopeSpans } of resourceSpans)
      for (const { spans: sent } of scopeSpans)
        for (const { attributes, status, ...span } of sent)
          spans.push({
            ...span,
            service: valuesOf(resource.attributes)['service.name'],
            failed: status.code === 2,
            attributes: valuesOf(attributes),
          });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { endpoint: `http://127.0.0.1:${portOf(server)}`, spans };
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const [SERVER, CLIENT] = [2, 3];

/** Starts a gateway that sends its spans to a new collector, and returns how to ask it and how to stop it. */
async function start(env: Record<string, string> = {}) {
  const { endpoint, spans } = await openCollector();
  const gateway = startProgram('main', {
    DATABASE_URL: database.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_TRACES_SAMPLER_ARG: '1',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    ...env,
  });
  const { address } = await gateway.logged('ready');
  const ask = async (query: string, headers: Record<string, string> = {}): Promise<void> => {
    const authorization = `Bearer ${await tokenOf('acme')}`;
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization, ...headers },
      body: JSON.stringify({ query }),
    });
    await response.text();
  };
  /** A stop sends the spans that wait. */
  const stop = async (): Promise<Exported[]> => {
    expect(await gateway.stop()).toMatchObject({ status: 0, stderr: '' });
    return spans;
  };
  return { gateway, ask, stop };
}

test('a request is a span below its traceparent, and its statements are spans below that, the same on both ways', async () => {
  await onServer(database.url, "INSERT INTO tank (id, company_id) VALUES ('a-value', 'acme')");
  const { gateway, ask, stop } = await start();
  for (const _again of [1, 2, 3])
    await ask('mutation Any { updateTank(id: "a-value", input: {}, expectedVersion: 9) { __typename } }', {
      traceparent: `00-${TRACE}-${PARENT}-01`,
      'x-request-id': 'mine',
    });
  const spans = await stop();
  const requests = spans.filter(({ kind }) => kind === SERVER);
  expect(requests).toHaveLength(3);
  for (const request of requests) {
    expect(request).toMatchObject({
      service: 'field-operations-gateway',
      name: 'mutation updateTank',
      traceId: TRACE,
      parentSpanId: PARENT,
      failed: false,
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'graphql.operation.type': 'mutation',
        'graphql.operation.name': 'Any',
        'gateway.request_id': 'mine',
        'gateway.result': 'TankConflictError',
      },
    });
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId);
    expect(statements).toMatchObject(
      [1, 2].map(() => ({ name: 'SELECT', traceId: TRACE, kind: CLIENT, failed: false })),
    );
    for (const { attributes } of statements)
      expect(attributes['db.query.text']).toMatch(/^SELECT [\s\S]* (FROM|JOIN) "?tank"? /);
  }
  expect(spans).toHaveLength(9);
  expect(JSON.stringify(spans)).not.toContain('a-value');
  expect(await gateway.logged('request')).toMatchObject({ traceId: TRACE });
});

test('a statement that fails is marked, and so is its request', async () => {
  const { ask, stop } = await start({ OTEL_SERVICE_NAME: 'edge' });
  await onServer(database.url, 'ALTER TABLE tank RENAME COLUMN brand TO make');
  await ask('query { tank(id: "x") { brand } }');
  await Promise.all([ask('query { tank(id: "x") { brand } }'), ask('query { tank(id: "y") { brand } }')]);
  const spans = await stop();
  const requests = spans.filter(({ kind }) => kind === SERVER);
  expect(requests.map(({ name, failed, service }) => [name, failed, service])).toEqual(
    [1, 2, 3].map(() => ['query tank', true, 'edge']),
  );
  for (const { traceId, spanId } of requests) {
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === spanId);
    // Requests that arrive at the same moment share a statement; after its failure, each sends its own.
    expect([1, 2]).toContain(statements.length);
    for (const statement of statements) expect(statement).toMatchObject({ traceId, failed: true });
  }
});

test('a trace that is not recorded elsewhere is not recorded here, and the rest by the ratio', async () => {
  const { ask, stop } = await start({ OTEL_TRACES_SAMPLER_ARG: '0' });
  await ask('{ tanks { totalCount } }', { traceparent: `00-${TRACE}-${PARENT}-00` });
  await ask('{ tanks { totalCount } }', { traceparent: `00-${TRACE}-${PARENT}-01` });
  await ask('{ tanks { totalCount } }');
  await ask('{ tanks { totalCount } }', { traceparent: 'nonsense' });
  const spans = await stop();
  expect(spans.filter(({ kind }) => kind === SERVER).map(({ traceId }) => traceId)).toEqual([TRACE]);
});

test('without a collector, the line of a request has its level by name, and the trace of the proxy', async () => {
  const gateway = startProgram('main', { DATABASE_URL: database.url });
  const { address } = await gateway.logged('ready');
  const headers = { 'content-type': 'application/json', traceparent: `00-${TRACE}-${PARENT}-01` };
  await fetch(address, { method: 'POST', headers, body: '{"query":"{ __typename }"}' });
  expect(await gateway.logged('request')).toMatchObject({ level: 'info', traceId: TRACE });
  await gateway.stop();
});

test('an attempt to deliver is a span, and the receiver gets its traceparent', async () => {
  const receiver = await openReceiver((response, { path }) => response.writeHead(path === '/bad' ? 500 : 204).end());
  const { endpoint, spans } = await openCollector();
  await onServer(
    database.url,
    `INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions)
     VALUES ('s', 'acme', 'f', 'n', '${receiver.url}/bad?key=secret', 'tank', '{created}')`,
    "INSERT INTO tank (id, company_id) VALUES ('t', 'acme')",
  );
  const worker = startProgram('worker', {
    DATABASE_URL: database.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_TRACES_SAMPLER_ARG: '1',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  });
  const { headers } = await receiver.next();
  await worker.logged('delivering');
  expect(await worker.stop()).toMatchObject({ status: 0, stderr: '' });
  const [, traceId, spanId] = /^00-(\w{32})-(\w{16})-01$/.exec(String(headers.traceparent)) ?? [];
  expect(spans).toMatchObject([
    { name: 'deliver', kind: CLIENT, traceId, spanId, attributes: { 'gateway.webhook_id': headers['webhook-id'] } },
  ]);
  expect(JSON.stringify(spans)).not.toContain('secret');
});

test('without a collector, requests are answered, and the log reports the loss', async () => {
  const { endpoint } = await openCollector();
  const gateway = startProgram('main', {
    DATABASE_URL: database.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/elsewhere`,
    OTEL_TRACES_SAMPLER_ARG: '1',
  });
  const { address } = await gateway.logged('ready');
  expect((await fetch(`${address}?query={__typename}`)).status).toBe(200);
  expect((await gateway.stop()).status).toBe(0);
  expect(await gateway.logged('spans could not be sent')).toMatchObject({ reason: expect.any(String) });
});
