import { print } from 'graphql';
import { expect, inject, onTestFinished, test } from 'vitest';
import { TankDocument, UpdateTankDocument } from '../operations/generated/graphql.ts';
import { tokenOf } from './gateway.ts';
import {
  apollo,
  apolloSocket,
  type Follow,
  followOn,
  graphqlSse,
  graphqlWs,
  type Item,
  relay,
  socketOf,
  urql,
} from './live.ts';

const FOLLOWED: [name: string, follow: Follow, tank: string][] = [
  ['urql with fetchSubscriptions', urql, 'demo-tank-005'],
  ['Apollo Client by itself', apollo, 'demo-tank-006'],
  ['Apollo Client with graphql-ws', apolloSocket, 'demo-tank-007'],
  ['graphql-ws', graphqlWs, 'demo-tank-008'],
  ['graphql-sse', graphqlSse, 'demo-tank-009'],
  ['Relay with graphql-ws', relay, 'demo-tank-010'],
];

async function rename(id: string, name: string): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${tokenOf(inject('secret'))}` };
  const body = JSON.stringify({ query: print(UpdateTankDocument), variables: { id, input: { name } } });
  const answer = await (await fetch(inject('url'), { method: 'POST', headers, body })).json();
  expect(answer.data.updateTank.__typename).toBe('Tank');
}

test.each(FOLLOWED)('%s follows the changes of a tank', async (_name, follow, id) => {
  const items: Item[] = [];
  onTestFinished(follow(inject('url'), tokenOf(inject('secret')), id, (item) => items.push(item)));
  await expect.poll(() => items, { timeout: 10_000 }).toMatchObject([{ __typename: 'Resync' }]);
  for (const name of ['one', 'two']) await rename(id, name);
  await expect.poll(() => items.slice(1).map(({ tank }) => tank?.name), { timeout: 10_000 }).toEqual(['one', 'two']);
});

test('graphql-ws connects again with a new token when the old one has expired', async () => {
  const secret = inject('secret');
  const tokens = [tokenOf(secret, 'tanks:read', 2), tokenOf(secret)];
  const socket = socketOf(inject('url'), () => tokens.shift() ?? '');
  onTestFinished(() => socket.dispose());
  const items: Item[] = [];
  onTestFinished(followOn(socket, 'demo-tank-011', (item) => items.push(item)));
  await expect
    .poll(() => items, { timeout: 30_000 })
    .toMatchObject([{ __typename: 'Resync' }, { __typename: 'Resync' }]);
  await rename('demo-tank-011', 'still followed');
  await expect.poll(() => items.at(-1)?.tank?.name).toBe('still followed');
  const { value } = await socket
    .iterate<{ tank: { name: string } }>({ query: print(TankDocument), variables: { id: 'demo-tank-011' } })
    .next();
  expect(value?.data?.tank.name).toBe('still followed');
});
