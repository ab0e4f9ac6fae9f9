import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { MutationObserver, QueryClient } from '@tanstack/query-core';
import { print } from 'graphql';
import { TankDocument, TanksDocument, UpdateTankDocument } from '../operations/generated/graphql.ts';
import { type Change, type Connect, endOf, idsOf, PAGE, Refusal } from './client.ts';

/** Sends a document of the client preset. */
const sender =
  (url: string, token: string) =>
  async <Data, Variables>(document: TypedDocumentNode<Data, Variables>, variables: Variables): Promise<Data> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ query: print(document), variables }),
    });
    const { data, errors } = await response.json();
    if (errors) throw new Refusal(errors);
    return data;
  };

export const tanstack: Connect = (url, token) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const send = sender(url, token);
  return {
    nameOf: async (id) => {
      const queryFn = () => send(TankDocument, { id });
      return (await client.fetchQuery({ queryKey: ['tank', id], queryFn })).tank?.name;
    },
    twoPages: async () => {
      const { pages } = await client.fetchInfiniteQuery({
        queryKey: ['tanks', PAGE],
        queryFn: ({ pageParam }) => send(TanksDocument, { ...PAGE, after: pageParam }),
        initialPageParam: null as string | null,
        getNextPageParam: ({ tanks }) => endOf(tanks),
        pages: 2,
      });
      return pages.flatMap(({ tanks }) => idsOf(tanks));
    },
    updateTank: async (change) => {
      const mutationFn = (variables: Change) => send(UpdateTankDocument, variables);
      return (await new MutationObserver(client, { mutationFn }).mutate(change)).updateTank;
    },
  };
};
