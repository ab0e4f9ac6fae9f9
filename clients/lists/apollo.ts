import { type ApolloCache, ApolloClient, HttpLink, InMemoryCache } from '@apollo/client/core';
import { relayStylePagination } from '@apollo/client/utilities';
import {
  CreateTankDocument,
  type CreateTankMutation,
  DeleteTankDocument,
  type DeleteTankMutation,
  TanksDocument,
} from '../../operations/generated/graphql.ts';
import possibleTypes from '../../operations/generated/possible-types.json' with { type: 'json' };
import { idsOf } from '../client.ts';
import { type NewTank, newTankOf, type Show } from './list.ts';

/** The gateway knows where a new tank belongs: lists in view are read again at once, others when they are shown. */
function created(cache: ApolloCache, { createTank }: CreateTankMutation): void {
  if (createTank?.__typename === 'Tank') cache.evict({ id: 'ROOT_QUERY', fieldName: 'tanks' });
}

/** The tank leaves all lists. */
function removed(cache: ApolloCache, { deleteTank }: DeleteTankMutation): void {
  if (deleteTank?.__typename !== 'DeletedTank') return;
  cache.evict({ id: cache.identify({ __typename: 'Tank', id: deleteTank.recordId }) });
  cache.gc();
}

export const apollo: Show = async (url, token, variables) => {
  const tanks = relayStylePagination(['filter', 'orderBy']);
  // An actor of one kind may have the id of one of another kind.
  const typePolicies = { Query: { fields: { tanks } }, Actor: { keyFields: false } as const };
  const client = new ApolloClient({
    cache: new InMemoryCache({ ...possibleTypes, typePolicies }),
    link: new HttpLink({ uri: url, headers: { authorization: `Bearer ${token}` } }),
  });
  const list = client.watchQuery({ query: TanksDocument, variables });
  list.subscribe(() => {});
  let deleted: NewTank | undefined;
  return {
    ids: () => idsOf(list.getCurrentResult().data?.tanks as never),
    create: async (input) => {
      const { data } = await client.mutate({
        mutation: CreateTankDocument,
        variables: { input },
        update: (cache, { data }) => data && created(cache, data),
      });
      return data?.createTank?.__typename;
    },
    remove: async (id) => {
      const { data } = await client.mutate({
        mutation: DeleteTankDocument,
        variables: { id },
        update: (cache, { data }) => data && removed(cache, data),
      });
      const result = data?.deleteTank;
      deleted = newTankOf(result) ?? deleted;
      return result?.__typename;
    },
    deleted: () => deleted,
  };
};
