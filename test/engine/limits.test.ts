import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const times = (count: number, part: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => part(n)).join(' ');
const around = (count: number, open: string, core: string, close: string): string =>
  `${open.repeat(count)} ${core} ${close.repeat(count)}`;
const aggregates = (count: number, first: string): string =>
  `{ ${times(count, (n) => `a${n}: tankAggregate(groupBy: [NAME] ${first}) { groups { count } }`)} }`;
const [PARSING, VALIDATION, LIMIT] = ['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'DOCUMENT_TOO_LARGE'];
/** Parsed or not, as the stack allows, and refused in any case. */
const EITHER = expect.toBeOneOf([PARSING, VALIDATION, LIMIT]);

const DOCUMENTS: [what: string, query: string, refused?: string][] = [
  ['10,000 aliases', `{ ${times(10_000, (n) => `a${n}: __typename`)} }`, PARSING],
  ['101 root fields', `{ ${times(101, (n) => `a${n}: __typename`)} }`, LIMIT],
  ['11 descriptions of the schema', `{ ${times(11, (n) => `a${n}: __schema { description }`)} }`, LIMIT],
  ['10 descriptions of the schema', `{ ${times(10, (n) => `a${n}: __schema { description }`)} }`],
  ['100 root fields', `{ ${times(100, (n) => `a${n}: __typename`)} }`],
  ['10,001 tokens', `{ ${'__typename '.repeat(9_999)} }`, PARSING],
  ['200,000 tokens', `{ ${'a '.repeat(100_000)} }`, PARSING],
  ['a comment of 200 KB', `# ${'x'.repeat(200_000)}\n{ __typename }`],
  ['a text of 200 KB', `{ tank(id: "${'x'.repeat(200_000)}") { id } }`],
  ['a name of 200 KB', `{ ${'x'.repeat(200_000)} }`, LIMIT],
  ['an alias of 129 characters', `{ ${'x'.repeat(129)}: __typename }`, LIMIT],
  ['an alias of 128 characters', `{ ${'x'.repeat(128)}: __typename }`],
  [
    'more than 250,000 values',
    `{ shipTos(first: 200) { nodes { tanks(first: 200) { nodes { ${'id name note status fillStatus product '} } } } } }`,
    LIMIT,
  ],
  ['5,000 levels of fields', around(2_400, '{ a ', '', '} '), EITHER],
  ['1,000 levels of fragments', around(1_000, '{ ... ', '{ __typename }', '} ')],
  ['5,000 levels of lists', `{ tank(id: ${around(4_900, '[', '', ']')}) { id } }`, EITHER],
  ['5,000 levels of types', `query ($a: ${around(4_900, '[', 'Int', ']')}) { __typename }`, EITHER],
  ['40,000 levels, cut off', '{a'.repeat(40_000), EITHER],
  ['15 levels', around(4, '{ tanks(first: 1) { nodes { shipTo ', '{ tanks { nodes { name } } }', '} } }')],
  ['16 levels', around(5, '{ tanks(first: 1) { nodes { shipTo ', '{ name }', '} } }'), LIMIT],
  [
    '30 levels of wrapped types',
    `{ __schema { types { fields { type { ${around(30, 'ofType { ', 'name', '}')} } } } } }`,
  ],
  ['1,000 levels of wrapped types', `{ __type(name: "Tank") { ${around(1_000, 'ofType { ', 'name', '}')} } }`],
  ['2,000 levels of wrapped types', `{ __type(name: "Tank") { ${around(2_000, 'ofType { ', 'name', '}')} } }`, LIMIT],
  [
    'more than 50,000 records',
    '{ shipTos(first: 200) { nodes { tanks(first: 200) { nodes { shipTo { tanks(first: 200) { nodes { id } } } } } } } }',
    LIMIT,
  ],
  [
    'more than 50,000 records behind fragments',
    '{ shipTos(first: 200) { ... { nodes { tanks(first: 200) { ...page } } } } } fragment page on TankConnection { nodes { shipTo { tanks(first: 200) { ... { nodes { id } } } } } }',
    LIMIT,
  ],
  [
    'more than 50,000 records from the end',
    `{ ${times(5, (n) => `a${n}: shipTos(first: null, last: 200) { nodes { tanks(first: null, last: 200) { nodes { id } } } }`)} }`,
    LIMIT,
  ],
  [
    'more than 50,000 records after a page of a negative size',
    '{ a: tanks(first: -2000000000) { nodes { id } } b: shipTos(first: 200) { nodes { tanks(first: 200) { nodes { shipTo { tanks(first: 200) { nodes { id } } } } } } } }',
    LIMIT,
  ],
  ['200 tanks with 200 tasks each', '{ tanks(first: 200) { nodes { tasks(first: 200) { nodes { id } } } } }'],
  [
    'tasks in tasks through their entity',
    '{ tanks(first: 200) { nodes { tasks(first: 200) { nodes { entity { ... on Tank { tasks(first: 200) { nodes { id } } } } } } } } }',
    LIMIT,
  ],
  [
    'relations in several types of one union',
    '{ tasks(first: 200) { nodes { entity { ... on Tank { tasks(first: 200) { nodes { id } } } ... on ShipTo { tasks(first: 200) { nodes { id } } } } } } }',
    LIMIT,
  ],
  [
    '200 nodes with 200 tasks each',
    'query ($ids: [ID!]! = ["x"]) { nodes(ids: $ids) { ... on Tank { tasks(first: 200) { nodes { id } } } } }',
  ],
  [
    '200 nodes with 250 tasks each',
    'query ($ids: [ID!]! = ["x"]) { nodes(ids: $ids) { ... on Tank { a: tasks(first: 200) { nodes { id } } tasks { nodes { id } } } } }',
    LIMIT,
  ],
  [
    '100 lists of 200 nodes with 13 values each',
    `query ($ids: [ID!]! = ["x"]) { ${times(100, (n) => `n${n}: nodes(ids: $ids) { ... on Tank { ${times(13, (m) => `a${m}: id`)} } }`)} }`,
    LIMIT,
  ],
  [
    '51 changes of many',
    `mutation { ${times(51, (n) => `a${n}: updateTanks(patches: []) { ... on UpdateTanksSuccess { results { __typename } } }`)} }`,
    LIMIT,
  ],
  [
    '50 changes of many',
    `mutation { ${times(50, (n) => `a${n}: updateTanks(patches: []) { ... on UpdateTanksSuccess { results { __typename } } }`)} }`,
  ],
  [
    'a change of many with 251 values a record',
    `mutation { updateTanks(patches: []) { ... on UpdateTanksSuccess { results { ${times(14, (n) => `... on Tank { ${times(18, (k) => `a${n}_${k}: ${['id', 'name', 'note', 'status', 'fillStatus', 'brand', 'tankSize', 'unitId', 'fuelId', 'vendorId', 'latitude', 'longitude', 'productId', 'customerId'][n]}`)} }`)} } } } }`,
    LIMIT,
  ],
  ['51 aggregates of 1,000 groups', aggregates(51, 'first: 1000'), LIMIT],
  ['50 aggregates of 1,000 groups', aggregates(50, 'first: 1000')],
  [
    '51 aggregates of a number of groups that a variable gives',
    `query ($first: Int = 1) ${aggregates(51, 'first: $first')}`,
    LIMIT,
  ],
  ['100 aggregates of 100 groups', aggregates(100, 'first: null')],
  ['a fragment in itself', '{ ...a } fragment a on Query { ...a }', VALIDATION],
  ['two fragments in each other', '{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }', VALIDATION],
  [
    'one field under 40 aliases in two fragments',
    `{ tank(id: "x") { ... { ${times(20, (n) => `a${n}: name`)} } ... { ${times(20, (n) => `b${n}: name`)} } } }`,
    LIMIT,
  ],
  [
    'one field under 40 aliases in equal fields',
    `{ tank(id: "x") { ${times(20, (n) => `a${n}: name`)} } tank(id: "x") { ${times(20, (n) => `b${n}: name`)} } }`,
    LIMIT,
  ],
  [
    'one field under 20 aliases in each of two types',
    `{ nodes(ids: []) { ... on Tank { ${times(20, (n) => `a${n}: id`)} } ... on Task { ${times(20, (n) => `b${n}: id`)} } } }`,
  ],
  ['one field in 40 fragments', `{ tank(id: "x") { ${times(40, () => '... { id }')} } }`],
  ['two fields in 600 fragments', `{ tank(id: "x") { ${times(600, () => '... on Tank { id name }')} } }`, LIMIT],
  [
    'fragments that double 30 times',
    `{ ...f0 } ${times(30, (n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`)} fragment f30 on Query { __typename }`,
    LIMIT,
  ],
  [
    'fragments that double 30 times through fields',
    `{ tanks { nodes { ...f0 } } } ${times(30, (n) => `fragment f${n} on Tank { a: shipTo { tanks { nodes { ...f${n + 1} } } } b: shipTo { tanks { nodes { ...f${n + 1} } } } }`)} fragment f30 on Tank { id }`,
    LIMIT,
  ],
  ['types in types, 30 levels', `{ __schema { types ${around(15, '{ fields { type ', '{ name }', '} }')} } }`, LIMIT],
  ['a field twice, 4,000 times', `{ tank(id: "x") { ${'name '.repeat(4_000)} } }`, LIMIT],
  ['a field twice, 9,900 times', `{ tank(id: "x") { ${'name '.repeat(9_900)} } }`, LIMIT],
  ['a field twice, each with a selection of its own', `{ ${'tank(id: "x") { name } '.repeat(99)} }`],
  ['selections to merge', `{ tanks { nodes { ${'shipTo { id name } '.repeat(1_900)} } } }`, LIMIT],
  [
    'fields that cannot be merged',
    `{ tanks { nodes { ${times(1_600, (n) => `shipTo { a: ${['id', 'name', 'note'][n % 3]} }`)} } } }`,
    LIMIT,
  ],
  [
    'fragments to merge',
    `{ tanks { nodes { ${times(900, (n) => `...f${n}`)} } } } ${times(900, (n) => `fragment f${n} on Tank { name }`)}`,
    LIMIT,
  ],
  ['directives', `{ __typename ${'@skip(if: false) '.repeat(1_400)} }`, VALIDATION],
  ['variables', `query (${times(2_400, (n) => `$v${n}: Int`)}) { __typename }`, VALIDATION],
  ['operations', times(1_900, (n) => `query q${n} { __typename }`), 'OPERATION_RESOLUTION_FAILURE'],
  ['21 aliases of one field', `{ tank(id: "t") { ${times(21, (n) => `a${n}: name`)} } }`, LIMIT],
  [
    '21 aliases of one field of the schema itself',
    `{ __schema { types { ${times(21, (n) => `a${n}: description`)} } } }`,
    LIMIT,
  ],
  ['101 JSON values', `{ ${times(51, (n) => `r${n}: tank(id: "t") { a: metadata lastReading }`)} }`, LIMIT],
  [
    'over 2,000 fields',
    `{ ${times(99, (n) => `r${n}: tank(id: "t") { ...F }`)} } fragment F on Tank { ${times(20, (n) => `a${n}: name`)} }`,
    LIMIT,
  ],
];

/** CPU time in ms that this process spends on `run`. Time that the machine gives to other processes does not count. */
async function cpuTimeOf(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

for (const [what, query, refused] of DOCUMENTS)
  test(`a document of ${what} is ${refused === undefined ? 'answered' : 'refused'} at a bounded cost`, async () => {
    const ask = async (text: string): Promise<void> => {
      const { status, errors = [] } = await gateway.ask(text);
      const codes = new Set(errors.map(({ extensions }) => extensions.code));
      expect([status, ...codes]).toEqual(refused === undefined ? [200] : [400, refused]);
    };
    const costs: { first: number[]; second: number[] } = { first: [], second: [] };
    for (const attempt of [1, 2, 3]) {
      // A document is parsed, validated and planned the first time, and from then on remembered.
      const text = `${query} # ${attempt}`;
      costs.first.push(await cpuTimeOf(() => ask(text)));
      costs.second.push(await cpuTimeOf(() => ask(text)));
      await ask(text);
    }
    // A virtual machine can count a stall as CPU time, but hardly three times in a row.
    expect(Math.min(...costs.first)).toBeLessThan(1_000);
    expect(Math.min(...costs.second)).toBeLessThan(1_000);
  });

test('a document of 2,400 levels of fragments is answered or refused, as the stack allows', async () => {
  const query = around(2_400, '{ ... ', '{ __typename }', '} ');
  for (const _again of [1, 2, 3]) {
    const { status, errors } = await gateway.ask(query);
    expect([200, 400]).toContain(status);
    if (status === 400) expect(errors?.[0]?.extensions.code).toBe(LIMIT);
  }
});

test('a document that repeats fields too often to be compared is refused with that reason', async () => {
  const repeated = (count: number): string => `{ tank(id: "x") { ${times(count, () => '... on Tank { id name }')} } }`;
  expect((await gateway.ask(repeated(400))).errors).toBeUndefined();
  for (const _again of [1, 2, 3]) {
    const { errors } = await gateway.ask(repeated(600));
    expect(errors).toEqual([
      {
        message:
          'The document repeats fields too often: to compare those of equal names takes more than 500,000 steps.',
        extensions: { code: LIMIT },
      },
    ]);
  }
});

test('none of this is logged as an error', () => {
  expect(gateway.logged.filter(({ level }) => level >= 50)).toEqual([]);
});
