import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, inject, test, vi } from 'vitest';
import { PAGE } from '../client.ts';
import { tokenOf } from '../gateway.ts';
import { apollo } from './apollo.ts';
import type { Show } from './list.ts';
import { relay } from './relay.ts';
import { urql } from './urql.ts';

const LISTS: [name: string, show: Show, shipToId: string][] = [
  ['urql with Graphcache', urql, 'demo-ship-to-05'],
  ['Apollo Client', apollo, 'demo-ship-to-06'],
  ['Relay', relay, 'demo-ship-to-07'],
];

test.each(LISTS)('a list of %s follows what the page creates and deletes', async (_name, show, shipToId) => {
  const complaints = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')];
  const token = tokenOf(inject('secret'), 'tanks:read tanks:create tanks:delete');
  const list = await show(inject('url'), token, { ...PAGE, filter: { shipToId: { equals: shipToId } } });
  const shows = (ids: string[]) => expect.poll(list.ids).toEqual(ids);
  await expect.poll(() => list.ids().length).toBeGreaterThan(1);
  const before = list.ids();
  const input = { id: randomUUID(), name: 'A first tank', shipToId };

  expect(await list.create(input)).toBe('Tank');
  await shows([input.id, ...before]);
  expect(await list.create({ ...input, id: 'no UUID' })).toBe('InvalidRequestError');
  expect(await list.remove('absent')).toBe('NotFoundError');
  await shows([input.id, ...before]);

  expect(await list.remove(input.id)).toBe('DeletedTank');
  await shows(before);
  expect(list.deleted()).toEqual(input);

  // Only a restoration brings it back.
  expect(await list.create(list.deleted() ?? { id: '' })).toBe('InvalidRequestError');
  await shows(before);
  for (const complaint of complaints) expect(complaint.mock.calls).toEqual([]);
});

test('the recipes of the guide are those that run here', () => {
  const plain = (text: string): string => text.replace(/^ *\/\*\*.*\n/gm, '');
  const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
  const files = ['apollo', 'urql', 'relay', '../offline/apollo', '../offline/urql', '../offline/versions'];
  const board = ['optimistic', 'driver/outbox'].map((file) => `../../examples/dispatch-board/src/${file}`);
  const code = [...files, ...board].map((name) => plain(read(`${name}.ts`))).join('\n');
  const recipes = [...read('../../docs/frontends.md').matchAll(/^```ts recipe\n(.*?)^```/gms)];
  expect(recipes).toHaveLength(12);
  for (const [, recipe = ''] of recipes) expect(code).toContain(recipe);
});
