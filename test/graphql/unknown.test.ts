import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway, watchStatements } from '../gateway.ts';
import { openEvents } from '../live/event-source.ts';
import { tank } from '../records.ts';
import { create, newCompany } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway({ beatMs: 50 });
});
afterAll(() => gateway.close());

const FIELDS =
  'daysToEmpty daysToEmptyIsKnown readingVolume readingVolumeIsKnown availableCapacity availableCapacityIsKnown';
const UNKNOWN = {
  ...{ daysToEmpty: 0, daysToEmptyIsKnown: false, readingVolume: 0, readingVolumeIsKnown: false },
  ...{ availableCapacity: '0', availableCapacityIsKnown: false },
};
const EMPTY = {
  ...{ daysToEmpty: 0, daysToEmptyIsKnown: true, readingVolume: 0, readingVolumeIsKnown: true },
  ...{ availableCapacity: '900', availableCapacityIsKnown: true },
};

/** A company with a tank that was created with a level, one that is empty, and two that are not. */
async function company() {
  const { companyId, token } = await newCompany();
  const ask = async (query: string, variables: object = {}): Promise<Data> => {
    const { data, errors } = await gateway.ask(query, variables, token);
    expect(errors).toBeUndefined();
    return data;
  };
  const known = (name: string, daysToEmpty: number) =>
    create(gateway, tank, { companyId, name, daysToEmpty, readingVolume: daysToEmpty * 10, availableCapacity: '900' });
  await known('two', 2);
  await known('now', 0);
  await known('six', 6);
  const input = { name: 'new', fillPercentage: 60, tankSize: 1000 };
  const { createTank: made } = await ask(
    `mutation ($input: CreateTankInput!) { createTank(input: $input) { ... on Tank { id ${FIELDS} } } }`,
    { input },
  );
  const names = async (args: string): Promise<string[]> =>
    (await ask(`{ tanks(${args}) { nodes { name } } }`)).tanks.nodes.map(({ name }: Data) => name);
  return { ask, names, token, made };
}

test('the days and volumes of a created tank are unknown, until a reading is written by SQL', async () => {
  const { ask, made } = await company();
  const { id, ...fields } = made;
  expect(fields).toEqual(UNKNOWN);
  const read = async () => (await ask(`query ($id: ID!) { tank(id: $id) { ${FIELDS} } }`, { id })).tank;
  expect(await read()).toEqual(UNKNOWN);
  const set = 'UPDATE tank SET days_to_empty = $2, reading_volume = $2, available_capacity = $3 WHERE id = $1';
  await gateway.sql(set, [id, 0, '900']);
  expect(await read()).toEqual(EMPTY);
  await gateway.sql(set, [id, null, null]);
  expect(await read()).toEqual(UNKNOWN);
});

test('what is unknown is in no range, and null finds it', async () => {
  const { names } = await company();
  const found = async (test: string) => (await names(`filter: { daysToEmpty: ${test} }`)).toSorted();
  expect(await found('{ lte: 3 }')).toEqual(['now', 'two']);
  expect(await found('{ equals: 0 }')).toEqual(['now']);
  expect(await found('{ gte: 0 }')).toEqual(['now', 'six', 'two']);
  expect(await found('{ gt: 2 }')).toEqual(['six']);
  expect(await found('{ not: { lte: 3 } }')).toEqual(['six']);
  expect(await found('null')).toEqual(['new']);
  expect(await found('{ not: { equals: null } }')).toEqual(['now', 'six', 'two']);
  expect(await names('filter: { readingVolume: { lte: 0 } }')).toEqual(['now']);
  expect(await names('filter: { availableCapacity: null }')).toEqual(['new']);
});

test('what is unknown is behind all others in the order of the days', async () => {
  const { names } = await company();
  const by = (rest: string) => `orderBy: { field: DAYS_TO_EMPTY, ${rest} }`;
  expect(await names(by('direction: ASC'))).toEqual(['now', 'two', 'six', 'new']);
  expect(await names(by('direction: DESC'))).toEqual(['new', 'six', 'two', 'now']);
  expect(await names(by('direction: DESC, nulls: LAST'))).toEqual(['six', 'two', 'now', 'new']);
  expect(await names(by('direction: ASC, nulls: FIRST'))).toEqual(['new', 'now', 'two', 'six']);
});

