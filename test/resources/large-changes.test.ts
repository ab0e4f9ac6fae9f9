import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOutbox } from '../../src/changes/outbox.ts';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { newCompany } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const UPDATE = `mutation ($id: ID!, $input: UpdateTankInput!) {
  updateTank(id: $id, input: $input) { __typename ... on Tank { version } } }`;
const MB_12 = 12_000_000;
const LARGE = { metadata: { text: 'x'.repeat(200_000) } };

/** A company whose updates of tanks have a subscriber, with a tank that has its id. */
async function openCompany(noteBytes = 0): Promise<{ id: string; token: string }> {
  const { companyId: id } = await newCompany();
  await gateway.sql(
    `INSERT INTO webhook_subscription (company_id, workflow_id, node_id, webhook_url, resource, actions)
     VALUES ($1, 'w', 'n', 'http://127.0.0.1', 'tank', '{updated}')`,
    [id],
  );
  await gateway.sql(`INSERT INTO tank (id, company_id, note) VALUES ($1, $1, repeat('x', $2))`, [id, noteBytes]);
  return { id, token: await tokenOf(id, 'tanks:read tanks:write') };
}

test('a large change is refused while 64 MB of those of the company wait, and a small one is not', async () => {
  const { id, token } = await openCompany(MB_12);
  const neighbour = await openCompany(100_000);
  const update = (tank: string, input: object, by = token) => gateway.ask(UPDATE, { id: tank, input }, by);
  await gateway.sql(`INSERT INTO tank (id, company_id) VALUES ($1, $2)`, [`${id}-small`, id]);
  for (const note of ['a', 'b', 'c']) await gateway.sql('UPDATE tank SET note = note || $2 WHERE id = $1', [id, note]);
  const [refused, small, other] = await Promise.all([
    update(id, LARGE),
    update(`${id}-small`, { name: 'x' }),
    update(neighbour.id, LARGE, neighbour.token),
  ]);
  expect(refused.errors).toMatchObject([
    {
      message: 'Too many large changes of the company wait to become events. Try again in a second.',
      extensions: { code: 'OVERLOADED', retryable: true },
    },
  ]);
  for (const { data } of [small, other]) expect(data).toEqual({ updateTank: { __typename: 'Tank', version: 2 } });
  while ((await openOutbox(gateway.pool)).isFull);
  expect((await update(id, LARGE)).data).toEqual({ updateTank: { __typename: 'Tank', version: 5 } });
});

test('what a transaction has written itself does not count, nor do the parts that it can roll back', async () => {
  const { id } = await openCompany(MB_12);
  await gateway.sql(`DO $$ BEGIN
    FOR count IN 1..4 LOOP
      BEGIN
        UPDATE tank SET note = note || 'x' WHERE id = '${id}';
      EXCEPTION WHEN division_by_zero THEN NULL;
      END;
    END LOOP;
  END $$`);
  const rows = await gateway.sql('SELECT bytes FROM webhook_outbox WHERE company_id = $1', [id]);
  expect(rows.filter(({ bytes }) => bytes > MB_12)).toHaveLength(4);
});
