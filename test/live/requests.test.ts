import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Shares } from '../../src/load/shares.ts';
import { openGateway, type TestGateway } from '../gateway.ts';
import { tank } from '../records.ts';
import { create, newCompany } from '../rows.ts';
import { openEvents } from './event-source.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const CHANGES = `subscription ($watch: [WatchInput!]!) { changes(watch: $watch) { __typename } }`;

/** The extensions of the error with which an opening is refused. */
async function refusal(query: string, variables: object = {}, of = gateway) {
  const sent = await (await openEvents(of, query, { variables })).next();
  return sent?.data?.errors?.[0]?.extensions;
}

test('an id has at most 255 characters', async () => {
  const [longest, longer] = ['x'.repeat(255), 'x'.repeat(256)];
  const one = 'subscription ($id: ID!) { tankChanged(id: $id) { __typename } }';
  expect(await refusal(one, { id: longest })).toBeUndefined();
  expect(await refusal(one, { id: longer })).toMatchObject({
    code: 'BAD_USER_INPUT',
    issues: [{ path: ['id'], code: 'TOO_LONG' }],
  });
  expect(await refusal(CHANGES, { watch: [{ record: 'TANK', ids: ['a', longer] }] })).toMatchObject({
    issues: [{ path: ['watch', '0', 'ids', '1'], code: 'TOO_LONG' }],
  });
});

test('the ids and filters of a live operation have at most 64 KB', async () => {
  const ids = (length: number) => Array.from({ length: 500 }, (_, n) => `${n} `.padEnd(length, 'x'));
  expect(await refusal(CHANGES, { watch: [{ record: 'TANK', ids: ids(120) }] })).toBeUndefined();
  expect(await refusal(CHANGES, { watch: [{ record: 'TANK', ids: ids(130) }] })).toMatchObject({
    issues: [{ path: ['watch'], code: 'TOO_LONG' }],
  });
  const filters = Array.from({ length: 5 }, () => ({ record: 'TANK', filter: { note: 'x'.repeat(15_000) } }));
  expect(await refusal(CHANGES, { watch: filters })).toMatchObject({ issues: [{ path: ['watch'], code: 'TOO_LONG' }] });
});

test('the document of a live operation has at most 16 KB', async () => {
  const ids = JSON.stringify(Array.from({ length: 900 }, (_, n) => `${n} `.padEnd(20, 'x')));
  const query = `subscription { changes(watch: [{ record: TANK, ids: ${ids} }]) { __typename } }`;
  expect(await refusal(query)).toMatchObject({ code: 'DOCUMENT_TOO_LARGE' });
});

test('variables of a live operation that are nested too deeply are refused', async () => {
  const lists = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
  const query = 'subscription { tankChanged(id: \\"a\\") { __typename } }';
  const answer = await fetch(`${gateway.address}/graphql`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: `{"query":"${query}","variables":{"x":${lists}}}`,
  });
  expect(await answer.text()).toContain('DOCUMENT_TOO_LARGE');
});

test('an argument that its variable makes null is refused with a code', async () => {
  const query = 'subscription ($record: WatchedRecord = TANK) { changes(watch: [{ record: $record }]) { __typename } }';
  expect(await refusal(query, { record: null })).toEqual({ code: 'BAD_USER_INPUT' });
});

test('a live operation with many ids or a large filter takes several places', async () => {
  const small = await openGateway({ streams: new Shares(6) });
  onTestFinished(() => small.close());
  const ids = Array.from({ length: 1_000 }, (_, n) => `${n} `.padEnd(36, 'x'));
  const large = { watch: [{ record: 'TANK', ids }] };
  const first = await openEvents(small, CHANGES, { variables: large });
  expect((await first.item()).__typename).toBe('Resync');
  expect(await refusal(CHANGES, large, small)).toMatchObject({ code: 'OVERLOADED' });
  const another = await openEvents(small, CHANGES, { variables: { watch: [{ record: 'TANK' }] } });
  expect((await another.item()).__typename).toBe('Resync');
  first.close();
  await expect.poll(() => refusal(CHANGES, large, small)).toBeUndefined();
});

test('the items have what the document selects, with its variables, fragments, directives and several operations', async () => {
  const { companyId, token } = await newCompany();
  const { id } = await create(gateway, tank, { companyId });
  const query = `
    query Other { tanks { totalCount } }
    subscription Mine($watch: [WatchInput!]!, $named: Boolean!, $sized: Boolean = false) { ...Root }
    fragment Root on Subscription { seen: changes(watch: $watch) { ...Item } }
    fragment Item on ChangesItem { ... on TankChange { tank { id name @include(if: $named) tankSize @include(if: $sized) } } }`;
  const events = await openEvents(gateway, query, {
    variables: { watch: [{ record: 'TANK', ids: [id] }], named: true },
    operationName: 'Mine',
    token,
  });
  expect(await events.item()).toEqual({});
  await gateway.sql("UPDATE tank SET name = 'new' WHERE id = $1", [id]);
  expect(await events.item()).toEqual({ tank: { id, name: 'new' } });
});
