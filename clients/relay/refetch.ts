import { graphql } from 'relay-runtime';

/** A part of a page that is read again by the id of its record, through `node`. */
export const tank = graphql`
  fragment refetch_tank on Tank @refetchable(queryName: "refetchTankQuery") {
    name
    fillPercentage
  }
`;

/** A list of a record that is read on, page by page. */
export const tasks = graphql`
  fragment refetch_tasks on Tank
  @refetchable(queryName: "refetchTasksQuery")
  @argumentDefinitions(first: { type: "Int", defaultValue: 20 }, after: { type: "String" }) {
    tasks(first: $first, after: $after) @connection(key: "refetch_tasks") {
      edges {
        node {
          title
          entity {
            __typename
            ... on Node {
              id
            }
            ... on ShipTo {
              name
            }
          }
        }
      }
    }
  }
`;

export const delivery = graphql`
  fragment refetch_delivery on WebhookDelivery @refetchable(queryName: "refetchDeliveryQuery") {
    status
    subscription {
      state
    }
  }
`;

/** Also a fragment on every type. */
export const any = graphql`
  fragment refetch_any on Node @refetchable(queryName: "refetchAnyQuery") {
    __typename
    ... on Task {
      title
    }
  }
`;

export const page = graphql`
  query refetchPageQuery($tank: ID!, $ids: [ID!]!) {
    tank(id: $tank) {
      ...refetch_tank
      ...refetch_tasks
    }
    nodes(ids: $ids) {
      ...refetch_delivery @alias(as: "delivery")
      ...refetch_any @alias(as: "any")
    }
  }
`;
