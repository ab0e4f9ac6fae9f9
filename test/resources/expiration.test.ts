import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openGateway, type TestGateway } from '../gateway.ts';
import { expiration } from '../records.ts';
import { create } from '../rows.ts';
import { testPatching } from './patch-contract.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const READ = 'query ($id: ID!) { expiration(id: $id) { expirationDate warningDate version } }';
const UPDATE = `mutation ($id: ID!, $input: UpdateExpirationInput!) {
  updateExpiration(id: $id, input: $input) {
    __typename
    ... on Expiration { expirationDate warningDate version }
    ... on InvalidRequestError { issues { path message } }
  }
}`;

for (const zone of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles'])
  test(`a permit is renewed for a calendar day, the same day for a server in ${zone}`, async () => {
    const before = process.env.TZ;
    process.env.TZ = zone;
    onTestFinished(() => {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    });
    const { id } = await create(gateway, expiration, { expirationDate: '2026-06-30', warningDate: '2026-06-01' });

    const { data } = await gateway.ask(UPDATE, { id, input: { expirationDate: '2028-02-29', warningDate: null } });
    const renewed = { expirationDate: '2028-02-29', warningDate: null, version: 2 };
    expect(data.updateExpiration).toEqual({ __typename: 'Expiration', ...renewed });
    expect((await gateway.ask(READ, { id })).data.expiration).toEqual(renewed);
  });

test('a day that is not in the calendar, or a moment, is refused', async () => {
  const { id } = await create(gateway, expiration, { expirationDate: '2026-06-30', warningDate: '2026-06-01' });
  for (const expirationDate of ['2027-02-29', '2027-02-28T00:00:00Z']) {
    const { status, errors } = await gateway.ask(UPDATE, { id, input: { expirationDate } });
    expect([status, errors?.[0]?.extensions.code]).toEqual([400, 'BAD_USER_INPUT']);
  }
  const { data } = await gateway.ask(READ, { id });
  expect(data.expiration).toEqual({ expirationDate: '2026-06-30', warningDate: '2026-06-01', version: 1 });
});

testPatching(expiration, () => gateway);
