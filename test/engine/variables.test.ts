import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../gateway.ts';
import { expiration } from '../records.ts';
import { updateOf } from '../resources/patching.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

test('a variable that does not fit its type is refused with a code', async () => {
  const requests: [string, object][] = [
    [updateOf(expiration), { id: 'x', input: { expirationDate: '2026-02-30' } }],
    [updateOf(expiration), { id: 'x', input: { unknown: 1 } }],
    [updateOf(expiration), { input: {} }],
    ['query ($first: Int) { tanks(first: $first) { totalCount } }', { first: 1.5 }],
  ];
  for (const [query, variables] of requests)
    for (const _again of [1, 2]) {
      const { status, errors } = await gateway.ask(query, variables);
      expect([status, errors?.[0]?.extensions?.code]).toEqual([400, expect.stringMatching(/^[A-Z_]+$/)]);
      expect(errors?.[0]?.extensions?.code).not.toBe('INTERNAL_SERVER_ERROR');
    }
});

const UPDATE = 'mutation ($id: ID!, $i: UpdateTankInput!) { updateTank(id: $id, input: $i) { __typename } }';

test('each of a few variables at fault is named', async () => {
  const i = { name: 5, includeInJob: 'yes', fillPercentage: 'much', nope: 1 };
  for (const _again of [1, 2]) {
    const { errors = [] } = await gateway.ask(UPDATE, { i });
    expect(errors).toHaveLength(5);
    for (const name of ['$id', 'i.name', 'i.includeInJob', 'i.fillPercentage', 'nope'])
      expect(errors.filter(({ message }) => message.includes(name)).length).toBeGreaterThan(0);
  }
});

test('a variable that JavaScript would not keep as one is refused', async () => {
  const query = 'query ($__proto__: String) { tanks(first: 1, filter: { search: $__proto__ }) { totalCount } }';
  const { status, errors } = await gateway.ask(query, JSON.parse('{ "__proto__": "tank" }'));
  expect([status, errors?.[0]?.extensions.code]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
  expect(errors?.[0]?.message).toBe('A variable cannot have the name "__proto__".');
});

test('an input of thousands of unknown keys is refused with an answer of its own order of size', async () => {
  const i = Object.fromEntries(Array.from({ length: 15_000 }, (_, n) => [`k${n}`, 0]));
  const body = JSON.stringify({ query: UPDATE, variables: { id: 'x', i } });
  for (const _again of [1, 2, 3]) {
    const response = await gateway.post(body);
    const text = await response.text();
    // Each message repeats the whole input: the answer's length shows how often the gateway wrote it.
    expect([response.status, text.length < 6 * body.length]).toEqual([400, true]);
    expect(JSON.parse(text).errors.at(-1).message).toMatch(/too many errors/i);
  }
});

test('none of this is logged as an error', () => {
  expect(gateway.logged.filter(({ level }) => level >= 50)).toEqual([]);
});
