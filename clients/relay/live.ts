import { graphql } from 'relay-runtime';

export const watchTank = graphql`
  subscription liveWatchTankSubscription($id: ID!, $since: String) {
    tankChanged(id: $id, since: $since) {
      __typename
      ... on TankChange {
        tank {
          id
          name
        }
      }
    }
  }
`;
