import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Data, openGateway, type TestGateway } from '../gateway.ts';
import { PATCHED, type StoredRecord } from '../records.ts';
import { full, insert, snake } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());
beforeEach(() => gateway.sql('DELETE FROM webhook_subscription'));

const ANSWER = `__typename ... on WebhookSubscription { id version resource filter } ... on Error { message }
  ... on InvalidRequestError { issues { path message } }`;
const CREATE = `mutation ($input: CreateSubscriptionInput!) { answer: createSubscription(input: $input) { ${ANSWER} } }`;
const CHANGE = `mutation ($id: ID!, $input: UpdateSubscriptionInput!, $version: Int) {
  answer: updateSubscription(id: $id, input: $input, expectedVersion: $version) { ${ANSWER} } }`;
const answerOf = async (query: string, variables: object): Promise<Data> => {
  const { data, errors } = await gateway.ask(query, variables);
  expect(errors).toBeUndefined();
  return data.answer;
};
const HOOK = { workflowId: 'w', nodeId: 'n', webhookUrl: 'https://example.com/', actions: ['created'] };
const subscribe = (resource: string, filter?: object): Promise<Data> =>
  answerOf(CREATE, { input: { ...HOOK, resource, filter } });
const change = (id: string, input: object, version?: number): Promise<Data> => answerOf(CHANGE, { id, input, version });

/** The paths below `input.filter` that are refused. */
const refused = ({ issues = [] }: Data): string[] =>
  issues.map(({ path: [input, filter, ...key] }: { path: string[] }) => {
    expect([input, filter]).toEqual(['input', 'filter']);
    return key.join('.');
  });
const eventsOf = async (id: string): Promise<Data[]> => {
  const query = `query ($id: ID!) { webhookSubscription(id: $id) { deliveries { nodes { data } } } }`;
  return (await gateway.ask(query, { id })).data.webhookSubscription.deliveries.nodes.map(({ data }: Data) => data);
};
/** Writes a record again and returns the data of its event. */
async function eventOf(record: StoredRecord, row: Data): Promise<Data> {
  const { id } = await subscribe(record.table);
  await gateway.sql(`DELETE FROM ${record.table}; DELETE FROM record_deletion`);
  await insert(gateway, record, row);
  const [data] = await eventsOf(id);
  return data ?? {};
}

test.each(PATCHED)('the whole data of a $table event is a filter that the record passes', async (record) => {
  const row = full(record);
  const nullable = Object.keys(row).filter((field) => field !== 'companyId' && !record.fields[field]?.endsWith('!'));
  const empty = { ...row, ...Object.fromEntries(nullable.map((field) => [field, null])) };
  for (const each of [row, empty]) {
    const data = await eventOf(record, each);
    expect(Object.keys(data).sort()).toEqual(Object.keys(record.fields).map(snake).sort());
    const { id, filter } = await subscribe(record.table, data);
    expect(filter).toEqual(data);
    expect(await eventOf(record, each)).toEqual(data);
    expect(await eventsOf(id)).toEqual([data]);
  }
});

/** Values that a field of each type never has in an event, though GraphQL may take some of them in an update. */
const strange: Record<string, unknown[]> = {
  ID: [1, true, ['a'], {}],
  String: [1, true, ['a'], {}],
  Int: ['1', 1.5, true],
  Float: ['1', true, [1]],
  Boolean: ['true', 1],
  Date: ['2026-03-01T00:00:00.000Z', '1.3.2026', '2026-02-30', 20260301],
  DateTime: ['2026-03-01', '2026-03-01T08:00:00Z', '2026-03-01T09:00:00.000+01:00', '2026-02-30T00:00:00.000Z', 0],
  '[String!]': ['a', [1], [null], {}],
};
test.each(PATCHED)(
  'a value of another type is refused for each column of $table',
  async ({ table, fields, unknowable = [] }) => {
    const typed = Object.entries(fields).flatMap(([field, type]): [string, unknown[]][] => {
      const values = strange[type.replace(/!$/, '')] ?? [];
      return values.length === 0
        ? []
        : [[snake(field), type.endsWith('!') && !unknowable.includes(field) ? [...values, null] : values]];
    });
    expect(typed.length).toBeGreaterThan(5);
    for (let turn = 0; turn < 6; turn++) {
      const filter = Object.fromEntries(typed.map(([column, values]) => [column, values[turn % values.length]]));
      expect(refused(await subscribe(table, filter))).toEqual(Object.keys(filter));
    }
  },
);

