import { graphql } from 'relay-runtime';

// The compiler reads these documents and writes `__generated__`. Nothing imports this file: a bundler's plugin would
// replace the tags.

export const tank = graphql`
  query operationsTankQuery($id: ID!) {
    tank(id: $id) {
      name
    }
  }
`;

export const tanks = graphql`
  query operationsTanksQuery($first: Int, $after: String, $orderBy: [TankOrder!]) {
    tanks(first: $first, after: $after, orderBy: $orderBy) @connection(key: "operations_tanks") {
      edges {
        node {
          id
        }
      }
    }
  }
`;

export const updateTank = graphql`
  mutation operationsUpdateTankMutation($id: ID!, $input: UpdateTankInput!, $expectedVersion: Int) {
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
      ... on ConflictError {
        currentVersion
      }
      ... on Error {
        message
      }
    }
  }
`;
