import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const UPDATE = `mutation ($i: UpdateTankInput!) {
  updateTank(id: "x", input: $i) { __typename ... on InvalidRequestError { message issues { path message } } }
}`;
const CREATE = `mutation ($i: CreateSubscriptionInput!) {
  createSubscription(input: $i) { __typename ... on InvalidRequestError { message issues { path message } } }
}`;
const CHANGE = `mutation ($i: UpdateSubscriptionInput!) {
  updateSubscription(id: "x", input: $i) { __typename ... on InvalidRequestError { message issues { path message } } }
}`;
const SUBSCRIPTION = {
  workflowId: 'w',
  nodeId: 'n',
  webhookUrl: 'https://example.com/',
  resource: 'tank',
  actions: ['updated'],
};

const nested = (levels: number, core: unknown): unknown => (levels === 0 ? core : { a: nested(levels - 1, core) });
const send = async (query: string, variables: object): Promise<{ status: number; text: string }> => {
  const response = await gateway.post(JSON.stringify({ query, variables }));
  return { status: response.status, text: await response.text() };
};

test.each([
  ['a long key above 16,000 bad values', { [`k${'x'.repeat(30_000)}`]: Array(16_000).fill('\0') }],
  ['25,000 bad values 46 levels deep', nested(46, Array(25_000).fill('\0'))],
  ['10,000 bad keys', Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`${n}\0`, 1]))],
])('%s are answered with the first hundred issues in readable paths', async (_name, metadata) => {
  for (const _again of [1, 2, 3]) {
    const { text } = await send(UPDATE, { i: { metadata } });
    const { __typename, issues, message } = JSON.parse(text).data.updateTank;
    expect([__typename, issues.length]).toEqual(['InvalidRequestError', 100]);
    expect(text.length).toBeLessThan(200_000);
    expect(message.length).toBeLessThan(10_000);
    expect(message).toContain('and 90 more');
  }
});

test('the first hundred of 25,000 unknown actions are reported', async () => {
  for (const [query, i] of [
    [CREATE, { ...SUBSCRIPTION, actions: Array(20_000).fill('nope') }],
    [CHANGE, { actions: Array(20_000).fill('nope') }],
  ] as const) {
    const { data } = JSON.parse((await send(query, { i })).text);
    const [{ issues }]: [{ issues: { path: string[] }[] }] = [data.createSubscription ?? data.updateSubscription];
    expect(issues).toHaveLength(100);
    expect(issues[99]?.path).toEqual(['input', 'actions', '99']);
  }
});

test.each([51, 3_000, 10_000])('a filter of %i levels is an issue of the filter', async (levels) => {
  const text = `{"metadata":${'{"a":'.repeat(levels - 1)}1${'}'.repeat(levels)}`;
  const filter = JSON.parse(text);
  for (const [query, i] of [
    [CREATE, { ...SUBSCRIPTION, filter }],
    [CHANGE, { filter }],
  ] as const) {
    const body = `{"query":${JSON.stringify(query)},"variables":{"i":${JSON.stringify({ ...i, filter: 0 }).replace('"filter":0', `"filter":${text}`)}}}`;
    const { data } = JSON.parse(await (await gateway.post(body)).text());
    const [{ __typename, issues }] = Object.values<{
      __typename: string;
      issues: { path: string[]; message: string }[];
    }>(data) as [{ __typename: string; issues: { path: string[]; message: string }[] }];
    expect(__typename).toBe('InvalidRequestError');
    expect(issues).toHaveLength(1);
    expect(issues[0]?.path.slice(0, 2)).toEqual(['input', 'filter']);
    expect(issues[0]?.message).toContain('50 levels');
  }
});

test('a faulty variable is not written out in full', async () => {
  const i = { name: 'n'.repeat(200_000), ...Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`k${n}`, 0])) };
  for (const _again of [1, 2, 3]) {
    const { status, text } = await send(UPDATE, { i });
    expect(status).toBe(400);
    expect(text).toContain('k0');
    expect(text.length).toBeLessThan(10_000);
  }
});

test('an id of 200 KB, asked for under a hundred names, is not repeated in full', async () => {
  const names = Array.from({ length: 100 }, (_, n) => `a${n}: updateTank(id: $id, input: {}) { ...E }`).join(' ');
  const query = `mutation ($id: ID!) { ${names} } fragment E on Error { message }`;
  for (const _again of [1, 2, 3]) {
    const { text } = await send(query, { id: 'x'.repeat(200_000) });
    expect(text).toContain('not found');
    expect(text.length).toBeLessThan(50_000);
  }
});

test('a long token, operation name or media type is not repeated in full', async () => {
  const long = 'x'.repeat(200_000);
  for (const body of [
    { query: '{ __typename }', operationName: long },
    { query: `query ${long} { nope }` },
    { query: `{ tank(id: "x") { ${long} } }` },
  ]) {
    const text = await (await gateway.post(JSON.stringify(body))).text();
    expect(JSON.parse(text).errors).toHaveLength(1);
    expect(text.length).toBeLessThan(5_000);
  }
});

test('none of this is logged as an error', () => {
  expect(gateway.logged.filter(({ level }) => level >= 50)).toEqual([]);
});
