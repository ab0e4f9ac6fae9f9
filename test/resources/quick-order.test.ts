import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { quickOrder } from '../records.ts';
import { create } from '../rows.ts';
import { testPatching } from './patch-contract.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const READ = 'query ($id: ID!) { quickOrder(id: $id) { status metadata orderItems version } }';
const UPDATE = `mutation ($id: ID!, $input: UpdateQuickOrderInput!) {
  updateQuickOrder(id: $id, input: $input) {
    __typename
    ... on QuickOrder { status metadata orderItems version }
    ... on Error { message }
  }
}`;

test('an order is confirmed, and its metadata is replaced as a whole', async () => {
  const metadata = { source: 'app', device: { os: 'android' } };
  const orderItems = { lines: [{ sku: 'diesel', litres: 500 }] };
  const { id } = await create(gateway, quickOrder, { status: 'new', metadata, orderItems });

  const input = { status: 'confirmed', metadata: { source: 'phone' } };
  const { data } = await gateway.ask(UPDATE, { id, input });
  const confirmed = { status: 'confirmed', metadata: { source: 'phone' }, orderItems, version: 2 };
  expect(data.updateQuickOrder).toEqual({ __typename: 'QuickOrder', ...confirmed });
  expect((await gateway.ask(READ, { id })).data.quickOrder).toEqual(confirmed);

  // The keys of an object come in any order: these are the items it has.
  const same = await gateway.ask(UPDATE, { id, input: { orderItems: { lines: [{ litres: 500, sku: 'diesel' }] } } });
  expect(same.data.updateQuickOrder).toMatchObject({ orderItems, version: 2 });
});

test('another company’s order cannot be distinguished from a missing one', async () => {
  const { id } = await create(gateway, quickOrder, { status: 'new' });
  const token = await tokenOf('globex');
  const { data } = await gateway.ask(UPDATE, { id, input: { status: 'cancelled' } }, token);
  expect(data.updateQuickOrder).toEqual({ __typename: 'NotFoundError', message: `Quick order not found: ${id}` });
  expect((await gateway.ask(READ, { id }, token)).data.quickOrder).toBeNull();
  expect((await gateway.ask(READ, { id })).data.quickOrder).toMatchObject({ status: 'new', version: 1 });
});

testPatching(quickOrder, () => gateway);
