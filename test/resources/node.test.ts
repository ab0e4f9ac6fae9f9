import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway, tokenOf, watchStatements } from '../gateway.ts';
import { PATCHED, shipTo, tank, task } from '../records.ts';
import { create, full, insert, newCompany } from '../rows.ts';

let gateway: TestGateway;
/** The id of an object of each type. */
let ids: Record<string, string>;
const COMPANY = 'node';
let token: string;

beforeAll(async () => {
  gateway = await openGateway();
  token = await tokenOf(COMPANY);
  const records = await Promise.all(PATCHED.map((record) => create(gateway, record, { companyId: COMPANY })));
  ids = Object.fromEntries(PATCHED.map(({ type }, n) => [type, records[n]?.id ?? '']));
  ids.WebhookSubscription = await subscribe('hook', COMPANY);
  const { data } = await gateway.ask(
    'mutation { replayDeliveries(subscriptionId: "hook", since: "2026-01-01T00:00:00Z") { ... on WebhookReplay { id } } }',
    {},
    token,
  );
  ids.WebhookReplay = data.replayDeliveries.id;
  ids.WebhookDelivery = await deliver('hook');
});
afterAll(() => gateway.close());

async function subscribe(id: string, companyId: string): Promise<string> {
  await gateway.sql(
    `INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions, state)
     VALUES ($1, $2, 'w', 'n', 'https://example.com/', 'tank', '{updated}', 'paused')`,
    [id, companyId],
  );
  return id;
}

/** Queues an event for a subscription. */
async function deliver(id: string): Promise<string> {
  const [queued] = await gateway.sql(
    `WITH event AS (
       INSERT INTO webhook_event (company_id, resource, action, resource_id, data, changed, version, sequence)
       SELECT company_id, 'tank', 'updated', 't', '{"n": 1}', '{}', 1, 1 FROM webhook_subscription WHERE id = $1 RETURNING id, company_id)
     INSERT INTO webhook_delivery (event_id, subscription_id, company_id, resource_id, sequence) SELECT id, $1, company_id, 't', 1 FROM event
     RETURNING 'msg_' || event_id || '_' || subscription_id AS id`,
    [id],
  );
  return queued?.id;
}

const FIELDS = `__typename id ... on Tank { name } ... on Task { title } ... on Expiration { ownerCode } ... on QuickOrder { orderDate }
  ... on ShipTo { routeCode } ... on WebhookSubscription { webhookUrl } ... on WebhookReplay { total }
  ... on WebhookDelivery { type subscription { id } } ${PATCHED.map(({ type }) => `... on ${type} { version }`).join(' ')}`;
const NODE = `query ($id: ID!) { node(id: $id) { ${FIELDS} } }`;
const NODES = `query ($ids: [ID!]!) { nodes(ids: $ids) { ${FIELDS} } }`;
const typesOf = (nodes: Data[]) => nodes.map((node) => node?.__typename ?? null);

test('an object of each type is found by its id alone, with the fields of its type', async () => {
  const own: Record<string, string> = {
    ...Object.fromEntries(PATCHED.map(({ type }) => [type, 'version'])),
    Tank: 'name',
    Task: 'title',
    Expiration: 'ownerCode',
    QuickOrder: 'orderDate',
    ShipTo: 'routeCode',
    WebhookSubscription: 'webhookUrl',
    WebhookReplay: 'total',
  };
  expect(Object.keys(ids).toSorted()).toEqual([...Object.keys(own), 'WebhookDelivery'].toSorted());
  for (const _again of [1, 2, 3]) {
    for (const [type, field] of Object.entries(own)) {
      const { data, errors } = await gateway.ask(NODE, { id: ids[type] }, token);
      expect(errors).toBeUndefined();
      expect(data.node).toMatchObject({
        __typename: type,
        id: ids[type],
        [field]: expect.toSatisfy((value) => value !== undefined),
      });
    }
    const { data } = await gateway.ask(NODE, { id: ids.WebhookDelivery }, token);
    expect(data.node).toEqual({
      __typename: 'WebhookDelivery',
      id: ids.WebhookDelivery,
      type: 'tank.updated',
      subscription: { id: 'hook' },
    });
  }
});

