import { initGraphQLTada, type TadaDocumentNode } from 'gql.tada';
import { print } from 'graphql';
import { type Connect, endOf, idsOf, PAGE, Refusal } from '../client.ts';
import type { introspection } from './schema.generated.ts';

const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { Percentage: number; DateTime: string; JSONObject: Record<string, unknown> };
}>();

const NameOfTank = graphql(`
  query NameOfTank($id: ID!) {
    tank(id: $id) {
      name
    }
  }
`);

const PageOfTanks = graphql(`
  query PageOfTanks($first: Int, $after: String, $orderBy: [TankOrder!]) {
    tanks(first: $first, after: $after, orderBy: $orderBy) {
      edges {
        node {
          id
        }
      }
      pageInfo {
        endCursor
      }
    }
  }
`);

const ChangeTank = graphql(`
  mutation ChangeTank($id: ID!, $input: UpdateTankInput!, $expectedVersion: Int) {
    updateTank(id: $id, input: $input, expectedVersion: $expectedVersion) {
      __typename
      ... on Tank {
        id
        version
      }
      ... on InvalidRequestError {
        issues {
          path
        }
      }
      ... on TankConflictError {
        currentVersion
      }
      ... on Error {
        message
      }
    }
  }
`);

/** gql.tada types documents without generating any; here they are sent with `fetch`. */
export const tada: Connect = (url, token) => {
  const send = async <Data, Variables>(document: TadaDocumentNode<Data, Variables>, variables: Variables) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: print(document), variables }),
    });
    const answer: { data: Data; errors?: [] } = await response.json();
    if (answer.errors) throw new Refusal(answer.errors);
    return answer.data;
  };
  const page = async (after: string | null) => (await send(PageOfTanks, { ...PAGE, after })).tanks;
  return {
    nameOf: async (id) => (await send(NameOfTank, { id })).tank?.name,
    twoPages: async () => {
      const first = await page(null);
      return [...idsOf(first), ...idsOf(await page(endOf(first)))];
    },
    updateTank: async ({ id, input: { fillPercentage, includeInJob }, expectedVersion }) => {
      const input = { ...(fillPercentage !== undefined && { fillPercentage: Number(fillPercentage) }), includeInJob };
      const { updateTank } = await send(ChangeTank, { id: String(id), input, expectedVersion });
      return updateTank;
    },
  };
};
