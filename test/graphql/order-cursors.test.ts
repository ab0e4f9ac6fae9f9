import { afterAll, beforeAll, expect, test } from 'vitest';
import { narrowed } from '../auth/own/narrowed.ts';
import { openGateway, type TestGateway } from '../gateway.ts';
import { shipTo, tank } from '../records.ts';
import { full, insert, newCompany } from '../rows.ts';
import { type Column, NO_CURSOR, orderOf, pageOf } from './order-pages.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

test('a cursor of another order is refused', async () => {
  const { companyId, token } = await newCompany();
  await insert(gateway, tank, ...['a', null].map((name) => full(tank, { companyId, name, fillPercentage: null })));
  const cursorOf = async (columns: readonly Column[]): Promise<string> =>
    (await gateway.ask(pageOf(tank), { first: 1, order: orderOf(columns) }, token)).data.page.pageInfo.endCursor;
  const orders: (readonly Column[])[] = [
    [],
    [['name', 'ASC']],
    [['name', 'ASC', 'FIRST']],
    [['name', 'ASC', 'LAST']],
    [['name', 'DESC', 'FIRST']],
    [['name', 'DESC', 'LAST']],
    [
      ['name', 'ASC'],
      ['brand', 'ASC'],
    ],
    [
      ['brand', 'ASC'],
      ['name', 'ASC'],
    ],
    [['fillPercentage', 'ASC', 'FIRST']],
    [['fillPercentage', 'DESC', 'FIRST']],
    [
      ['name', 'ASC'],
      ['brand', 'ASC', 'LAST'],
    ],
    [
      ['name', 'ASC'],
      ['brand', 'ASC'],
      ['status', 'ASC'],
    ],
  ];
  for (const from of orders) {
    const after = await cursorOf(from);
    for (const to of orders) {
      const { errors } = await gateway.ask(pageOf(tank), { first: 1, after, order: orderOf(to) }, token);
      if (from === to) expect([to, errors]).toEqual([to, undefined]);
      else expect([from, to, errors]).toMatchObject([from, to, NO_CURSOR]);
    }
  }
});

test('a forged cursor is refused by its number of keys and their types, and shows no more than a true one', async () => {
  const forge = (...value: unknown[]): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const columns: readonly Column[] = [
    ['fuelShipTo', 'ASC', 'FIRST'],
    ['archived', 'DESC'],
    ['name', 'ASC', 'LAST'],
  ];
  const { companyId, token } = await newCompany();
  const own = await narrowed({ ship_to: { customer_id: 'c-1' } }, 'ship-tos:read:own', companyId);
  await insert(
    gateway,
    shipTo,
    ...['c-1', 'c-2', 'c-1', 'c-2'].map((customerId, n) =>
      full(shipTo, { companyId, customerId, fuelShipTo: [null, true][n % 2], name: [null, 'x'][n >> 1] }),
    ),
  );
  const ask = (after: string, order: readonly Column[], as = token) =>
    gateway.ask(pageOf(shipTo), { first: 9, after, order: orderOf(order) }, as);
  const { data } = await gateway.ask(pageOf(shipTo), { first: 1, order: orderOf(columns) }, token);
  const [name, id, ...keys] = JSON.parse(Buffer.from(data.page.pageInfo.endCursor, 'base64url').toString());
  expect((await ask(forge(name, id, ...keys), columns)).errors).toBeUndefined();
  for (const key of ['', 'maybe', '1e999', '{}', "'; DROP TABLE tank; --", '9'.repeat(5000), 'a\0', '\ud800'])
    for (const place of keys.keys()) {
      const { errors } = await ask(forge(name, id, ...keys.with(place, key)), columns);
      if (errors) expect([key, place, errors]).toMatchObject([key, place, NO_CURSOR]);
    }
  for (const wrong of [
    [name],
    [name, id],
    [name, id, ...keys.slice(1)],
    [name, id, ...keys, 'x'],
    [name, id, ...keys.with(0, true)],
    [name, id, ...keys.with(1, null)],
    [name, id, ...keys.with(1, ['x'])],
    [name, 5, ...keys],
    [`${name},id`, id, ...keys],
    ['', id, ...keys],
  ])
    expect([wrong, (await ask(forge(...wrong), columns)).errors]).toMatchObject([wrong, NO_CURSOR]);
  // A forged cursor before the first record leads to the caller's own records.
  const seen = await ask(data.page.pageInfo.startCursor, columns, own);
  expect(seen.data.page.totalCount).toBe(2);
  const mine = await gateway.sql(`SELECT id FROM ship_to WHERE company_id = $1 AND customer_id = 'c-1'`, [companyId]);
  for (const node of seen.data.page.nodes) expect(mine).toContainEqual(node);
  expect(gateway.logged.filter(({ msg }) => msg === 'unexpected error')).toEqual([]);
});
