import {
  commitMutation,
  createOperationDescriptor,
  Environment,
  fetchQuery,
  type GraphQLResponse,
  Network,
  RecordSource,
  Store,
} from 'relay-runtime';
import { type Connect, idsOf, PAGE, Refusal, type Result } from '../client.ts';
import tankQuery, { type operationsTankQuery } from './__generated__/operationsTankQuery.graphql.ts';
import tanksQuery, { type operationsTanksQuery } from './__generated__/operationsTanksQuery.graphql.ts';
import updateMutation, {
  type operationsUpdateTankMutation,
} from './__generated__/operationsUpdateTankMutation.graphql.ts';

export const relay: Connect = (url, token) => {
  const environment = new Environment({
    store: new Store(new RecordSource()),
    network: Network.create(async ({ text }, variables): Promise<GraphQLResponse> => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ query: text, variables }),
      });
      const answer = await response.json();
      if (answer.errors) throw new Refusal(answer.errors);
      return answer;
    }),
  });
  /** What the store has under `@connection` after pages that were fetched one after the other. */
  const shown = () => {
    const { fragment } = createOperationDescriptor(tanksQuery, PAGE);
    const { data } = environment.lookup(fragment);
    return (data as operationsTanksQuery['response'] & { tanks: { pageInfo: { endCursor: string } } }).tanks;
  };
  return {
    nameOf: async (id) => {
      const data = await fetchQuery<operationsTankQuery>(environment, tankQuery, { id }).toPromise();
      return data?.tank?.name;
    },
    twoPages: async () => {
      environment.retain(createOperationDescriptor(tanksQuery, PAGE));
      await fetchQuery<operationsTanksQuery>(environment, tanksQuery, PAGE).toPromise();
      const after = shown().pageInfo.endCursor;
      await fetchQuery<operationsTanksQuery>(environment, tanksQuery, { ...PAGE, after }).toPromise();
      return idsOf(shown());
    },
    updateTank: ({ id, input, expectedVersion }) =>
      new Promise<Result | null | undefined>((resolve, reject) => {
        commitMutation<operationsUpdateTankMutation>(environment, {
          mutation: updateMutation,
          variables: { id: String(id), input: input as never, expectedVersion },
          // The compiler makes one type of a union when `... on Error` overlaps its members.
          onCompleted: ({ updateTank }) => resolve(updateTank as Result | null),
          onError: reject,
        });
      }),
  };
};
