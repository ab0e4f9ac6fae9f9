import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createKey } from '../../src/auth/api-keys.ts';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';
import { sign } from '../auth/bearer.ts';
import { type Data, openGateway, type TestGateway } from '../gateway.ts';
import { openEvents } from '../live/event-source.ts';
import { EMPTY } from '../postgres.ts';
import { deliverDue } from './loop.ts';
import { openReceiver, type Received } from './receiver.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());
beforeEach(async () => {
  await gateway.pool.query(EMPTY);
  await gateway.sql(
    `INSERT INTO tank (id, company_id, name) SELECT 't' || n, 'acme', 'old' FROM generate_series(1, 4) n`,
  );
});

const SCOPES = 'tanks:read tanks:write tanks:create tanks:delete subscriptions:read subscriptions:write';
const user = (sub: string) => sign({ sub, scope: SCOPES });
async function apiKey() {
  const { key, ...row } = createKey();
  await gateway.prisma.apiKey
    .of(Tenant.ALL_COMPANIES)
    .create({ data: { ...row, companyId: 'acme', scopes: SCOPES.split(' ') } });
  return { key, actor: `key:${row.id}`, shown: { kind: 'api_key', id: row.id } };
}

const CREATE = `mutation ($input: CreateSubscriptionInput!) { answer: createSubscription(input: $input) {
  ... on WebhookSubscription { id ignoreActors } ... on InvalidRequestError { issues { path code } } } }`;
const CHANGE = `mutation ($id: ID!, $input: UpdateSubscriptionInput!) { answer: updateSubscription(id: $id, input: $input) {
  ... on WebhookSubscription { id ignoreActors version } ... on InvalidRequestError { issues { path code } } } }`;
const RENAME = `mutation ($id: ID!, $name: String) { answer: updateTank(id: $id, input: { name: $name }) {
  ... on Tank { id name version } } }`;
const rename = async (id: string, name: string, token: string): Promise<Data> =>
  (await gateway.ask(RENAME, { id, name }, token)).data.answer;
const subscribe = async (input: Data): Promise<Data> => {
  const given = {
    workflowId: 'w',
    nodeId: 'n',
    resource: 'tank',
    actions: ['updated'],
    webhookUrl: 'http://127.0.0.1:9/',
  };
  return (await gateway.ask(CREATE, { input: { ...given, ...input } }, await user('owner'))).data.answer;
};

test('a message, its delivery and a live change show who made the change, in the form of the schema', async () => {
  const { key, shown } = await apiKey();
  const receiver = await openReceiver();
  await subscribe({ webhookUrl: receiver.url });
  const token = await user('u-1');
  const live = await openEvents(
    gateway,
    'subscription { tankChanged(id: "t1") { ... on Change { actor { kind id } } } }',
    { token },
  );
  await live.item();
  const [{ session_user: login } = {}] = await gateway.sql('SELECT session_user');
  await rename('t1', 'by a user', token);
  await rename('t1', 'by a key', key);
  await rename('t1', 'by nobody', await sign({ scope: SCOPES }));
  await gateway.sql(`UPDATE tank SET name = 'by SQL' WHERE id = 't1'`);
  const expected = [{ kind: 'user', id: 'u-1' }, shown, { kind: 'user', id: null }, { kind: 'sql', id: login }];
  const seen = [await live.item(), await live.item(), await live.item(), await live.item()];
  expect(seen).toEqual(expected.map(({ kind, id }) => ({ actor: { kind: kind.toUpperCase(), id } })));
  await deliverDue(gateway.pool);
  const bodies = receiver.received.map(({ body }) => body).sort((a, b) => a.sequence - b.sequence);
  expect(bodies.map(({ actor }) => actor)).toEqual(expected);
  const { data } = await gateway.ask(
    '{ eventTypes { name schema } webhookSubscriptions { nodes { deliveries { nodes { actor { kind id } } } } } }',
    {},
    token,
  );
  const { schema } = data.eventTypes.find(({ name }: Data) => name === 'tank.updated');
  for (const body of bodies) expect(z.fromJSONSchema(schema).safeParse(body).error).toBeUndefined();
  expect(z.fromJSONSchema(schema).safeParse({ ...bodies[0], actor: { kind: 'other', id: null } }).success).toBe(false);
  const [{ deliveries }] = data.webhookSubscriptions.nodes;
  expect(deliveries.nodes.map(({ actor }: Data) => actor).reverse()).toEqual(seen.map(({ actor }) => actor));
});

test('a test event names who sent it, and a change of before has no actor', async () => {
  const receiver = await openReceiver();
  const { id } = await subscribe({ webhookUrl: receiver.url });
  const SEND = 'mutation ($id: ID!) { sendTestEvent(subscriptionId: $id) { __typename } }';
  await gateway.ask(SEND, { id }, await user('u-1'));
  await deliverDue(gateway.pool);
  await gateway.sql(`UPDATE tank SET name = 'x' WHERE id = 't1'`);
  await gateway.sql('UPDATE webhook_outbox SET actor = NULL');
  await deliverDue(gateway.pool);
  await gateway.sql(`UPDATE tank SET name = 'y' WHERE id = 't1'`);
  await gateway.sql(`UPDATE webhook_outbox SET actor = 'of no known form'`);
  await deliverDue(gateway.pool);
  expect(receiver.received.map(({ body }) => body.actor)).toEqual([{ kind: 'user', id: 'u-1' }, null, null]);
});