test('nodes answers in the order of its ids, with null where there is none', async () => {
  const foreign = await create(gateway, tank, { companyId: 'globex' });
  const all = Object.values(ids);
  const asked = [
    'none',
    ...all.toReversed(),
    foreign.id,
    'a\0b',
    '\ud800',
    '',
    ...all.slice(0, 1),
    'msg_',
    `${ids.WebhookDelivery}x`,
  ];
  const { data, errors } = await gateway.ask(NODES, { ids: asked }, token);
  expect(errors).toBeUndefined();
  const types = Object.keys(ids);
  expect(typesOf(data.nodes)).toEqual([null, ...types.toReversed(), null, null, null, null, types[0], null, null]);
  expect((await gateway.ask(NODES, { ids: [] }, token)).data).toEqual({ nodes: [] });
});

test('200 nodes take one statement to find their types, and one for each type', async () => {
  const { companyId, token } = await newCompany();
  const each = <Item>(make: (n: number) => Item): Item[] => Array.from({ length: 50 }, (_, n) => make(n));
  const tanks = each((n) => full(tank, { companyId, id: `${companyId} t${n}` }));
  const tasks = each((n) => full(task, { companyId, id: `${companyId} k${n}` }));
  await insert(gateway, tank, ...tanks);
  await insert(gateway, task, ...tasks);
  for (const n of [0, 1]) await subscribe(`${companyId} h${n}`, companyId);
  const deliveries = await Promise.all(each((n) => deliver(`${companyId} h${n % 2}`)));
  const stored = [...tanks, ...tasks].map(({ id }) => id);
  const asked = [...stored, ...deliveries, ...each((n) => `none ${n}`)];
  const sent = watchStatements(gateway.pool);
  const counts: number[] = [];
  for (const _again of [1, 2, 3]) {
    sent.length = 0;
    const query =
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Tank { name } ... on Task { title } ... on WebhookDelivery { status } } }';
    const { data, errors } = await gateway.ask(query, { ids: asked }, token);
    expect(errors).toBeUndefined();
    expect(data.nodes.slice(0, 150).map(({ id }: Data) => id)).toEqual(asked.slice(0, 150));
    expect(data.nodes.slice(150)).toEqual(each(() => null));
    expect(sent.join('\n')).not.toMatch(/metadata|\*/);
    counts.push(sent.length);
  }
  // On a busy machine a turn of the event loop may be over before all have asked: the rest has a statement of its own.
  expect(Math.min(...counts)).toBe(4);
});

test('nodes and node side by side find their types in one statement', async () => {
  const parts = Object.values(ids).map((id, n) => `a${n}: node(id: "${id}") { id __typename }`);
  const sent = watchStatements(gateway.pool);
  const { data } = await gateway.ask(
    `{ ${parts.join(' ')} nodes(ids: ["${ids.Tank}", "none"]) { id __typename } }`,
    {},
    token,
  );
  expect(typesOf(Object.values(data).slice(0, -1))).toEqual(Object.keys(ids));
  expect(typesOf(data.nodes)).toEqual(['Tank', null]);
  expect(sent.filter((text) => text.includes('UNION ALL'))).toHaveLength(1);
  // One for each type, and one for the types.
  expect(sent).toHaveLength(Object.keys(ids).length + 1);
});

test('nodes takes 200 ids at most', async () => {
  const asked = (count: number) => Array.from({ length: count }, (_, n) => `id ${n}`);
  expect((await gateway.ask(NODES, { ids: asked(200) }, token)).errors).toBeUndefined();
  const { data, errors } = await gateway.ask(NODES, { ids: asked(201) }, token);
  expect(data).toBeNull();
  expect(errors).toMatchObject([
    {
      path: ['nodes'],
      extensions: {
        code: 'BAD_USER_INPUT',
        issues: [{ path: ['ids'], code: 'TOO_LONG', message: expect.any(String) }],
      },
    },
  ]);
});

test('if several objects share an id, the first type that the token may read is found', async () => {
  await create(gateway, tank, { companyId: COMPANY, id: 'twin' });
  await create(gateway, shipTo, { companyId: COMPANY, id: 'twin' });
  await create(gateway, task, { companyId: 'globex', id: 'twin' });
  const twin = async (scope: string, company: string | undefined = COMPANY) =>
    (await gateway.ask('{ node(id: "twin") { __typename } }', {}, await tokenOf(company, scope))).data.node;
  expect(await twin('ship-tos:read tasks:read tanks:read')).toEqual({ __typename: 'Tank' });
  expect(await twin('ship-tos:read tasks:read')).toEqual({ __typename: 'ShipTo' });
  expect(await twin('tasks:read')).toBeNull();
  expect(await twin('tasks:read', 'globex')).toEqual({ __typename: 'Task' });
});

