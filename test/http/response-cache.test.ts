import { useResponseCache } from '@graphql-yoga/plugin-response-cache';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';
import { openSocket } from './socket.ts';

let gateway: TestGateway;
beforeAll(async () => {
  const cache = useResponseCache({
    session: (request) => request.headers.get('authorization'),
    includeExtensionMetadata: true,
  });
  gateway = await openGateway({ plugins: [cache] });
});
afterAll(() => gateway.close());

const TANK = 'query ($id: ID!) { tank(id: $id) { name } }';
const LIST = 'query ($ids: [ID!]) { tanks(filter: { id: { in: $ids } }) { nodes { name } } }';
const UPDATE = `mutation ($id: ID!, $name: String!) {
  updateTank(id: $id, input: { name: $name }) { __typename ... on Tank { id name } }
}`;

/** The answer of a query, and whether it came out of the cache. */
async function ask(query: string, variables: object, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const { data, errors, extensions } = await (await gateway.post(JSON.stringify({ query, variables }), headers)).json();
  return { data, errors, hit: extensions?.responseCache?.hit };
}

test('the response cache answers again without its marks, until a mutation changes a record of the answer', async () => {
  const { id } = await create(gateway, tank, { name: 'old' });
  for (const [query, variables, named] of [
    [TANK, { id }, (name: string) => ({ tank: { name } })],
    [LIST, { ids: [id] }, (name: string) => ({ tanks: { nodes: [{ name }] } })],
  ] as const) {
    const [before, after] = [`before ${query}`, `after ${query}`];
    await gateway.sql('UPDATE tank SET name = $1', [before]);
    expect(await ask(query, variables)).toEqual({ data: named(before), hit: false });
    expect(await ask(query, variables)).toEqual({ data: named(before), hit: true });
    expect((await ask(UPDATE, { id, name: after })).data.updateTank).toEqual({ __typename: 'Tank', id, name: after });
    expect(await ask(query, variables)).toEqual({ data: named(after), hit: false });
  }
});

test('each token has answers of its own in the response cache', async () => {
  const { id } = await create(gateway, tank, { name: 'of acme' });
  for (const hit of [false, true])
    expect(await ask(TANK, { id })).toEqual({ data: { tank: { name: 'of acme' } }, hit });
  expect(await ask(TANK, { id }, await tokenOf('globex'))).toEqual({ data: { tank: null }, hit: false });
  expect((await ask(TANK, { id }, await tokenOf('acme', 'tasks:read'))).errors).toMatchObject([
    { extensions: { code: 'FORBIDDEN' } },
  ]);
  expect((await ask(TANK, { id }, 'nonsense')).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
});

test('a deletion invalidates what it selects the record of, and a creation no list', async () => {
  const { id } = await create(gateway, tank, { name: 'here', status: 'few' });
  const few = '{ tanks(filter: { status: { equals: "few" } }) { nodes { name } } }';
  const remove = `mutation ($id: ID!) { deleteTank(id: $id) { ... on DeletedTank { record { id } } } }`;
  const make = 'mutation { createTank(input: { name: "more", status: "few" }) { ... on Tank { id } } }';
  const listed = (...names: string[]) => ({ tanks: { nodes: names.map((name) => ({ name })) } });
  expect(await ask(few, {})).toEqual({ data: listed('here'), hit: false });
  await ask(make, {});
  expect(await ask(few, {})).toEqual({ data: listed('here'), hit: true });
  await ask(remove, { id });
  expect(await ask(few, {})).toEqual({ data: listed('more'), hit: false });
});

test('operations of a WebSocket are answered without the marks of the response cache, too', async () => {
  const { id } = await create(gateway, tank, { name: 'over' });
  const { send, next } = await openSocket(gateway);
  for (let time = 0; time < 2; time++) {
    send({ id: 'a', type: 'subscribe', payload: { query: TANK, variables: { id } } });
    expect((await next()).payload).toEqual({ data: { tank: { name: 'over' } } });
    expect(await next()).toMatchObject({ type: 'complete' });
  }
});
