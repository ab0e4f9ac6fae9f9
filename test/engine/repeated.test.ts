import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../gateway.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
  await create(gateway, tank, { id: SAME });
});
afterAll(() => gateway.close());

const SAME = randomUUID();
/** Each document is sent by one test only: the gateway remembers it from the first time on. */
const repeated: [string, { query: string; variables?: object | null; operationName?: string }][] = [
  [
    'fragments',
    {
      query: `query a1 { tank(id: "${SAME}") { ...all shipTo { id } } } fragment all on Tank { id name metadata alerts }`,
    },
  ],
  ['a variable', { query: 'query a2($id: ID!) { tank(id: $id) { id } }', variables: { id: SAME } }],
  ['a variable of another type', { query: 'query a3($id: ID!) { tank(id: $id) { id } }', variables: { id: 7 } }],
  ['a variable left out', { query: 'query a4($id: ID!) { tank(id: $id) { id } }', variables: {} }],
  ['a variable that is null', { query: 'query a5($id: ID!) { tank(id: $id) { id } }', variables: { id: null } }],
  ['a variable too many', { query: 'query a6($id: ID!) { tank(id: $id) { id } }', variables: { id: SAME, other: 1 } }],
  ['variables that are null', { query: 'query a7 { tanks { totalCount } }', variables: null }],
  [
    '@include and @skip',
    {
      query: `query a8($yes: Boolean!) { tank(id: "${SAME}") { id @include(if: $yes) name @skip(if: $yes) } }`,
      variables: { yes: true },
    },
  ],
  [
    '@include of no boolean',
    { query: `query a9($yes: Boolean!) { tank(id: "${SAME}") { id @include(if: $yes) } }`, variables: { yes: 'x' } },
  ],
  ['a default', { query: 'query b1($n: Int = 2) { tanks(first: $n) { nodes { id } } }' }],
  [
    'a default set to null',
    { query: 'query b2($n: Int = 2) { tanks(first: $n) { nodes { id } } }', variables: { n: null } },
  ],
  [
    'a default within an input',
    {
      query: `mutation b3($name: String = "x") { updateTank(id: "none", input: { name: $name }) { ... on Error { message } } }`,
    },
  ],
  [
    'an enum',
    {
      query: 'query b4($d: OrderDirection!) { tanks(orderBy: { field: NAME, direction: $d }) { nodes { id } } }',
      variables: { d: 'DESC' },
    },
  ],
  [
    'an enum of another word',
    {
      query: 'query b5($d: OrderDirection!) { tanks(orderBy: { field: NAME, direction: $d }) { nodes { id } } }',
      variables: { d: 'UP' },
    },
  ],
  [
    'an input object',
    {
      query: 'query b6($o: [TankOrder!]) { tanks(orderBy: $o) { nodes { id } } }',
      variables: { o: { field: 'NAME', direction: 'ASC' } },
    },
  ],
  [
    'an input object with a hole',
    {
      query: 'query b7($o: [TankOrder!]) { tanks(orderBy: $o) { nodes { id } } }',
      variables: { o: { field: 'NAME' } },
    },
  ],
  [
    'two faults beside an answer',
    { query: 'query b8 { tanks(first: 0) { nodes { id } } tasks(last: 0) { totalCount } expirations { totalCount } }' },
  ],
  ['an unknown field', { query: `query b9 { tank(id: "${SAME}") { colour } }` }],
  ['a document cut off', { query: `query c1 { tank(id: "${SAME}") { ` }],
  ['the operation named', { query: 'query c2 { a: __typename } query c3 { b: __typename }', operationName: 'c3' }],
  [
    'an operation that is not there',
    { query: 'query c4 { a: __typename } query c5 { b: __typename }', operationName: 'x' },
  ],
  ['an operation left open', { query: 'query c6 { a: __typename } query c7 { b: __typename }' }],
  [
    'a list of one',
    {
      query:
        'mutation c8($input: UpdateTankInput!) { updateTank(id: "none", input: $input) { ... on Error { message } } }',
      variables: { input: { alerts: 'one' } },
    },
  ],
  [
    'a list with a hole',
    {
      query:
        'mutation c9($input: UpdateTankInput!) { updateTank(id: "none", input: $input) { ... on Error { message } } }',
      variables: { input: { alerts: ['a', null] } },
    },
  ],
  [
    'a variable left out of a list',
    {
      query:
        'mutation d1($a: String) { updateTank(id: "none", input: { metadata: { list: [$a, 1] } }) { ... on Error { message } } }',
    },
  ],
  [
    'a variable left out of an input',
    {
      query: `mutation d2($on: Boolean) { updateTank(id: "${SAME}", input: { includeInJob: $on }) { __typename ... on Tank { version } } }`,
    },
  ],
  [
    'a variable left out of an object',
    {
      query: `mutation d3($v: String) { updateTank(id: "${SAME}", input: { metadata: { of: $v } }) { __typename ... on Tank { metadata } } }`,
    },
  ],
  [
    'a variable in an object',
    {
      query: `mutation d4($v: [String!]) { updateTank(id: "${SAME}", input: { metadata: { of: $v } }) { __typename ... on Tank { metadata } } }`,
      variables: { v: ['x'] },
    },
  ],
  [
    'two mutations',
    {
      query:
        'mutation d5 { a: updateTank(id: "1", input: {}) { ... on Error { message } } b: updateTank(id: "2", input: {}) { ... on Error { message } } }',
    },
  ],
  [
    'introspection',
    { query: 'query d6 { __schema { queryType { name kind } } __type(name: "Tank") { kind fields { name } } }' },
  ],
  [
    'fragments on the interface and on the type',
    {
      query:
        'mutation d7 { updateTank(id: "1", input: {}) { ...e ... on NotFoundError { message } } } fragment e on Error { __typename message }',
    },
  ],
];
for (const [what, body] of repeated)
  test(`a document with ${what} is answered the same each time`, async () => {
    const sent = async (): Promise<unknown> => {
      const response = await gateway.post(JSON.stringify(body), { 'x-request-id': 'same' });
      return [response.status, response.headers.get('content-type'), JSON.parse(await response.text())];
    };
    const first = await sent();
    for (const _again of [2, 3, 4]) expect(await sent()).toEqual(first);
  });

test('the order of fields in an answer is the order in which they were asked for', async () => {
  for (const _again of [1, 2, 3]) {
    const response = await gateway.post('{"query":"{ z: __typename tanks { totalCount } a: __typename }"}');
    expect(await response.text()).toMatch(/"z".*"tanks".*"a"/);
  }
});
