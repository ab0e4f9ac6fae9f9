import { afterAll, beforeAll, expect, test } from 'vitest';
import { contains } from '../../src/live/match.ts';
import { openGateway, type TestGateway } from '../gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const PARTS = [{}, [], null, 1, 1.5, 0, '', 'a', true, false, [1], [1, 1], [2, 1], [[1]], [{ a: 1 }], ['a', null]];
const VALUES = [
  ...PARTS,
  ...PARTS.flatMap((part) => [{ a: part }, { a: part, b: 'a' }]),
  { a: { a: [1, 2, { b: 3 }] } },
];

test('a record contains a filter exactly when PostgreSQL says so', async () => {
  const pairs = VALUES.flatMap((whole) => VALUES.map((part) => [{ c: whole }, { c: part }]));
  const found = await gateway.sql('SELECT pair -> 0 @> (pair -> 1) AS contains FROM jsonb_array_elements($1) pair', [
    JSON.stringify(pairs),
  ]);
  expect(pairs.map(([whole, part]) => contains(whole, part))).toEqual(found.map((row) => row.contains));
  expect(new Set(found.map((row) => row.contains)).size).toBe(2);
});
