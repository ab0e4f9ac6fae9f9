import { describe, expect, inject, test } from 'vitest';
import { apollo, apolloPersisted } from './apollo.ts';
import type { Connect } from './client.ts';
import { tokenOf } from './gateway.ts';
import { graphqlRequest } from './graphql-request.ts';
import { graphqlSse } from './graphql-sse.ts';
import { relay } from './relay/client.ts';
import { tada } from './tada/client.ts';
import { tanstack } from './tanstack.ts';
import { urql, urqlPersisted } from './urql.ts';
import { villus } from './villus.ts';

const url = inject('url');
const secret = inject('secret');

const CLIENTS: [name: string, connect: Connect][] = [
  ['@urql/core with Graphcache', urql],
  ['@urql/core with persisted queries', urqlPersisted],
  ['Apollo Client', apollo],
  ['Apollo Client with persisted queries', apolloPersisted],
  ['graphql-request', graphqlRequest],
  ['TanStack Query with the client preset', tanstack],
  ['gql.tada', tada],
  ['graphql-sse', graphqlSse],
  ['villus', villus],
  ['Relay', relay],
];

describe.each(CLIENTS)('%s', (_name, connect) => {
  const client = connect(url, tokenOf(secret));

  test('reads a tank, and null for an absent one', async () => {
    expect(await client.nameOf('demo-tank-001')).toEqual(expect.any(String));
    expect(await client.nameOf('absent')).toBeUndefined();
  });

  test('puts two pages together', async () => {
    const ids = await client.twoPages();
    expect(ids).toHaveLength(20);
    expect(new Set(ids).size).toBe(20);
  });

  test('has each outcome of a mutation', async () => {
    const id = 'demo-tank-002';
    const tank = await client.updateTank({ id, input: { fillPercentage: '42.5' } });
    expect(tank).toMatchObject({ __typename: 'Tank', id, version: expect.any(Number) });
    expect(await client.updateTank({ id: 'absent', input: {} })).toMatchObject({
      __typename: 'NotFoundError',
      message: expect.stringContaining('absent'),
    });
    expect(await client.updateTank({ id, input: { includeInJob: null } })).toMatchObject({
      __typename: 'InvalidRequestError',
      message: expect.any(String),
      issues: [{ path: ['input', 'includeInJob'] }],
    });
    expect(await client.updateTank({ id, input: {}, expectedVersion: 0 })).toMatchObject({
      __typename: 'TankConflictError',
      message: expect.any(String),
      currentVersion: tank?.version,
    });
    const reader = connect(url, tokenOf(secret, 'tanks:read'));
    expect(await reader.updateTank({ id, input: {} })).toMatchObject({
      __typename: 'UnauthorizedError',
      message: expect.stringContaining('tanks:write'),
    });
  });

  test('sees an expired token', async () => {
    const late = connect(url, tokenOf(secret, undefined, -60));
    await expect(late.nameOf('demo-tank-001')).rejects.toThrow('UNAUTHENTICATED');
    expect(await late.updateTank({ id: 'demo-tank-001', input: {} })).toMatchObject({
      __typename: 'UnauthorizedError',
      message: expect.any(String),
    });
  });
});
