import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway, tokenOf, watchStatements } from '../gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const ARGUMENTS = 'id: $id, expectedVersion: $expectedVersion';
const FIELDS = [
  `updateSubscription(${ARGUMENTS}, input: { nodeId: "x" })`,
  `updateSubscription(${ARGUMENTS}, input: { actions: ["created"] })`,
  `deleteSubscription(${ARGUMENTS})`,
  `pauseSubscription(${ARGUMENTS})`,
  `resumeSubscription(${ARGUMENTS})`,
  `rotateSubscriptionSecret(${ARGUMENTS}, secret: "new")`,
];

/** Stores a subscription with a secret, failures and a replay, at version 3. */
async function create(company = 'acme'): Promise<string> {
  const [row] = await gateway.sql(
    `INSERT INTO webhook_subscription (company_id, workflow_id, node_id, webhook_url, resource, actions, secret, state, version, consecutive_failures)
     VALUES ($1, 'w', 'n', 'http://127.0.0.1:9/', 'tank', '{updated}', 'stored', 'active', 3, 7) RETURNING id`,
    [company],
  );
  await gateway.sql(
    `INSERT INTO webhook_replay (company_id, subscription_id, since, until, position) VALUES ($1, $2, now(), now(), gen_random_uuid())`,
    [company, row?.id],
  );
  return row?.id;
}
const storedOf = (id: string): Promise<Data[]> =>
  gateway.sql(
    `SELECT s.*, (SELECT count(*) FROM webhook_replay r WHERE r.subscription_id = s.id) AS replays FROM webhook_subscription s WHERE id = $1`,
    [id],
  );

async function write(field: string, id: string, expectedVersion: number | null, token?: string): Promise<Data> {
  const { data, errors } = await gateway.ask(
    `mutation ($id: ID!, $expectedVersion: Int) { it: ${field} { __typename
      ... on ConflictError { message currentVersion changedFields record { ... on WebhookSubscription { id nodeId secret version } } } } }`,
    { id, expectedVersion },
    token,
  );
  expect(errors).toBeUndefined();
  return data.it;
}

test('a repeat of an update, a pause or a resumption at its version is answered with the subscription', async () => {
  for (const field of [FIELDS[0], FIELDS[1], FIELDS[3], FIELDS[4]]) {
    const id = await create();
    expect((await write(field ?? '', id, 3)).__typename).toBe('WebhookSubscription');
    const before = await storedOf(id);
    expect([field, (await write(field ?? '', id, 3)).__typename]).toEqual([field, 'WebhookSubscription']);
    expect(await storedOf(id)).toEqual(before);
  }
});

const WAITING = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

for (const field of FIELDS) {
  test(`${field} at another version is a conflict that shows the subscription, and nothing is written`, async () => {
    const id = await create();
    const before = await storedOf(id);
    const expected = {
      __typename: 'WebhookSubscriptionConflictError',
      message: 'Subscription is at version 3, not 2',
      currentVersion: 3,
      changedFields: null,
      record: { id, nodeId: 'n', secret: null, version: 3 },
    };
    expect(await write(field, id, 2)).toEqual(expected);
    expect(await storedOf(id)).toEqual(before);
    expect((await write(field, id, 2, await tokenOf('umbra'))).__typename).toBe('NotFoundError');
    expect(await storedOf(id)).toEqual(before);
  });

  test(`${field} at the version it expects is done`, async () => {
    const id = await create();
    const before = await storedOf(id);
    expect((await write(field, id, 3)).__typename).toMatch(/Subscription$/);
    expect(await storedOf(id)).not.toEqual(before);
    const again = await create();
    expect((await write(field, again, null)).__typename).toMatch(/Subscription$/);
  });

  test(`${field} that waited for a change of the subscription is a conflict, and nothing is written`, async () => {
    const id = await create();
    const other = await gateway.pool.connect();
    await other.query('BEGIN');
    await other.query(`UPDATE webhook_subscription SET node_id = 'm' WHERE id = $1`, [id]);
    const waiting = write(field, id, 3);
    await expect.poll(() => gateway.sql(WAITING)).toHaveLength(1);
    await other.query('COMMIT');
    other.release();
    expect(await waiting).toMatchObject({
      __typename: 'WebhookSubscriptionConflictError',
      currentVersion: 4,
      record: { nodeId: 'm' },
    });
    expect(await storedOf(id)).toMatchObject([
      { secret: 'stored', state: 'active', version: 4, consecutive_failures: 7, replays: 1 },
    ]);
  });
}

test('when two rotations expect the same version, one succeeds', async () => {
  const id = await create();
  const [, , , , , rotate = ''] = FIELDS;
  const results = await Promise.all([write(rotate, id, 3), write(rotate, id, 3)]);
  expect(results.map(({ __typename }) => __typename).toSorted()).toEqual([
    'WebhookSubscription',
    'WebhookSubscriptionConflictError',
  ]);
});

test('resuming is one statement that holds the version', async () => {
  const id = await create();
  const sent = watchStatements(gateway.pool);
  await write(FIELDS[4] ?? '', id, 2);
  expect(sent.filter((text) => text.includes('UPDATE'))).toEqual([expect.stringMatching(/WHERE .*"version" = /)]);
});
