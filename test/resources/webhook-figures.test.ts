import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway, tokenOf, watchStatements } from '../gateway.ts';
import { EMPTY } from '../postgres.ts';
import { deliver } from '../webhooks/loop.ts';
import { openReceiver } from '../webhooks/receiver.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());
beforeEach(() => gateway.pool.query(EMPTY));

const FIGURES = 'since attempts successRate p95DurationMs waiting waitingSince suspendedUntil';
const NONE = { attempts: 0, successRate: null, p95DurationMs: null, waiting: 0, waitingSince: null };
const hours = (count: number): number => count * 3_600_000;

async function subscribe(webhookUrl = 'http://127.0.0.1:9/', token?: string): Promise<string> {
  const input = { workflowId: 'w', nodeId: 'n', webhookUrl, resource: 'tank', actions: ['created'] };
  const query = `mutation ($input: CreateSubscriptionInput!) {
    createSubscription(input: $input) { ... on WebhookSubscription { id } } }`;
  return (await gateway.ask(query, { input }, token)).data.createSubscription.id;
}

async function figuresOf(id: string, token?: string): Promise<Data> {
  const query = `query ($id: ID!) { webhookSubscription(id: $id) { figures { ${FIGURES} } } }`;
  const { data, errors } = await gateway.ask(query, { id }, token);
  expect(errors).toBeUndefined();
  return data.webhookSubscription.figures;
}

/** Queues deliveries of changes that happened `from`, `from` + 1, … minutes ago. */
const queue = (id: string, status: string, from: number, count = 1) =>
  gateway.sql(
    `WITH event AS (
      INSERT INTO webhook_event (id, company_id, resource, action, resource_id, data, changed, version, occurred_at, sequence)
      SELECT time_ordered_uuid(at), 'acme', 'tank', 'updated', 't', '{}', '{}', 1, at, 1
      FROM generate_series($3::int, $3 + $4 - 1) age, date_trunc('milliseconds', now() - age * interval '1 minute') at RETURNING id)
    INSERT INTO webhook_delivery (event_id, subscription_id, status, company_id, resource_id, sequence)
    SELECT id, $1, $2, 'acme', 't', 1 FROM event`,
    [id, status, from, count],
  );

const oldestOf = async (id: string): Promise<string> => {
  const [row] = await gateway.sql(
    `SELECT min(occurred_at) AS oldest FROM webhook_delivery JOIN webhook_event ON id = event_id
     WHERE subscription_id = $1 AND status = 'pending'`,
    [id],
  );
  return row?.oldest;
};

test('figures report how the address responded, and how many deliveries wait', async () => {
  let count = 0;
  const receiver = await openReceiver((response) => {
    count += 1;
    const refused = count % 4 === 0;
    const answer = () => response.writeHead(refused ? 422 : 204, { 'retry-after': '3600' }).end();
    if (count % 10 === 0) setTimeout(answer, 400);
    else answer();
  });
  const id = await subscribe(receiver.url);
  const loop = await deliver(gateway.pool);
  await gateway.sql(`INSERT INTO tank (company_id) SELECT 'acme' FROM generate_series(1, 40)`);
  const attempts = async (): Promise<Data[]> =>
    gateway.sql('SELECT started_at, duration_ms, error FROM webhook_attempt ORDER BY duration_ms');
  await expect.poll(attempts).toHaveLength(40);
  await loop.stop();

  const exact = (await attempts())[37]?.duration_ms;
  const limits = [
    10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000, 7000, 10_000, 15_000,
  ];
  expect(exact).toBeGreaterThan(390);
  expect(await figuresOf(id)).toEqual({
    since: expect.stringMatching(/^\d{4}-.*:00:00.000Z$/),
    attempts: 40,
    successRate: 0.75,
    p95DurationMs: limits.find((limit) => limit >= exact),
    waiting: 10,
    waitingSince: await oldestOf(id),
    suspendedUntil: null,
  });
});

test('a subscription without deliveries has neither a rate nor a duration', async () => {
  expect(await figuresOf(await subscribe())).toMatchObject({ ...NONE, suspendedUntil: null });
});

test('only waiting deliveries count as waiting, of any state of the subscription, and the oldest change of them is named', async () => {
  const id = await subscribe();
  await queue(id, 'delivered', 400);
  await queue(id, 'pending', 100, 3);
  await queue(id, 'dead', 20);
  await queue('another', 'pending', 500);
  for (const state of ['active', 'paused', 'disabled']) {
    await gateway.sql('UPDATE webhook_subscription SET state = $1', [state]);
    expect(await figuresOf(id)).toMatchObject({ waiting: 3, waitingSince: await oldestOf(id) });
  }
});

test('a long queue is counted up to 10,000', async () => {
  const id = await subscribe();
  await queue(id, 'pending', 1, 10_001);
  expect(await figuresOf(id)).toMatchObject({ waiting: 10_000 });
});

test('a period is that of its full hours', async () => {
  const id = await subscribe();
  for (const [before, delivered] of [
    [0, 1],
    [1, 0],
    [2, 1],
    [24, 1],
    [25, 0],
    [168, 0],
    [169, 1],
  ])
    await gateway.sql(
      `INSERT INTO webhook_figure VALUES ($1, date_trunc('hour', now() - $2 * interval '1 hour'), 20, 10, 10 * $3)`,
      [id, before, delivered],
    );
  const query = `{ webhookSubscription(id: "${id}") {
    hour: figures(period: HOUR) { ${FIGURES} } day: figures(period: DAY) { ${FIGURES} } week: figures(period: WEEK) { ${FIGURES} } } }`;
  const { hour, day, week } = (await gateway.ask(query)).data.webhookSubscription;
  expect(hour).toMatchObject({ attempts: 20, successRate: 0.5, p95DurationMs: 20 });
  expect(day).toMatchObject({ attempts: 40, successRate: 0.75 });
  expect(week).toMatchObject({ attempts: 60, successRate: 0.5 });
  const now = Math.floor(Date.now() / hours(1)) * hours(1);
  expect([hour, day, week].map(({ since }) => now - Date.parse(since))).toEqual([hours(1), hours(24), hours(168)]);
});

