import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, openGateway, type TestGateway } from '../gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

/** The issues of all errors, by path. An answer comes three times: new, planned, and from the plan. */
async function issuesOf(query: string, variables: object = {}): Promise<Record<string, [string, string]>> {
  const answers: Answer[] = [];
  for (const _again of [1, 2, 3]) answers.push(await gateway.ask(query, variables));
  const [first, ...others] = answers;
  expect([first?.status, first?.data]).toEqual([400, undefined]);
  for (const other of others) expect(other.errors).toEqual(first?.errors);
  const issues = (first?.errors ?? []).flatMap(({ extensions }) => extensions.issues ?? []);
  return Object.fromEntries(issues.map(({ path, code, message }) => [path.join('.'), [code, message]]));
}

const UPDATE = 'mutation ($id: ID!, $i: UpdateTankInput!) { updateTank(id: $id, input: $i) { __typename } }';
const CREATE = 'mutation ($i: CreateSubscriptionInput!) { createSubscription(input: $i) { __typename } }';

test('each fault of a variable is an issue of the argument that it fills', async () => {
  const i = { name: 5, includeInJob: 'yes', fillPercentage: 'much', alerts: ['low', null], nope: 1 };
  expect(await issuesOf(UPDATE, { id: 'x', i })).toEqual({
    'input.name': ['WRONG_TYPE', 'must be of the type String'],
    'input.includeInJob': ['WRONG_TYPE', 'must be of the type Boolean'],
    'input.fillPercentage': ['WRONG_FORMAT', 'must be a number, such as 42.5'],
    'input.alerts.1': ['REQUIRED', 'cannot be null'],
    'input.nope': ['UNKNOWN_FIELD', 'is not a field of UpdateTankInput'],
  });
});

test('a percentage in another notation is an issue that says what the number looks like', async () => {
  const form = 'must be a number, such as 42.5';
  for (const [fillPercentage, code] of [
    ['12,5', 'WRONG_FORMAT'],
    ['9'.repeat(200_000), 'WRONG_FORMAT'],
    [true, 'WRONG_TYPE'],
  ])
    expect(await issuesOf(UPDATE, { id: 'x', i: { fillPercentage } })).toEqual({
      'input.fillPercentage': [code, form],
    });
});

test('missing fields of a new subscription are named, with the paths that the gateway itself would use', async () => {
  const i = { webhookUrl: 'https://example.com/', resource: null, actions: 'updated', filter: [], workflowId: 'w' };
  expect(await issuesOf(CREATE, { i })).toEqual({
    'input.nodeId': ['REQUIRED', 'is required'],
    'input.resource': ['REQUIRED', 'cannot be null'],
    'input.filter': ['WRONG_TYPE', 'must be of the type JSONObject'],
  });
  expect(await issuesOf(CREATE, { i: 5 })).toEqual({ input: ['WRONG_TYPE', 'must be an object'] });
});

test('variables that are missing or null where they may not be are issues', async () => {
  const required = ['REQUIRED', 'is required'];
  expect(await issuesOf(UPDATE)).toEqual({ id: required, input: required });
  expect(await issuesOf(UPDATE, { id: null, i: {} })).toEqual({ id: ['REQUIRED', 'cannot be null'] });
  const inherited = 'query ($constructor: ID!) { tank(id: $constructor) { id } }';
  expect(await issuesOf(inherited)).toEqual({ id: required });
});

test('a variable within an input, a list or a fragment has the path of its place', async () => {
  const inside = `mutation ($name: String, $url: String!, $action: String!, $n: Int) {
    a: updateTank(id: "x", input: { name: $name }) { __typename }
    b: createSubscription(input: { workflowId: "w", nodeId: "n", webhookUrl: $url, resource: "tank",
      actions: ["created", $action], maxInFlight: $n }) { __typename } }`;
  expect(await issuesOf(inside, { name: 1, url: true, action: {}, n: 2 ** 40 })).toEqual({
    'input.name': ['WRONG_TYPE', 'must be of the type String'],
    'input.webhookUrl': ['WRONG_TYPE', 'must be of the type String'],
    'input.actions.1': ['WRONG_TYPE', 'must be of the type String'],
    'input.maxInFlight': ['OUT_OF_RANGE', 'must be between -2,147,483,648 and 2,147,483,647'],
  });
  const below = `query ($n: Int) { shipTos { nodes { ...Tanks } } } fragment Tanks on ShipTo { tanks(first: $n) { totalCount } }`;
  expect(await issuesOf(below, { n: 'x' })).toEqual({ first: ['WRONG_TYPE', 'must be of the type Int'] });
});

test('a wrong enum, date or time is reported with its code', async () => {
  const query = `query ($field: TankOrderField!) { tanks(orderBy: { field: $field, direction: ASC }) { totalCount } }`;
  expect(await issuesOf(query, { field: 'SIZE' })).toEqual({
    'orderBy.field': ['UNKNOWN_VALUE', 'must be a value of TankOrderField'],
  });
  const update = `mutation ($d: Date) { updateExpiration(id: "x", input: { expirationDate: $d }) { __typename } }`;
  expect(await issuesOf(update, { d: '2026-02-30' })).toEqual({
    'input.expirationDate': ['WRONG_FORMAT', 'must be a date, such as 2026-01-31'],
  });
  const since = 'query ($t: DateTime) { tanks(filter: { modifiedSince: $t }) { totalCount } }';
  expect(await issuesOf(since, { t: 'today' })).toEqual({
    'filter.modifiedSince': ['WRONG_FORMAT', 'must be a time with its zone, such as 2026-01-31T10:00:00Z'],
  });
});

test('a fault of the document has no issues', async () => {
  for (const query of ['{ nope }', 'query ($x: String!) { tank(id: $x) { id } }', '{ tank(id: 5.5) { id } }'])
    expect(await issuesOf(query, { x: 'x' })).toEqual({});
});

test('a key of 100 KB is not repeated in full', async () => {
  const [path = ''] = Object.keys(await issuesOf(UPDATE, { id: 'x', i: { ['k'.repeat(100_000)]: 1 } }));
  expect(path.length).toBeLessThan(200);
});

test('a default that a variable replaces with null is an error of the field, with a code', async () => {
  const cases: [string, object, string][] = [
    [
      'query ($f: TankOrderField = ID) { tanks(orderBy: { field: $f, direction: ASC }) { nodes { id } } }',
      { f: null },
      'tanks',
    ],
    ['query ($id: ID = "x") { tank(id: $id) { id } }', { id: null }, 'tank'],
    ['mutation ($id: ID = "x") { updateTank(id: $id, input: {}) { __typename } }', { id: null }, 'updateTank'],
  ];
  for (const [query, variables, field] of cases)
    for (const _again of [1, 2, 3]) {
      const { errors } = await gateway.ask(query, variables);
      expect(errors).toMatchObject([{ path: [field], extensions: { code: 'BAD_USER_INPUT' } }]);
    }
});
