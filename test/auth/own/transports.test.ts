import { randomUUID } from 'node:crypto';
import { type Client, createClient } from 'graphql-ws';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Data, openGateway, type TestGateway, tokenOf } from '../../gateway.ts';
import { openParts } from '../../http/parts.ts';
import { tank, task } from '../../records.ts';
import { create } from '../../rows.ts';
import { narrowed, type Own } from './narrowed.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway({ beatMs: 50 });
});
afterAll(() => gateway.close());

const own: Own = { tank: { customer_id: 'c-1' } };
const CHANGES = `subscription ($since: String) { changes(watch: [{ record: TANK }], since: $since) { __typename
  ... on Resync { cursor } ... on Change { action cursor } ... on TankChange { tank { name } } } }`;

/** A client of graphql-ws on a connection of its own. */
function connect(token: string): Client {
  const url = `${gateway.address.replace('http', 'ws')}/graphql`;
  const connectionParams = { authorization: `Bearer ${token}` };
  const client = createClient({ url, webSocketImpl: WebSocket, connectionParams, retryAttempts: 0 });
  onTestFinished(() => void client.dispose());
  return client;
}
/** The answer to a query or a mutation. */
async function answer(client: Client, query: string, variables: Record<string, unknown> = {}): Promise<Data> {
  const { value, done } = await client.iterate<Data>({ query, variables }).next();
  if (done === true) throw new Error('The operation ended without an answer.');
  return value;
}
/** Two tanks of a new company, of which a narrowed token sees the first. */
async function company() {
  const companyId = randomUUID();
  const mine = await create(gateway, tank, { companyId, customerId: 'c-1', name: 'mine' });
  const hidden = await create(gateway, tank, { companyId, customerId: 'c-2', name: 'secret' });
  const set = (id: string, customer: string, name: string) =>
    gateway.sql('UPDATE tank SET customer_id = $2, name = $3 WHERE id = $1', [id, customer, name]);
  return { companyId, mine, hidden, set, token: await narrowed(own, undefined, companyId) };
}

test('queries and mutations over a WebSocket see the records of the token that opened it', async () => {
  const { companyId, mine, hidden, token } = await company();
  const [client, whole] = [connect(token), connect(await tokenOf(companyId))];
  const read = '{ tanks { totalCount nodes { name } } }';
  expect((await answer(client, read)).data).toEqual({ tanks: { totalCount: 1, nodes: [{ name: 'mine' }] } });
  expect((await answer(whole, read)).data?.tanks.totalCount).toBe(2);
  const find = 'query ($id: ID!) { tank(id: $id) { name } node(id: $id) { id } }';
  expect((await answer(client, find, { id: hidden.id })).data).toEqual({ tank: null, node: null });
  const update = 'mutation ($id: ID!, $input: UpdateTankInput!) { updateTank(id: $id, input: $input) { __typename } }';
  const written = async (id: string, input: object) =>
    (await answer(client, update, { id, input })).data?.updateTank.__typename;
  expect(await written(hidden.id, { name: 'taken' })).toBe('NotFoundError');
  expect(await written(mine.id, { customerId: 'c-2' })).toBe('InvalidRequestError');
  expect(await written(mine.id, { name: 'new' })).toBe('Tank');
  expect(await gateway.sql('SELECT name FROM tank WHERE company_id = $1 ORDER BY name', [companyId])).toEqual([
    { name: 'new' },
    { name: 'secret' },
  ]);
});

test('a WebSocket whose token is not valid because of its claim is refused with the reason', async () => {
  const { companyId } = await company();
  const token = await narrowed({ tank: { name: 'x' } }, 'tanks:read:own', companyId);
  const closed = await answer(connect(token), '{ tanks { totalCount } }').catch(({ code, reason }) => ({
    code,
    reason,
  }));
  expect(closed).toEqual({ code: 4403, reason: expect.stringContaining('claim "own" at "tank"') });
});

test('a live operation resumes over a WebSocket with what the token sees, and one through a relation is refused', async () => {
  const { companyId, mine, hidden, set, token } = await company();
  const client = connect(token);
  const first = client.iterate<Data>({ query: CHANGES });
  const start = (await first.next()).value?.data?.changes;
  expect(start.__typename).toBe('Resync');
  await set(hidden.id, 'c-2', 'more secret');
  await set(mine.id, 'c-2', 'secret');
  await set(hidden.id, 'c-1', 'shown');
  const expected = [
    { action: 'DELETED', tank: { name: 'mine' } },
    { action: 'CREATED', tank: { name: 'shown' } },
  ];
  const items = async (stream: typeof first) => [
    (await stream.next()).value?.data?.changes,
    (await stream.next()).value?.data?.changes,
  ];
  expect(await items(first)).toMatchObject(expected);
  await first.return?.();
  const again = connect(token).iterate<Data>({ query: CHANGES, variables: { since: start.cursor } });
  expect(await items(again)).toMatchObject(expected);
  const through = await narrowed({ tank: { tasks: true } }, 'tanks:read:own tasks:read', companyId);
  const refused = await answer(connect(through), CHANGES).catch((error: unknown) => error);
  expect(JSON.stringify(refused)).toContain('FORBIDDEN');
});

test('live operations in multipart show what comes into sight and what leaves it, and refuse what cannot be decided', async () => {
  const { companyId, mine, hidden, set, token } = await company();
  const { next } = await openParts(gateway, CHANGES, {}, { token });
  const item = async (): Promise<Data | undefined> => {
    for (;;) {
      const { payload } = (await next()) ?? { payload: { data: undefined } };
      if (payload !== undefined) return payload.data?.changes ?? payload;
    }
  };
  expect(await item()).toMatchObject({ __typename: 'Resync' });
  await set(hidden.id, 'c-2', 'more secret');
  await set(mine.id, 'c-2', 'secret');
  await set(hidden.id, 'c-1', 'shown');
  expect(await item()).toMatchObject({ action: 'DELETED', tank: { name: 'mine' } });
  expect(await item()).toMatchObject({ action: 'CREATED', tank: { name: 'shown' } });
  const through = await narrowed({ tank: { tasks: true } }, 'tanks:read:own tasks:read', companyId);
  const accept = 'multipart/mixed;subscriptionSpec="1.0"';
  const response = await gateway.post(JSON.stringify({ query: CHANGES }), {
    accept,
    authorization: `Bearer ${through}`,
  });
  expect(await response.text()).toContain('FORBIDDEN');
});

test('a driver’s stream in multipart leads to the tanks of the own tasks, and to no others', async () => {
  const { companyId, mine, hidden } = await company();
  const rules = { tank: { tasks: true }, task: { assignee_id: 'd-9' } };
  const token = await narrowed(rules, 'tanks:read:own tasks:read:own', companyId);
  const query =
    'subscription { changes(watch: [{ record: TASK }]) { __typename ... on TaskChange { action task { entity { ... on Tank { name } } } } } }';
  const { next } = await openParts(gateway, query, {}, { token });
  expect(await next()).toMatchObject({ payload: { data: { changes: { __typename: 'Resync' } } } });
  await create(gateway, task, { companyId, assigneeId: 'd-1', entityType: 'tank', entityId: hidden.id });
  await create(gateway, task, { companyId, assigneeId: 'd-9', entityType: 'tank', entityId: mine.id });
  let part = await next();
  while (part !== undefined && part.payload === undefined) part = await next();
  expect(part).toMatchObject({
    payload: { data: { changes: { action: 'CREATED', task: { entity: { name: 'mine' } } } } },
  });
});