test('the hours of a period are those with a request, oldest first, each with its own rate and durations', async () => {
  const [id, other] = [await subscribe(), await subscribe()];
  const add = (of: string, before: number, duration: number, attempts: number, delivered: number) =>
    gateway.sql(
      `INSERT INTO webhook_figure VALUES ($1, date_trunc('hour', now() - $2 * interval '1 hour'), $3, $4, $5)`,
      [of, before, duration, attempts, delivered],
    );
  await add(id, 3, 20, 90, 90);
  await add(id, 3, 700, 10, 0);
  await add(id, 0, 30, 8, 7);
  await add(id, 25, 30, 8, 7);
  await add(other, 1, 10, 1, 1);
  const query = `{ webhookSubscriptions { nodes {
    id figures(period: DAY) { hours { since attempts delivered p95DurationMs } } } } }`;
  const { data, errors } = await gateway.ask(query);
  expect(errors).toBeUndefined();
  const hour = (before: number) => new Date(Math.floor(Date.now() / hours(1) - before) * hours(1)).toISOString();
  const found = new Map(data.webhookSubscriptions.nodes.map(({ id, figures }: Data) => [id, figures.hours]));
  expect(found.get(id)).toEqual([
    { since: hour(3), attempts: 100, delivered: 90, p95DurationMs: 700 },
    { since: hour(0), attempts: 8, delivered: 7, p95DurationMs: 30 },
  ]);
  expect(found.get(other)).toEqual([{ since: hour(1), attempts: 1, delivered: 1, p95DurationMs: 10 }]);
});

test('a suspension is named while it lasts', async () => {
  const id = await subscribe();
  const suspendedWith = async (breaker: string, held: string, state = 'active') => {
    await gateway.sql(
      `UPDATE webhook_subscription SET state = $3, breaker_open_until = now() + $1::interval, held_until = now() + $2::interval`,
      [breaker, held, state],
    );
    const [row] = await gateway.sql(
      'SELECT breaker_open_until AS breaker, held_until AS held FROM webhook_subscription',
    );
    const { suspendedUntil } = await figuresOf(id);
    const { data } = await gateway.ask(`{ webhookSubscription(id: "${id}") { suspendedUntil } }`);
    expect(data.webhookSubscription).toEqual({ suspendedUntil });
    return Object.keys(row ?? {}).find((column) => row?.[column] === suspendedUntil) ?? suspendedUntil;
  };
  expect(await suspendedWith('1 minute', '2 minutes')).toBe('held');
  expect(await suspendedWith('1 minute', '-2 minutes')).toBe('breaker');
  expect(await suspendedWith('-1 minute', '-2 minutes')).toBe(null);
  expect(await suspendedWith('1 minute', '2 minutes', 'paused')).toBe(null);
  expect(await suspendedWith('1 minute', '2 minutes')).toBe('held');
  const resumed = `mutation { resumeSubscription(id: "${id}") { ... on WebhookSubscription { suspendedUntil } } }`;
  expect((await gateway.ask(resumed)).data.resumeSubscription).toEqual({ suspendedUntil: null });
});

test('the figures of a page are one statement for each period', async () => {
  await gateway.sql(`INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions)
    SELECT 's' || g, CASE WHEN g % 2 = 0 THEN 'acme' ELSE 'globex' END, 'w', 'n', 'http://127.0.0.1:9/', 'tank', '{created}'
    FROM generate_series(1, 200) g`);
  await gateway.sql(
    `INSERT INTO webhook_figure SELECT 's' || g, date_trunc('hour', now()), 10, g, 0 FROM generate_series(1, 200) g`,
  );
  const query = `{ webhookSubscriptions(first: 200) { nodes { id figures { attempts } week: figures(period: WEEK) { attempts } } } }`;
  const sent = watchStatements(gateway.pool);
  const { data } = await gateway.ask(query);
  expect(sent).toHaveLength(3);
  expect(data.webhookSubscriptions.nodes).toHaveLength(100);
  for (const { id, figures, week } of data.webhookSubscriptions.nodes)
    expect([figures.attempts, week.attempts]).toEqual([Number(id.slice(1)), Number(id.slice(1))]);
  sent.length = 0;
  const all = await gateway.ask(query, {}, await tokenOf(undefined, 'companies:all subscriptions:read'));
  expect(all.data.webhookSubscriptions.nodes).toHaveLength(200);
  expect(sent).toHaveLength(3);
});

test('figures need the scope to read subscriptions, and another company has none', async () => {
  const id = await subscribe();
  await queue(id, 'pending', 1);
  const query = `query ($id: ID!) { webhookSubscription(id: $id) { figures { waiting } } }`;
  expect((await gateway.ask(query, { id }, await tokenOf('globex'))).data.webhookSubscription).toBe(null);
  const change = `mutation { updateSubscription(id: "${id}", input: { nodeId: "m" }) { ... on WebhookSubscription { nodeId figures { waiting } } } }`;
  const { data, errors } = await gateway.ask(change, {}, await tokenOf('acme', 'subscriptions:write'));
  expect(data.updateSubscription).toEqual({ nodeId: 'm', figures: null });
  expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  expect((await gateway.ask(change)).data.updateSubscription.figures).toEqual({ waiting: 1 });
});
