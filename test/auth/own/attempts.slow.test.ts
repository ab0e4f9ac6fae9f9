import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { subgraphOf } from '../../../src/graphql/federation/subgraph.ts';
import { encodeCursor } from '../../../src/graphql/lists/connection.ts';
import { schema } from '../../../src/schema.ts';
import { openGateway, type TestGateway } from '../../gateway.ts';
import { isNullable } from '../../records.ts';
import { snake } from '../../rows.ts';
import {
  COLUMNS,
  camel,
  fill,
  isOwn,
  LEADS,
  NAMES,
  narrowed,
  OWNED,
  type Own,
  ownScopes,
  recordOf,
  rowsOf,
} from './narrowed.ts';

/** All records of a company, and a database in which those that the token does not see have never been. */
let whole: TestGateway;
let twin: TestGateway;
let ids: Map<string, string[]>;
let token: string;
const own: Own = {
  tank: { customer_id: ['c-1', 'c-2'] },
  task: { team_id: ['c-1', 'c-3'] },
  expiration: { owner_id: ['c-1', 'c-2', 'acme-tank-1', 'acme-tank-2', 'acme-tank-3', 'acme-task-4'] },
  quick_order: { user_id: 'c-1' },
  ship_to: { customer_id: ['c-1', 'c-4'] },
};
/** Opens both for a token with these rules. */
async function open(rules: Own, fewest: number): Promise<void> {
  const settings = { schema: subgraphOf(schema) };
  [whole, twin] = await Promise.all([openGateway(settings), openGateway(settings)]);
  ids = await fill(whole, 'acme', 40, 11);
  await fill(twin, 'acme', 40, 11);
  const all = await rowsOf(whole, 'acme');
  for (const [name, rows] of all) {
    const hidden = rows.filter((row) => !isOwn(rules, name, row, all)).map(({ id }) => id);
    expect(hidden.length).toBeGreaterThan(fewest);
    expect(hidden.length).toBeLessThan(rows.length - 1);
    await twin.sql(`DELETE FROM ${name} WHERE id = ANY ($1)`, [hidden]);
  }
  await twin.sql('TRUNCATE record_deletion');
  token = await narrowed(rules, ownScopes(rules));
}

const records = fc.constantFrom(...OWNED);
const values = fc.constantFrom('c-1', 'c-2', 'c-3', 'c-4', "o'c", 'ё', null);
const id = (name: string) => fc.constantFrom(...(ids.get(name) ?? []), 'none');
const anyId = fc.constantFrom(...NAMES).chain((name) => id(name));
const keyOf = (table: string) => `id ${(COLUMNS[table] ?? []).map(camel).join(' ')}`;

/** Conditions on a record's columns and on what is behind its relations, which may be denied, joined and nested. */
const conditions = (table: string, levels = 2): fc.Arbitrary<object> => {
  const texts = fc.tuple(fc.constantFrom(...(COLUMNS[table] ?? []).map(camel)), values, id(table));
  const plain = texts.chain(([field, value, of]) =>
    fc.constantFrom<object>(
      { [field]: field === 'id' ? { gt: of } : { equals: isNullable(recordOf(table), field) ? value : of } },
      { [field]: { not: { in: [of, value ?? 'c-9'] } } },
      { [field]: { contains: '1', mode: 'Insensitive' } },
      { search: 'nor' },
      {},
    ),
  );
  const relations = Object.entries(LEADS[table] ?? {});
  if (levels === 0 || relations.length === 0) return plain;
  const below = conditions(table, levels - 1);
  const behind = fc
    .constantFrom(...relations)
    .chain(([relation, { to, by }]) =>
      by === 'id'
        ? fc
            .tuple(fc.constantFrom('is', 'isNot'), fc.option(conditions(to, levels - 1)))
            .map(([operator, where]) => ({ [relation]: { [operator]: where } }))
        : fc
            .tuple(fc.constantFrom('some', 'every', 'none'), conditions(to, levels - 1))
            .map(([operator, where]) => ({ [relation]: { [operator]: where } })),
    );
  const joined = fc.tuple(fc.constantFrom('AND', 'OR'), fc.array(below, { maxLength: 2 }));
  return fc.oneof(
    plain,
    { arbitrary: behind, weight: 3 },
    joined.map(([operator, all]) => ({ [operator]: all })),
    behind.map((where) => ({ NOT: where })),
  );
};

