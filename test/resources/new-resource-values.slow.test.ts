import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openEvents } from '../live/event-source.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { useDepots } from './depot-gateway.ts';

const { start } = useDepots();

const EXACT = `rent fees volume counters kind supplies shifts siteId`;
/** A value of each type of a column: none is one that a double keeps. */
const VALUES = {
  rent: '12345678.1234',
  fees: ['0.000000000000000000000000000001', '-12345678901234567890.5'],
  volume: '9223372036854775807',
  counters: ['-9007199254740993', '4'],
  kind: 'BULK',
  supplies: ['CITY', 'BULK'],
  shifts: [3, 1],
  siteId: '0190a5a8-7c1e-7000-8000-00000000000a',
};
const DEFAULTS = {
  rent: '1250.5',
  fees: ['2.5'],
  volume: '9007199254740993',
  counters: null,
  kind: 'CITY',
  supplies: ['BULK'],
  shifts: [],
  siteId: null,
};
const CREATE = `mutation ($input: CreateDepotInput!) {
  createDepot(input: $input) { ... on Depot { id ${EXACT} } ... on InvalidRequestError { issues { path message } } }
}`;

test('decimals, 64-bit numbers, enums, UUIDs and lists are exact in creations, reads, filters, orders and aggregates', async () => {
  const { ask } = await start();
  const create = async (input: object) => (await ask(CREATE, { input })).createDepot;
  const { id, ...created } = await create({ code: 'D-1', ...VALUES });
  const { id: other, ...initial } = await create({ code: 'D-2' });
  expect([created, initial]).toEqual([VALUES, DEFAULTS]);
  // A repeat with the same values is none.
  const given = { id: randomUUID(), code: 'D-3', ...VALUES };
  expect(await create(given)).toEqual(await create(given));
  const read = `query ($filter: DepotFilter, $orderBy: [DepotOrder!], $after: String) {
    depots(filter: $filter, orderBy: $orderBy, first: 1, after: $after) { nodes { id ${EXACT} } pageInfo { endCursor } totalCount }
  }`;
  const filters = [
    { rent: { equals: VALUES.rent } },
    { rent: { equals: 12345678.1234 } },
    { rent: { gte: '12345678.1234' } },
    { volume: { equals: VALUES.volume } },
    { volume: { in: [VALUES.volume, 1] } },
    { kind: { equals: 'BULK' } },
    { kind: { in: ['BULK'] } },
    { siteId: { equals: VALUES.siteId.toUpperCase() } },
    { siteId: { not: { equals: null } } },
  ];
  for (const filter of filters)
    expect([filter, (await ask(read, { filter: { ...filter, code: { equals: 'D-1' } } })).depots]).toMatchObject([
      filter,
      { totalCount: 1, nodes: [{ id, ...VALUES }] },
    ]);
  expect((await ask(read, { filter: { rent: { gte: '12345678.12340001' } } })).depots.totalCount).toBe(0);
  for (const field of ['RENT', 'VOLUME']) {
    const orderBy = { field, direction: 'ASC' };
    const first = (await ask(read, { orderBy, filter: { code: { in: ['D-1', 'D-2'] } } })).depots;
    expect(first.nodes[0].id).toBe(other);
    const variables = { orderBy, filter: { code: { in: ['D-1', 'D-2'] } }, after: first.pageInfo.endCursor };
    expect((await ask(read, variables)).depots.nodes[0].id).toBe(id);
  }
  const { all, ...grouped } = await ask(`{
    kinds: depotAggregate(groupBy: [KIND, SITE_ID]) { groups { key { kind siteId } count } }
    rents: depotAggregate(groupBy: [RENT]) { groups { key { rent } count } }
    volumes: depotAggregate(groupBy: [VOLUME]) { groups { key { volume } count } }
    all: depotAggregate { groups { sum { rent volume } avg { rent } min { rent volume } max { rent volume } } }
  }`);
  const two = (most: object, other: object) => ({
    groups: [
      { key: most, count: 2 },
      { key: other, count: 1 },
    ],
  });
  expect(grouped).toEqual({
    kinds: two({ kind: 'BULK', siteId: VALUES.siteId }, { kind: 'CITY', siteId: null }),
    rents: two({ rent: '12345678.1234' }, { rent: '1250.5' }),
    volumes: two({ volume: VALUES.volume }, { volume: '9007199254740993' }),
  });
  const rent = 2 * 12345678.1234 + 1250.5;
  expect(all.groups[0]).toMatchObject({
    sum: { rent: expect.closeTo(rent), volume: 2 * 2 ** 63 + 2 ** 53 },
    avg: { rent: expect.closeTo(rent / 3) },
    min: { rent: '1250.5', volume: '9007199254740993' },
    max: { rent: '12345678.1234', volume: VALUES.volume },
  });
});