test('the message names the type, and null where the column is nullable', async () => {
  const { issues, message } = await subscribe('tank', { fill_percentage: '5', version: null, last_reading_date: 'x' });
  expect(issues.map((issue: Data) => issue.message)).toEqual([
    'must be a number, or null',
    'must be a whole number',
    'must be a time as in events, such as 2026-01-31T10:00:00.000Z, or null',
  ]);
  expect(message).toContain('input.filter.fill_percentage: must be a number, or null');
});

test('JSON columns take objects, as events have them, and refuse other JSON', async () => {
  for (const json of [{ shipToId: { a: [1, null, '2'] } }, {}])
    expect(await subscribe('tank', { metadata: json, last_reading: json })).toMatchObject({ version: 1 });
  expect(await subscribe('tank', { last_reading: null })).toMatchObject({ version: 1 });
  for (const json of [
    [],
    [{}],
    'x',
    1,
    true,
    JSON.parse('{"a":{"__proto__":{"b":1}}}'),
    JSON.parse('{"__proto__":{"b":1}}'),
  ])
    expect((await subscribe('tank', { metadata: json, last_reading: json })).issues).toEqual([
      { path: ['input', 'filter', 'metadata'], message: 'must be a JSON object, without a key __proto__' },
      { path: ['input', 'filter', 'last_reading'], message: 'must be a JSON object, without a key __proto__, or null' },
    ]);
});

test('a key that is no column is refused with the fields, and with the one that is meant', async () => {
  const { issues } = await subscribe('tank', { shipToId: 'x', truck: 1, 'Fill-Status': 'low', status: 'active' });
  expect(issues).toEqual([
    {
      path: ['input', 'filter', 'shipToId'],
      message: expect.stringMatching(
        /^is not a field of tank events\. Did you mean ship_to_id\? Fields: alerts, .*, ship_to_id, .*, version$/,
      ),
    },
    { path: ['input', 'filter', 'truck'], message: 'is not a field of tank events.' },
    {
      path: ['input', 'filter', 'Fill-Status'],
      message: 'is not a field of tank events. Did you mean fill_status?',
    },
  ]);
  const strangers = ['ship_to', 'tanks', 'secret', 'webhook_url', '__typename', 'constructor', '__proto__', ''];
  const filter = JSON.parse(`{${strangers.map((key) => `${JSON.stringify(key)}:1`)}}`);
  expect(refused(await subscribe('ship_to', filter)).sort()).toEqual(strangers.sort());
});

test('hundreds of unknown keys make a hundred issues, and an answer not much larger than the filter', async () => {
  const filter = Object.fromEntries(Array.from({ length: 800 }, (_, n) => [`shipToId_${n}`, n]));
  const answer = await subscribe('tank', filter);
  expect(answer.issues).toHaveLength(100);
  expect(JSON.stringify(answer).length).toBeLessThan(20_000);
  const long = await subscribe('tank', { [`k${'x'.repeat(15_000)}`]: 1 });
  expect(JSON.stringify(long).length).toBeLessThan(3_000);
});

test('the filter is judged together with the rest of the input', async () => {
  const answer = await answerOf(CREATE, {
    input: { ...HOOK, nodeId: '', resource: 'tank', filter: { shipToId: 'x' } },
  });
  expect(answer.issues.map(({ path }: Data) => path.join('.'))).toEqual(['input.nodeId', 'input.filter.shipToId']);
  const unknown = await answerOf(CREATE, { input: { ...HOOK, resource: 'truck', filter: { shipToId: 'x' } } });
  expect(unknown.issues.map(({ path }: Data) => path.join('.'))).toEqual(['input.resource']);
});

