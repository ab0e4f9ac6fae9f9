import { afterAll, beforeAll, expect, test } from 'vitest';
import * as live from '../../src/live/json-contains.ts';
import { openGateway, type TestGateway } from '../gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const contains = (whole: unknown, part: unknown) => live.contains(whole, part, { left: 100_000 });

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

const MANY = 60_000;
const numbers = (from: number) => Array.from({ length: MANY }, (_, n) => from + n);

test('a long list is compared with a long list without looking at every pair', () => {
  expect(contains({ a: numbers(0) }, { a: numbers(0).toReversed() })).toBe(true);
  expect(contains({ a: numbers(0) }, { a: numbers(1) })).toBe(false);
});

test('lists with too many objects to compare count as contained', () => {
  const objects = (from: number) => numbers(from).map((n) => ({ n }));
  expect(contains({ a: objects(0).slice(0, 100) }, { a: objects(1).slice(0, 100) })).toBe(false);
  expect(contains({ a: objects(0), b: 1 }, { a: objects(1), b: 1 })).toBe(true);
  expect(contains({ a: objects(0), b: 1 }, { a: objects(1), b: 2 })).toBe(false);
});
