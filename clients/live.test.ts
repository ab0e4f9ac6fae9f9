import { print } from 'graphql';
import { createClient } from 'graphql-sse';
import { expect, inject, test } from 'vitest';
import { UpdateTankDocument, WatchTankDocument } from '../operations/generated/graphql.ts';
import { tokenOf } from './gateway.ts';

test('graphql-sse follows the changes of a tank', async () => {
  const id = 'demo-tank-005';
  const headers = { authorization: `Bearer ${tokenOf(inject('secret'))}` };
  const client = createClient({ url: inject('url'), headers, retryAttempts: 0 });
  const changes = client.iterate<Record<string, unknown>>({ query: print(WatchTankDocument), variables: { id } });
  expect((await changes.next()).value?.data?.tankChanged).toMatchObject({ __typename: 'Resync' });
  const query = print(UpdateTankDocument);
  const { value: updated } = await client
    .iterate({ query, variables: { id, input: { name: `Tank ${Date.now()}` } } })
    .next();
  expect(updated?.errors).toBeUndefined();
  expect((await changes.next()).value?.data?.tankChanged).toMatchObject({
    __typename: 'TankChange',
    changedFields: expect.arrayContaining(['name']),
    tank: { id },
  });
  await changes.return?.();
});
