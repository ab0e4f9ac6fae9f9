import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway, watchStatements } from '../gateway.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

test('a list is counted only if the count is asked for', async () => {
  const sent = watchStatements(gateway.pool);
  await gateway.ask('{ tanks(first: 5) { nodes { id } pageInfo { hasNextPage } } }');
  expect(sent).toHaveLength(1);
  expect(sent.join()).not.toContain('count');
  await gateway.ask('{ tanks(first: 5) { nodes { id } totalCount } }');
  expect(sent).toHaveLength(3);
});

test('look-ups of the same fields are one statement', async () => {
  const { id: a } = await create(gateway, tank);
  const { id: b } = await create(gateway, tank);
  const sent = watchStatements(gateway.pool);
  const query = `{ a: tank(id: "${a}") { id name } b: tank(id: "${b}") { id name } again: tank(id: "${a}") { name id }
    none: tank(id: "none") { id name } }`;
  const { data } = await gateway.ask(query);
  expect(sent).toHaveLength(1);
  expect(data).toEqual({
    a: { id: a, name: 'name №0' },
    b: { id: b, name: 'name №0' },
    again: { name: 'name №0', id: a },
    none: null,
  });
});

test('only the columns asked for are read', async () => {
  const sent = watchStatements(gateway.pool);
  await gateway.ask('{ tanks(first: 1) { nodes { name shipTo { routeCode } } } tank(id: "x") { brand } }');
  expect(sent.join('\n')).not.toMatch(/metadata|note|\*/);
  expect(sent.join('\n')).toMatch(/ship_to_id/);
});
