import {
  ConnectionHandler,
  commitMutation,
  createOperationDescriptor,
  Environment,
  fetchQuery,
  type GraphQLResponse,
  Network,
  RecordSource,
  type RecordSourceSelectorProxy,
  Store,
} from 'relay-runtime';
import { idsOf } from '../client.ts';
import createTank, { type listsCreateTankMutation } from '../relay/__generated__/listsCreateTankMutation.graphql.ts';
import deleteTank, { type listsDeleteTankMutation } from '../relay/__generated__/listsDeleteTankMutation.graphql.ts';
import tanksQuery, { type listsTanksQuery } from '../relay/__generated__/listsTanksQuery.graphql.ts';
import type { NewTank, Show } from './list.ts';

/** Puts a tank that was created on top of a connection. */
const onTopOf = (connection: string) => (store: RecordSourceSelectorProxy) => {
  const [tank, list] = [store.getRootField('createTank'), store.get(connection)];
  if (tank?.getType() !== 'Tank' || !list) return;
  ConnectionHandler.insertEdgeBefore(list, ConnectionHandler.createEdge(store, list, tank, 'TankEdge'));
};

export const relay: Show = async (url, token, variables) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const network = Network.create(async ({ text }, variables): Promise<GraphQLResponse> => {
    const body = JSON.stringify({ query: text, variables });
    return (await fetch(url, { method: 'POST', headers, body })).json();
  });
  const environment = new Environment({ store: new Store(new RecordSource()), network });
  const operation = createOperationDescriptor(tanksQuery, { ...variables });
  environment.retain(operation);
  await fetchQuery<listsTanksQuery>(environment, tanksQuery, variables as never).toPromise();
  const shown = () => (environment.lookup(operation.fragment).data as listsTanksQuery['response']).tanks;
  const connection = shown()?.__id ?? '';
  let deleted: NewTank | undefined;
  return {
    ids: () => idsOf(shown()),
    create: (input) =>
      new Promise((resolve, reject) =>
        commitMutation<listsCreateTankMutation>(environment, {
          mutation: createTank,
          variables: { input },
          updater: onTopOf(connection),
          onCompleted: (data) => resolve(data.createTank?.__typename),
          onError: reject,
        }),
      ),
    remove: (id) =>
      new Promise((resolve, reject) =>
        commitMutation<listsDeleteTankMutation>(environment, {
          mutation: deleteTank,
          variables: { id, connections: [connection] },
          updater: (store, data) => {
            const last = data?.deleteTank;
            if (last?.__typename !== 'DeletedTank') return;
            deleted = { id, ...last.record };
            store.delete(id);
          },
          onCompleted: (data) => resolve(data.deleteTank?.__typename),
          onError: reject,
        }),
      ),
    deleted: () => deleted,
  };
};