type Attempt = readonly [query: string, variables: object];
/** Ways to ask for records by what one may know of them: ids, columns, texts, places in an order, versions. */
const attempts: fc.Arbitrary<Attempt> = records.chain(({ type, table, one, many, mutation, input, inputs }) => {
  const columns = (COLUMNS[table] ?? []).map(camel).filter((field) => field !== 'id');
  const column = fc.constantFrom(...columns);
  const filter = fc.oneof(
    { arbitrary: conditions(table), weight: 3 },
    fc.uniqueArray(id(table), { maxLength: 8 }).map((ids) => ({ id: { in: ids } })),
    fc
      .tuple(
        column,
        values.filter((value) => value !== null),
      )
      .map(([field, value]) => ({ [field]: { in: [value] } })),
    fc.constantFrom(
      { search: 'north' },
      { search: 'south' },
      { search: 'nor' },
      { modifiedSince: '2026-01-01T00:00:00Z' },
      {},
    ),
  );
  const cursor = fc.tuple(fc.constantFrom('ID', 'LAST_MODIFIED'), id(table)).map(([order, of]) => ({
    order,
    after:
      order === 'ID'
        ? encodeCursor('id', { keys: [], id: of })
        : encodeCursor('modifiedAt', { keys: ['2026-01-01T00:00:00.000Z'], id: of }),
  }));
  const order = fc.array(
    fc.record({
      field: column.map((field) => snake(field).toUpperCase()),
      direction: fc.constantFrom('ASC', 'DESC'),
      nulls: fc.constantFrom('FIRST', 'LAST', null),
    }),
    { maxLength: 3 },
  );
  const version = fc.constantFrom(null, 1, 2, 3);
  const set = fc
    .tuple(
      fc.constantFrom(...columns.filter((field) => field in inputs), ...(table === 'tank' ? ['name'] : [])),
      values,
    )
    .map(([field, value]) => ({ [field]: value }));
  const errors = '... on Error { message } ... on InvalidRequestError { issues { path code } }';
  const conflict = `... on ConflictError { currentVersion changedFields record { __typename ... on ${type} { ${keyOf(table)} version } } }`;
  return fc.oneof(
    id(table).map((of): Attempt => [`query ($of: ID!) { ${one}(id: $of) { ${keyOf(table)} version } }`, { of }]),
    anyId.map((of): Attempt => [`query ($of: ID!) { node(id: $of) { __typename id } }`, { of }]),
    fc
      .array(anyId, { maxLength: 20 })
      .map((of): Attempt => [`query ($of: [ID!]!) { all: nodes(ids: $of) { __typename id } }`, { of }]),
    fc
      .array(id(table), { maxLength: 9 })
      .map(
        (of): Attempt => [
          `query ($of: [_Any!]!) { _entities(representations: $of) { __typename ... on ${type} { ${keyOf(table)} } } }`,
          { of: of.map((each) => ({ __typename: type, id: each })) },
        ],
      ),
    filter.map(
      (given): Attempt => [
        `query ($filter: ${type}Filter) { ${many}(filter: $filter, first: 20) { totalCount totalCountIsExact pageInfo { hasNextPage endCursor } nodes { ${keyOf(table)} } } }`,
        { filter: given },
      ],
    ),
    fc
      .tuple(order, filter)
      .map(
        ([by, given]): Attempt => [
          `query ($by: [${type}Order!], $filter: ${type}Filter) { ${many}(orderBy: $by, filter: $filter, first: 3) { pageInfo { hasNextPage endCursor } nodes { ${keyOf(table)} } } }`,
          { by, filter: given },
        ],
      ),
    cursor.map(
      ({ order, after }): Attempt => [
        `query ($after: String) { ${many}(after: $after, first: 2, orderBy: { field: ${order}, direction: ASC }) { pageInfo { hasNextPage hasPreviousPage } ${order === 'ID' ? 'nodes { id }' : 'totalCount'} } }`,
        { after },
      ],
    ),
    id(table)
      .map((of) => encodeCursor('id', { keys: [], id: of }))
      .map(
        (after): Attempt => [
          `query ($before: String) { ${many}(before: $before, last: 3) { pageInfo { hasPreviousPage hasNextPage } nodes { id } } }`,
          { before: after },
        ],
      ),
    fc
      .tuple(filter, column)
      .map(
        ([given, by]): Attempt => [
          `query ($filter: ${type}Filter, $by: [${type}GroupField!]) { ${one}Aggregate(groupBy: $by, filter: $filter) { groups { key { ${by} } count } others isExact } }`,
          { filter: given, by: [snake(by).toUpperCase()] },
        ],
      ),
    fc.constant<Attempt>([`{ deletions(record: ${table.toUpperCase()}) { totalCount } }`, {}]),
    fc.constant<Attempt>([
      `{ history(record: ${table.toUpperCase()}, id: "${ids.get(table)?.[0]}") { totalCount } }`,
      {},
    ]),
    fc
      .tuple(id(table), version, set)
      .map(
        ([of, v, change]): Attempt => [
          `mutation ($of: ID!, $v: Int, $set: ${input}!) { ${mutation}(id: $of, expectedVersion: $v, input: $set) { __typename ${errors} ${conflict} ... on ${type} { ${keyOf(table)} version } } }`,
          { of, v, set: change },
        ],
      ),
    fc
      .tuple(fc.array(id(table), { maxLength: 5 }), set)
      .map(
        ([of, change]): Attempt => [
          `mutation ($of: [${input.replace(/Input$/, 'Patch')}!]!) { ${mutation}s(patches: $of) { __typename ... on Update${mutation.slice(6)}sSuccess { results { __typename ${errors} } } } }`,
          { of: of.map((each) => ({ id: each, input: change })) },
        ],
      ),
    fc
      .tuple(fc.constant('none'), version)
      .map(
        ([of, v]): Attempt => [
          `mutation ($of: ID!, $v: Int) { delete${type}(id: $of, expectedVersion: $v) { __typename ${errors} ${conflict} } }`,
          { of, v },
        ],
      ),
    fc
      .tuple(id(table), fc.constant(9))
      .map(
        ([of, v]): Attempt => [
          `mutation ($of: ID!, $v: Int) { delete${type}(id: $of, expectedVersion: $v) { __typename ${errors} ... on ConflictError { currentVersion record { __typename } } } }`,
          { of, v },
        ],
      ),
    id('tank').map(
      (of): Attempt => [
        'query ($of: ID!) { tank(id: $of) { shipTo { id customerId tanks(first: 5) { totalCount nodes { id } } tasks(first: 5) { totalCount nodes { id entity { __typename } } } } tasks(first: 5) { totalCount nodes { id } } expirations(first: 5) { totalCount nodes { id owner { __typename ... on Tank { id } } } } } }',
        { of },
      ],
    ),
  );
});

