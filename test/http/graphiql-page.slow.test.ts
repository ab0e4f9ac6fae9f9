import { once } from 'node:events';
import { request } from 'node:http';
import { getOperationAST, parse } from 'graphql';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { seedDemo } from '../../src/demo/company.ts';
import { readDocuments } from '../../src/http/graphiql/ready-documents.ts';
import { createGraphiQL } from '../../src/http/graphiql/serve.ts';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';

let gateway: TestGateway;
let token: string;

beforeAll(async () => {
  token = await tokenOf('demo');
  gateway = await openGateway({ graphiql: createGraphiQL() });
  await seedDemo(gateway.prisma);
});
afterAll(() => gateway.close());

const documents = await readDocuments();

test('the documents are read from operations/, the records before the rest', () => {
  const groups = [...new Set(documents.map(({ group }) => group))];
  expect(groups).toEqual(['tanks', 'tasks', 'expirations', 'quick-orders', 'ship-tos', 'any-record', 'webhooks']);
  for (const { name, kind, query } of documents) {
    const definition = getOperationAST(parse(query));
    expect([definition?.name?.value, definition?.operation]).toEqual([name, kind]);
  }
});

test('every document can be sent as it is; one that needs an id of yours finds nothing', async () => {
  for (const { name, kind, query, variables } of documents) {
    if (kind === 'subscription') continue;
    const { data, errors } = await gateway.ask(query, JSON.parse(variables), token);
    expect({ name, errors }).toEqual({ name, errors: undefined });
    const types = Object.values<Data | null>(data).map((answer) => answer?.__typename);
    const expected = variables.includes('"<') ? /^(?!NotFound).*Error$/ : /Error$/;
    for (const type of types) expect(type ?? '').not.toMatch(expected);
  }
});

const get = (headers: Record<string, string>, path = '/graphql', method = 'GET') =>
  fetch(`${gateway.address}${path}`, { method, headers });
const html = { accept: 'text/html,*/*;q=0.8' };

test('the page is sent compressed, and only when it has changed', async () => {
  const page = await get(html);
  expect(page.headers.get('vary')).toBe('accept, accept-encoding');
  expect(page.headers.get('content-encoding')).toBe('gzip');
  const text = await page.text();
  expect(Number(page.headers.get('content-length'))).toBeLessThan(text.length / 3);
  const plain = await get({ ...html, 'accept-encoding': 'identity' });
  expect([plain.headers.get('content-encoding'), (await plain.text()) === text]).toEqual([null, true]);
  const etag = page.headers.get('etag') ?? '';
  const again = await get({ ...html, 'if-none-match': etag });
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
  expect((await get({ ...html, 'if-none-match': '"another"' })).status).toBe(200);
  const head = await get(html, '/graphql', 'HEAD');
  expect(head.headers.get('content-length')).toBe(page.headers.get('content-length'));
});

test('the page is the same to everybody, so that caches may keep it', async () => {
  const { port } = new URL(gateway.address);
  const etagFor = async (host: string) => {
    const [answer] = await once(request({ port, path: '/graphql', headers: { ...html, host } }).end(), 'response');
    answer.resume();
    return [answer.headers.etag, answer.headers['cache-control']];
  };
  const [first] = await etagFor('localhost');
  for (const host of ['127.0.0.1', '[::1]:4000', 'gateway.example'])
    expect(await etagFor(host)).toEqual([first, 'no-cache']);
});

test('the page runs no script but its own, and calls no host but the gateway', async () => {
  const policy = (await get(html)).headers.get('content-security-policy') ?? '';
  const [scripts = ''] = /script-src [^;]*/.exec(policy) ?? [];
  expect(scripts).toMatch(/^script-src( 'sha256-[\w+/]{43}=')+$/);
  expect(policy).toContain("default-src 'none'; connect-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
});

test('where GraphiQL is off, its page names the setting that turns it on', async () => {
  const without = await openGateway();
  onTestFinished(() => without.close());
  const open = (path: string) => fetch(`${without.address}${path}`, { headers: html });
  const page = await open('/graphql');
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain('GRAPHIQL=on');
  expect(await (await open('/graphql?query={__typename}')).json()).toEqual({ data: { __typename: 'Query' } });
});

test('only a browser is given the page', async () => {
  const query = '/graphql?query={__typename}';
  expect(await (await get({ accept: 'application/json' }, query)).json()).toEqual({ data: { __typename: 'Query' } });
  expect(await (await get({ accept: '*/*' }, query)).json()).toEqual({ data: { __typename: 'Query' } });
  expect((await get(html, query)).headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect((await get(html, '/health')).headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect((await get(html, '/')).url).toBe(`${gateway.address}/graphql`);
});
