import { type CombinedError, cache, createClient, dedup, definePlugin, fetch as send } from 'villus';
import { TankDocument, TanksDocument, UpdateTankDocument } from '../operations/generated/graphql.ts';
import { type Connect, endOf, idsOf, PAGE, Refusal } from './client.ts';

function present<Data>({ data, error }: { data: Data | null; error: CombinedError | null }): Data {
  if (error) throw new Refusal(error.graphqlErrors);
  if (data === null) throw new Error('There is no data.');
  return data;
}

export const villus: Connect = (url, token) => {
  const authorize = definePlugin(({ opContext }) => {
    opContext.headers.authorization = `Bearer ${token}`;
  });
  const client = createClient({ url, use: [authorize, cache(), dedup(), send()] });
  const page = async (after: string | null) =>
    present(await client.executeQuery({ query: TanksDocument, variables: { ...PAGE, after } })).tanks;
  return {
    nameOf: async (id) => present(await client.executeQuery({ query: TankDocument, variables: { id } })).tank?.name,
    twoPages: async () => {
      const first = await page(null);
      return [...idsOf(first), ...idsOf(await page(endOf(first)))];
    },
    updateTank: async (variables) =>
      present(await client.executeMutation({ query: UpdateTankDocument, variables })).updateTank,
  };
};