test('a column with a default that the database draws is in no need of a value, in creations and imports', async () => {
  const { ask, load, company } = await start();
  const drawn = 'id openedAt number token';
  const create = `mutation ($inputs: [CreateDepotInput!]!) {
    createDepots(inputs: $inputs) { ... on CreateDepotsSuccess { results { ... on Depot { ${drawn} } } } }
  }`;
  const given = { openedAt: '2020-02-03T04:05:06.789Z', number: 77, token: 'own' };
  const inputs = [{ code: 'D-1', id: randomUUID() }, { code: 'D-2' }, { code: 'D-3', ...given }];
  const { results } = (await ask(create, { inputs })).createDepots;
  expect(await load(`id,code,opened_at\n${company}-1,D-4,\n${company}-2,D-5,\n`)).toContain('2 created');
  const read = `{ depots(filter: { code: { in: ["D-1", "D-2", "D-4", "D-5"] } }) { nodes { ${drawn} } } }`;
  const { nodes }: { nodes: Record<string, unknown>[] } = (await ask(read)).depots;
  expect(nodes).toEqual(expect.arrayContaining(results.slice(0, 2)));
  expect(results[2]).toMatchObject(given);
  for (const { openedAt } of nodes) expect(Date.now() - Date.parse(String(openedAt))).toBeLessThan(600_000);
  for (const field of ['number', 'token']) expect(new Set(nodes.map((node) => node[field])).size).toBe(4);
  // A repeat is none, although its values would be others.
  expect((await ask(create, { inputs: inputs.slice(0, 1) })).createDepots.results).toEqual(results.slice(0, 1));
});

test('a value that its column would round or cannot hold is an issue with the name of the field', async () => {
  const { ask, load, company } = await start();
  const issueOf = async (input: object) => (await ask(CREATE, { input: { code: 'D', ...input } })).createDepot.issues;
  expect(await issueOf({ rent: '1.23456', fees: ['0.0000000000000000000000000000001'] })).toEqual([
    { path: ['input', 'fees'], message: 'must have at most 30 digits after the point' },
    { path: ['input', 'rent'], message: 'must have at most 4 digits after the point' },
  ]);
  expect(await issueOf({ rent: '123456789' })).toEqual([
    { path: ['input', 'rent'], message: 'must have at most 8 digits before the point' },
  ]);
  expect(await issueOf({ rent: '-1' })).toEqual([{ path: ['input', 'rent'], message: 'must be from 0 to 99999999' }]);
  for (const wrong of [
    { rent: 0.1 + 0.2 },
    { volume: 2 ** 53 },
    { volume: '9223372036854775808' },
    { kind: 'X' },
    { siteId: 'x' },
  ])
    await expect(ask(CREATE, { input: { code: 'D', ...wrong } })).rejects.toThrow();
  const csv = `id,code,rent,volume,kind,site_id,fees,shifts
    ${company}-1,A,1.23456,1,BULK,,{},{}
    ${company}-2,A,1,1.5,BULK,,{},{}
    ${company}-3,A,1,1,OTHER,,{},{}
    ${company}-4,A,1,1,BULK,nonsense,{},{}
    ${company}-5,A,1,1,BULK,,{x},{}`.replaceAll(/^ +/gm, '');
  const printed = await load(csv);
  expect(printed).toContain('5 refused');
});

