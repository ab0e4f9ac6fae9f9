import { Client, type CombinedError, type Exchange, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { persistedExchange } from '@urql/exchange-persisted';
import { TankDocument, TanksDocument, UpdateTankDocument } from '../operations/generated/graphql.ts';
import introspection from '../operations/generated/introspection.json' with { type: 'json' };
import { type Connect, endOf, idsOf, PAGE, Refusal } from './client.ts';

function present<Data>({ data, error }: { data?: Data; error?: CombinedError }): Data {
  if (error) throw new Refusal(error.graphQLErrors);
  if (data === undefined) throw new Error('There is no data.');
  return data;
}

const connectWith =
  (...exchanges: Exchange[]): Connect =>
  (url, token) => {
    const cache = cacheExchange({ schema: introspection, resolvers: { Query: { tanks: relayPagination() } } });
    const client = new Client({
      url,
      exchanges: [cache, ...exchanges, fetchExchange],
      fetchOptions: { headers: { authorization: `Bearer ${token}` } },
    });
    const page = async (after: string | null) => present(await client.query(TanksDocument, { ...PAGE, after })).tanks;
    return {
      nameOf: async (id) => present(await client.query(TankDocument, { id })).tank?.name,
      twoPages: async () => idsOf(await page(endOf(await page(null)))),
      updateTank: async (change) => present(await client.mutation(UpdateTankDocument, change)).updateTank,
    };
  };

export const urql = connectWith();

/** With automatic persisted queries, which the gateway has not: the client falls back to whole documents. */
export const urqlPersisted = connectWith(
  persistedExchange({ enforcePersistedQueries: false, enableForMutation: true }),
);
