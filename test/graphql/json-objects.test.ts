import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../gateway.ts';
import { tank } from '../records.ts';
import { patchText } from '../resources/patching.ts';
import { create, stored } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

test('an object may be nested 50 levels deep; any deeper one is refused', async () => {
  const { id } = await create(gateway, tank);
  expect((await patchText(gateway, tank, id, `{"metadata":${nested(50)}}`)).body.data.answer.__typename).toBe('Tank');
  const list = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  for (const value of [nested(51), nested(1_000), nested(40_000), list]) {
    const { status, body } = await patchText(gateway, tank, id, `{"metadata":${value}}`);
    expect([status, body.data.answer.__typename]).toEqual([200, 'InvalidRequestError']);
  }
  for (const depth of [50, 51, 1_000, 3_000]) {
    const value = nested(depth).replaceAll('"', '');
    const query = `mutation { updateTank(id: "${id}", input: { metadata: ${value} }) { __typename } }`;
    const { status, data } = await gateway.ask(query);
    expect(status).toBeLessThan(500);
    if (status === 200) expect(data.updateTank.__typename).toBe(depth > 50 ? 'InvalidRequestError' : 'Tank');
  }
});

test('keys with a meaning in JavaScript are keys like any other', async () => {
  const { id } = await create(gateway, tank);
  const metadata =
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":null}';
  const keys = Object.keys(JSON.parse(metadata)).sort();
  for (const _again of [1, 2]) {
    const { body } = await patchText(gateway, tank, id, `{"metadata":${metadata}}`);
    const answered = body.data.answer.metadata;
    expect(JSON.stringify(answered, keys)).toBe(JSON.stringify(JSON.parse(metadata), keys));
    expect(Object.keys(answered).sort()).toEqual(keys);
  }
  const [row] = await gateway.sql('SELECT metadata::text AS text FROM tank WHERE id = $1', [id]);
  expect(row?.text).toContain('"__proto__": {"polluted": true}');
  expect('polluted' in {}).toBe(false);
  const literal = `mutation { updateTank(id: "${id}", input: { metadata: { __proto__: { a: 1 }, constructor: 2 } }) { ... on Tank { metadata } } }`;
  const { data } = await gateway.ask(literal);
  expect(Object.keys(data.updateTank.metadata).sort()).toEqual(['__proto__', 'constructor']);
});

test('keys with a meaning in JavaScript are unknown fields of an input', async () => {
  const before = await create(gateway, tank);
  for (const input of ['{"__proto__":{"name":"x"}}', '{"constructor":1}', '{"toString":1}', '{"hasOwnProperty":1}'])
    for (const _again of [1, 2])
      expect([input, (await patchText(gateway, tank, before.id, input)).status]).toEqual([input, 400]);
  const body = JSON.stringify({ query: '{ __typename }' }).replace('}"}', '}","__proto__":{"query":"{x}"}}');
  expect((await gateway.post(body)).status).toBeLessThan(500);
  expect(await stored(gateway, tank, before.id)).toEqual(before);
});

test('none of this is logged as an error', () => {
  expect(gateway.logged.filter(({ level }) => level >= 50)).toEqual([]);
});

test('a word without quotes in the literal of an object is refused, and no key is lost', async () => {
  const before = await create(gateway, tank);
  for (const metadata of ['{ zone: north }', '{ zones: ["south", north], size: 1 }', '{ meter: { zone: north } }']) {
    const query = `mutation { updateTank(id: "${before.id}", input: { metadata: ${metadata} }) { __typename } }`;
    const { status, errors = [] } = await gateway.ask(query);
    const message = expect.stringContaining('JSONObject cannot have the word north: put it in quotes.');
    expect([status, errors]).toMatchObject([400, [{ message, locations: [{ line: 1 }] }]]);
  }
  expect(await stored(gateway, tank, before.id)).toEqual(before);
});
