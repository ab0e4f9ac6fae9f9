import { type Tank, tankFields } from './fields.ts';
import { type Call, PAGE, type Update } from './workloads.ts';

/** What a server said, in the same words for all: a null stands for a record that is not there. */
export interface Answer {
  tanks: (Tank | null)[];
  endCursor?: string;
}

export interface Dialect {
  path: string;
  /** The HTTP body of a call. Only ASCII, so that its length is its size. */
  body(call: Call): string;
  /** Reads the HTTP body of an answer; throws if it is not an answer to that call. */
  answer(call: Call, body: string): Answer;
  /** How a refused update is told. */
  refusal: string;
}

const fields = tankFields.join(' ');
const text = JSON.stringify;

/** The document of a batch, for each length of it; the calls of a run all have one length. */
function batches(write: (size: number) => string): (size: number) => string {
  const written = new Map<number, string>();
  return (size) => {
    const known = written.get(size) ?? text(write(size));
    written.set(size, known);
    return known;
  };
}

function each<Value>(size: number, write: (index: number) => Value): Value[] {
  return Array.from({ length: size }, (_, index) => write(index));
}

/** Its values are written by hand as far as they are numbered, for this runs for every request of the load. */
function batchVariables(updates: Update[]): string {
  return `{${updates.map(({ id, input }, index) => `"id${index}":"${id}","in${index}":${text(input)}`).join(',')}}`;
}

/** A tank or an error by its type name, or PostGraphile's payload with the tank in it. */
type Result = (Tank & { __typename?: string; tank?: Tank | null }) | null;

interface Data {
  tank?: Tank | null;
  tanks?: { edges: { node: Tank }[]; pageInfo: { endCursor: string } };
  updateTank?: Result;
  [alias: `u${number}`]: Result;
}

interface Words {
  update: string;
  tank: string;
  page: string;
  batch(size: number): string;
  outcome(result: Result): Tank | null;
  refusal: string;
}

/** The GraphQL servers differ in the words of their documents and in how a result holds a record. */
function graphql(words: Words): Dialect {
  const update = text(words.update);
  const tank = text(words.tank);
  const page = text(words.page);
  const batch = batches(words.batch);
  return {
    path: '/graphql',
    refusal: words.refusal,
    body: (call) => {
      if (call.kind === 'tank') return `{"query":${tank},"variables":{"id":"${call.id}"}}`;
      if (call.kind === 'page') return `{"query":${page},"variables":{"after":${text(call.after || null)}}}`;
      if (call.kind === 'batch')
        return `{"query":${batch(call.updates.length)},"variables":${batchVariables(call.updates)}}`;
      return `{"query":${update},"variables":{"id":"${call.id}","input":${text(call.input)}}}`;
    },
    answer: (call, body) => {
      const { data, errors }: { data?: Data; errors?: unknown } = JSON.parse(body);
      if (!data || errors) throw new Error(`not the answer that was looked for: ${body}`);
      if (call.kind === 'tank') return { tanks: [data.tank ?? null] };
      if (call.kind === 'page' && data.tanks)
        return { tanks: data.tanks.edges.map(({ node }) => node), endCursor: data.tanks.pageInfo.endCursor };
      if (call.kind === 'batch')
        return { tanks: call.updates.map((_, index) => words.outcome(data[`u${index}`] ?? null)) };
      return { tanks: [words.outcome(data.updateTank ?? null)] };
    },
  };
}

const result = `__typename ... on Tank { ${fields} } ... on NotFoundError { message }`;
const pageOf = (selection: string) =>
  `query Tanks($after: String) { tanks(first: ${PAGE}, after: $after) { edges { node { ${selection} } } pageInfo { endCursor hasNextPage } } }`;

/** The gateway's own schema, which the Apollo, Mercurius and yoga recipes are written to as well. */
export const gatewayDialect = graphql({
  update: `mutation UpdateTank($id: ID!, $input: UpdateTankInput!) { updateTank(id: $id, input: $input) { ${result} } }`,
  tank: `query Tank($id: ID!) { tank(id: $id) { ${fields} } }`,
  page: pageOf(fields),
  batch: (size) =>
    `mutation Batch(${each(size, (n) => `$id${n}: ID!, $in${n}: UpdateTankInput!`).join(', ')}) { ${each(size, (n) => `u${n}: updateTank(id: $id${n}, input: $in${n}) { ${result} }`).join(' ')} }`,
  outcome: (outcome) => {
    if (outcome?.__typename === 'NotFoundError') return null;
    if (outcome?.__typename !== 'Tank') throw new Error(`neither a tank nor a NotFoundError: ${text(outcome)}`);
    const { __typename, ...tank } = outcome;
    return tank;
  },
  refusal: '"NotFoundError"',
});

const rowFields = fields.replace('id', 'id: rowId');
const updateRow = (id: string, patch: string) =>
  `updateTankByRowId(input: { rowId: ${id}, tankPatch: ${patch} }) { tank { ${rowFields} } }`;

/** PostGraphile's amber preset: `id` is its own node id, and the key of the row is `rowId`. A missing row is null. */
export const postgraphileDialect = graphql({
  update: `mutation UpdateTank($id: String!, $input: TankPatch!) { updateTank: ${updateRow('$id', '$input')} }`,
  tank: `query Tank($id: String!) { tank: tankByRowId(rowId: $id) { ${rowFields} } }`,
  page: pageOf(rowFields).replace('String', 'Cursor').replace('tanks(', 'tanks: allTanks('),
  batch: (size) =>
    `mutation Batch(${each(size, (n) => `$id${n}: String!, $in${n}: TankPatch!`).join(', ')}) { ${each(size, (n) => `u${n}: ${updateRow(`$id${n}`, `$in${n}`)}`).join(' ')} }`,
  outcome: (outcome) => outcome?.tank ?? null,
  refusal: ':null}',
});

/** The floor speaks no GraphQL: what it does is what a database and HTTP cost, whoever stands between them. */
export const floorDialect: Dialect = {
  path: '/',
  refusal: '[null]',
  body: (call) => {
    if (call.kind === 'tank') return `{"op":"tank","id":"${call.id}"}`;
    if (call.kind === 'page') return `{"op":"page","after":"${call.after}"}`;
    if (call.kind === 'batch') return `{"op":"batch","updates":${text(call.updates)}}`;
    return `{"op":"update","id":"${call.id}","input":${text(call.input)}}`;
  },
  answer: (_call, body) => JSON.parse(body),
};
