import type { Sent } from './pair.ts';
import { ask, FAULTS, lines, NAMED } from './unusual-documents.ts';

/** The same query with opposite values for its two variables. */
const both = (query: string): Sent[] => [ask(query, { x: true, y: false }), ask(query, { x: false, y: true })];

const TANK = 'query T($id: ID!) { tank(id: $id) { id name version } }';

const UPDATE = `mutation U($id: ID!, $input: UpdateTankInput!, $expectedVersion: Int) { updateTank(id: $id, input: $input, expectedVersion: $expectedVersion) { ${NAMED} } }`;
const CREATE = `mutation ($input: CreateSubscriptionInput!, $key: String) { createSubscription(input: $input, idempotencyKey: $key) { __typename ... on WebhookSubscription { id companyId workflowId nodeId webhookUrl resource actions secret filter createdAt version } ${FAULTS} } }`;
const HOOK = {
  workflowId: 'f',
  nodeId: 'n',
  webhookUrl: 'https://example.com/h',
  resource: 'tank',
  actions: ['created'],
  secret: 's3cret',
};

const subscriptions: Sent[] = [
  { ...HOOK },
  { ...HOOK, filter: { ship_to_id: 's1', metadata: { a: [1] } } },
  { ...HOOK, filter: { shipToId: 's1', version: '1' } },
  { ...HOOK, actions: 'created' },
  { ...HOOK, actions: [] },
  { ...HOOK, actions: ['created', null] },
  { ...HOOK, webhookUrl: 'ftp://x', resource: 'moon', secret: '' },
  { ...HOOK, nodeId: undefined },
  { ...HOOK, extra: 1 },
].flatMap((input) => [
  ask(CREATE, { input }),
  ask(CREATE, { input, key: 'once' }),
  ask(CREATE, { input }, { token: 'everybody' }),
]);

/** JSON that JSON.stringify never writes. */
// biome-ignore format: a table
const numbers: Sent[] = [
  ...['1.0', '-0', '1e0', '1e999', '-1e999', '1e-999', '9007199254740993'].map((version) => `"input":{"name":"v"},"expectedVersion":${version}`),
  ...['-0', '1.0', '1e2', '1e21', '1e999', '123456789012345678901'].map((id) => `"input":{"productId":${id}}`),
  ...['{"__proto__":{"a":1}}', '{"a":{"__proto__":null}}', '{"a":1e999}', '{"a":1,"a":2}', '{"":{}}'].flatMap((given) => [`"input":{"metadata":${given}}`, `"input":${given}`]),
  '"input":{"name":"v"},"__proto__":{"id":"t2"}',
  '"input":{"name":null,"toString":1}',
].map((variables) => ({ name: `updateTank with ${variables}`, body: `{"query":${JSON.stringify(UPDATE)},"variables":{"id":"t1",${variables}}}` }));

const inputs: Sent[] = [null, 'text', 5, [], [{}], [{ name: 'in a list' }], true, { constructor: 1 }, { name: '\ud800' }].map((input) => ask(UPDATE, { id: 't1', input })); // biome-ignore format: a table

const inside = (declared: string, input: string, variables: object): Sent =>
  ask(`mutation (${declared}) { updateTank(id: "t3", input: ${input}) { ${NAMED} } }`, variables);
const variables: Sent[] = [
  inside('$n: String = null', '{ name: $n }', {}),
  inside('$n: String! = "needed"', '{ name: $n }', { n: null }),
  inside('$a: String = "x"', '{ alerts: [$a, "b"] }', { a: null }),
  inside('$a: [String!] = "d"', '{ alerts: $a }', {}),
  inside('$v: String', '{ metadata: { a: [$v, { b: $v }] } }', {}),
  inside('$v: String', '{ metadata: { a: [$v, { b: $v }] } }', { v: null }),
  inside('$v: JSONObject = { a: 1, b: [true, null, 1.5, "s", ENUM] }', '{ metadata: { in: $v } }', {}),
  inside('$v: JSONObject = { a: 1e400 }', '{ metadata: $v }', {}),
  inside('$v: JSONObject = { __proto__: { a: 1 } }', '{ metadata: $v }', {}),
  inside('$input: UpdateTankInput! = { name: "whole", alerts: "one" }', '$input', {}),
  inside('$input: UpdateTankInput! = { metadata: { __proto__: { a: 1 } } }', '$input', {}),
  inside('$constructor: String', '{ name: $constructor }', {}),
  inside('$toString: String', '{ name: $toString }', { toString: 'ts' }),
  inside('$unused: String', '{ name: "x" }', { unused: 'y' }),
  ask('query ($n: Float = 1e400) { tanks(filter: { daysToEmpty: { lte: $n } }) { totalCount } }', {}),
  ask('query ($f: TankFilter = { daysToEmpty: { lte: 1e400 } }) { tanks(filter: $f) { totalCount } }'),
  inside('$n: String', '{ name: $n, note: "kept" }', {}),
  ...[{}, { c: null }, { c: 'c1', s: null }, { c: 'c1', s: 'active' }].map((given) =>
    ask(
      'query ($c: ID, $s: String) { tanks(filter: { customerId: { equals: $c }, status: { equals: $s } }) { totalCount } }',
      given,
    ),
  ),
  ...[{}, { first: null }, { after: null }, { first: 2 }].map((given) =>
    ask('query ($first: Int, $after: String) { tanks(first: $first, after: $after) { nodes { id } } }', given),
  ),
  ask('query ($first: Int = 1e3) { tanks(first: $first) { totalCount } }'),
  ask('query ($d: OrderDirection!) { expirations(orderBy: { field: ID, direction: $d }) { totalCount } }', {
    d: 'toString',
  }),
];