test('a change of the filter, of the resource or of both is judged by what the subscription would then have', async () => {
  const { id } = await subscribe('tank', { ship_to_id: 's' });
  expect(refused(await change(id, { filter: { shipToId: 's' } }))).toEqual(['shipToId']);
  expect(refused(await change(id, { filter: { priority: 'high' } }))).toEqual(['priority']);
  expect(refused(await change(id, { resource: 'task' }))).toEqual(['ship_to_id']);
  expect(refused(await change(id, { resource: 'task', filter: { ship_to_id: 's' } }))).toEqual(['ship_to_id']);
  const { issues } = await change(id, { resource: null, filter: { priority: 'high' } });
  expect(issues).toMatchObject([{ path: ['input', 'resource'] }]);
  const stored = { resource: 'tank', filter: { ship_to_id: 's' } };
  expect(await change(id, {})).toMatchObject({ ...stored, version: 1 });

  const both = { resource: 'task', filter: { priority: 'high' } };
  expect(await change(id, both)).toMatchObject({ ...both, version: 2 });
  expect(await change(id, { filter: { title: 'x' } })).toMatchObject({ resource: 'task', version: 3 });
  expect(await change(id, { resource: 'tank', filter: null })).toMatchObject({ filter: null, version: 4 });
  expect(await change(id, { resource: 'ship_to' })).toMatchObject({ resource: 'ship_to', filter: null, version: 5 });
  expect(await change(id, { filter: {} })).toMatchObject({ filter: {}, version: 6 });
});

test('another version is a conflict, whatever the filter, and an unknown id is not found', async () => {
  const { id } = await subscribe('tank');
  expect(await change(id, { filter: { priority: 'x' } }, 2)).toMatchObject({
    __typename: 'WebhookSubscriptionConflictError',
  });
  expect(refused(await change(id, { filter: { priority: 'x' } }, 1))).toEqual(['priority']);
  expect(await change(id, { filter: { status: 'x' } }, 1)).toMatchObject({ version: 2 });
  expect(await change('nobody', { filter: { priority: 'x' } })).toMatchObject({ __typename: 'NotFoundError' });
  expect(await change('a\0b', { resource: 'task' })).toMatchObject({ __typename: 'NotFoundError' });
});

test('a filter from before the rules stays until it is changed or the resource is', async () => {
  const { id } = await subscribe('tank');
  await gateway.sql(`UPDATE webhook_subscription SET filter = '{"shipToId": 1}'`);
  const old = { filter: { shipToId: 1 } };
  expect(await change(id, { nodeId: 'other' })).toMatchObject(old);
  expect(await change(id, { resource: 'tank', nodeId: 'third' })).toMatchObject(old);
  expect(refused(await change(id, { resource: 'ship_to' }))).toEqual(['shipToId']);
  expect(refused(await change(id, old))).toEqual(['shipToId']);
  expect(await change(id, { filter: { ship_to_id: '1' } })).toMatchObject({ filter: { ship_to_id: '1' } });
});

test.each([
  ['ship_to', 'InvalidRequestError'],
  ['quick_order', 'WebhookSubscription'],
])('a filter is judged for the resource that another change gives while it waits: %s', async (resource, outcome) => {
  const { id } = await subscribe('tank');
  const other = await gateway.pool.connect();
  onTestFinished(() => other.release());
  await other.query('BEGIN');
  await other.query('UPDATE webhook_subscription SET resource = $1', [resource]);
  const waiting = change(id, { filter: { status: 'low' } });
  const blocked = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await gateway.sql(blocked)).length).toBe(1);
  await other.query('COMMIT');
  expect(await waiting).toMatchObject({ __typename: outcome });
});
