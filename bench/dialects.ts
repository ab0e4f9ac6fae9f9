import { PAGE, SHIP_TO_TANKS, tankFields } from './records.ts';
import { BATCH, type Call } from './workloads.ts';

type Row = Record<string, unknown> | null;

/** The records of an answer, in the same form from every server; null for a record that does not exist. */
export interface Answer {
  records: Row[];
  endCursor?: string | null;
}

/** How a server writes requests and answers. */
export interface Dialect {
  path: string;
  /** Whether the server has the fields of a workload. */
  knows(workload: string): boolean;
  /** The HTTP body of a call, in ASCII. */
  body(workload: string, call: Call): string;
  /** Reads the HTTP body of an answer. Throws if it holds errors. */
  answer(body: string): Answer;
}

/** A field of GraphQL's `data`: a record, a page of tanks, the result of an update, or those of an update of many. */
interface Field {
  __typename?: string;
  tank?: Row;
  results?: Field[];
  edges?: { node: Row }[];
  pageInfo?: { endCursor: string | null };
}

/**
 * The record in a field; null for none. PostGraphile wraps an updated tank, the other servers name the type of a
 * result.
 */
function recordOf(field: Field | null): Row {
  const { __typename, ...record } = field ?? {};
  if (field === null || __typename === 'NotFoundError') return null;
  return field.tank === undefined ? record : field.tank;
}

function variablesOf(workload: string, call: Call): object {
  if (!('updates' in call)) return call;
  if (workload === 'many') return { patches: call.updates };
  return Object.assign({}, ...call.updates.map(({ id, input }, n) => ({ [`id${n}`]: id, [`in${n}`]: input })));
}

/** Writes one field of a mutation, given the names of its variables. */
type Update = (id: string, input: string) => string;

/** A server that speaks GraphQL. */
function graphql(idType: string, inputType: string, update: Update, queries: Record<string, string>): Dialect {
  const mutation = (size: number) => {
    const numbers = Array.from({ length: size }, (_, n) => n);
    const variables = numbers.map((n) => `$id${n}: ${idType}!, $in${n}: ${inputType}!`).join(', ');
    const fields = numbers.map((n) => `${size > 1 ? `u${n}: ` : ''}${update(`$id${n}`, `$in${n}`)}`).join(' ');
    return `mutation UpdateTank(${variables}) { ${fields} }`;
  };
  const [one, batch] = [mutation(1), mutation(BATCH)];
  const documents: Record<string, string> = { update: one, mixed: one, refused: one, batch, ...queries };
  return {
    path: '/graphql',
    knows: (workload) => workload in documents,
    body: (workload, call) => JSON.stringify({ query: documents[workload], variables: variablesOf(workload, call) }),
    answer: (body) => {
      const { data, errors }: { data?: Record<string, Field | null>; errors?: unknown } = JSON.parse(body);
      if (!data || errors) throw new Error(`not an answer: ${body}`);
      const fields = Object.values(data);
      const [page] = fields;
      if (!page?.edges) return { records: fields.flatMap((field) => field?.results ?? [field]).map(recordOf) };
      return { records: page.edges.map(({ node }) => node), endCursor: page.pageInfo?.endCursor };
    },
  };
}

const fields = tankFields.join(' ');
// In PostGraphile's amber preset, `id` is a node id and `rowId` the key of the row.
const rowFields = fields.replace('id', 'id: rowId');
const page = (chosen: string, nodeFields: string) =>
  `(first: ${PAGE}, ${chosen}) { edges { node { ${nodeFields} } } pageInfo { endCursor hasNextPage } }`;

const result = `{ __typename ... on Tank { ${fields} } ... on NotFoundError { message } }`;
const updateTank = (id: string, input: string) => `updateTank(id: ${id}, input: ${input}) ${result}`;
const queries = {
  tank: `query Tank($id: ID!) { tank(id: $id) { ${fields} } }`,
  page: `query Tanks($after: String) { tanks${page('after: $after', fields)} }`,
  filtered: `query Filtered($customer: ID!) { tanks${page('filter: { customerId: $customer, status: "active" }', fields)} }`,
};
/** The gateway's schema, as far as the peers have it too. */
export const tanks = graphql('ID', 'UpdateTankInput', updateTank, queries);

const many = `mutation UpdateTanks($patches: [UpdateTankPatch!]!) { updateTanks(patches: $patches) { ... on UpdateTanksSuccess { results ${result} } } }`;
export const gateway = graphql('ID', 'UpdateTankInput', updateTank, {
  ...queries,
  filtered: `query Filtered($customer: ID!) { tanks${page('filter: { customerId: { equals: $customer }, status: { equals: "active" } }', fields)} }`,
  unindexed: `query Unindexed($monitor: ID!) { tanks${page('filter: { tankMonitorId: { equals: $monitor } }', fields)} }`,
  many,
  shipTo: `query ShipTo($id: ID!) { shipTo(id: $id) { id name tanks(first: ${SHIP_TO_TANKS}) { nodes { ${fields} } } } }`,
  tankShipTo: `query TankShipTo($id: ID!) { tank(id: $id) { ${fields} shipTo { id name } } }`,
});

const patch = (id: string, input: string) =>
  `updateTankByRowId(input: { rowId: ${id}, tankPatch: ${input} }) { tank { ${rowFields} } }`;
export const postgraphile = graphql('String', 'TankPatch', patch, {
  tank: `query Tank($id: String!) { tankByRowId(rowId: $id) { ${rowFields} } }`,
  page: `query Tanks($after: Cursor) { allTanks${page('after: $after', rowFields)} }`,
  filtered: `query Filtered($customer: String!) { allTanks${page('condition: { customerId: $customer, status: "active" }', rowFields)} }`,
  unindexed: `query Unindexed($monitor: String!) { allTanks${page('filter: { companyId: { equalTo: "bench" }, tankMonitorId: { equalTo: $monitor } }', rowFields)} }`,
});

/** The floor takes the name of the workload and the call as JSON, without GraphQL. */
export const floor: Dialect = {
  path: '/',
  knows: () => true,
  body: (workload, call) => JSON.stringify({ workload, ...call }),
  answer: (body) => JSON.parse(body),
};
