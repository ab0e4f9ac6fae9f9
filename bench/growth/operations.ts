import { LARGE_CUSTOMER } from './tanks.ts';

/** One operation, and the variables of its next request. */
export interface Operation {
  title: string;
  query: string;
  variables: (stock: Stock) => Record<string, unknown>;
  /** How many requests of a round; 300 where they are fast. */
  requests?: number;
}

/** What requests choose from. */
export interface Stock {
  ids: string[];
  /** How many tanks the database has; their names count them. */
  tanks: number;
  /** A cursor of each page that was read. */
  cursors: string[];
}

const FIELDS = 'id name note fillPercentage status lastModifiedDate version';
const PAGE = `pageInfo { hasNextPage endCursor } nodes { ${FIELDS} }`;
const HEAD = 'query ($filter: TankFilter, $after: String)';

const below = (limit: number): number => Math.floor(Math.random() * limit);
const pick = (list: string[]): string => list[below(list.length)] ?? '';

const filtered = (title: string, filter: (stock: Stock) => object, requests?: number): Operation => ({
  title,
  query: `${HEAD} { tanks(first: 50, after: $after, filter: $filter) { ${PAGE} } }`,
  variables: (stock) => ({ filter: filter(stock) }),
  ...(requests && { requests }),
});

const counted = (title: string, filter: (stock: Stock) => object | null): Operation => ({
  title,
  query: 'query ($filter: TankFilter) { tanks(first: 1, filter: $filter) { totalCount } }',
  variables: (stock) => ({ filter: filter(stock) }),
  requests: 10,
});

export const operations: Operation[] = [
  {
    title: 'updateTank',
    query: `mutation ($id: ID!, $input: UpdateTankInput!) { updateTank(id: $id, input: $input) { ... on Tank { version } } }`,
    variables: ({ ids }) => ({ id: pick(ids), input: { productName: `Diesel ${below(1e9)}`, locationName: null } }),
  },
  {
    title: 'tank by id',
    query: `query ($id: ID!) { tank(id: $id) { ${FIELDS} } }`,
    variables: ({ ids }) => ({ id: pick(ids) }),
  },
  {
    title: 'a page of 50 somewhere',
    query: `${HEAD} { tanks(first: 50, after: $after, filter: $filter) { ${PAGE} } }`,
    variables: ({ cursors }) => ({ after: pick(cursors) }),
  },
  filtered('the active tanks of a customer', ({ tanks }) => ({
    customerId: { equals: `customer-${1 + below(tanks / 40 - 1)}` },
    status: { equals: 'active' },
  })),
  filtered('the first active tanks of the largest customer', () => ({
    customerId: { equals: LARGE_CUSTOMER },
    status: { equals: 'active' },
  })),
  filtered('the first retired tanks of the largest customer', () => ({
    customerId: { equals: LARGE_CUSTOMER },
    status: { equals: 'retired' },
  })),
  filtered('search that finds one', ({ tanks }) => ({ search: `Tank ${2 * below(tanks / 2)}` }), 100),
  filtered('search that finds all', () => ({ search: 'Tank' }), 10),
  {
    title: 'changes of the last minute',
    query: `query ($since: DateTime!) { tanks(first: 50, filter: { modifiedSince: $since }, orderBy: { field: LAST_MODIFIED, direction: ASC }) { modifiedThrough ${PAGE} } }`,
    variables: () => ({ since: new Date(Date.now() - 60_000).toISOString() }),
  },
  counted('totalCount of a customer', ({ tanks }) => ({
    customerId: { equals: `customer-${1 + below(tanks / 40 - 1)}` },
  })),
  counted('totalCount of all', () => null),
  counted('totalCount of a search that finds all', () => ({ search: 'Tank' })),
  {
    title: 'tanks counted by status',
    query: '{ tankAggregate(groupBy: [STATUS]) { groups { key { status } count } } }',
    variables: () => ({}),
    requests: 10,
  },
];