const MANY = `mutation M($patches: [UpdateTankPatch!]!) { updateTanks(patches: $patches) { __typename ... on UpdateTanksSuccess { results { ${NAMED} } } ${FAULTS} } }`;
const many: Sent[] = [
  [{ id: 't3', input: { name: 'many' } }, { id: 'absent', input: {} }, { id: 't2', input: { metadata: { a: [1] }, alerts: ['x'] } }],
  [{ id: 't1', input: { name: 'a\0' }, expectedVersion: 99 }, { id: 't2', input: {}, expectedVersion: 99 }, { id: 't2', input: {} }],
  { id: 't1', input: { name: 'a list of one' } },
  Array.from({ length: 1001 }, () => ({ id: 't1', input: {} })),
  [],
  null,
  [null],
  [{ id: 't1' }],
  [{ id: 't1', input: { name: 5 } }],
].flatMap((patches) => [ask(MANY, { patches }), ask(MANY, { patches }, { token: 'reader' }), ask(MANY, { patches }, { token: 'everybody' })]); // biome-ignore format: a table

const literals: Sent[] = lines(`
  5, input: {}
  "t4", input: { name: "a\\u0041\\n\\"q\\\\" }
  "t4", input: { name: """block text "quoted" \\n""" }
  "t4", input: { name: "\`\${1+1}\` \\u2028</script>" }
  "t4", input: { alerts: "one", fillPercentage: "12.5" }
  "t4", input: { fillPercentage: "12,5" }
  "t4", input: { metadata: { a: 1, b: [true, null, 1.5, "s", ENUM], c: { d: {} } } }
  "t4", input: { metadata: { __proto__: { a: 1 }, toString: 1, constructor: 2 } }
  "t4", input: { metadata: { big: 123456789012345678901234567890, tiny: 1e-400, huge: 1e400 } }
  "t4", input: { productId: 12345678901234567890 }
  "t4", input: {}, expectedVersion: 2147483648
  "t4", input: { name: "\\u0000" }
  "t4", input: { name: "\\uD800" }
  "t4", input: { name: "\\uD83D\\uDE00 \\u{1F600}" }
`).map(({ body }) => ask(`mutation { updateTank(id: ${JSON.parse(`${body}`).query}) { ${NAMED} } }`));

// biome-ignore format: a table
const conditions: Sent[] = [
  ...both('query ($x: Boolean!) { a: tank(id: "t1") @include(if: $x) { ...F } b: tank(id: "t2") { ...F } } fragment F on Tank { name shipTo @skip(if: $x) { id } }'),
  ...both('query ($x: Boolean!, $y: Boolean!) { tank(id: "t1") { name @include(if: $x) name @include(if: $y) ... @include(if: $x) { ... @skip(if: $y) { shipTo { id } } } } }'),
  ...both('query ($x: Boolean!, $y: Boolean!) { tank(id: "t1") { ...F @include(if: $x) ...F @include(if: $y) id } } fragment F on Tank { name }'),
  ...both('mutation ($x: Boolean!) { a: updateTank(id: "t5", input: { name: "a" }) @include(if: $x) { __typename } b: updateTank(id: "t5", input: { name: "b" }) @skip(if: $x) { __typename } }'),
  ...both('query ($x: Boolean) { tank(id: "t1") { id name @include(if: $x) } }'),
  ask('query ($x: Boolean = true) { tank(id: "t1") { id name @include(if: $x) } }', { x: false }),
  ask('query ($x: Boolean = true) { tank(id: "t1") { id name @include(if: $x) } }', { x: true }),
  ask('query ($x: Boolean = true) { tank(id: "t1") { id name @include(if: $x) } }', { x: null }),
  ask('query Q @skip(if: true) { __typename }'),
];

const THREE =
  'query A($x: Boolean!) { tank(id: "t1") { id name @include(if: $x) } } query B { tank(id: "t2") { ...F } } mutation C { updateTank(id: "t6", input: { name: "c" }) { ...G } } fragment F on Tank { name } fragment G on Tank { id ...F }';
const named = (query: string, ...names: unknown[]): Sent[] =>
  names.map((operationName) => {
    const body = JSON.stringify({ query, operationName, variables: { id: 't1', x: true } });
    return { name: body.slice(0, 200) + JSON.stringify(operationName), body };
  });
const names: Sent[] = [
  ...named(THREE, 'A', 'B', 'C', 'D', '', null, undefined, 5, ['A'], {}, false),
  ...named(TANK, 'T', 't', '', undefined),
  ...named('{ tank(id: "t1") { id } }', 'T', null),
  ...named('query __proto__ { __typename }', '__proto__', undefined),
  ...named('query class { __typename } query x { tank(id: "t1") { id } }', 'class'),
];

/** More errors than an answer reports, and one for each record. */
const aliases = Array.from({ length: 20 }, (_, n) => `a${n}: shipTo { id }`).join(' ');
const errors: Sent[] = [
  ask(`{ tanks { nodes { ${aliases} } } }`, {}, { token: 'tanksOnly' }),
  ask(`{ shipTo(id: "s1") { id } tanks { nodes { id shipTo { name } ${aliases} } } }`, {}, { token: 'tanksOnly' }),
  ask('{ tanks { nodes { shipTo { id } } } }', {}, { token: 'tanksOnly' }),
];

/** Operations whose variables, literals, directives or names are unusual. */
export const OPERATIONS: Sent[] = [
  ...subscriptions,
  ...numbers,
  ...inputs,
  ...variables,
  ...literals,
  ...many,
  ...conditions,
  ...names,
  ...errors,
];
