import { Client, fetchExchange } from '@urql/core';
import { type Cache, cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import {
  CreateTankDocument,
  type CreateTankMutation,
  DeleteTankDocument,
  type DeleteTankMutation,
  TanksDocument,
  type TanksQuery,
} from '../../operations/generated/graphql.ts';
import introspection from '../../operations/generated/introspection.json' with { type: 'json' };
import { idsOf } from '../client.ts';
import { type NewTank, newTankOf, type Show } from './list.ts';

/** The gateway knows where a new tank belongs: lists in view are read again at once, others when they are shown. */
function created({ createTank }: CreateTankMutation, _args: unknown, cache: Cache): void {
  if (createTank?.__typename !== 'Tank') return;
  for (const { fieldName, arguments: args } of cache.inspectFields('Query'))
    if (fieldName === 'tanks') cache.invalidate('Query', fieldName, args);
}

/** The lists that have the tank are read again. */
function removed({ deleteTank }: DeleteTankMutation, _args: unknown, cache: Cache): void {
  if (deleteTank?.__typename === 'DeletedTank') cache.invalidate({ __typename: 'Tank', id: deleteTank.recordId });
}

export const urql: Show = async (url, token, variables) => {
  const cache = cacheExchange({
    schema: introspection,
    resolvers: { Query: { tanks: relayPagination() } },
    // Values, and no records.
    keys: { Actor: () => null, DeletedTank: () => null },
    updates: { Mutation: { createTank: created, deleteTank: removed } },
  });
  const fetchOptions = { headers: { authorization: `Bearer ${token}` } };
  const client = new Client({ url, fetchOptions, exchanges: [cache, fetchExchange] });
  let shown: TanksQuery | undefined;
  client.query(TanksDocument, variables).subscribe(({ data }) => {
    shown = data ?? shown;
  });
  let deleted: NewTank | undefined;
  return {
    ids: () => idsOf(shown?.tanks),
    create: async (input) => (await client.mutation(CreateTankDocument, { input })).data?.createTank?.__typename,
    remove: async (id) => {
      const result = (await client.mutation(DeleteTankDocument, { id })).data?.deleteTank;
      deleted = newTankOf(result) ?? deleted;
      return result?.__typename;
    },
    deleted: () => deleted,
  };
};
