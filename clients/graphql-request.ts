import { ClientError, GraphQLClient } from 'graphql-request';
import { TankDocument, TanksDocument, UpdateTankDocument } from '../operations/generated/graphql.ts';
import { type Connect, endOf, idsOf, PAGE, Refusal } from './client.ts';

function refuse(error: unknown): never {
  throw error instanceof ClientError ? new Refusal(error.response.errors) : error;
}

export const graphqlRequest: Connect = (url, token) => {
  const client = new GraphQLClient(url, { headers: { authorization: `Bearer ${token}` } });
  const page = async (after: string | null) => (await client.request(TanksDocument, { ...PAGE, after })).tanks;
  return {
    nameOf: async (id) => (await client.request(TankDocument, { id }).catch(refuse)).tank?.name,
    twoPages: async () => {
      const first = await page(null);
      return [...idsOf(first), ...idsOf(await page(endOf(first)))];
    },
    updateTank: async (change) => (await client.request(UpdateTankDocument, change).catch(refuse)).updateTank,
  };
};