test('they are exact in imports, updates of one and of many, histories, live changes and events', async () => {
  const { ask, load, company, token, origin } = await start({ HISTORY_KEEP_DAYS: '7' });
  const id = `${company}-1`;
  const lines = [
    JSON.stringify({ id, code: 'D-1', ...VALUES, rent: 12345678.1234 }),
    JSON.stringify({ id: `${company}-2`, code: 'D-2' }),
  ].join('\n');
  expect(await load(lines)).toMatch(/^2 lines .*2 created/);
  const csv = `id,rent,fees,volume,counters,kind,supplies,shifts,site_id
    ${id},12345678.1234,"[""0.000000000000000000000000000001"", ""-12345678901234567890.5""]",9223372036854775807,"{-9007199254740993,4}",BULK,"{CITY,BULK}","[3,1]",${VALUES.siteId}`;
  expect(await load(csv.replaceAll(/^ +/gm, ''))).toContain('1 unchanged, 0 refused');
  const read = `query ($ids: [ID!]) { depots(filter: { id: { in: $ids } }) { nodes { ${EXACT} } } }`;
  expect((await ask(read, { ids: [id, `${company}-2`] })).depots.nodes).toEqual([VALUES, DEFAULTS]);

  const receiver = await openReceiver();
  const input = { workflowId: 'w-1', nodeId: 'n-1', webhookUrl: receiver.url, resource: 'depot', actions: ['updated'] };
  const filter = { rent: 0.0001, kind: 'CITY', supplies: ['CITY'], shifts: [7] };
  const { createSubscription } = await ask(
    `mutation ($input: CreateSubscriptionInput!) {
      createSubscription(input: $input) { __typename ... on InvalidRequestError { issues { path message } } }
    }`,
    { input: { ...input, filter } },
  );
  expect(createSubscription).toEqual({ __typename: 'WebhookSubscription' });
  const live = `subscription ($id: ID!) { depotChanged(id: $id) { __typename ... on DepotChange { depot { ${EXACT} } } } }`;
  const events = await openEvents({ address: origin }, live, { variables: { id }, token });
  expect(await events.item()).toMatchObject({ __typename: 'Resync' });
  const changed = {
    rent: '0.0001',
    fees: [],
    volume: '-9223372036854775808',
    counters: ['9007199254740994'],
    kind: 'CITY',
    supplies: ['CITY'],
    shifts: [7],
    siteId: null,
  };
  const update = `mutation ($id: ID!, $input: UpdateDepotInput!) { updateDepot(id: $id, input: $input) { ... on Depot { ${EXACT} } } }`;
  expect((await ask(update, { id, input: changed })).updateDepot).toEqual(changed);
  expect(await events.item()).toEqual({ __typename: 'DepotChange', depot: changed });
  const { body, text } = await receiver.next();
  expect(body.data).toMatchObject({ kind: 'CITY', supplies: ['CITY'], shifts: [7], fees: [] });
  for (const part of ['"rent":0.0001', '"volume":-9223372036854775808', '"counters":[9007199254740994]'])
    expect(text.replaceAll(/([:,]) /g, '$1')).toContain(part);
  const many = `mutation ($patches: [UpdateDepotPatch!]!) {
    updateDepots(patches: $patches) { ... on UpdateDepotsSuccess { results { ... on Depot { ${EXACT} } } } }
  }`;
  const patches = [id, `${company}-2`].map((id) => ({ id, input: VALUES }));
  expect((await ask(many, { patches })).updateDepots.results).toEqual([VALUES, VALUES]);
  const history = `query ($id: ID!) { depot(id: $id) { history(first: 1) { nodes { before after } } } }`;
  const [{ before, after }] = (await ask(history, { id })).depot.history.nodes;
  expect([before, after]).toMatchObject([
    { rent: 0.0001, kind: 'CITY' },
    { kind: 'BULK', supplies: ['CITY', 'BULK'] },
  ]);
});