test('only types that the token may read are looked at, and a token that may read none is refused', async () => {
  const asked = { ids: Object.values(ids) };
  const tanks = await gateway.ask(NODES, asked, await tokenOf(COMPANY, 'tanks:read tasks:write'));
  expect(typesOf(tanks.data.nodes)).toEqual(Object.keys(ids).map((type) => (type === 'Tank' ? 'Tank' : null)));
  const webhooks = await gateway.ask(NODES, asked, await tokenOf(COMPANY, 'subscriptions:read'));
  expect(typesOf(webhooks.data.nodes)).toEqual(
    Object.keys(ids).map((type) => (type.startsWith('Webhook') ? type : null)),
  );
  const sent = watchStatements(gateway.pool);
  for (const [bearer, code] of [
    [await tokenOf(COMPANY, 'tanks:write'), 'FORBIDDEN'],
    [await tokenOf(undefined, 'tanks:read'), 'FORBIDDEN'],
  ] as const) {
    const one = await gateway.ask(NODE, { id: ids.Tank }, bearer);
    expect(one).toMatchObject({ data: { node: null }, errors: [{ path: ['node'], extensions: { code } }] });
    const many = await gateway.ask(NODES, asked, bearer);
    expect(many).toMatchObject({ data: null, errors: [{ path: ['nodes'], extensions: { code } }] });
  }
  const nobody = await gateway.ask(NODES, asked, null);
  expect(nobody).toMatchObject({ data: null, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  expect(sent).toEqual([]);
});

test('a delivery is found by its id and leads to its subscription, all of a page in one statement', async () => {
  const query = `query ($id: ID!) { webhookDelivery(id: $id) { id type status data subscription { id webhookUrl } } }`;
  const sent = watchStatements(gateway.pool);
  for (const _again of [1, 2, 3]) {
    sent.length = 0;
    const { data, errors } = await gateway.ask(query, { id: ids.WebhookDelivery }, token);
    expect(errors).toBeUndefined();
    expect(data.webhookDelivery).toEqual({
      id: ids.WebhookDelivery,
      type: 'tank.updated',
      status: 'HELD',
      data: { n: 1 },
      subscription: { id: 'hook', webhookUrl: 'https://example.com/' },
    });
    expect(sent).toHaveLength(2);
    for (const id of ['none', 'msg_', `${ids.WebhookDelivery}x`, '\0'])
      expect((await gateway.ask(query, { id }, token)).data).toEqual({ webhookDelivery: null });
  }
  const other = await gateway.ask(query, { id: ids.WebhookDelivery }, await tokenOf('globex'));
  expect(other).toMatchObject({ data: { webhookDelivery: null } });
  const refused = await gateway.ask(query, { id: ids.WebhookDelivery }, await tokenOf(COMPANY, 'subscriptions:write'));
  expect(refused.errors).toMatchObject([{ path: ['webhookDelivery'], extensions: { code: 'FORBIDDEN' } }]);
});

test('a look-up of a delivery by its id reads no more than its key', async () => {
  const subscribed = await subscribe('many', COMPANY);
  await gateway.sql(
    `WITH event AS (INSERT INTO webhook_event (company_id, resource, action, resource_id, data, changed, version, sequence)
       SELECT $1, 'tank', 'updated', 't', '{}', '{}', 1, 1 FROM generate_series(1, 6000) RETURNING id)
     INSERT INTO webhook_delivery (event_id, subscription_id, status, company_id, resource_id, sequence)
     SELECT id, $2, CASE WHEN row_number() OVER () % 2 = 0 THEN 'delivered' ELSE 'pending' END, $1, 't', 1 FROM event`,
    [COMPANY, subscribed],
  );
  // Both partitions have more than a page: of one, PostgreSQL would rather read all.
  await gateway.sql('ANALYZE webhook_delivery');
  const one = await deliver(subscribed);
  const sent = watchStatements(gateway.pool);
  await gateway.ask('query ($id: ID!) { webhookDelivery(id: $id) { id status } }', { id: one }, token);
  const [, event, of] = /^msg_(.{36})_(.+)$/.exec(one) ?? [];
  const plan = await gateway.sql(`EXPLAIN (COSTS off) ${sent[0]}`, [one, event, of, COMPANY]);
  const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(lines).toContain('Index');
  expect(lines).not.toContain('Seq Scan on webhook_delivery');
});
