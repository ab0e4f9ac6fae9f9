import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { createClient, type ExecutionResult } from 'graphql-sse';
import { TankDocument, TanksDocument, UpdateTankDocument } from '../operations/generated/graphql.ts';
import { type Connect, endOf, idsOf, PAGE, Refusal } from './client.ts';

export const graphqlSse: Connect = (url, token) => {
  const client = createClient({ url, headers: { authorization: `Bearer ${token}` }, retryAttempts: 0 });
  const send = async <Data, Variables extends Record<string, unknown>>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Data> => {
    const results = client.iterate<Data>({ query: print(document), variables });
    const { value }: { value: ExecutionResult<Data, unknown> } = await results.next();
    if (value.errors) throw new Refusal(value.errors);
    if (!value.data) throw new Error('There is no data.');
    return value.data;
  };
  const page = async (after: string | null) => (await send(TanksDocument, { ...PAGE, after })).tanks;
  return {
    nameOf: async (id) => (await send(TankDocument, { id })).tank?.name,
    twoPages: async () => {
      const first = await page(null);
      return [...idsOf(first), ...idsOf(await page(endOf(first)))];
    },
    updateTank: async (change) => (await send(UpdateTankDocument, change)).updateTank,
  };
};
