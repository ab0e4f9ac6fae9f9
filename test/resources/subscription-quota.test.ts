import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { newCompany } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway({ pool: { mostSubscriptions: 3 } });
});
afterAll(() => gateway.close());

const CREATE = `mutation ($key: String) { answer: createSubscription(idempotencyKey: $key, input: { workflowId: "w", nodeId: "n",
  webhookUrl: "https://example.com/", resource: "tank", actions: ["created"] }) {
  __typename ... on WebhookSubscription { id } ... on InvalidRequestError { message issues { path message } } } }`;
const create = async (token: string, key?: string): Promise<Data> => {
  const { data, errors } = await gateway.ask(CREATE, { key }, token);
  expect(errors).toBeUndefined();
  return data.answer;
};
const countOf = async (companyId: string): Promise<number> =>
  (await gateway.sql('SELECT FROM webhook_subscription WHERE company_id = $1', [companyId])).length;
const message = 'a company may have at most 3 subscriptions; delete one first';
const refusal = { __typename: 'InvalidRequestError', message, issues: [{ path: [], message }] };

test('a company that has as many subscriptions as it may gets no more, until it deletes one', async () => {
  const { companyId, token } = await newCompany();
  const ids: string[] = [];
  for (const key of ['a', 'b', undefined]) ids.push((await create(token, key)).id);
  expect(await create(token)).toEqual(refusal);
  expect(await create(token, 'c')).toEqual(refusal);
  expect(await create(token, 'a')).toEqual({ __typename: 'WebhookSubscription', id: ids[0] });
  expect(await create((await newCompany()).token)).toMatchObject({ __typename: 'WebhookSubscription' });
  expect(await countOf(companyId)).toBe(3);
  await gateway.ask('mutation ($id: ID!) { deleteSubscription(id: $id) { __typename } }', { id: ids[1] }, token);
  expect(await create(token, 'c')).toMatchObject({ __typename: 'WebhookSubscription' });
  expect(await create(token, 'd')).toEqual(refusal);
  expect(gateway.logged.filter(({ level }) => level >= 40)).toEqual([]);
});

test('when thirty are created at once, the company gets only as many as it may have', async () => {
  for (let round = 0; round < 5; round++) {
    const { companyId, token } = await newCompany();
    const keys = Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? undefined : `key ${n % 10}`));
    const answers = await Promise.all(keys.map((key) => create(token, key)));
    const created = answers.filter(({ __typename }) => __typename === 'WebhookSubscription');
    expect(new Set(created.map(({ id }) => id)).size).toBe(3);
    expect(answers.filter(({ id }) => id === undefined)).toEqual(Array(30 - created.length).fill(refusal));
    expect(await countOf(companyId)).toBe(3);
  }
});

test('a company above the limit keeps what it has, and a session without a limit adds to it', async () => {
  const other = await openGateway({ database: { url: gateway.url, drop: async () => {} } });
  const token = await tokenOf('acme');
  for (let n = 0; n < 5; n++)
    expect((await other.ask(CREATE, {}, token)).data.answer).toMatchObject({ __typename: 'WebhookSubscription' });
  await other.close();
  expect(await create(token)).toEqual(refusal);
  expect(await countOf('acme')).toBe(5);
});
