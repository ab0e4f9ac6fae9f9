import { graphql } from 'relay-runtime';

/** What a list shows of a tank: creations select the same. */
export const row = graphql`
  fragment lists_row on Tank {
    name
    version
  }
`;

export const tanks = graphql`
  query listsTanksQuery($first: Int, $filter: TankFilter, $orderBy: [TankOrder!]) {
    tanks(first: $first, filter: $filter, orderBy: $orderBy) @connection(key: "lists_tanks") {
      __id
      edges {
        node {
          id
          ...lists_row
        }
      }
    }
  }
`;

/** Without `@prependNode`, which would put a result that is an error into the list. */
export const createTank = graphql`
  mutation listsCreateTankMutation($input: CreateTankInput!) {
    createTank(input: $input) {
      __typename
      ... on Tank {
        id
        ...lists_row @alias(as: "row")
      }
      ... on Error {
        message
      }
    }
  }
`;

/** Without `@deleteRecord`, after which nothing can read `record` any more. */
export const deleteTank = graphql`
  mutation listsDeleteTankMutation($id: ID!, $expectedVersion: Int, $connections: [ID!]!) {
    deleteTank(id: $id, expectedVersion: $expectedVersion) {
      __typename
      ... on DeletedTank {
        recordId @deleteEdge(connections: $connections)
        record {
          name
          shipToId
        }
      }
      ... on Error {
        message
      }
    }
  }
`;
