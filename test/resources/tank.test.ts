import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../gateway.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';
import { testPatching } from './patch-contract.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const READ = 'query ($id: ID!) { tank(id: $id) { name fillPercentage alerts version } }';
const UPDATE = `mutation ($id: ID!, $input: UpdateTankInput!, $expectedVersion: Int) {
  updateTank(id: $id, input: $input, expectedVersion: $expectedVersion) {
    __typename
    ... on Tank { name fillPercentage alerts version }
    ... on ConflictError { currentVersion }
    ... on Error { message }
  }
}`;

test('a dispatcher sets a tank’s fill level and clears its alerts', async () => {
  const { id } = await create(gateway, tank, { name: 'North 1', fillPercentage: 20, alerts: ['low'] });
  const low = { name: 'North 1', fillPercentage: 20, alerts: ['low'], version: 1 };
  expect((await gateway.ask(READ, { id })).data.tank).toEqual(low);

  // Text is as good as a number, and null clears. The name is left out and stays.
  const input = { fillPercentage: '85.5', alerts: null };
  const full = { name: 'North 1', fillPercentage: 85.5, alerts: null, version: 2 };
  const { data } = await gateway.ask(UPDATE, { id, input, expectedVersion: 1 });
  expect(data.updateTank).toEqual({ __typename: 'Tank', ...full });
  expect((await gateway.ask(READ, { id })).data.tank).toEqual(full);

  // A second client that still expects version 1 overwrites nothing.
  const late = await gateway.ask(UPDATE, { id, input: { name: 'South 1' }, expectedVersion: 1 });
  expect(late.data.updateTank).toEqual({
    __typename: 'TankConflictError',
    currentVersion: 2,
    message: 'Tank is at version 2, not 1',
  });
});

test('a fill level that is not a number never reaches the tank', async () => {
  const { id } = await create(gateway, tank, { fillPercentage: 20 });
  const { status, errors } = await gateway.ask(UPDATE, { id, input: { fillPercentage: 'half' } });
  expect([status, errors?.[0]?.extensions.code]).toEqual([400, 'BAD_USER_INPUT']);
  expect((await gateway.ask(READ, { id })).data.tank).toMatchObject({ fillPercentage: 20, version: 1 });
});

testPatching(tank, () => gateway);
