import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { inputsOf, isNullable, PATCHED, type PatchedRecord, tank } from '../records.ts';
import { create } from '../rows.ts';
import { deliver } from '../webhooks/loop.ts';
import { openReceiver } from '../webhooks/receiver.ts';

const QUERY = '{ eventTypes { name resource action description schema example } }';
const ACTIONS = ['created', 'updated', 'deleted'];
const ofTable = (table: string): string[] => [...ACTIONS, 'test'].map((action) => `${table}.${action}`);

let gateway: TestGateway;
/** What `eventTypes` answers, and a validator of each schema, by name. */
let types: Map<string, Data>;
let validators: Map<string, z.ZodType>;
beforeAll(async () => {
  gateway = await openGateway();
  const { data } = await gateway.ask(QUERY);
  types = new Map(data.eventTypes.map((type: Data) => [type.name, type]));
  validators = new Map(data.eventTypes.map(({ name, schema }: Data) => [name, z.fromJSONSchema(schema)]));
});
afterAll(() => gateway.close());

const typeOf = (name: string): Data => types.get(name) ?? {};
/** What is wrong with a body, by the schema of its type or of the type named. */
const faultsIn = (body: Data, name = body.type): string[] =>
  validators
    .get(name)
    ?.safeParse(body)
    .error?.issues.map((issue) => JSON.stringify(issue))
    // JSON.parse has rounded a 64-bit number, which zod refuses.
    .filter((issue) => !issue.includes('must be within the safe integer range')) ?? [];

/** Does something while a subscription watches the resource, and returns so many messages that arrive, by type. */
async function messagesOf({ table }: PatchedRecord, count: number, act: (subscription: string) => Promise<unknown>) {
  const receiver = await openReceiver();
  const { data } = await gateway.ask(
    'mutation ($input: CreateSubscriptionInput!) { createSubscription(input: $input) { ... on WebhookSubscription { id } } }',
    { input: { workflowId: 'w', nodeId: 'n', webhookUrl: receiver.url, resource: table, actions: ACTIONS } },
  );
  const { id } = data.createSubscription;
  await act(id);
  (await deliver(gateway.pool)).nudge();
  const bodies: Data[] = [];
  while (bodies.length < count) bodies.push((await receiver.next()).body);
  await gateway.ask('mutation ($id: ID!) { deleteSubscription(id: $id) { __typename } }', { id });
  return bodies;
}

/** Creates a record, updates and deletes it. */
async function live(record: PatchedRecord, overrides: Data): Promise<void> {
  const { mutation, input, table } = record;
  const { id } = await create(gateway, record, overrides);
  const [field = ''] = inputsOf(record, 'ID', 'String');
  const { data } = await gateway.ask(
    `mutation ($id: ID!, $input: ${input}!) { result: ${mutation}(id: $id, input: $input) { __typename } }`,
    { id, input: { [field]: 'another' } },
  );
  expect(data.result.__typename).toBe(record.type);
  await gateway.sql(`DELETE FROM ${table} WHERE id = $1`, [id]);
}

test('each resource has a type for every action, and one for tests', () => {
  const ofWebhooks = ['subscription.disabled', 'subscription.test', 'delivery.dead', 'delivery.test'];
  expect([...types.keys()]).toEqual([...PATCHED.flatMap(({ table }) => ofTable(table)), ...ofWebhooks]);
  for (const { name, resource, action, description } of types.values())
    expect([`${resource}.${action}`, description]).toEqual([name, expect.stringMatching(/^\w.{20,}\.$/)]);
});

test('the types need the scope that reads subscriptions', async () => {
  const { errors } = await gateway.ask(QUERY, {}, await tokenOf('acme', 'tanks:read'));
  expect(errors).toMatchObject([{ path: ['eventTypes'], extensions: { code: 'FORBIDDEN' } }]);
  const { data } = await gateway.ask('{ eventTypes { name } }', {}, await tokenOf('acme', 'subscriptions:read'));
  expect(data.eventTypes).toHaveLength(types.size);
});

for (const record of PATCHED) {
  const { table, fields } = record;

  test(`every message of ${table} matches its schema, with all values and with as few as possible`, async () => {
    const nulls = Object.keys(fields).filter((field) => isNullable(record, field) && field !== 'companyId');
    const bodies = await messagesOf(record, 7, async (id) => {
      await live(record, {});
      await live(record, Object.fromEntries(nulls.map((field) => [field, null])));
      await gateway.ask('mutation ($id: ID!) { sendTestEvent(subscriptionId: $id) { __typename } }', { id });
    });
    expect(new Set(bodies.map(({ type }) => type))).toEqual(new Set(ofTable(table)));
    for (const body of bodies) expect([body, faultsIn(body)]).toEqual([body, []]);
  });

  test(`the schemas of ${table} have exactly the columns of the table, and refuse a record that lacks one or has a wrong value`, async () => {
    const columns = await gateway.sql('SELECT column_name FROM information_schema.columns WHERE table_name = $1', [
      table,
    ]);
    const names = columns.map(({ column_name }) => column_name).toSorted();
    for (const action of ACTIONS) {
      const { schema, example } = typeOf(`${table}.${action}`);
      const { properties, required } = schema.$defs[table];
      expect([Object.keys(properties).toSorted(), required.toSorted()]).toEqual([names, names]);
      for (const name of names) {
        const { [name]: _, ...others } = example.data;
        const wrong = { ...others, [name]: [{}] };
        for (const data of [others, wrong]) expect([name, faultsIn({ ...example, data }).length]).toEqual([name, 1]);
      }
    }
  });
}

test('a message with a truncated record matches its schema', async () => {
  const [body = {}] = await messagesOf(tank, 1, async () => {
    await create(gateway, tank, { note: 'long '.repeat(60_000) });
  });
  expect(Object.keys(body.data).toSorted()).toEqual(['company_id', 'id', 'version']);
  expect([body.truncated, faultsIn(body)]).toEqual([true, []]);
  expect(faultsIn({ ...body, truncated: false })).toHaveLength(1);
});

test('the examples match their schemas, and name columns that an update can change', () => {
  for (const { name, action, schema, example, resource } of types.values()) {
    expect([name, example.type, faultsIn(example)]).toEqual([name, name, []]);
    expect(example.changed.length > 0).toBe(action === 'updated');
    for (const column of example.changed) expect(schema.$defs[resource].properties).toHaveProperty(column);
    if (action !== 'test') expect(example.data.version).toBe(example.version);
  }
});

test('a schema refuses a body without one of its members, and the name of another type', () => {
  for (const { name, schema, example } of types.values()) {
    for (const member of schema.required.filter((each: string) => each !== 'type')) {
      const { [member]: _, ...others } = example;
      expect([member, faultsIn(others).length > 0]).toEqual([member, true]);
    }
    expect(faultsIn({ ...example, type: 'tank.melted' }, name)).toHaveLength(1);
  }
});
