import { type ApolloClient, CombinedGraphQLErrors, gql } from '@apollo/client';
import type { Client } from '@urql/core';
import { expect, inject, test, vi } from 'vitest';
import { tokenOf } from '../gateway.ts';
import { connect as connectApollo } from './apollo.ts';
import type { Session } from './session.ts';
import { connect as connectUrql } from './urql.ts';

const url = inject('url');
const UPDATE = gql`mutation ($note: String) {
  updateTank(id: "demo-tank-001", input: { tankAddress: $note }) {
    __typename
    ... on Tank { tankAddress }
    ... on UnauthorizedError { reason missingScope }
    ... on Error { message }
  }
}`;
const READ = gql`query { tank(id: "demo-tank-001") { id } }`;

interface Answer {
  data: unknown;
  /** The codes in `errors[]`. */
  codes: unknown[];
}

/** A client, by what the tests do with it. */
interface Frontend {
  update: (note: string) => Promise<Answer>;
  read: () => Promise<Answer>;
}

const codesOf = (errors: readonly { extensions?: { code?: unknown } }[] = []) =>
  errors.map(({ extensions }) => extensions?.code);

const ofUrql = (client: Client): Frontend => {
  const answer = ({ data, error }: Awaited<ReturnType<Client['query']>>) => ({
    data,
    codes: codesOf(error?.graphQLErrors),
  });
  return {
    update: async (note) => answer(await client.mutation(UPDATE, { note })),
    read: async () => answer(await client.query(READ, {})),
  };
};

const ofApollo = (client: ApolloClient): Frontend => {
  const answer = ({ data, error }: ApolloClient.QueryResult<unknown> | ApolloClient.MutateResult<unknown>) => ({
    data,
    codes: codesOf(CombinedGraphQLErrors.is(error) ? error.errors : []),
  });
  return {
    update: async (note) => answer(await client.mutate({ mutation: UPDATE, variables: { note }, errorPolicy: 'all' })),
    read: async () => answer(await client.query({ query: READ, errorPolicy: 'all', fetchPolicy: 'network-only' })),
  };
};

const fresh = (scope?: string): string => tokenOf(inject('secret'), scope);
const expired = (): string => tokenOf(inject('secret'), undefined, -60);

const frontends: [string, (session: Session) => Frontend][] = [
  ['urql', (session) => ofUrql(connectUrql(url, session))],
  ['Apollo Client', (session) => ofApollo(connectApollo(url, session))],
];

for (const [name, open] of frontends) {
  /** A frontend whose token has expired, and what refreshes it. */
  const start = (refresh: () => Promise<string>) => {
    const session = { token: expired(), refresh: vi.fn(refresh) };
    return { session, ...open(session) };
  };

  test(`${name} refreshes an expired token once and repeats the mutation`, async () => {
    const { session, update } = start(async () => fresh());
    const changed = { __typename: 'Tank', tankAddress: `${name} 1` };
    expect(await update(`${name} 1`)).toMatchObject({ data: { updateTank: changed }, codes: [] });
    expect(session.refresh).toHaveBeenCalledTimes(1);
    expect((await update(`${name} 2`)).data).toMatchObject({ updateTank: { tankAddress: `${name} 2` } });
    expect(session.refresh).toHaveBeenCalledTimes(1);
  });

  test(`${name} refreshes an expired token once for a mutation and a query at the same time`, async () => {
    const { session, update, read } = start(async () => fresh());
    const [changed, found] = await Promise.all([update(`${name} 3`), read()]);
    expect(changed).toMatchObject({ data: { updateTank: { tankAddress: `${name} 3` } }, codes: [] });
    expect(found).toMatchObject({ data: { tank: { id: 'demo-tank-001' } }, codes: [] });
    expect(session.refresh).toHaveBeenCalledTimes(1);
  });

  test(`${name} gives up when the new token is refused too`, async () => {
    const { session, update } = start(async () => expired());
    expect((await update('x')).codes).toEqual(['UNAUTHENTICATED']);
    expect(session.refresh).toHaveBeenCalledTimes(1);
  });

  test(`${name} refreshes nothing for a token that lacks the scope`, async () => {
    const { session, update } = start(async () => fresh());
    session.token = fresh('tanks:read');
    const refused = { __typename: 'UnauthorizedError', reason: 'FORBIDDEN', missingScope: 'tanks:write' };
    expect(await update('x')).toMatchObject({ data: { updateTank: refused }, codes: [] });
    expect(session.refresh).not.toHaveBeenCalled();
  });
}
