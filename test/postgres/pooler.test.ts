import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { endPool, openDatabase } from '../../src/postgres/pool.ts';
import { openPooled } from '../../src/postgres/pooler.ts';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';
import { cloneDatabase, openGateway, type TestGateway } from '../gateway.ts';
import { openEvents } from '../live/event-source.ts';
import { onServer } from '../postgres.ts';
import { hasPgBouncer, startPgBouncer } from './pgbouncer.ts';

/** Starts a PgBouncer until the test ends. */
async function openPgBouncer(...given: Parameters<typeof startPgBouncer>): Promise<string> {
  const { url, stop } = await startPgBouncer(...given);
  onTestFinished(stop);
  return url;
}

async function gatewayThrough(settings: string): Promise<TestGateway> {
  const database = await cloneDatabase();
  await onServer(
    database.url,
    `ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET timezone = 'America/Sao_Paulo'`,
  );
  const gateway = await openGateway({
    database,
    through: (url) => openPgBouncer(url, 'session', settings),
    pool: { lockSeconds: 1, mostSubscriptions: 2 },
  });
  onTestFinished(() => gateway.close());
  return gateway;
}

const SUBSCRIBE = `mutation ($node: ID!) { createSubscription(input: { resource: "tank", actions: ["updated"], nodeId: $node,
  workflowId: "w", webhookUrl: "https://example.com/" }) { __typename } }`;

const UPDATE = 'mutation ($id: ID!, $name: String) { updateTank(id: $id, input: { name: $name }) { __typename } }';

/** What needs settings of a session: forms of times, the quota of subscriptions, and the limit of locks. */
async function expectToHold(gateway: TestGateway): Promise<void> {
  await gateway.sql(`INSERT INTO tank (id, company_id, name) VALUES ('t1', 'acme', 'x')`);
  const { data, errors } = await gateway.ask(
    '{ tanks { modifiedThrough nodes { lastModifiedDate } } deletions(record: TANK) { deletedThrough } }',
  );
  expect(errors).toBeUndefined();
  expect(data.tanks.nodes[0].lastModifiedDate).toMatch(/Z$/);
  const live = await openEvents(
    gateway,
    'subscription { changes(watch: [{ record: TANK }]) { ... on TankChange { occurredAt } } }',
  );
  await live.item();
  await gateway.ask(UPDATE, { id: 't1', name: 'y' });
  expect((await live.item()).occurredAt).toMatch(/Z$/);

  const types: string[] = [];
  for (const node of ['a', 'b', 'c'])
    types.push((await gateway.ask(SUBSCRIBE, { node })).data.createSubscription.__typename);
  expect(types).toEqual(['WebhookSubscription', 'WebhookSubscription', 'InvalidRequestError']);

  const holder = await gateway.pool.connect();
  await holder.query(`BEGIN; SELECT FROM tank WHERE id = 't1' FOR UPDATE`);
  const locked = await gateway.ask(UPDATE, { id: 't1', name: 'z' });
  expect(locked.errors?.[0]?.extensions.code).toBe('RECORD_LOCKED');
  await holder.query('ROLLBACK');
  holder.release();
}

describe.skipIf(!hasPgBouncer)('behind PgBouncer', () => {
  test.each([
    ['with its default settings', ''],
    ['that drops startup options', 'ignore_startup_parameters = options,statement_timeout'],
  ])('in session mode %s, times, limits, quotas and cancellations hold', async (_name, settings) => {
    const gateway = await gatewayThrough(settings);
    await expectToHold(gateway);
  });

  test('in transaction mode, a start says what to use instead', async () => {
    const { url, drop } = await cloneDatabase();
    onTestFinished(drop);
    const through = await openPgBouncer(url, 'transaction');
    await expect(openDatabase(through, { size: 2 })).rejects.toThrow(
      'DATABASE_URL leads through a pooler in transaction mode, which does not keep what a session has set',
    );
  });

  test('in session mode, a start succeeds, also if the pooler has few connections', async () => {
    const { url, drop } = await cloneDatabase();
    onTestFinished(drop);
    const through = await openPgBouncer(url, 'session', 'default_pool_size = 2');
    await endPool(await openDatabase(through, { size: 2 }));
  });

  test('with DIRECT_DATABASE_URL, requests go through transaction mode: times, limits, quotas, streams and transactions hold', async () => {
    const database = await cloneDatabase();
    const gateway = await openGateway({
      database,
      pooled: (url) => openPgBouncer(url, 'transaction', 'default_pool_size = 4'),
      pool: { lockSeconds: 1, mostSubscriptions: 2 },
    });
    onTestFinished(() => gateway.close());
    expect(gateway.logged).toContainEqual(expect.objectContaining({ keepsNames: false }));
    await expectToHold(gateway);
    await gateway.sql(
      `INSERT INTO tank (id, company_id, name) SELECT 't' || n, 'acme', 'x' FROM generate_series(2, 20) n`,
    );
    const answers = Array.from({ length: 400 }, (_, n) =>
      gateway.ask(UPDATE, { id: `t${1 + (n % 20)}`, name: `${n}` }),
    );
    for (const { data } of await Promise.all(answers)) expect(data).toEqual({ updateTank: { __typename: 'Tank' } });
    const tanks = gateway.prisma.tank.of(Tenant.of('acme'));
    expect(await tanks.updateMany({ where: { name: { not: 'w' } }, data: { name: 'w' } })).toEqual({ count: 20 });
  });

  test('with DIRECT_DATABASE_URL, a pooler of one session serves', async () => {
    const database = await cloneDatabase();
    const gateway = await openGateway({
      database,
      pooled: (url) => openPgBouncer(url, 'transaction', 'default_pool_size = 1'),
    });
    onTestFinished(() => gateway.close());
    expect(gateway.logged).toContainEqual(expect.objectContaining({ keepsNames: false }));
    await gateway.sql(`INSERT INTO tank (id, company_id, name) VALUES ('t1', 'acme', 'x')`);
    expect((await gateway.ask(UPDATE, { id: 't1', name: 'y' })).data).toEqual({ updateTank: { __typename: 'Tank' } });
  });

  test('a pooler whose sessions lack the settings of the role is refused with what to do', async () => {
    const { url, drop } = await cloneDatabase();
    onTestFinished(drop);
    const through = await openPgBouncer(url, 'transaction');
    const early = new pg.Client({ connectionString: through });
    await early.connect();
    await early.query('SELECT 1');
    await early.end();
    const direct = await openDatabase(url, { size: 2, lockSeconds: 3 });
    onTestFinished(async () => void (await endPool(direct)));
    await expect(openPooled(through, { direct, directUrl: url }, { size: 2 })).rejects.toThrow('RECONNECT');
  });
});