/** On a server of its own the test makes other attempts than on the embedded one. */
const seed = process.env.DATABASE_URL ? 2 : 1;
const rules: [name: string, rules: Own, count: number][] = [
  ['by columns', own, 2_500],
  [
    'through tasks',
    { ...own, tank: { tasks: true }, ship_to: { tasks: true }, task: { team_id: ['c-1', 'c-2', 'c-3', 'ё'] } },
    750,
  ],
  ['through tanks', { ...own, ship_to: { tanks: true } }, 750],
  ['through ship-tos', { ...own, tank: { shipTo: true, customer_id: ['c-1', 'c-2', 'c-3'] } }, 750],
];
describe.each(rules)('of a token with rules %s', (name, its, count) => {
  beforeAll(() => open(its, name === 'by columns' ? 5 : 1));
  afterAll(() => Promise.all([whole.close(), twin.close()]));

  test('attempts to see or to touch other records are answered as if these had never been', async () => {
    const sent = fc.sample(attempts, { numRuns: count, seed });
    let answered = 0;
    for (const [query, variables] of sent) {
      const [one, other] = await Promise.all([whole, twin].map((gateway) => gateway.ask(query, variables, token)));
      const told = (
        { data, errors }: { data: unknown; errors?: { message: string; extensions: object }[] } = { data: 0 },
      ) => ({ data, errors: errors?.map(({ message, extensions }) => ({ message, extensions })) });
      expect({ query, variables, ...told(one) }).toEqual({ query, variables, ...told(other) });
      if (one?.errors === undefined) answered += 1;
      else expect(new Set(one.errors.map(({ extensions }) => extensions.code))).toEqual(new Set(['FORBIDDEN']));
    }
    expect(answered).toBeGreaterThan(count * 0.8);
  }, 300_000);

  test('what the token has changed is the same in both, and what it does not see is as it was', async () => {
    const all = await rowsOf(whole, 'acme');
    for (const table of NAMES) {
      const rows = async ({ sql }: TestGateway) =>
        (await sql(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY id`)).map(({ row }) => ({
          ...row,
          last_modified_date: 0,
          updated_at: 0,
          created_at: 0,
          assigned_at: 0,
          created_date: 0,
        }));
      const found = await rows(whole);
      expect(found.filter((row) => isOwn(its, table, row, all))).toEqual(await rows(twin));
      for (const row of found) if (!isOwn(its, table, row, all)) expect(row.version).toBe(1);
    }
  });

  test('the id of a record out of sight is taken, and tells no more than that of another company', async () => {
    const [hidden, foreign] = [randomUUID(), randomUUID()];
    await whole.sql(
      `INSERT INTO quick_order (id, company_id, user_id) VALUES ($1, 'acme', 'c-9'), ($2, 'globex', 'c-1')`,
      [hidden, foreign],
    );
    const query =
      'mutation ($input: CreateQuickOrderInput!) { createQuickOrder(input: $input) { __typename ... on InvalidRequestError { issues { path code message } } } }';
    const [one, other] = await Promise.all(
      [hidden, foreign].map((each) => whole.ask(query, { input: { id: each, userId: 'c-1' } }, token)),
    );
    expect(one?.data.createQuickOrder.__typename).toBe('InvalidRequestError');
    expect(one?.data).toEqual(other?.data);
  });
});
