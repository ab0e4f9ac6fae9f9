import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';
import { APOLLO, openParts } from './parts.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway({ beatMs: 100 });
});
afterAll(() => gateway.close());

const TANK = 'subscription ($id: ID!) { tankChanged(id: $id) { __typename ... on TankChange { tank { name } } } }';
const UPDATE = 'mutation ($id: ID!, $name: String) { updateTank(id: $id, input: { name: $name }) { __typename } }';

test('changes arrive as parts, each at once, with empty parts between them', async () => {
  const { id } = await create(gateway, tank);
  const { response, next } = await openParts(gateway, TANK, { id });
  expect(response.headers.get('content-type')).toBe('multipart/mixed;boundary="graphql";subscriptionSpec="1.0"');
  expect(await next()).toEqual({ payload: { data: { tankChanged: { __typename: 'Resync' } } } });
  expect(await next()).toEqual({});
  await gateway.ask(UPDATE, { id, name: 'new' });
  let part = await next();
  while (part !== undefined && Object.keys(part).length === 0) part = await next();
  expect(part).toEqual({ payload: { data: { tankChanged: { __typename: 'TankChange', tank: { name: 'new' } } } } });
});

test('the end of a token is an error in the last part, and the parts are closed', async () => {
  const { next, rest } = await openParts(gateway, TANK, { id: 'x' }, { token: await tokenOf('acme', undefined, '2s') });
  const parts: object[] = [];
  for (let part = await next(); part !== undefined; part = await next()) parts.push(part);
  expect(parts.at(-1)).toMatchObject({ payload: { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] } });
  expect(rest()).toBe('--\r\n');
});

test('a refusal is JSON, and the first acceptable of the two formats is server-sent events', async () => {
  const ask = async (query: string, accept: string): Promise<[number, string | null]> => {
    const hangUp = new AbortController();
    const headers = { accept, authorization: `Bearer ${await tokenOf('acme')}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ query, variables: { id: 'x' } });
    const response = await fetch(`${gateway.address}/graphql`, {
      method: 'POST',
      headers,
      body,
      signal: hangUp.signal,
    });
    hangUp.abort();
    return [response.status, response.headers.get('content-type')];
  };
  const json = 'application/json; charset=utf-8';
  expect(await ask('subscription { x }', APOLLO)).toEqual([200, json]);
  expect(await ask('{ __typename }', APOLLO)).toEqual([200, json]);
  expect(await ask(TANK, 'text/event-stream, multipart/mixed')).toEqual([200, 'text/event-stream; charset=utf-8']);
  expect(await ask(TANK, `${APOLLO}, */*`)).toEqual([200, 'multipart/mixed;boundary="graphql";subscriptionSpec="1.0"']);
  expect(await ask(TANK, '*/*')).toEqual([200, 'text/event-stream; charset=utf-8']);
  // Without Apollo's parameter, the parts would have another form.
  expect((await ask(TANK, 'multipart/mixed, application/json'))[0]).toBe(406);
});
