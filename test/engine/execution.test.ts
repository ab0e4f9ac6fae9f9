import { setImmediate } from 'node:timers/promises';
import { buildSchema, GraphQLError, type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../gateway.ts';

/** A field of the schema below, by its type and its name. */
type Resolvers = Record<string, GraphQLFieldResolver<unknown, unknown>>;

const SDL = `
  interface Named { name: String }
  type Item implements Named { name: String must: String! item: Item strict: Item! }
  type Query {
    item: Item
    items: [Item]
    strict: [Item!]
    named: [Named]
    sum(of: [Int], more: Int = 3): Int
    list(of: [Int]): [Int]
  }
  type Mutation { add(text: String!, slowly: Boolean = false): String fail: String written: [String] }`;

const fault = (message: string): GraphQLError => new GraphQLError(message);
const written: string[] = [];

const resolvers: Resolvers = {
  'Query item': () => ({ name: () => 'a method', must: null, item: { must: 'm' }, strict: { name: 'n' } }),
  'Query items': () => [{ name: 'a' }, Promise.resolve({ name: 'b' }), Promise.reject(fault('c')), fault('d'), null],
  'Query strict': () => [{ name: 'a' }, Promise.reject(fault('b')), Promise.reject(fault('c'))],
  'Query named': () => [{ __typename: 'Item', name: 'a' }, { __typename: 'Nobody' }],
  // A resolver may change its arguments.
  'Query sum': (_source, given: { of: number[]; more: number }) => {
    given.more += 1;
    given.of.push(given.more);
    return given.of.reduce((sum, value) => sum + value, 0);
  },
  'Query list': (_source, given: { of: number[] }) => given.of.splice(0, 1),
  'Mutation add': async (_source, { text, slowly }: { text: string; slowly: boolean }) => {
    if (slowly) await setImmediate();
    written.push(text);
    return written.join('');
  },
  'Mutation fail': () => Promise.reject(fault('fails')),
  'Mutation written': () => written.splice(0),
};

function schemaOf(): GraphQLSchema {
  const schema = buildSchema(SDL);
  for (const [place, resolve] of Object.entries(resolvers)) {
    const [type = '', field = ''] = place.split(' ');
    const parent = schema.getType(type);
    const found = isObjectType(parent) ? parent.getFields()[field] : undefined;
    if (found === undefined) throw new Error(`There is no ${place}.`);
    found.resolve = resolve;
  }
  return schema;
}

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway({ schema: schemaOf() });
});
afterAll(() => gateway.close());

const cannot = (path: (string | number)[]) => ({ path, extensions: { code: 'INTERNAL_SERVER_ERROR' } });

test.each<[string, string, object, object[]?]>([
  ['a function as a value is called', '{ item { name } }', { item: { name: 'a method' } }],
  [
    'an error nulls the nearest field that may be null',
    '{ item { item { must strict { name } } } }',
    { item: { item: null } },
    [cannot(['item', 'item', 'strict'])],
  ],
  ['a null where none may be nulls its parent', '{ item { must } }', { item: null }, [cannot(['item', 'must'])]],
  [
    'items may be promises, and each fails alone',
    '{ items { name } }',
    { items: [{ name: 'a' }, { name: 'b' }, null, null, null] },
    [
      { message: 'c', path: ['items', 2], locations: [{ line: 1, column: 3 }] },
      { message: 'd', path: ['items', 3] },
    ],
  ],
  [
    'an item that may not be null takes its list along',
    '{ strict { name } }',
    { strict: null },
    [{ message: 'b', path: ['strict', 1] }],
  ],
  [
    'a type that is none of an interface is an error',
    '{ named { name } }',
    { named: [{ name: 'a' }, null] },
    [{ path: ['named', 1] }],
  ],
])('%s', async (_what, query, data, errors) => {
  for (const _again of [1, 2]) {
    const answer = await gateway.ask(query);
    expect(answer.data).toEqual(data);
    if (errors === undefined) expect(answer.errors).toBeUndefined();
    else expect(answer.errors).toMatchObject(errors);
  }
});

test('a resolver that changes its arguments changes them for nobody else', async () => {
  for (const _again of [1, 2, 3])
    expect(
      (await gateway.ask('{ sum(of: [1, 2]) a: sum(of: [5], more: 1) list(of: [1, 2]) b: list(of: [7]) }')).data,
    ).toEqual({
      sum: 7,
      a: 7,
      list: [1],
      b: [7],
    });
});

test('the fields of a mutation are executed one after the other, also behind one that fails', async () => {
  const query = 'mutation { a: add(text: "a", slowly: true) fail b: add(text: "b") written }';
  const { data, errors } = await gateway.ask(query);
  expect(data).toEqual({ a: 'a', fail: null, b: 'ab', written: ['a', 'b'] });
  expect(errors).toMatchObject([{ message: 'fails', path: ['fail'], locations: [{ line: 1, column: 44 }] }]);
});
