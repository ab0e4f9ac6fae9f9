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
  /** Whether the server has the fields that a workload asks for. */
  knows(workload: string): boolean;
  /** The HTTP body of a call, in ASCII. */
  body(workload: string, call: Call): string;
  /** Reads the HTTP body of an answer. Throws if it holds errors. */
  answer(body: string): Answer;
  /** Text that the answer to a refused update contains. */
  refusal: string;
}

/** A field of GraphQL's `data`: a tank, a page of tanks, or the result of an update. */
type Field = {
  __typename?: string;
  tank?: Row;
  edges?: { node: Row }[];
  pageInfo?: { endCursor: string | null };
} | null;

function variablesOf(call: Call): object {
  if (!('updates' in call)) return call;
  return Object.assign({}, ...call.updates.map(({ id, input }, n) => ({ [`id${n}`]: id, [`in${n}`]: input })));
}

/** A server that speaks GraphQL. `tankOf` returns the tank that a field holds; null for none. */
function graphql(documents: Record<string, string>, refusal: string, tankOf: (field: Field) => Row): Dialect {
  return {
    path: '/graphql',
    refusal,
    knows: (workload) => workload in documents,
    body: (workload, call) => JSON.stringify({ query: documents[workload], variables: variablesOf(call) }),
    answer: (body) => {
      const { data, errors }: { data?: Record<string, Field>; errors?: unknown } = JSON.parse(body);
      if (!data || errors) throw new Error(`not an answer: ${body}`);
      const fields = Object.values(data);
      const [page] = fields;
      if (page?.edges === undefined) return { records: fields.map(tankOf) };
      return { records: page.edges.map(({ node }) => node), endCursor: page.pageInfo?.endCursor };
    },
  };
}

/** A mutation of several updates under aliases, or of a single one. `update` writes one field, given the names of its variables. */
function mutation(size: number, idType: string, inputType: string, update: (id: string, input: string) => string) {
  const numbers = Array.from({ length: size }, (_, n) => n);
  const variables = numbers.map((n) => `$id${n}: ${idType}!, $in${n}: ${inputType}!`).join(', ');
  const fields = numbers.map((n) => `${size > 1 ? `u${n}: ` : ''}${update(`$id${n}`, `$in${n}`)}`).join(' ');
  return `mutation UpdateTank(${variables}) { ${fields} }`;
}

const pageOf = (fields: string) => `edges { node { ${fields} } } pageInfo { endCursor hasNextPage }`;

const fields = tankFields.join(' ');
const result = `__typename ... on Tank { ${fields} } ... on NotFoundError { message }`;
const update = (id: string, input: string) => `updateTank(id: ${id}, input: ${input}) { ${result} }`;
const updateOne = mutation(1, 'ID', 'UpdateTankInput', update);
const documents = {
  update: updateOne,
  mixed: updateOne,
  refused: updateOne,
  batch: mutation(BATCH, 'ID', 'UpdateTankInput', update),
  tank: `query Tank($id: ID!) { tank(id: $id) { ${fields} } }`,
  page: `query Tanks($after: String) { tanks(first: ${PAGE}, after: $after) { ${pageOf(fields)} } }`,
};
const shipToDocuments = {
  shipTo: `query ShipTo($id: ID!) { shipTo(id: $id) { id name tanks(first: ${SHIP_TO_TANKS}) { nodes { ${fields} } } } }`,
  tankShipTo: `query TankShipTo($id: ID!) { tank(id: $id) { ${fields} shipTo { id name } } }`,
};

function tankOrError(field: Field): Row {
  if (field === null || field.__typename === 'NotFoundError') return null;
  const { __typename, ...tank } = field;
  return tank;
}

/** The gateway's schema, as far as the peers have it too. */
export const tanks = graphql(documents, '"NotFoundError"', tankOrError);

export const gateway = graphql({ ...documents, ...shipToDocuments }, '"NotFoundError"', tankOrError);

// In PostGraphile's amber preset, `id` is a node id and `rowId` the key of the row.
const rowFields = fields.replace('id', 'id: rowId');
const patch = (id: string, input: string) =>
  `updateTankByRowId(input: { rowId: ${id}, tankPatch: ${input} }) { tank { ${rowFields} } }`;
const patchOne = mutation(1, 'String', 'TankPatch', patch);
const rowDocuments = {
  update: patchOne,
  mixed: patchOne,
  refused: patchOne,
  batch: mutation(BATCH, 'String', 'TankPatch', patch),
  tank: `query Tank($id: String!) { tankByRowId(rowId: $id) { ${rowFields} } }`,
  page: `query Tanks($after: Cursor) { allTanks(first: ${PAGE}, after: $after) { ${pageOf(rowFields)} } }`,
};
export const postgraphile = graphql(rowDocuments, ':null}', (field) =>
  field?.tank === undefined ? field : field.tank,
);

/** The floor takes the name of the workload and the call as JSON, without GraphQL. */
export const floor: Dialect = {
  path: '/',
  refusal: '[null]',
  knows: () => true,
  body: (workload, call) => JSON.stringify({ workload, ...call }),
  answer: (body) => JSON.parse(body),
};
