import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reply } from '../client.ts';
import { openGateway, type TestGateway } from '../gateway.ts';

let open: TestGateway;
let closed: TestGateway;
beforeAll(async () => {
  open = await openGateway();
  closed = await openGateway({ introspection: false });
});
afterAll(async () => {
  await open.close();
  await closed.close();
});

const INTROSPECTION: string[] = [
  getIntrospectionQuery(),
  '{ __schema { queryType { name } } }',
  '{ __type(name: "Tank") { name fields { name } } }',
  '{ tank(id: "x") { id } a: __schema { types { name } } }',
  'query A { __typename } query B { ...F } fragment F on Query { ... { __type(name: "Tank") { name } } }',
];

const send = (to: TestGateway, query: string): Promise<Reply> =>
  to.post(JSON.stringify({ query, ...(query.includes('query B') && { operationName: 'B' }) }));

test('introspection is answered where it is on', async () => {
  for (const query of INTROSPECTION)
    for (const _again of [1, 2, 3]) expect(await (await send(open, query)).json()).not.toHaveProperty('errors');
});

test('introspection is refused in a few words where it is off, each time it comes', async () => {
  for (const query of INTROSPECTION)
    for (const _again of [1, 2, 3]) {
      const response = await send(closed, query);
      const text = await response.text();
      expect([query, response.status, text.length < 500, text.includes('"data"')]).toEqual([query, 400, true, false]);
      const refusal = {
        message: expect.stringContaining('introspection'),
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      };
      expect(JSON.parse(text).errors).toMatchObject([refusal]);
    }
});

test('__typename is no introspection', async () => {
  const query = '{ __typename tanks { __typename nodes { __typename } } }';
  for (const _again of [1, 2, 3])
    expect((await closed.ask(query)).data).toEqual({
      __typename: 'Query',
      tanks: { __typename: 'TankConnection', nodes: [] },
    });
});

/** Documents and variables with a word that is nearly one of the schema. */
const SLIPS: [query: string, variables?: object][] = [
  ['{ tanc(id: "x") { id } }'],
  ['{ tank(id: "x") { nam } }'],
  ['{ tank(idd: "x") { id } }'],
  ['{ tanks(filter: { statu: { equals: "x" } }) { totalCount } }'],
  ['{ tanks(orderBy: { field: NAM, direction: ASC }) { totalCount } }'],
  ['query ($x: TankOrde) { tanks(orderBy: $x) { totalCount } }'],
  ['mutation { updateTank(id: "x", input: {}) { id } }'],
  ['mutation { updateTank(id: "x", input: { nam: "x" }) { __typename } }'],
  ['mutation { updateTank(id: "x", input: {}) { ... on Tanq { id } } }'],
  ['query ($x: [TankOrder!]) { tanks(orderBy: $x) { totalCount } }', { x: { field: 'NAM', direction: 'ASC' } }],
  ['query ($x: [TankOrder!]) { tanks(orderBy: $x) { totalCount } }', { x: { feld: 'NAME', direction: 'ASC' } }],
  ['query ($x: OrderDirection!) { tanks(orderBy: { field: NAME, direction: $x }) { totalCount } }', { x: 'ASK' }],
  ['query ($x: TankFilter) { tanks(filter: $x) { totalCount } }', { x: { statu: { equals: 'x' } } }],
  ['mutation ($x: UpdateTankInput!) { updateTank(id: "x", input: $x) { __typename } }', { x: { nam: 'x' } }],
];

for (const [query, variables] of SLIPS)
  test(`a slip is corrected only where introspection is on: ${query} ${JSON.stringify(variables)}`, async () => {
    for (const _again of [1, 2, 3]) {
      const [told, untold] = await Promise.all([open.ask(query, variables), closed.ask(query, variables)]);
      expect([told.status, untold.status]).toEqual([400, 400]);
      expect(JSON.stringify(told.errors)).toContain('Did you mean');
      expect(JSON.stringify(untold.errors)).not.toMatch(/did you mean/i);
    }
  });
