import { afterAll, beforeAll, expect, test } from 'vitest';
import { subgraphOf } from '../../src/graphql/federation/subgraph.ts';
import { schema } from '../../src/schema.ts';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { tank } from '../records.ts';
import { full, insert } from '../rows.ts';

let gateway: TestGateway;
let token: string;
beforeAll(async () => {
  gateway = await openGateway({ schema: subgraphOf(schema) });
  await insert(gateway, tank, ...Array.from({ length: 200 }, () => full(tank)));
  token = await tokenOf('acme', 'tanks:read');
});
afterAll(() => gateway.close());

const aliases = (count: number, field: string): string =>
  Array.from({ length: count }, (_, n) => `a${n}: ${field}`).join(' ');
const hundred = <Item>(item: (n: number) => Item): Item[] => Array.from({ length: 100 }, (_, n) => item(n));

test('an answer has a hundred errors, and the last says how many are left out', async () => {
  const query = `{ tanks(first: 200) { nodes { ${aliases(20, 'shipTo { id }')} } } }`;
  // A document that comes again takes a faster way through the gateway.
  for (const _again of [1, 2, 3]) {
    const { data, errors = [] } = await gateway.ask(query, {}, token);
    expect(new Set(errors.map(({ path }) => path?.join('.'))).size).toBe(100);
    expect(errors.map(({ extensions }) => extensions.more)).toEqual(hundred((n) => (n < 99 ? undefined : 3_900)));
    expect(errors[99]?.extensions.code).toBe('FORBIDDEN');
    expect(data.tanks.nodes).toHaveLength(200);
    expect(new Set(data.tanks.nodes.flatMap(Object.values))).toEqual(new Set([null]));
  }
});

test('errors have no locations in a document of more than 500 lines', async () => {
  for (const [lines, located] of [
    [400, true],
    [600, false],
  ] as const)
    for (const _again of [1, 2, 3]) {
      const query = `{${'\n'.repeat(lines)}tanks(first: 3) { nodes { shipTo { id } } } }`;
      const { errors = [] } = await gateway.ask(query, {}, token);
      expect(errors.map(({ path }) => path)).toEqual([0, 1, 2].map((n) => ['tanks', 'nodes', n, 'shipTo']));
      expect(errors.map((error) => 'locations' in error)).toEqual([located, located, located]);
    }
});

test('an answer with a hundred errors leaves none out', async () => {
  for (const _again of [1, 2, 3]) {
    const { errors = [] } = await gateway.ask('{ tanks(first: 100) { nodes { shipTo { id } } } }', {}, token);
    expect(errors.map(({ extensions }) => extensions)).toEqual(
      hundred(() => ({ code: 'FORBIDDEN', missingScope: 'ship-tos:read' })),
    );
  }
});

test.each([
  ['faulty representations', 1, 'BAD_USER_INPUT'],
  ['entities without a token', { __typename: 'Tank', id: 'x' }, 'UNAUTHENTICATED'],
])('of 45,000 %s a hundred are reported', async (_name, representation, code) => {
  const query = `query ($of: [_Any!]!) { ${aliases(45, '_entities(representations: $of) { __typename }')} }`;
  for (const _again of [1, 2, 3]) {
    const of = Array<unknown>(1_000).fill(representation);
    const { data, errors = [] } = await gateway.ask(query, { of }, null);
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(hundred(() => code));
    expect(errors[99]?.extensions.more).toBe(44_900);
    expect(new Set(Object.values(data).flat())).toEqual(new Set([null]));
  }
});
