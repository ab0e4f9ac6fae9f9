import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client/core';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { Client, fetchExchange } from '@urql/core';
import { print } from 'graphql';
import { createClient as createSse } from 'graphql-sse';
import { createClient as createSocket, type Client as Socket } from 'graphql-ws';
import { Environment, Network, Observable, RecordSource, requestSubscription, Store } from 'relay-runtime';
import { WebSocket } from 'ws';
import { WatchTankDocument } from '../operations/generated/graphql.ts';
import possibleTypes from '../operations/generated/possible-types.json' with { type: 'json' };
import watchTank, { type liveWatchTankSubscription } from './relay/__generated__/liveWatchTankSubscription.graphql.ts';

/** What a live operation says of a tank. */
export interface Item {
  __typename: string;
  tank?: { id: string; name?: string | null } | null;
}

/** Follows a tank, as a frontend does. Returns a function that ends it. */
export type Follow = (url: string, token: string, id: string, onItem: (item: Item) => void) => () => void;

const bearer = (token: string): string => `Bearer ${token}`;

export const urql: Follow = (url, token, id, onItem) => {
  const fetchOptions = { headers: { authorization: bearer(token) } };
  const client = new Client({ url, fetchSubscriptions: true, fetchOptions, exchanges: [fetchExchange] });
  const { unsubscribe } = client
    .subscription(WatchTankDocument, { id })
    // At the end of a stream it repeats the last item, without a next one.
    .subscribe(({ data, hasNext }) => data && hasNext && onItem(data.tankChanged));
  return unsubscribe;
};

const cache = () => new InMemoryCache(possibleTypes);

/** Multipart over HTTP, which the client speaks by itself. */
export const apollo: Follow = (url, token, id, onItem) => {
  const link = new HttpLink({ uri: url, headers: { authorization: bearer(token) } });
  const client = new ApolloClient({ cache: cache(), link });
  const subscription = client
    .subscribe({ query: WatchTankDocument, variables: { id } })
    .subscribe(({ data }) => data && onItem(data.tankChanged));
  return () => subscription.unsubscribe();
};

export const socketOf = (url: string, token: () => string): Socket =>
  createSocket({
    url: url.replace('http', 'ws'),
    // A browser and newer versions of Node.js have one.
    webSocketImpl: WebSocket,
    connectionParams: () => ({ Authorization: bearer(token()) }),
  });

export const apolloSocket: Follow = (url, token, id, onItem) => {
  const client = new ApolloClient({ cache: cache(), link: new GraphQLWsLink(socketOf(url, () => token)) });
  const subscription = client
    .subscribe({ query: WatchTankDocument, variables: { id } })
    .subscribe(({ data }) => data && onItem(data.tankChanged));
  return () => subscription.unsubscribe();
};

type Result = { data?: { tankChanged: Item } | null };
const document = (id: string) => ({ query: print(WatchTankDocument), variables: { id } });
const sink = (onItem: (item: Item) => void) => ({
  next: ({ data }: Result) => data && onItem(data.tankChanged),
  error: (error: unknown) => console.error(error),
  complete: () => {},
});

export const followOn = (socket: Socket, id: string, onItem: (item: Item) => void): (() => void) =>
  socket.subscribe<{ tankChanged: Item }>(document(id), sink(onItem));

export const graphqlWs: Follow = (url, token, id, onItem) =>
  followOn(
    socketOf(url, () => token),
    id,
    onItem,
  );

export const graphqlSse: Follow = (url, token, id, onItem) =>
  createSse({ url, headers: { authorization: bearer(token) } }).subscribe<{ tankChanged: Item }>(
    document(id),
    sink(onItem),
  );

export const relay: Follow = (url, token, id, onItem) => {
  const socket = socketOf(url, () => token);
  const network = Network.create(
    () => Promise.reject(new Error('there are no queries')),
    ({ text }, variables) =>
      Observable.create((observer) => socket.subscribe({ query: `${text}`, variables }, observer as never)),
  );
  const environment = new Environment({ store: new Store(new RecordSource()), network });
  const subscription = requestSubscription<liveWatchTankSubscription>(environment, {
    subscription: watchTank,
    variables: { id },
    onNext: (data) => data && onItem(data.tankChanged as Item),
  });
  return () => subscription.dispose();
};