test('nothing invisible is left of the name that a writer of SQL sets', async () => {
  const receiver = await openReceiver();
  await subscribe({ webhookUrl: receiver.url });
  await gateway.sql(`DO $$ BEGIN
    PERFORM set_config('field_operations.writer', E'e\\u202erp\\u2066\\n\\u200f!', true);
    UPDATE tank SET name = 'x' WHERE id = 't1'; END $$`);
  await deliverDue(gateway.pool);
  const [{ session_user: login } = {}] = await gateway.sql('SELECT session_user');
  expect(receiver.received.map(({ body }) => body.actor)).toEqual([{ kind: 'sql', id: `${login}/erp!` }]);
});

test('a subscription gets nothing of the actors that it ignores, as it is when the outbox is opened', async () => {
  const own = await apiKey();
  const receiver = await openReceiver();
  const { id, ignoreActors } = await subscribe({
    webhookUrl: receiver.url,
    ignoreActors: [own.actor, 'user:u-1', 'import'],
  });
  expect(ignoreActors).toEqual([own.actor, 'user:u-1', 'import']);
  const all = async () => {
    for (const token of [own.key, await user('u-1'), await user('u-2')])
      await rename('t1', Math.random().toString(), token);
    await gateway.sql('UPDATE tank SET name = NULL');
    await gateway.sql(`UPDATE tank SET name = 'x' WHERE id = 't1'`);
    await gateway.sql('UPDATE webhook_outbox SET actor = NULL WHERE id = (SELECT max(id) FROM webhook_outbox)');
    await deliverDue(gateway.pool);
    return receiver.received.splice(0).map(({ body }) => body.actor?.id ?? null);
  };
  const [{ session_user: login } = {}] = await gateway.sql('SELECT session_user');
  expect((await all()).sort()).toEqual(['u-2', login, login, login, login, null].sort());
  expect(await gateway.sql('SELECT count(*)::integer FROM webhook_event')).toEqual([{ count: 6 }]);
  const change = async (input: Data) => (await gateway.ask(CHANGE, { id, input }, await user('owner'))).data.answer;
  expect(await change({ ignoreActors: [`sql:${login}`] })).toMatchObject({
    ignoreActors: [`sql:${login}`],
    version: 2,
  });
  expect((await all()).sort()).toEqual([own.shown.id, 'u-1', 'u-2', null].sort());
  expect(await change({ ignoreActors: null })).toEqual({
    issues: [{ path: ['input', 'ignoreActors'], code: 'REQUIRED' }],
  });
  expect(await change({ ignoreActors: [] })).toMatchObject({ ignoreActors: [], version: 3 });
});

test('what no actor is called is refused, and without a list nothing is ignored', async () => {
  expect((await subscribe({})).ignoreActors).toEqual([]);
  expect((await subscribe({ ignoreActors: null })).ignoreActors).toEqual([]);
  const { key } = createKey();
  const wrong = [
    '',
    'anna',
    'key:',
    `key:${key}`,
    key,
    'key:0123',
    'user:',
    `user:${'x'.repeat(256)}`,
    'user:a\nb',
    'sql',
    'import:x',
    'API_KEY:1',
    'user:\ud800',
  ];
  const right = [
    'user',
    'import',
    `user:${'x'.repeat(255)}`,
    'user:auth0|a@b',
    'sql:erp/nightly',
    'key:0123456789abcdef',
  ];
  const { issues } = await subscribe({ ignoreActors: [...right, ...wrong] });
  const path = (place: number) => ['input', 'ignoreActors', String(place + right.length)];
  expect(issues.slice(0, wrong.length)).toEqual(wrong.map((_, place) => ({ path: path(place), code: 'WRONG_FORMAT' })));
  const many = (count: number) => ({ ignoreActors: Array.from({ length: count }, () => 'import') });
  expect((await subscribe(many(20))).ignoreActors).toHaveLength(20);
  expect(await subscribe(many(21))).toEqual({ issues: [{ path: ['input', 'ignoreActors'], code: 'TOO_LONG' }] });
});

/** A system of its own that follows the recipe, and writes whatever its copy gets to the gateway. */
async function openSystem() {
  const { key, actor } = await apiKey();
  const copy = new Map<string, { name: string; version: number }>();
  const write = async (id: string, name: string): Promise<void> => {
    const { version } = await rename(id, name, key);
    if (version > (copy.get(id)?.version ?? 0)) copy.set(id, { name, version });
  };
  const receive = async ({ body: { data } }: Received): Promise<void> => {
    const { id, version, name = '' } = data;
    if (version <= (copy.get(id)?.version ?? 0)) return;
    copy.set(id, { name, version });
    await write(id, name);
  };
  const receiver = await openReceiver(async (response, message) => {
    await receive(message);
    response.writeHead(204).end();
  });
  await subscribe({ webhookUrl: receiver.url, ignoreActors: [actor] });
  return { actor, copy, write, received: receiver.received };
}

