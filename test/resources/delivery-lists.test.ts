import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
  await gateway.sql(`INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions)
    VALUES ('sub', 'acme', 'w', 'n', 'http://127.0.0.1:9/', 'tank', '{updated}')`);
  await gateway.sql(`WITH event AS (
      INSERT INTO webhook_event (company_id, resource, action, resource_id, data, changed, version, sequence)
      SELECT 'acme', 'tank', 'updated', 't' || g % 10, '{}', '{}', g, g FROM generate_series(1, 40) g RETURNING *)
    INSERT INTO webhook_delivery (event_id, subscription_id, status, company_id, resource_id, sequence)
    SELECT id, 'sub', CASE WHEN version <= 20 THEN 'pending' WHEN version <= 35 THEN 'delivered' ELSE 'dead' END,
      company_id, resource_id, sequence FROM event`);
});
afterAll(() => gateway.close());

async function list(filter: string): Promise<{ totalCount: number; statuses: string[] }> {
  const { data } = await gateway.ask(
    `{ webhookSubscription(id: "sub") { deliveries(first: 100, filter: ${filter}) { totalCount nodes { status resourceId type sequence } } } }`,
  );
  const { totalCount, nodes } = data.webhookSubscription.deliveries;
  expect(nodes).toHaveLength(totalCount);
  const statuses = nodes.map(({ status, type }: { status: string; type: string }) => `${status} ${type}`);
  return { totalCount, statuses: [...new Set<string>(statuses)] };
}

test('deliveries are listed by status, which depends on the subscription', async () => {
  expect(await list('{ status: PENDING }')).toEqual({ totalCount: 20, statuses: ['PENDING tank.updated'] });
  expect(await list('{ status: HELD }')).toEqual({ totalCount: 0, statuses: [] });
  await gateway.sql(`UPDATE webhook_subscription SET state = 'paused'`);
  expect(await list('{ status: PENDING }')).toEqual({ totalCount: 0, statuses: [] });
  expect(await list('{ status: HELD }')).toEqual({ totalCount: 20, statuses: ['HELD tank.updated'] });
  expect(await list('{ status: DELIVERED }')).toEqual({ totalCount: 15, statuses: ['DELIVERED tank.updated'] });
  expect(await list('{ status: DEAD }')).toEqual({ totalCount: 5, statuses: ['DEAD tank.updated'] });
});

test('deliveries are listed by record', async () => {
  expect((await list('{ resourceId: { equals: "t7" } }')).totalCount).toBe(4);
  expect((await list('{ resourceId: { equals: "t7" }, status: DEAD }')).totalCount).toBe(1);
  expect((await list('{ resourceId: { equals: "none" } }')).totalCount).toBe(0);
});

test('deliveries are listed by their columns, and by conditions that are joined and denied', async () => {
  const countOf = async (filter: string) => (await list(filter)).totalCount;
  expect(await countOf('{ sequence: { gt: 38 } }')).toBe(2);
  expect(await countOf('{ resourceId: { in: ["t7", "t8"] }, type: { startsWith: "tank." } }')).toBe(8);
  expect(await countOf('{ NOT: { resourceId: { equals: "t7" } } }')).toBe(36);
  expect(
    await countOf('{ finishedAt: { gt: "2020-01-01T00:00:00Z" }, reason: null, attemptCount: { equals: 0 } }'),
  ).toBe(await countOf('{ finishedAt: { not: { equals: null } } }'));
  expect(await countOf('{ OR: [{ status: DEAD }, { status: DELIVERED }] }')).toBe(20);
  expect(await countOf('{ NOT: { status: DEAD } }')).toBe(35);
  expect(await countOf('{ OR: [{ status: DEAD }, { sequence: { lte: 3 } }] }')).toBe(8);
  for (const [filter, path] of [
    ['{ status: null }', 'filter.status'],
    ['{ OR: [{ status: null }] }', 'filter.OR.0.status'],
    ['{ sequence: { equals: null } }', 'filter.sequence.equals'],
  ] as const) {
    const query = `{ webhookSubscription(id: "sub") { deliveries(filter: ${filter}) { totalCount } } }`;
    const { errors } = await gateway.ask(query);
    const found = errors?.[0]?.extensions.issues.map(({ path, code }: { path: string[]; code: string }) => [
      path.join('.'),
      code,
    ]);
    expect([filter, found]).toEqual([filter, [[path, 'REQUIRED']]]);
  }
});

test('a list by status reads only the tables that can have it', async () => {
  const plan = async (text: string) =>
    (await gateway.sql(`EXPLAIN (COSTS off) ${text}`)).map((row) => row['QUERY PLAN']).join('\n');
  const log = `FROM webhook_delivery_log WHERE subscription_id = 'sub' AND company_id = 'acme'`;
  expect(await plan(`SELECT id ${log} AND stage = 'pending'`)).not.toContain('webhook_delivery_finished');
  expect(await plan(`SELECT id ${log} AND stage = 'dead'`)).not.toContain('webhook_delivery_pending');
});
