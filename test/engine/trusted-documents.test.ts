import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { readTrusted } from '../../src/engine/trusted.ts';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { openEvents } from '../live/event-source.ts';
import { startProgram } from '../programs.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';

const TANK = 'query ($id: ID!) { tank(id: $id) { id } }';
const UPDATE = 'mutation ($id: ID!, $name: String) { updateTank(id: $id, input: { name: $name }) { __typename } }';
const LIVE = 'subscription ($id: ID!) { tankChanged(id: $id) { __typename } }';
const OTHER = '{ __typename }';
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const folder = mkdtempSync(join(tmpdir(), 'trusted-'));
const manifest = (name: string, content: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

let gateway: TestGateway;
let strict: TestGateway;
let id: string;
beforeAll(async () => {
  // The client preset writes the name of the algorithm, other tools do not.
  const web = manifest('web.json', { [`sha256:${hashOf(TANK)}`]: TANK, [`sha256:${hashOf(LIVE)}`]: LIVE });
  const phone = manifest('phone.json', { [hashOf(UPDATE)]: UPDATE });
  gateway = await openGateway({ trusted: readTrusted({ paths: [web, phone], only: false }) });
  strict = await openGateway({ trusted: readTrusted({ paths: [web, phone], only: true }) });
});
afterAll(async () => {
  await gateway.close();
  await strict.close();
  rmSync(folder, { recursive: true });
});

const post = async (to: TestGateway, body: object): Promise<Data> => (await to.post(JSON.stringify(body))).json();
const get = async (to: TestGateway, parameters: Record<string, string>): Promise<Data> => {
  const headers = { authorization: `Bearer ${await tokenOf('acme')}` };
  return (await fetch(`${to.address}/graphql?${new URLSearchParams(parameters)}`, { headers })).json();
};
const apollo = (hash: string) => ({ persistedQuery: { version: 1, sha256Hash: hash } });
const codeOf = ({ errors }: Data): unknown => errors?.[0]?.extensions.code;

test('a hash stands for its document: as documentId, as Apollo names it, and by GET', async () => {
  for (const to of [gateway, strict]) {
    ({ id } = await create(to, tank));
    const variables = { id };
    const found = { data: { tank: { id } } };
    const hash = hashOf(TANK);
    for (const _again of [1, 2]) {
      expect(await post(to, { documentId: `sha256:${hash}`, variables })).toEqual(found);
      expect(await post(to, { documentId: hash, variables })).toEqual(found);
      expect(await post(to, { extensions: apollo(hash), variables })).toEqual(found);
      expect(await post(to, { query: '', extensions: apollo(`sha256:${hash}`), variables })).toEqual(found);
      const text = JSON.stringify(variables);
      expect(await get(to, { documentId: `sha256:${hash}`, variables: text })).toEqual(found);
      expect(await get(to, { extensions: JSON.stringify(apollo(hash)), variables: text })).toEqual(found);
    }
    const documentId = hashOf(UPDATE);
    expect(await post(to, { documentId, variables: { id, name: 'x' } })).toEqual({
      data: { updateTank: { __typename: 'Tank' } },
    });
    expect(codeOf(await get(to, { documentId, variables: JSON.stringify({ id }) }))).toBe('BAD_REQUEST');
  }
});

test('a hash that is not in the manifest is not found, in the words that make Apollo send the document', async () => {
  const unknown = hashOf(OTHER);
  for (const to of [gateway, strict])
    for (const answer of [
      await post(to, { documentId: `sha256:${unknown}` }),
      await post(to, { extensions: apollo(unknown) }),
      await get(to, { documentId: unknown }),
    ])
      expect(answer).toEqual({
        errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
      });
  expect(await post(gateway, { query: OTHER, extensions: apollo(unknown) })).toEqual({ data: { __typename: 'Query' } });
});

test('without a manifest no hash is supported', async () => {
  const plain = await openGateway();
  onTestFinished(() => plain.close());
  for (const body of [{ documentId: hashOf(TANK) }, { extensions: apollo(hashOf(TANK)) }])
    expect(codeOf(await post(plain, body))).toBe('PERSISTED_QUERY_NOT_SUPPORTED');
});

test('with only-mode a document that is not in the manifest is refused, and one that is may be sent as it is', async () => {
  const refused = await strict.post(JSON.stringify({ query: OTHER }));
  expect(refused.status).toBe(400);
  const { errors } = await refused.json();
  expect(errors).toEqual([
    { message: expect.stringContaining('TRUSTED_DOCUMENTS'), extensions: { code: 'DOCUMENT_NOT_TRUSTED' } },
  ]);
  expect(codeOf(await post(strict, { query: OTHER, extensions: apollo(hashOf(TANK)) }))).toBe('DOCUMENT_NOT_TRUSTED');
  expect(codeOf(await get(strict, { query: OTHER }))).toBe('DOCUMENT_NOT_TRUSTED');
  const events = await openEvents(strict, 'subscription { changes(watch: { record: TANK }) { __typename } }');
  expect(codeOf((await events.next())?.data ?? {})).toBe('DOCUMENT_NOT_TRUSTED');
  expect(await post(strict, { query: TANK, variables: { id: 'x' } })).toEqual({ data: { tank: null } });
});

test('a document counts as the same with other spaces, line ends and comments, and with no other token', async () => {
  ({ id } = await create(strict, tank));
  const ask = (query: string) => post(strict, { query, variables: { id } });
  const again = [`${TANK} `, TANK.replaceAll(' ', '\r\n'), `# An app's.\n${TANK.replaceAll(' ', ' , ')}`];
  for (const query of again) expect(await ask(query)).toEqual({ data: { tank: { id } } });
  const others = [TANK.replace('{ id }', '{ id id }'), `${TANK} ${OTHER}`, TANK.replace('$id: ID!', '$id: ID! = "x"')];
  const long = `${' '.repeat(1_000)}${TANK}`;
  for (const query of [...others, long, '"', '']) expect(await ask(query)).not.toHaveProperty('data');
  for (const query of others) expect(codeOf(await ask(query))).toBe('DOCUMENT_NOT_TRUSTED');
});

test("the manifests of Apollo's clients are read: those of web and iOS, and those of Kotlin", async () => {
  const operation = (body: string) => ({ id: hashOf(body), name: 'Tank', type: 'query', body });
  const format = { format: 'apollo-persisted-query-manifest', version: 1 };
  const web = manifest('apollo.json', { ...format, operations: [TANK, LIVE].map(operation) });
  const kotlin = manifest('kotlin.json', { [hashOf(UPDATE)]: { name: 'Update', source: UPDATE } });
  const apps = await openGateway({ trusted: readTrusted({ paths: [web, kotlin], only: true }) });
  onTestFinished(() => apps.close());
  ({ id } = await create(apps, tank));
  const found = { data: { tank: { id } } };
  expect(await post(apps, { extensions: apollo(hashOf(TANK)), variables: { id } })).toEqual(found);
  expect(await post(apps, { documentId: hashOf(UPDATE), variables: { id, name: 'x' } })).toEqual({
    data: { updateTank: { __typename: 'Tank' } },
  });
});

test('live operations have hashes too, over HTTP and WebSocket', async () => {
  const { body } = await strict.post(JSON.stringify({ documentId: hashOf(LIVE), variables: { id } }), {
    accept: 'text/event-stream',
  });
  // Ended by us, which is an error to it.
  onTestFinished(() => void body.on('error', () => {}).destroy());
  let text = '';
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.includes('Resync')) break;
  }
  expect(text).toMatch(/event: next.*Resync/s);
  const socket = new WebSocket(`${strict.address.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  const ask = async (message: object): Promise<Data> => {
    socket.send(JSON.stringify(message));
    const [data] = await once(socket, 'message');
    return JSON.parse(String(data));
  };
  await ask({ type: 'connection_init', payload: { authorization: `Bearer ${await tokenOf('acme')}` } });
  const subscribe = (payload: object) => ask({ id: '1', type: 'subscribe', payload });
  expect((await subscribe({ query: OTHER })).payload[0].extensions.code).toBe('DOCUMENT_NOT_TRUSTED');
  const named = { query: '', extensions: apollo(hashOf(LIVE)), variables: { id } };
  expect((await subscribe(named)).payload).toEqual({ data: { tankChanged: { __typename: 'Resync' } } });
});

test('the log names the trusted documents that the schema does not have', async () => {
  const stale = '{ tank(id: "x") { colour } }';
  const app = manifest('stale.json', { [hashOf(TANK)]: TANK, [hashOf(stale)]: stale });
  const old = await openGateway({ trusted: readTrusted({ paths: [app], only: true }) });
  onTestFinished(() => old.close());
  expect(old.logged.filter(({ msg }) => msg === 'trusted documents are not valid for this schema')).toEqual([
    expect.objectContaining({
      level: 40,
      count: 1,
      first: [{ hash: hashOf(stale), reason: expect.stringContaining('colour') }],
    }),
  ]);
});

test('a manifest that cannot be used stops the start with one line', async () => {
  const paths: [string, string][] = [
    [join(folder, 'absent.json'), 'there is no such file'],
    [manifest('text.json', '{'), 'JSON'],
    [manifest('list.json', [TANK]), 'it must be an object'],
    [manifest('numbers.json', { a: 1 }), 'it must be an object'],
    [manifest('empty.json', {}), 'it must be an object'],
    [manifest('bodies.json', { operations: [{ id: 'a' }] }), 'it must be an object'],
  ];
  for (const [path, reason] of paths)
    expect(() => readTrusted({ paths: [path], only: true })).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(new RegExp(`^TRUSTED_DOCUMENTS: ${path} cannot be used: .*${reason}.*$`)),
      }),
    );
  const { status, stderr } = await startProgram('main', { TRUSTED_DOCUMENTS: 'absent.json' }).ended;
  expect([status, stderr.trim().split('\n')]).toEqual([1, [expect.stringContaining('absent.json cannot be used')]]);
});
