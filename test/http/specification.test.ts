import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const audits = serverAudits({ url: () => `${gateway.address}/graphql`, fetchFn: fetch });
test('the GraphQL-over-HTTP specification is audited in 61 points', () => {
  expect(audits).toHaveLength(61);
});
for (const audit of audits)
  test(`the audit ${audit.id} holds: ${audit.name}`, async () => {
    expect(await audit.fn()).toMatchObject({ status: 'ok' });
  });

test('batches are refused', async () => {
  const response = await gateway.post('[{"query":"{ __typename }"},{"query":"{ __typename }"}]');
  expect([response.status >= 400, (await response.text()).includes('"data"')]).toEqual([true, false]);
});

test('an unknown live operation is refused', async () => {
  for (const accept of ['application/json', 'text/event-stream']) {
    const response = await gateway.post('{"query":"subscription { tankUpdated { id } }"}', { accept });
    const text = await response.text();
    expect(text).toContain('"errors"');
    expect(text).not.toContain('"data":{');
  }
});