test('two systems in step settle after one message for each change', async () => {
  const [erp, crm] = [await openSystem(), await openSystem()];
  await erp.write('t1', 'by the ERP');
  await crm.write('t2', 'by the CRM');
  await rename('t3', 'by a person', await user('u-1'));
  await Promise.all([erp.write('t4', 'by the ERP, too'), crm.write('t4', 'by the CRM, too')]);
  await deliverDue(gateway.pool);
  const rows = await gateway.sql('SELECT id, name, version FROM tank ORDER BY id');
  expect(rows.map(({ version }) => version)).toEqual([2, 2, 2, 3]);
  const expected = rows.map(({ id, name, version }) => [id, { name, version }]);
  for (const { copy } of [erp, crm]) expect([...copy].sort()).toEqual(expected);
  const ids = ({ received }: { received: Received[] }) => received.map(({ body }) => body.data.id).sort();
  expect([ids(erp), ids(crm)]).toEqual([
    ['t2', 't3', 't4'],
    ['t1', 't3', 't4'],
  ]);
});

/** A system that creates and deletes, too: it follows `sequence` in all messages, and answers none of its own. */
async function openFollower() {
  const { key, shown } = await apiKey();
  const copy = new Map<string, { name: string | null; sequence: number }>();
  const BACK =
    'mutation ($id: ID!, $name: String, $version: Int) { updateTank(id: $id, input: { name: $name }, expectedVersion: $version) { __typename } }';
  const receiver = await openReceiver(async (response, { body: { type, data, sequence, actor, version } }) => {
    if (sequence > (copy.get(data.id)?.sequence ?? 0)) {
      copy.set(data.id, { name: type === 'tank.deleted' ? null : (data.name ?? null), sequence });
      if (actor?.id !== shown.id && type !== 'tank.deleted')
        await gateway.ask(BACK, { id: data.id, name: data.name, version }, key);
    }
    response.writeHead(204).end();
  });
  await subscribe({ webhookUrl: receiver.url, actions: ['created', 'updated', 'deleted'] });
  const WRITES = [
    'mutation ($id: ID!, $name: String) { createTank(input: { id: $id, name: $name }) { __typename } }',
    'mutation ($id: ID!, $name: String) { updateTank(id: $id, input: { name: $name }) { __typename } }',
    'mutation ($id: ID!) { deleteTank(id: $id) { __typename } }',
    'mutation ($id: ID!, $version: Int!) { restoreTank(id: $id, version: $version) { __typename } }',
  ];
  const write = async (id: string, kind: number) => {
    const [{ version } = { version: 1 }] = await gateway.sql('SELECT version FROM record_deletion WHERE id = $1', [id]);
    await gateway.ask(WRITES[kind] ?? '', { id, name: randomUUID(), version }, key);
  };
  return { copy, write };
}

test('two systems that also create, delete and restore settle on what the table has', async () => {
  const systems = [await openFollower(), await openFollower()];
  const ids = Array.from({ length: 10 }, () => randomUUID());
  await Promise.all(
    systems.map(async ({ write }) => {
      for (const kind of [0, 1, 2, 3, 1, 2, 1, 3]) for (const id of ids) await write(id, kind);
    }),
  );
  await deliverDue(gateway.pool);
  const rows = await gateway.sql('SELECT id, name FROM tank WHERE id = ANY($1) ORDER BY id', [ids]);
  expect(rows.length).toBeGreaterThan(0);
  for (const { copy } of systems) {
    const there = [...copy].flatMap(([id, { name }]) => (name === null ? [] : [{ id, name }]));
    expect(there.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(rows);
  }
});

test('an integration that answers each change with another runs in circles unless it ignores itself', async () => {
  const { key, actor } = await apiKey();
  let answers = 0;
  const receiver = await openReceiver(async (response, { body: { data } }) => {
    if (answers < 5) await rename(data.id, `${data.name}!`, key);
    answers += 1;
    response.writeHead(204).end();
  });
  const { id } = await subscribe({ webhookUrl: receiver.url });
  await rename('t1', 'a', await user('u-1'));
  await deliverDue(gateway.pool);
  expect(answers).toBe(6);
  answers = 0;
  await gateway.ask(CHANGE, { id, input: { ignoreActors: [actor] } }, await user('owner'));
  await rename('t1', 'b', await user('u-1'));
  await deliverDue(gateway.pool);
  expect(answers).toBe(1);
  expect(await gateway.sql(`SELECT name FROM tank WHERE id = 't1'`)).toEqual([{ name: 'b!' }]);
});
