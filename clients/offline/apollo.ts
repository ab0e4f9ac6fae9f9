import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache, type TypedDocumentNode } from '@apollo/client/core';
import { RetryLink } from '@apollo/client/link/retry';
import { OperationTypeNode } from 'graphql';
import { firstValueFrom, from } from 'rxjs';
import { CreateTankDocument, UpdateTankDocument, type UpdateTankMutation } from '../../operations/generated/graphql.ts';
import possibleTypes from '../../operations/generated/possible-types.json' with { type: 'json' };
import type { Offline } from './offline.ts';
import { atLatest, noteAnswer } from './versions.ts';

let last: Promise<unknown> = Promise.resolve();

/** Sends mutations one after the other. RetryLink behind it holds the first one until the network is back. */
const inTurn = new ApolloLink((operation, forward) => {
  if (operation.operationType !== OperationTypeNode.MUTATION) return forward(operation);
  const result = last.then(async () => {
    operation.variables = atLatest(operation.variables);
    const answer = await firstValueFrom(forward(operation));
    noteAnswer(operation.variables, answer.data);
    return answer;
  });
  last = result.catch(() => {});
  return from(result);
});

type Edited = Extract<UpdateTankMutation['updateTank'], { __typename: 'Tank' }>;

/** What the mutation selects of a tank. */
const EDITED: TypedDocumentNode<Edited> = gql`fragment Edited on Tank {
  id name fillPercentage fillStatus status daysToEmpty daysToEmptyIsKnown note alerts includeInJob shipToId lastModifiedDate version
}`;

const SHOWN: TypedDocumentNode<{ tank: Edited | null }> = gql`
  query Shown($id: ID!) { tank(id: $id) { ...Edited } }
  ${EDITED}
`;

/** What an edit is expected to result in: the tank of the cache with the input, at the version that it has. */
const optimisticOf = (cache: InMemoryCache, id: string, input: Pick<Edited, 'name'>) => {
  const tank = cache.readFragment({ id: `Tank:${id}`, fragment: EDITED });
  return tank ? { optimisticResponse: { updateTank: { ...tank, ...input } } } : {};
};

export const apollo: Offline = (url, token, send) => {
  const retry = new RetryLink({ delay: { initial: 50, max: 200 }, attempts: { max: Number.POSITIVE_INFINITY } });
  const http = new HttpLink({ uri: url, fetch: send, headers: { authorization: `Bearer ${token}` } });
  const cache = new InMemoryCache(possibleTypes);
  const client = new ApolloClient({ cache, link: ApolloLink.from([inTurn, retry, http]) });
  let shown: { name?: string | null; version?: number } | null | undefined;
  return {
    show: (id) => {
      client.watchQuery({ query: SHOWN, variables: { id } }).subscribe(({ data }) => {
        if (data?.tank) shown = { name: data.tank.name ?? null, version: data.tank.version ?? 0 };
      });
    },
    shown: () => shown,
    create: async (input) => {
      const { data } = await client.mutate({ mutation: CreateTankDocument, variables: { input } });
      return data?.createTank?.__typename;
    },
    edit: async (variables) => {
      const { name } = variables.input;
      const optimistic = name === undefined ? {} : optimisticOf(cache, variables.id, { name });
      const { data } = await client.mutate({ mutation: UpdateTankDocument, variables, ...optimistic });
      return data?.updateTank?.__typename;
    },
    // RetryLink tries again by itself.
    online: () => {},
  };
};
