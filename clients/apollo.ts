import { createHash } from 'node:crypto';
import { ApolloClient, ApolloLink, CombinedGraphQLErrors, HttpLink, InMemoryCache } from '@apollo/client/core';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { relayStylePagination } from '@apollo/client/utilities';
import { TankDocument, TanksDocument, UpdateTankDocument } from '../operations/generated/graphql.ts';
import possibleTypes from '../operations/generated/possible-types.json' with { type: 'json' };
import { type Connect, endOf, idsOf, PAGE, Refusal } from './client.ts';

function refuse(error: unknown): never {
  throw CombinedGraphQLErrors.is(error) ? new Refusal(error.errors) : error;
}

const connectWith =
  (...links: ApolloLink[]): Connect =>
  (url, token) => {
    const tanks = relayStylePagination(['filter', 'orderBy']);
    const client = new ApolloClient({
      cache: new InMemoryCache({ ...possibleTypes, typePolicies: { Query: { fields: { tanks } } } }),
      link: ApolloLink.from([...links, new HttpLink({ uri: url, headers: { authorization: `Bearer ${token}` } })]),
    });
    return {
      nameOf: async (id) => {
        const { data } = await client.query({ query: TankDocument, variables: { id } }).catch(refuse);
        return data?.tank?.name;
      },
      twoPages: async () => {
        const options = { query: TanksDocument, variables: { ...PAGE } };
        const { data } = await client.query(options);
        const shown = client.watchQuery(options);
        const subscription = shown.subscribe(() => {});
        await shown.fetchMore({ variables: { after: endOf(data?.tanks) } });
        subscription.unsubscribe();
        return idsOf(client.readQuery(options)?.tanks);
      },
      updateTank: async (variables) => {
        const { data } = await client.mutate({ mutation: UpdateTankDocument, variables }).catch(refuse);
        return data?.updateTank;
      },
    };
  };

export const apollo = connectWith();

/** With automatic persisted queries, which the gateway has not: the client falls back to whole documents. */
export const apolloPersisted: Connect = (url, token) => {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  return connectWith(new PersistedQueryLink({ sha256 }))(url, token);
};
