import { randomUUID } from 'node:crypto';
import { expect, inject, test, vi } from 'vitest';
import { tokenOf } from '../gateway.ts';
import { apollo } from './apollo.ts';
import type { Offline } from './offline.ts';
import { urql } from './urql.ts';

const CLIENTS: [name: string, open: Offline][] = [
  ['urql with offlineExchange', urql],
  ['Apollo Client', apollo],
];
const token = () =>
  tokenOf(
    inject('secret'),
    'tanks:read tanks:write tanks:create tanks:delete tasks:read history:read subscriptions:read',
  );

async function ask(query: string, variables: object) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token()}` };
  const response = await fetch(inject('url'), { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  return (await response.json()).data;
}
const CREATE = 'mutation ($id: ID!) { createTank(input: { id: $id, name: "Made" }) { __typename } }';
const UPDATE = 'mutation ($id: ID!, $brand: String) { updateTank(id: $id, input: { brand: $brand }) { __typename } }';
const READ = 'query ($id: ID!) { tank(id: $id) { name locationName status version } }';

/** A page, and its network. */
function openPage(open: Offline) {
  const network = { isOnline: true };
  const page = open(inject('url'), token(), (...request) =>
    network.isOnline ? fetch(...request) : Promise.reject(new TypeError('Failed to fetch')),
  );
  return { network, page };
}

test.each(CLIENTS)(
  '%s sends what was done offline one after the other, at the versions that it leaves',
  async (_name, open) => {
    const { network, page } = openPage(open);
    const [id, other] = [randomUUID(), randomUUID()];
    await ask(CREATE, { id: other });
    page.show(other);
    await expect.poll(() => page.shown()?.version).toBe(1);
    network.isOnline = false;
    const results = [
      page.create({ id, name: 'Offline' }),
      page.edit({ id, input: { locationName: 'edited' }, expectedVersion: 1 }),
      page.edit({ id: other, input: { name: 'First' }, expectedVersion: 1 }),
      page.edit({ id: other, input: { status: 'second' }, expectedVersion: 1 }),
    ];
    // What is shown is what was typed.
    await expect.poll(() => page.shown()?.name).toBe('First');
    expect(page.shown()?.version).toBe(1);
    if (page.waiting) await expect.poll(page.waiting).toBe(results.length);
    network.isOnline = true;
    page.online();
    await expect
      .poll(() => ask(READ, { id: other }))
      .toEqual({
        tank: { name: 'First', locationName: null, status: 'second', version: 3 },
      });
    expect((await ask(READ, { id })).tank).toMatchObject({ name: 'Offline', locationName: 'edited', version: 2 });
    // urql answers a mutation that has waited offline to nobody.
    if (open === apollo) expect(await Promise.all(results)).toEqual(['Tank', 'Tank', 'Tank', 'Tank']);
  },
);

test.each(CLIENTS)('an optimistic update of %s is shown at once, and a refusal takes it back', async (_name, open) => {
  const { page } = openPage(open);
  const id = randomUUID();
  await ask(CREATE, { id });
  page.show(id);
  await expect.poll(() => page.shown()).toMatchObject({ name: 'Made', version: 1 });
  await ask(UPDATE, { id, brand: 'theirs' });
  const edited = page.edit({ id, input: { name: 'Typed' }, expectedVersion: 1 });
  await expect.poll(() => page.shown()?.name).toBe('Typed');
  expect(await edited).toBe('TankConflictError');
  await expect.poll(() => page.shown()?.name).toBe('Made');
});

test('with the keys of the guide, Graphcache has no complaint', async () => {
  const complaints = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')];
  const { page } = openPage(urql);
  const documents = [
    '{ tanks(first: 2) { edges { node { id history(first: 2) { edges { node { occurredAt actor { kind id } after } } } } } } }',
    '{ tankAggregate(groupBy: [STATUS]) { groups { key { status } count sum { tankSize } } others } }',
    '{ deletions(record: TANK, first: 3) { nodes { recordId deletedAt } deletedThrough epoch } }',
    '{ viewer { companyId actor { kind id } } }',
    '{ eventTypes { name } }',
  ];
  for (const document of documents) await page.read?.(document);
  for (const complaint of complaints) expect(complaint.mock.calls).toEqual([]);
});
