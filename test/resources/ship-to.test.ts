import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { shipTo, tank } from '../records.ts';
import { create } from '../rows.ts';
import { testPatching } from './patch-contract.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const READ = `query ($id: ID!) {
  shipTo(id: $id) {
    name archived units
    tanks(orderBy: { field: NAME, direction: ASC }) { totalCount nodes { name shipTo { name } } }
  }
}`;
const UPDATE = `mutation ($id: ID!, $input: UpdateShipToInput!) {
  updateShipTo(id: $id, input: $input) {
    __typename
    ... on ShipTo { name archived units tanks { totalCount } version }
    ... on UnauthorizedError { message }
  }
}`;

test('a depot is renamed and archived, and its tanks see the new name', async () => {
  const { id } = await create(gateway, shipTo, { name: 'Depot', archived: false, units: ['12', '14'] });
  for (const name of ['South', 'North']) await create(gateway, tank, { name, shipToId: id });
  await create(gateway, tank, { name: 'Elsewhere', shipToId: null });

  const { data } = await gateway.ask(UPDATE, { id, input: { name: 'Old depot', archived: true, units: [] } });
  const archived = { name: 'Old depot', archived: true, units: [] };
  expect(data.updateShipTo).toEqual({ __typename: 'ShipTo', ...archived, tanks: { totalCount: 2 }, version: 2 });

  const nodes = ['North', 'South'].map((name) => ({ name, shipTo: { name: 'Old depot' } }));
  expect((await gateway.ask(READ, { id })).data.shipTo).toEqual({ ...archived, tanks: { totalCount: 2, nodes } });
});

test('a token that may only read changes nothing', async () => {
  const { id } = await create(gateway, shipTo, { name: 'Depot' });
  const reader = await tokenOf('acme', 'ship-tos:read tanks:read');
  const { data } = await gateway.ask(UPDATE, { id, input: { name: 'Mine' } }, reader);
  const message = expect.stringContaining('ship-tos:write');
  expect(data.updateShipTo).toEqual({ __typename: 'UnauthorizedError', message });
  expect((await gateway.ask(READ, { id }, reader)).data.shipTo).toMatchObject({ name: 'Depot' });
});

testPatching(shipTo, () => gateway);