test('averages, sums and extremes leave out what is unknown, and it is a group of its own', async () => {
  const { ask } = await company();
  const figures = ['sum', 'avg', 'min', 'max'].map((figure) => `${figure} { daysToEmpty readingVolume }`).join(' ');
  const { all, unknown, days } = await ask(`{
    all: tankAggregate { groups { count ${figures} } }
    unknown: tankAggregate(filter: { daysToEmpty: null }) { groups { count ${figures} } }
    days: tankAggregate(groupBy: [DAYS_TO_EMPTY]) { groups { key { daysToEmpty } count } }
  }`);
  const of = (daysToEmpty: number | null) => ({ daysToEmpty, readingVolume: daysToEmpty && daysToEmpty * 10 });
  const avg = { daysToEmpty: expect.closeTo(8 / 3), readingVolume: expect.closeTo(80 / 3) };
  expect(all.groups).toEqual([{ count: 4, sum: of(8), avg, min: of(0), max: of(6) }]);
  expect(unknown.groups).toEqual([{ count: 1, sum: of(null), avg: of(null), min: of(null), max: of(null) }]);
  expect(days.groups.map(({ key }: Data) => key.daysToEmpty)).toEqual([null, 0, 2, 6]);
});

test('the field beside a value costs no statement', async () => {
  const { names, ask } = await company();
  await names('first: 1');
  const sent = watchStatements(gateway.pool);
  const { tanks } = await ask(`{ tanks { nodes { ${FIELDS} } } }`);
  expect(tanks.nodes).toHaveLength(4);
  const reads = sent.filter((text) => text.includes('"days_to_empty"'));
  expect([reads.length, sent.filter((text) => text.includes('"tank"')).length]).toEqual([1, 1]);
});

test('events, their filters and live changes have what is unknown as null, or with the field beside it', async () => {
  const { ask, token, made } = await company();
  const create = `mutation ($input: CreateSubscriptionInput!) { createSubscription(input: $input) {
    ... on WebhookSubscription { id } } }`;
  const subscribe = async (filter: object): Promise<string> => {
    const input = { workflowId: 'w', nodeId: 'n', webhookUrl: 'https://example.com/', resource: 'tank', filter };
    return (await ask(create, { input: { ...input, actions: ['created', 'updated'] } })).createSubscription.id;
  };
  const [empty, unknown] = [await subscribe({ days_to_empty: 0 }), await subscribe({ days_to_empty: null })];
  const events = await openEvents(
    gateway,
    `subscription ($watch: [WatchInput!]!) { changes(watch: $watch) {
    __typename ... on TankChange { recordId tank { ${FIELDS} } } } }`,
    {
      variables: { watch: [{ record: 'TANK', filter: { days_to_empty: null } }] },
      token,
    },
  );
  expect(await events.item()).toMatchObject({ __typename: 'Resync' });
  const change = 'mutation ($id: ID!, $name: String) { updateTank(id: $id, input: { name: $name }) { __typename } }';
  await ask(change, { id: made.id, name: 'changed' });
  expect(await events.item()).toEqual({ __typename: 'TankChange', recordId: made.id, tank: UNKNOWN });
  const set = 'UPDATE tank SET days_to_empty = 0, reading_volume = 0, available_capacity = $2 WHERE id = $1';
  await gateway.sql(set, [made.id, '900']);
  expect(await events.item()).toEqual({ __typename: 'TankChange', recordId: made.id, tank: EMPTY });
  await gateway.sql('UPDATE tank SET name = $2 WHERE id = $1', [made.id, 'empty']);
  const sent = async (id: string): Promise<unknown[]> => {
    const query = 'query ($id: ID!) { webhookSubscription(id: $id) { deliveries { nodes { data } } } }';
    const { nodes } = (await ask(query, { id })).webhookSubscription.deliveries;
    return nodes.map(({ data }: Data) => [data.name, data.days_to_empty, data.reading_volume]).toReversed();
  };
  // The change from unknown to known concerns both.
  const read = ['changed', 0, 0];
  expect(await sent(unknown)).toEqual([['changed', null, null], read]);
  expect(await sent(empty)).toEqual([read, ['empty', 0, 0]]);
});
