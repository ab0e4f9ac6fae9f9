import { gzipSync } from 'node:zlib';
import { getNamedType, isLeafType, isObjectType } from 'graphql';
import { schema } from '../../src/schema.ts';

/** One HTTP request, as a client writes it. A header that is undefined is left out. */
export interface Sent {
  name: string;
  method?: string;
  path?: string;
  headers?: Record<string, string | string[] | undefined>;
  /** Whose token it bears; none when null, `acme`'s with every scope when left out. */
  token?: keyof typeof TOKENS | null;
  body?: string | Buffer;
  /** Sent in pieces and without a length. */
  chunked?: boolean;
}

const EVERY = ['tanks', 'tasks', 'expirations', 'quick-orders', 'ship-tos', 'subscriptions'];
const scopesOf = (kind: string): string => EVERY.map((resource) => `${resource}:${kind}`).join(' ');

/** Company and scopes of each token. */
export const TOKENS = {
  acme: { company: 'acme', scope: `${scopesOf('read')} ${scopesOf('write')}` },
  other: { company: 'globex', scope: `${scopesOf('read')} ${scopesOf('write')}` },
  everybody: { company: undefined, scope: `${scopesOf('read')} ${scopesOf('write')} companies:all` },
  companyless: { company: undefined, scope: `${scopesOf('read')} ${scopesOf('write')}` },
  reader: { company: 'acme', scope: scopesOf('read') },
  writer: { company: 'acme', scope: scopesOf('write') },
  tanksOnly: { company: 'acme', scope: 'tanks:read tanks:write' },
  shipTosOnly: { company: 'acme', scope: 'ship-tos:read' },
  careless: { company: 'careless', scope: `${scopesOf('read')} ${scopesOf('write')}` },
  nothing: { company: 'acme', scope: '' },
};

/** The records that both databases begin with: `acme`'s, and those that only a `careless` import could write. */
export const ROWS = `
  TRUNCATE tank, task, expiration, quick_order, ship_to, webhook_subscription, webhook_event, webhook_delivery;
  INSERT INTO ship_to (id, company_id, name, units, preferences, last_modified_date) VALUES
    ('s1', 'acme', 'Depot', '{a,b}', '{"gate":1}', '2026-01-02T03:04:05Z'), ('s2', 'acme', NULL, NULL, NULL, NULL),
    ('s3', 'globex', 'Theirs', NULL, NULL, NULL);
  INSERT INTO tank (id, company_id, name, ship_to_id, days_to_empty, fill_percentage, alerts, metadata, last_reading, last_reading_date, status, last_modified_date)
    SELECT 't' || n, CASE WHEN n = 9 THEN 'globex' ELSE 'acme' END, 'Tank ' || n, 's' || (n % 3 + 1), n, CASE WHEN n <> 2 THEN n * 10 END,
      '{low}', '{"n":1,"deep":{"a":[1,"2",null]}}', '{"volume":1.5}', '2026-02-03T04:05:06Z', 'active', '2026-01-01T00:00:00Z'
    FROM generate_series(1, 9) n;
  INSERT INTO tank (id, company_id, days_to_empty, fill_percentage, alerts, metadata, last_reading_date, name) VALUES
    ('nan', 'careless', 'NaN', 'Infinity', ARRAY['a', NULL], '[1]', 'infinity', 'Odd'), ('even', 'careless', 1, 1, NULL, '{}', NULL, 'Even');
  INSERT INTO task (id, company_id, task_type_id, creator_id, status_id, title, priority, team_id, workflow_id, task_number, due_date, created_at, updated_at)
    SELECT 'k' || n, 'acme', 'type', 'me', 'open', 'Task ' || n, 'high', 'team', 'flow', n, timestamptz '2026-03-01T00:00:00Z' + n * interval '1 day', '2026-01-01', '2026-01-01'
    FROM generate_series(1, 3) n;
  INSERT INTO expiration (id, company_id, expiration_date, warning_date, owner_type, date_modified) VALUES
    ('e1', 'acme', '2026-12-31', '2026-12-01', 'truck', '2026-01-01'), ('e2', 'acme', '2028-01-01', NULL, 'driver', '2026-01-01'),
    ('never', 'careless', 'infinity', NULL, NULL, NULL);
  INSERT INTO quick_order (id, company_id, status, metadata, order_items, error, created_date) VALUES
    ('q1', 'acme', 'new', '{"a":1}', '{"items":[1]}', '{"code":7}', '2026-01-01'), ('q2', 'acme', NULL, NULL, NULL, NULL, '2026-01-02');
  INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions, secret, created_at, updated_at) VALUES
    ('w1', 'acme', 'flow', 'node', 'https://example.com/hook', 'task', '{updated}', 'hush', '2026-01-01', '2026-01-01'),
    ('w3', 'acme', 'flow', 'node', 'https://example.com/tanks', 'tank', '{updated}', NULL, '2026-01-01', '2026-01-01'),
    ('w2', 'careless', 'flow', 'node', 'not an address', 'task', '{updated}', NULL, '2026-01-01', '2026-01-01');
`;

/** A write that PostgreSQL refuses in a way that the gateway does not expect. */
export const TRAP = "ALTER TABLE tank ADD CONSTRAINT no_boom CHECK (name <> 'boom')";

/** What breaks the databases under both servers, for what only an operator's fault can show. */
export const BREAKAGE = 'ALTER TABLE tank DROP COLUMN vendor_id CASCADE; DROP TABLE task CASCADE;';

const leaves = (type: string): string => {
  const object = schema.getType(type);
  const fields = isObjectType(object) ? Object.values(object.getFields()) : [];
  return fields.flatMap((field) => (isLeafType(getNamedType(field.type)) ? [field.name] : [])).join(' ');
};

const FAULTS = `... on Error { message } ... on InvalidRequestError { success fault: error issues { path message } }
  ... on ConflictError { currentVersion }`;
const outcome = (type: string, fields = leaves(type)): string => `__typename ... on ${type} { ${fields} } ${FAULTS}`;

const sent = (body: object, more: Partial<Sent> = {}): Sent => {
  const text = JSON.stringify(body);
  const how = more.name ?? Object.entries(more).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return { name: `${text.replace(/(\\n|\s)+/g, ' ').slice(0, 160)} ${how}`.trim(), body: text, ...more };
};
const ask = (query: string, variables?: object, more: Partial<Sent> = {}): Sent =>
  sent(variables === undefined ? { query } : { query, variables }, more);

const TANK = `query T($id: ID!) { tank(id: $id) { id name version } }`;
const PLAIN = '{ tank(id: "t1") { id name } }';
const UPDATE = `mutation U($id: ID!, $input: UpdateTankInput!, $expectedVersion: Int) {
  updateTank(id: $id, input: $input, expectedVersion: $expectedVersion) { ${outcome('Tank')} } }`;
const patches = (...inputs: unknown[]): Sent[] => inputs.map((input) => ask(UPDATE, { id: 't1', input }));

const RESOURCES: [type: string, one: string, many: string, id: string, update: string, input: object][] = [
  ['Tank', 'tank', 'tanks', 't1', 'updateTank', { name: 'N', alerts: ['x'], metadata: { a: 1 }, includeInJob: true }],
  ['Task', 'task', 'tasks', 'k1', 'updateTaskAssignee', { assigneeId: 'me' }],
  ['Expiration', 'expiration', 'expirations', 'e1', 'updateExpiration', { expirationDate: '2027-01-02' }],
  ['QuickOrder', 'quickOrder', 'quickOrders', 'q1', 'updateQuickOrder', { status: 'done', orderItems: { x: [1] } }],
  ['ShipTo', 'shipTo', 'shipTos', 's1', 'updateShipTo', { name: 'S', archived: true, units: [] }],
];

const everyOperation = RESOURCES.flatMap(([type, one, many, id, update, input]): Sent[] => {
  const argument = `Update${type === 'Task' ? 'TaskAssignee' : type}Input!`;
  const mutation = `mutation ($id: ID!, $input: ${argument}, $v: Int) { ${update}(id: $id, input: $input, expectedVersion: $v) { ${outcome(type)} } }`;
  const page = `{ ${many} { nodes { ${leaves(type)} } edges { cursor node { id __typename } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount __typename } }`;
  const slice = `query ($first: Int, $last: Int, $after: String, $before: String) { ${many}(first: $first, last: $last, after: $after, before: $before) { nodes { id } pageInfo { hasNextPage hasPreviousPage } } }`;
  return [
    ask(`query ($id: ID!) { ${one}(id: $id) { ${leaves(type)} } }`, { id }),
    ask(`query ($id: ID!) { ${one}(id: $id) { ${leaves(type)} } }`, { id: 'absent' }),
    ask(`query ($id: ID!) { ${one}(id: $id) { ${leaves(type)} } }`, { id }, { token: 'other' }),
    ask(`query ($id: ID!) { ${one}(id: $id) { ${leaves(type)} } }`, { id }, { token: null }),
    ask(page),
    ask(page, {}, { token: 'everybody' }),
    ask(page, {}, { token: 'nothing' }),
    ask(slice, { first: 1 }),
    ask(slice, { last: 1 }),
    ask(slice, { first: 0 }),
    ask(slice, { first: 201, last: 3, after: 'nonsense', before: 'x' }),
    ask(slice, { first: null, after: null }),
    ask(mutation, { id, input }),
    ask(mutation, { id, input: {} }),
    ask(mutation, { id: 'absent', input }),
    ask(mutation, { id, input, v: 1 }),
    ask(mutation, { id: 'absent', input, v: 1 }),
    ask(mutation, { id, input }, { token: 'other' }),
    ask(mutation, { id, input }, { token: 'everybody' }),
    ask(mutation, { id, input }, { token: 'companyless' }),
    ask(mutation, { id, input }, { token: 'reader' }),
    ask(mutation, { id, input }, { token: null }),
  ];
});

const CREATE = `mutation ($input: CreateSubscriptionInput!, $key: String) { createSubscription(input: $input, idempotencyKey: $key) { ${outcome('WebhookSubscription')} } }`;
const HOOK = {
  workflowId: 'f',
  nodeId: 'n',
  webhookUrl: 'https://example.com/h',
  resource: 'tank',
  actions: ['created'],
};
const subscriptions: Sent[] = [
  ask(CREATE, { input: HOOK }),
  ask(CREATE, { input: { ...HOOK, secret: 's3cret', filter: { ship_to_id: 's1', deep: { a: [1] } } }, key: 'once' }),
  ask(CREATE, { input: { ...HOOK, actions: 'created' } }),
  ask(CREATE, { input: { ...HOOK, actions: [] } }),
  ask(CREATE, { input: { ...HOOK, actions: ['created', null] } }),
  ask(CREATE, { input: { ...HOOK, webhookUrl: 'ftp://x', resource: 'moon', secret: '' }, key: '' }),
  ask(CREATE, { input: { ...HOOK, nodeId: undefined } }),
  ask(CREATE, { input: { ...HOOK, extra: 1 } }),
  ask(CREATE, { input: HOOK }, { token: 'everybody' }),
  ask(CREATE, { input: HOOK }, { token: 'nothing' }),
  ask('{ webhookSubscription(id: "w1") { id secret webhookUrl actions createdAt updatedAt } }'),
  ask(
    'mutation ($w: ID = "flow") { createSubscription(input: { workflowId: $w, nodeId: 1, webhookUrl: "https://e.com", resource: "tank", actions: "created", filter: { a: { b: 1 } } }) { __typename ... on WebhookSubscription { workflowId nodeId actions filter } } }',
    { w: null },
  ),
  ask(
    'mutation ($w: ID = "flow") { createSubscription(input: { workflowId: $w, nodeId: 1, webhookUrl: "https://e.com", resource: "tank", actions: "created" }) { __typename ... on WebhookSubscription { workflowId nodeId actions filter } } }',
    {},
  ),
];

/** Variables letter for letter, for numbers and keys that JSON.stringify would never write. */
const written = (variables: string): Sent => ({
  name: `updateTank with ${variables}`,
  body: `{"query":${JSON.stringify(UPDATE)},"variables":{"id":"t1",${variables}}}`,
});
const patching: Sent[] = [
  ...patches({}, { name: null }, { name: 'A', status: null, alerts: null }, { alerts: [] }, { alerts: 'one' }),
  ...patches({ alerts: ['a', null] }, { alerts: [['a']] }, { alerts: 5 }, { metadata: null }, { includeInJob: null }),
  ...patches(
    { metadata: {} },
    { metadata: [] },
    { metadata: 'x' },
    { metadata: { a: { b: [1, null, { c: 1e300 }] } } },
  ),
  ...patches(
    { fillPercentage: 42.5 },
    { fillPercentage: '42.50' },
    { fillPercentage: 'much' },
    { fillPercentage: null },
  ),
  ...patches({ fillPercentage: '' }, { fillPercentage: [1] }, { fillPercentage: true }, { fillPercentage: 1e308 }),
  ...patches({ productId: 5 }, { productId: 1.5 }, { productId: 1e21 }, { productId: true }),
  ...patches({ name: 5 }, { name: '\u0000' }, { name: '\ud800' }, { name: 'ä€😀\u2028' }, { name: 'x'.repeat(300) }),
  ...patches({ name: 'boom' }, { includeInJob: 'true' }, { includeInJob: 1 }, { nope: 1 }, { id: 'x' }, { version: 9 }),
  ...patches(null, 'text', 5, [], [{}], [{ name: 'in a list' }], true, { constructor: 1 }),
  ask(UPDATE, { id: 't1' }),
  ask(UPDATE, { input: {} }),
  ask(UPDATE),
  ask(UPDATE, { id: 't1', input: { name: 'v' }, expectedVersion: null }),
  ask(UPDATE, { id: 't1', input: { name: 'v' }, expectedVersion: '1' }),
  ask(UPDATE, { id: 't1', input: { name: 'v' }, expectedVersion: 1.5 }),
  ask(UPDATE, { id: 't1', input: { name: 'v' }, expectedVersion: 2147483648 }),
  ...['1.0', '-0', '1e0', '1e999', '-1e999', '1e-999', '9007199254740993'].map((version) =>
    written(`"input":{"name":"v"},"expectedVersion":${version}`),
  ),
  ...['-0', '1.0', '1e2', '1e21', '1e999', '123456789012345678901'].map((id) => written(`"input":{"productId":${id}}`)),
  ...['{"__proto__":{"a":1}}', '{"a":{"__proto__":null}}', '{"a":1e999}', '{"a":1,"a":2}', '{"":{}}'].flatMap(
    (given) => [written(`"input":{"metadata":${given}}`), written(`"input":${given}`)],
  ),
  written('"input":{"name":"v"},"__proto__":{"id":"t2"}'),
  ask(UPDATE, { id: 7, input: {} }),
  ask(UPDATE, { id: null, input: {} }),
  ask(UPDATE, { id: ['t1'], input: {} }),
  ask(UPDATE, { id: '\u0000', input: {} }),
  ask(UPDATE, { id: '', input: {} }),
  ask(UPDATE, { id: 'x'.repeat(5000), input: { name: 'x' } }),
];

const NAMED = outcome('Tank', 'name brand status alerts metadata fillPercentage');
const inside = (declared: string, input: string, variables: object): Sent =>
  ask(`mutation (${declared}) { updateTank(id: "t3", input: ${input}) { ${NAMED} } }`, variables);
const variablesInside: Sent[] = [
  inside('$n: String', '{ name: $n, brand: "b1" }', {}),
  inside('$n: String', '{ name: $n, brand: "b2" }', { n: null }),
  inside('$n: String', '{ name: $n, brand: "b3" }', { n: 'given' }),
  inside('$n: String = "default"', '{ name: $n }', {}),
  inside('$n: String = "default"', '{ name: $n }', { n: null }),
  inside('$n: String = null', '{ name: $n }', {}),
  inside('$n: String! = "needed"', '{ name: $n }', {}),
  inside('$n: String! = "needed"', '{ name: $n }', { n: null }),
  inside('$a: String!', '{ alerts: [$a, "b"] }', { a: 'x' }),
  inside('$a: String = "x"', '{ alerts: [$a, "b"] }', {}),
  inside('$a: String = "x"', '{ alerts: [$a, "b"] }', { a: null }),
  inside('$a: String!', '{ alerts: $a }', { a: 'single' }),
  inside('$a: [String!]', '{ alerts: $a }', { a: 'single' }),
  inside('$a: [String!]', '{ alerts: $a }', { a: null }),
  inside('$a: [String!]', '{ alerts: $a }', {}),
  inside('$a: [String!] = "d"', '{ alerts: $a }', {}),
  inside('$a: [String!]! = ["d", "e"]', '{ alerts: $a }', {}),
  inside('$v: String', '{ metadata: { a: $v } }', { v: 'x' }),
  inside('$v: String', '{ metadata: { a: $v } }', {}),
  inside('$v: String', '{ metadata: { a: [$v, { b: $v }] } }', { v: null }),
  inside('$v: JSONObject', '{ metadata: { a: $v, b: 1 } }', { v: { deep: [1] } }),
  inside('$v: JSONObject', '{ metadata: $v }', { v: { deep: [1] } }),
  inside('$v: JSONObject = { a: 1, b: [true, null, 1.5, "s", ENUM] }', '{ metadata: $v }', {}),
  inside('$v: JSONObject = { a: 1 }', '{ metadata: { in: $v } }', {}),
  inside('$p: Percentage', '{ fillPercentage: $p }', { p: '12.5' }),
  inside('$p: Percentage = "12.5"', '{ fillPercentage: $p }', {}),
  inside('$p: Percentage = 7', '{ fillPercentage: $p }', {}),
  inside('$p: Percentage = "many"', '{ fillPercentage: $p }', {}),
  inside('$input: UpdateTankInput! = { name: "whole", alerts: "one" }', '$input', {}),
  inside('$input: UpdateTankInput = { name: "whole2", metadata: { a: 1 } }', '$input', {}),
  inside('$input: UpdateTankInput = { name: "whole3" }', '$input', { input: null }),
  inside('$input: UpdateTankInput = { name: "whole3" }', '$input', { input: {} }),
  inside('$__proto__: String', '{ name: $__proto__ }', JSON.parse('{"__proto__":"p"}')),
  inside('$constructor: String', '{ name: $constructor }', {}),
  inside('$toString: String', '{ name: $toString }', { toString: 'ts' }),
  inside('$unused: String', '{ name: "x" }', { unused: 'y' }),
  inside('$v: JSONObject = { a: 1e400 }', '{ metadata: $v }', {}),
  inside('$v: JSONObject = { __proto__: { a: 1 } }', '{ metadata: $v }', {}),
  inside('$v: String = "__MAGIC_NAN__57f286b9_4c20_487f_b409_79804ddcb4f8"', '{ name: $v }', {}),
  inside('$v: String = "a\\u2028b\\u0000"', '{ name: $v }', {}),
  inside('$input: UpdateTankInput! = { metadata: { a: 1e400 } }', '$input', {}),
  inside('$input: UpdateTankInput! = { metadata: { __proto__: { a: 1 } } }', '$input', {}),
  inside('$input: UpdateTankInput! = { name: "__MAGIC_NAN__57f286b9_4c20_487f_b409_79804ddcb4f8" }', '$input', {}),
  ask('query ($f: TankFilter = { daysToEmptyAtMost: 1e400 }) { tanks(filter: $f) { totalCount } }'),
  ask('query ($f: TaskFilter = { dueBefore: "2026-03-03T00:00:00Z" }) { tasks(filter: $f) { totalCount } }'),
  ask('query ($f: ExpirationFilter = { expiresBefore: "0000-03-03" }) { expirations(filter: $f) { totalCount } }'),
  ask('query ($first: Int = 1e3) { tanks(first: $first) { totalCount } }'),
  inside('$a: String!, $b: [String!]', '{ alerts: $b, name: $a }', { a: 'n', b: ['x', 'y'] }),
  inside('$input: UpdateTankInput!', '$input', { input: { name: null, alerts: ['z'], toString: 1 } }),
  ask(
    'mutation ($d: Date = "2027-03-04") { updateExpiration(id: "e1", input: { warningDate: $d }) { __typename ... on Expiration { warningDate } } }',
  ),
  ask(
    'mutation ($d: Date = "0000-03-04") { updateExpiration(id: "e1", input: { warningDate: $d }) { __typename ... on Error { message } } }',
  ),
  ask(
    'mutation ($i: UpdateExpirationInput! = { warningDate: "0000-03-04" }) { updateExpiration(id: "e1", input: $i) { __typename ... on Error { message } } }',
  ),
  ask(
    'mutation ($d: Date) { updateExpiration(id: "e1", input: { warningDate: $d, ownerCode: "c" }) { __typename ... on Expiration { warningDate } } }',
  ),
  ask(
    'mutation { updateExpiration(id: "e1", input: { warningDate: "2027-03-05" }) { __typename ... on Expiration { warningDate } } }',
  ),
  ask('query ($s: String) { tanks(filter: { status: $s }) { totalCount } }', {}),
  ask('query ($s: String) { tanks(filter: { status: $s }) { totalCount } }', { s: null }),
  ask('query ($s: String = "active") { tanks(filter: { status: $s }) { totalCount } }', {}),
  ask('query ($n: Float = 1e400) { tanks(filter: { daysToEmptyAtMost: $n }) { totalCount } }', {}),
  ask('query ($n: Float = -0.0) { tanks(filter: { daysToEmptyAtMost: $n }) { totalCount } }', {}),
  ask('{ tanks(filter: { daysToEmptyAtMost: 1e400 }) { totalCount } }'),
  ask('query ($id: ID = "t1") { tank(id: $id) { id } }', { id: null }),
  ask('query ($id: ID = "t1") { tank(id: $id) { id } }', {}),
  ask('query ($id: ID! = "t1") { tank(id: $id) { id } }', {}),
  ask('query ($id: ID! = 5) { tank(id: $id) { id } }'),
  ask('query ($id: ID) { tank(id: $id) { id } }', { id: 't1' }),
  ask('query ($id: ID!) { tank(id: $id) { id } }', { id: 't1', id2: 1 }),
  ask('query ($first: Int = 2) { tanks(first: $first) { nodes { id } } }'),
  ask('query ($first: Int = 2) { tanks(first: $first) { nodes { id } } }', { first: null }),
  ask('query ($first: Int! = 2) { tanks(first: $first) { nodes { id } } }', {}),
];

const literals: Sent[] = [
  `id: 5, input: {}`,
  `id: "t4", input: { name: "a\\u0041\\n\\"q\\\\" }`,
  `id: "t4", input: { name: """block\n  text "quoted" \\n""" }`,
  `id: "t4", input: { name: "\`\${1+1}\`" }`,
  `id: "t4", input: { name: "\\u2028</script>" }`,
  `id: "t4", input: { alerts: "one" }`,
  `id: "t4", input: { alerts: ["one", "two"], fillPercentage: 12.5 }`,
  `id: "t4", input: { alerts: null, fillPercentage: "12.5" }`,
  `id: "t4", input: { fillPercentage: "12,5" }`,
  `id: "t4", input: { metadata: { a: 1, b: [true, null, 1.5, "s", ENUM], c: { d: {} } } }`,
  `id: "t4", input: { metadata: { __proto__: { a: 1 }, b: 2 } }`,
  `id: "t4", input: { metadata: { toString: 1, constructor: 2 } }`,
  `id: "t4", input: { metadata: { big: 123456789012345678901234567890, tiny: 1e-400, huge: 1e400 } }`,
  `id: "t4", input: { metadata: {} }`,
  `id: "t4", input: { metadata: null }`,
  `id: "t4", input: { productId: 12345678901234567890 }`,
  `id: "t4", input: { productId: 1.5 }`,
  `id: "t4", input: {}, expectedVersion: 2147483648`,
  `id: "t4", input: {}, expectedVersion: null`,
  `id: "t4", input: {}, expectedVersion: 1`,
  `id: "t4", input: { name: "\\u0000" }`,
  `id: "t4", input: { name: "\\uD800" }`,
  `id: "t4", input: { name: "\\uD83D\\uDE00 \\u{1F600}" }`,
  `id: "t4", input: { name: "__MAGIC_NAN__57f286b9_4c20_487f_b409_79804ddcb4f8" }`,
  `id: "t4", input: { name: "__MAGIC_PLUS_INFINITY__bb201c39_3333_4695_b4ad_7f1722e7aa7a" }`,
  `id: "t4", input: { name: "__MAGIC_MINUS_INFINITY__71d4310a_d4a3_4a05_b1fe_e60779d24998" }`,
  `id: "t4", input: { name: "__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d0" }`,
  `id: "__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74dglobalThis.reached='argument'", input: {}`,
  `id: "\\u005f_MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74dglobalThis.reached='escaped'", input: {}`,
  `id: "t4", input: { metadata: { a: ["__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74dglobalThis.reached='json'"] } }`,
].map((given) => ask(`mutation { updateTank(${given}) { ${NAMED} } }`));

const filters: Sent[] = [
  ...[
    'filter: { expiresBefore: "2027-06-01" }',
    'filter: { expiresBefore: "tomorrow" }',
    'filter: { expiresBefore: "0000-01-01" }',
    'filter: { ownerType: null }',
    'filter: { ownerType: "truck", warnsBefore: "2027-01-01" }',
    'filter: {}',
    'filter: null, orderBy: null',
    'orderBy: { field: EXPIRATION_DATE, direction: DESC }',
    'orderBy: { field: "EXPIRATION_DATE", direction: DESC }',
    'orderBy: { field: NOPE, direction: DESC }',
    'orderBy: { direction: ASC }',
  ].map((given) => ask(`{ expirations(${given}) { nodes { id expirationDate } } }`)),
  ...(
    [
      ['$d: Date', 'filter: { expiresBefore: $d }', { d: '2027-06-01' }],
      ['$d: Date = "2027-06-01"', 'filter: { expiresBefore: $d }', {}],
      ['$d: Date = "2027-06-01"', 'filter: { expiresBefore: $d }', { d: null }],
      ['$d: Date', 'filter: { expiresBefore: $d }', { d: '2027-02-30' }],
      ['$d: Date', 'filter: { expiresBefore: $d }', { d: 5 }],
      ['$d: Date', 'filter: { expiresBefore: $d }', {}],
      ['$f: ExpirationFilter', 'filter: $f', { f: { expiresBefore: '2027-06-01' } }],
      ['$f: ExpirationFilter = { expiresBefore: "2027-06-01" }', 'filter: $f', {}],
      ['$f: ExpirationFilter', 'filter: $f', { f: null }],
      ['$o: ExpirationOrder', 'orderBy: $o', { o: { field: 'EXPIRATION_DATE', direction: 'DESC' } }],
      ['$o: ExpirationOrder', 'orderBy: $o', { o: { field: 'expiration_date', direction: 'DESC' } }],
      ['$o: ExpirationOrder', 'orderBy: $o', { o: { field: 'ID' } }],
      ['$o: ExpirationOrder = { field: ID, direction: DESC }', 'orderBy: $o', {}],
      ['$d: OrderDirection!', 'orderBy: { field: ID, direction: $d }', { d: 'DESC' }],
      ['$d: OrderDirection = DESC', 'orderBy: { field: ID, direction: $d }', {}],
      ['$d: OrderDirection = DESC', 'orderBy: { field: ID, direction: $d }', { d: null }],
      ['$d: OrderDirection!', 'orderBy: { field: ID, direction: $d }', { d: 0 }],
      ['$d: OrderDirection!', 'orderBy: { field: ID, direction: $d }', { d: 'toString' }],
    ] satisfies [string, string, object][]
  ).map(([declared, given, variables]) =>
    ask(`query (${declared}) { expirations(${given}) { nodes { id expirationDate } } }`, variables),
  ),
  ...['2026-03-03T00:00:00Z', '2026-03-03T02:00:00+02:00', '2026-03-03', 'x', null, 1772323200000].map((due) =>
    ask('query ($due: DateTime) { tasks(filter: { dueBefore: $due }) { nodes { id dueDate } } }', { due }),
  ),
  ask('query ($due: DateTime = "2026-03-03T00:00:00Z") { tasks(filter: { dueBefore: $due }) { nodes { id } } }'),
  ask('{ tasks(filter: { dueBefore: "2026-03-03T00:00:00Z", taskNumber: 1 }) { nodes { id } } }'),
  ask('{ tasks(filter: { taskNumber: 99999999999 }) { nodes { id } } }'),
  ask('{ tanks(filter: { daysToEmptyAtMost: 3, fillPercentageAtMost: 25.5 }) { nodes { id } totalCount } }'),
  ask('query ($n: Float) { tanks(filter: { daysToEmptyAtMost: $n }) { nodes { id } } }', { n: '3' }),
  ask('query ($n: Float) { tanks(filter: { daysToEmptyAtMost: $n }) { nodes { id } } }', { n: 3 }),
  ask('query ($b: Boolean) { shipTos(filter: { archived: $b }) { nodes { id } } }', { b: false }),
  ask('query ($b: Boolean) { shipTos(filter: { archived: $b }) { nodes { id } } }', { b: 'false' }),
];

const both = (query: string): Sent[] => [ask(query, { x: true, y: false }), ask(query, { x: false, y: true })];
const X = '($x: Boolean!)';
const XY = '($x: Boolean!, $y: Boolean!)';
const conditions: Sent[] = [
  ...both(
    `query ${X} { a: tank(id: "t1") @include(if: $x) { ...F } b: tank(id: "t2") { ...F } } fragment F on Tank { name shipTo { id } }`,
  ),
  ...both(
    `query ${X} { a: tank(id: "t1") { ...F } b: tank(id: "t2") { ...F } } fragment F on Tank { name @include(if: $x) shipTo @skip(if: $x) { id } }`,
  ),
  ...both(`query ${X} { tank(id: "t1") @include(if: $x) { id } }`),
  ...both(`query ${X} { tank(id: "t1") @skip(if: $x) { id } other: tank(id: "t2") { id } }`),
  ...both(`query ${X} { tank(id: "t1") { id name @include(if: $x) brand @skip(if: $x) __typename @include(if: $x) } }`),
  ...both(`query ${XY} { tank(id: "t1") { id name @include(if: $x) @skip(if: $y) } }`),
  ...both(`query ${XY} { tank(id: "t1") { name @include(if: $x) name @include(if: $y) } }`),
  ...both(`query ${XY} { tank(id: "t1") { name @include(if: $x) name @skip(if: $x) name } }`),
  ...both(`query ${XY} { tank(id: "t1") @include(if: $x) { id } tank(id: "t1") @include(if: $y) { name } }`),
  ...both(`query ${XY} { tank(id: "t1") { shipTo @include(if: $x) { id } shipTo @include(if: $y) { name } } }`),
  ...both(`query ${X} { tank(id: "t1") { ... @include(if: $x) { name } ... on Tank @skip(if: $x) { brand } id } }`),
  ...both(`query ${X} { tank(id: "t1") { id ...F @include(if: $x) } } fragment F on Tank { name shipTo { id } }`),
  ...both(
    `query ${X} { a: tank(id: "t1") { ...F @include(if: $x) } b: tank(id: "t2") { ...F } } fragment F on Tank { name }`,
  ),
  ...both(
    `query ${X} { a: tank(id: "t1") { ...F } b: tank(id: "t2") { ...F @include(if: $x) } } fragment F on Tank { name }`,
  ),
  ...both(
    `query ${XY} { a: tank(id: "t1") { ...F @include(if: $x) } b: tank(id: "t2") { ...F @include(if: $y) } } fragment F on Tank { name }`,
  ),
  ...both(
    `query ${XY} { tank(id: "t1") { ...F @include(if: $x) ...F @include(if: $y) id } } fragment F on Tank { name }`,
  ),
  ...both(`query ${XY} { tank(id: "t1") { ...F @include(if: $x) ... { ...F } id } } fragment F on Tank { name }`),
  ...both(
    `query ${X} { tank(id: "t1") { ...F } } fragment F on Tank { id ...G @skip(if: $x) } fragment G on Tank { name ...H } fragment H on Tank { brand }`,
  ),
  ...both(`query ${XY} { tank(id: "t1") { ... @include(if: $x) { ... @skip(if: $y) { shipTo { id name } } } id } }`),
  ...both(`query ${X} { shipTo(id: "s1") { tanks @include(if: $x) { nodes { id name @skip(if: $x) } } id } }`),
  ...both(
    `query ${X} { shipTo(id: "s1") { tanks { edges @include(if: $x) { node { id } } nodes @skip(if: $x) { name } } } }`,
  ),
  ...both(
    `mutation ${X} { a: updateTank(id: "t5", input: { name: "a" }) @include(if: $x) { __typename } b: updateTank(id: "t5", input: { name: "b" }) @skip(if: $x) { __typename } }`,
  ),
  ...both(`mutation ${X} { a: updateTank(id: "t5", input: { name: "c" }) @include(if: $x) { __typename } }`),
  ...both(
    `mutation ${X} { updateTank(id: "t5", input: {}) { ... on Tank @include(if: $x) { name } ... on Error @skip(if: $x) { message } __typename @skip(if: $x) } }`,
  ),
  ...both(
    `mutation ${X} { updateTank(id: "absent", input: {}) { ... on Tank @include(if: $x) { name } ... on Error @skip(if: $x) { message } } }`,
  ),
  ask(`{ tank(id: "t1") { id @skip(if: true) name @include(if: false) } }`),
  ask(`{ tank(id: "t1") { id @skip(if: false) name @include(if: true) } }`),
  ask(`{ tank(id: "t1") @skip(if: true) { id } }`),
  ask('query ($x: Boolean = true) { tank(id: "t1") { id name @include(if: $x) } }'),
  ask('query ($x: Boolean = true) { tank(id: "t1") { id name @include(if: $x) } }', { x: false }),
  ask('query ($x: Boolean = true) { tank(id: "t1") { id name @include(if: $x) } }', { x: null }),
  ask('query ($x: Boolean! = false) { tank(id: "t1") { id name @include(if: $x) } }', {}),
  ask('query ($x: Boolean) { tank(id: "t1") { id name @include(if: $x) } }', { x: true }),
  ask(`query ${X} { tank(id: "t1") { id name @include(if: $x) } }`, {}),
  ask(`query ${X} { tank(id: "t1") { id name @include(if: $x) } }`, { x: 'true' }),
];

const OPERATIONS = `query A($x: Boolean!) { tank(id: "t1") { id ...F @include(if: $x) } } query B { tank(id: "t2") { ...F } }
  mutation C { updateTank(id: "t6", input: { name: "c" }) { ...G } } fragment F on Tank { name } fragment G on Tank { id ...F }`;
const operations: Sent[] = [
  sent({ query: OPERATIONS, operationName: 'A', variables: { x: false } }),
  sent({ query: OPERATIONS, operationName: 'A', variables: { x: true } }),
  sent({ query: OPERATIONS, operationName: 'B' }),
  sent({ query: OPERATIONS, operationName: 'B', variables: { x: true } }),
  sent({ query: OPERATIONS, operationName: 'C' }),
  sent({ query: OPERATIONS, operationName: 'D' }),
  sent({ query: OPERATIONS, operationName: '' }),
  sent({ query: OPERATIONS, operationName: null }),
  sent({ query: OPERATIONS }),
  sent({ query: OPERATIONS, operationName: 5 }),
  sent({ query: OPERATIONS, operationName: ['A'] }),
  sent({ query: OPERATIONS, operationName: {} }),
  sent({ query: OPERATIONS, operationName: false }),
  sent({ query: TANK, operationName: 'T', variables: { id: 't1' } }),
  sent({ query: TANK, operationName: 't', variables: { id: 't1' } }),
  sent({ query: TANK, operationName: '', variables: { id: 't1' } }),
  sent({ query: PLAIN, operationName: 'T' }),
  sent({ query: `${PLAIN} query T { __typename }`, operationName: 'T' }),
  ask('query constructor { __typename }'),
  ask('query __proto__ { __typename }'),
  sent({ query: 'query __proto__ { __typename }', operationName: '__proto__' }),
  sent({ query: 'query class { __typename } query x { tank(id: "t1") { id } }', operationName: 'class' }),
  ask('fragment F on Tank { id }'),
  ask('type Nope { id: ID }'),
  ask('subscription { tank(id: 1) { id } }'),
  ask('subscription S { __typename }'),
];

const shapes: Sent[] = [
  ask('{ __typename }'),
  ask('{ a: __typename b: __typename }'),
  ask('mutation { __typename }'),
  ask('{ tank(id: "t1") { __typename t: __typename } __typename }'),
  ask('{ tanks(first: 1) { __typename edges { __typename node { __typename } } pageInfo { __typename } } }'),
  ask(
    '{ a: tank(id: "t1") { id } b: tank(id: "t2") { id } c: tank(id: "absent") { id } d: tank(id: "t1") { name brand } }',
  ),
  ask('{ tank(id: "t1") { id } tank(id: "t1") { name shipTo { id } } tank(id: "t1") { shipTo { name } } }'),
  ask('{ tank(id: "t1") { name id name ... on Tank { version id } ...F } } fragment F on Tank { brand name }'),
  ask(
    '{ tank(id: "t1") { shipTo { tanks(first: 2) { nodes { id shipTo { name tanks { totalCount } } } totalCount } } } }',
  ),
  ask('{ tanks { nodes { id shipTo { id name } } } }'),
  ask('{ tanks { edges { node { id shipTo { id } } } nodes { name } } }'),
  ask('{ tanks { edges { node { id } } edges { cursor node { name } } } }'),
  ask(
    '{ shipTos { nodes { id tanks(first: 1) { edges { cursor node { id name } } pageInfo { hasNextPage endCursor } totalCount } } } }',
  ),
  ask(
    '{ shipTo(id: "s1") { a: tanks(first: 1) { nodes { id } } b: tanks(last: 1) { nodes { id } } c: tanks(first: 999) { nodes { id } } } }',
  ),
  ask('{ b_a: tank(id: "t1") { id name } a: shipTo(id: "s1") { b: tanks { nodes { id brand } } } }'),
  ask('{ a_b: tank(id: "t1") { id name } a: shipTo(id: "s1") { b: tanks { nodes { id brand } } } }'),
  ask('{ a: shipTo(id: "s1") { b: tanks { nodes { id brand } } } b_a: tank(id: "t1") { id name } }'),
  ask('{ a: tank(id: "t1") { b: shipTo { id name } } b_a: tank(id: "t1") { id brand version } }'),
  ask('{ b_a: tank(id: "t1") { id brand version } a: tank(id: "t1") { b: shipTo { id name } } }'),
  ask('{ __proto__: tank(id: "t1") { id } tank(id: "t1") { __proto__: name constructor: id toString: version } }'),
  ask('{ tank(id: "t1") { __proto__: shipTo { id } id } }'),
  ask('{ constructor: tank(id: "t1") { id } hasOwnProperty: tank(id: "t2") { id } then: __typename }'),
  ask('{ then: tank(id: "t1") { then: id } class: tank(id: "t2") { function: name } }'),
  ask('{ __context: tank(id: "t1") { __parent: id __validNode0: shipTo { id } __currentItem: name } }'),
  ask('{ idx0: tanks { idx1: nodes { message: id resultArray: shipTo { err: id } } } }'),
  ask(
    `mutation { updateTank(id: "t7", input: {}) { ...on Tank { ...F shipTo { name } } ...E } } fragment F on Tank { id name } fragment E on Error { __typename message ...on NotFoundError { message } }`,
  ),
  ask(
    `mutation { updateTank(id: "absent", input: {}) { ...on Tank { ...F shipTo { name } } ...E } } fragment F on Tank { id name } fragment E on Error { __typename message ...on NotFoundError { also: message } }`,
  ),
  ask(
    `mutation { updateTank(id: "t7", input: {}) { ...U } } fragment U on UpdateTankResult { __typename ... on Tank { id tank: __typename } }`,
  ),
  ask('mutation { updateTank(id: "t7", input: {}) { ... on Error { message } } }'),
  ask(
    'mutation { updateTank(id: "t7", input: {}) { ... on Tank { name } ... on Tank { brand shipTo { id } } ... on Tank { shipTo { name tanks { totalCount } } } } }',
  ),
  ask('mutation { updateTank(id: "t7", input: { name: "n" }) { ... { ... on Tank { ... { name } } } } }'),
  ask(
    'mutation { updateTank(id: "t7", input: { name: "n" }) { ... on Tank { id } } updateTank(id: "t7", input: { name: "n" }) { ... on Tank { name } } }',
  ),
  ask(
    `mutation { ${Array.from({ length: 20 }, (_, n) => `m${n}: updateTank(id: "t${(n % 9) + 1}", input: { brand: "b${n}" }) { ${NAMED} ... on Tank { id version } }`)} }`,
  ),
  ask(
    `mutation { a: updateTank(id: "t8", input: { name: "a" }) { ${NAMED} } boom: updateTank(id: "t8", input: { name: "boom" }) { ${NAMED} } b: updateTank(id: "t8", input: { brand: "b" }) { ${NAMED} } }`,
  ),
  ask(`mutation { boom: updateTank(id: "t8", input: { name: "boom" }) { ${NAMED} } }`),
  ask(
    `mutation { boom: updateTank(id: "t8", input: { name: "boom" }) { ${NAMED} } again: updateTank(id: "t8", input: { name: "boom" }) { ${NAMED} } }`,
  ),
  ask(
    'mutation { a: updateTank(id: "t8", input: { name: "x" }) { ... on Tank { version shipTo { id tanks { nodes { id name } } } } } b: updateTank(id: "t8", input: { name: "y" }) { ... on Tank { version shipTo { id tanks { nodes { id name } } } } } }',
  ),
  ask(
    `mutation { a: updateTank(id: "t8", input: { name: "z" }) { ${NAMED} } b: updateShipTo(id: "s1", input: { name: "zz" }) { __typename ... on ShipTo { name tanks { nodes { name } } } } c: updateTaskAssignee(id: "k2", input: {}) { __typename } }`,
  ),
];

const errorsWithData: Sent[] = [
  ask('{ tank(id: "t1") { id shipTo { id } } }', undefined, { token: 'tanksOnly' }),
  ask('{ tanks { nodes { id shipTo { id } } totalCount } }', undefined, { token: 'tanksOnly' }),
  ask('{ a: tank(id: "t1") { shipTo { id } } b: shipTo(id: "s1") { id } c: tank(id: "t1") { id } }', undefined, {
    token: 'tanksOnly',
  }),
  ask(
    '{ b: shipTo(id: "s1") { id } t: task(id: "k1") { id } a: tank(id: "t1") { shipTo { id } x: shipTo { name } } }',
    undefined,
    { token: 'tanksOnly' },
  ),
  ask(
    'mutation { a: updateTank(id: "t1", input: {}) { ... on Tank { id shipTo { id } } } b: updateTank(id: "t1", input: {}) { ... on Tank { shipTo { id } } } }',
    undefined,
    { token: 'tanksOnly' },
  ),
  ask('mutation { updateTank(id: "t1", input: {}) { ... on Tank { id shipTo { id } } } }', undefined, {
    token: 'writer',
  }),
  ask('{ shipTo(id: "s1") { id tanks { totalCount } } shipTos { nodes { tanks { nodes { id } } } } }', undefined, {
    token: 'reader',
  }),
  ask('{ shipTos { nodes { id tanks { nodes { id } } } } }', undefined, { token: 'shipTosOnly' }),
  ask('{ shipTos { edges { node { id a: tanks { totalCount } b: tanks { totalCount } } } } }', undefined, {
    token: 'shipTosOnly',
  }),
  ask('{ tanks(first: 0) { nodes { id } } tank(id: "t1") { id } x: tanks(first: 1, last: 1) { nodes { id } } }'),
  ask('{ shipTo(id: "s1") { id tanks(first: 0) { nodes { id } } } }'),
  ask('{ tank(id: "\\u0000") { id } tanks(filter: { status: "\\u0000" }) { nodes { id } } }'),
  ask('query ($s: String) { tanks(filter: { status: $s }) { nodes { id } } }', { s: '\ud800' }),
];

/** Records that no scalar can answer. */
const careless: Sent[] = [
  '{ tank(id: "nan") { id daysToEmpty } }',
  '{ tank(id: "nan") { id fillPercentage } }',
  '{ tank(id: "nan") { id alerts } }',
  '{ tank(id: "nan") { id metadata lastReadingDate } }',
  '{ tank(id: "nan") { id lastReadingDate fillPercentage alerts name } }',
  '{ tank(id: "nan") { daysToEmpty metadata a: daysToEmpty b: metadata } }',
  '{ tank(id: "nan") { daysToEmpty } tank(id: "nan") { id daysToEmpty } }',
  '{ tanks { nodes { id daysToEmpty } totalCount } }',
  '{ tanks { nodes { id daysToEmpty metadata fillPercentage } edges { node { daysToEmpty } } } }',
  '{ tanks { edges { cursor node { id daysToEmpty } } } }',
  '{ expiration(id: "never") { id expirationDate } }',
  '{ expirations { nodes { expirationDate } } }',
  '{ webhookSubscription(id: "w2") { id webhookUrl } }',
  'mutation { updateTank(id: "nan", input: {}) { ... on Tank { id daysToEmpty } __typename } }',
  'mutation { updateTank(id: "nan", input: {}) { ... on Tank { id fillPercentage lastReadingDate } __typename } }',
  'mutation { a: updateTank(id: "nan", input: {}) { ... on Tank { metadata } } b: updateTank(id: "even", input: {}) { ... on Tank { id } } }',
].map((query) => ask(query, undefined, { token: 'careless' }));

/** Asked once more after the databases are broken. */
export const UNEXPECTED: Sent[] = [
  ask('{ tank(id: "t1") { id vendorId } }'),
  ask('{ tank(id: "t1") { id vendorId } }', undefined, { headers: { 'x-request-id': undefined } }),
  ask('{ a: tank(id: "t1") { id vendorId } b: tank(id: "t1") { id name } c: tank(id: "t2") { vendorId } }'),
  ask('{ tanks { nodes { vendorId } totalCount } }'),
  ask('{ task(id: "k1") { id } tank(id: "t1") { id } }'),
  ask('{ tank(id: "t1") { id } tasks { nodes { id } totalCount } }'),
  ask('{ shipTo(id: "s1") { id tanks { nodes { vendorId } totalCount } } }'),
  ask('{ shipTos { nodes { id tanks { nodes { vendorId } } } } }'),
  ask(
    'mutation { a: updateTank(id: "t1", input: { brand: "p" }) { ... on Tank { brand } } b: updateTank(id: "t1", input: { brand: "q" }) { ... on Tank { vendorId } } c: updateTank(id: "t1", input: { brand: "r" }) { ... on Tank { brand } } }',
  ),
  ask('mutation { a: updateTaskAssignee(id: "k1", input: {}) { __typename } }'),
  ask(
    'mutation { a: updateTaskAssignee(id: "k1", input: {}) { __typename } b: updateTank(id: "t1", input: {}) { __typename } }',
  ),
  ask('mutation ($i: UpdateTankInput!) { updateTank(id: "t1", input: $i) { ... on Tank { id } } }', {
    i: { vendorId: 'v' },
  }),
  ...['application/json', 'application/graphql-response+json', 'text/event-stream', 'multipart/mixed'].flatMap(
    (accept) => [
      ask('{ task(id: "k1") { id } tank(id: "t1") { id } }', undefined, { headers: { accept } }),
      ask('mutation { updateTaskAssignee(id: "k1", input: {}) { __typename } }', undefined, { headers: { accept } }),
    ],
  ),
];

const INTROSPECTION = `{ __schema { queryType { name } types { kind name description fields(includeDeprecated: true) { name args { name defaultValue type { kind name ofType { kind name ofType { name } } } } type { kind name ofType { kind name ofType { kind name } } } isDeprecated deprecationReason } inputFields { name type { kind name } defaultValue } enumValues(includeDeprecated: true) { name } possibleTypes { name } interfaces { name } specifiedByURL } directives { name locations isRepeatable args { name } } } }`;
const documents: Sent[] = [
  ask(INTROSPECTION),
  ask(INTROSPECTION, undefined, { token: null }),
  ask('{ __type(name: "Tank") { name fields { name } } no: __type(name: "No") { name } }'),
  ask('query ($n: String!) { __type(name: $n) { name kind possibleTypes { name } } }', { n: 'UpdateTankResult' }),
  ask('{ __type(name: "OrderDirection") { enumValues { name } } tank(id: "t1") { id } }'),
  ask('{ tank(id: "t1") { nope } }'),
  ask('{ nope }'),
  ask('{ tank { id } }'),
  ask('{ tank(id: "t1") }'),
  ask('{ tank(id: "t1") { id { x } } }'),
  ask('{ tank(id: "t1", nope: 1) { id } }'),
  ask('{ tank(id: "t1") { name: id name } }'),
  ask('{ tank(id: "t1") { id @nope } }'),
  ask('{ tank(id: "t1") { ...Nope } }'),
  ask('{ tank(id: "t1") { ...F } } fragment F on Tank { ...F }'),
  ask('{ tank(id: "t1") { id } } fragment Unused on Tank { id }'),
  ask('query ($x: Nope) { tank(id: "t1") { id } }'),
  ask('{ tank(id: $id) { id } }', { id: 't1' }),
  ask('query ($id: Int!) { tank(id: $id) { id } }', { id: 1 }),
  ask('{ tank(id: "t1") { id }'),
  ask('{ tank(id: "t1") { id } } }'),
  ask(''),
  ask('   '),
  ask('# only a comment'),
  ask('\ufeff{ __typename }'),
  ask('{ __typename } # comment \u0007'),
  ask('{\r\n\ttank(id: "t1")\r{ id , , name }\n}'),
  ask('{ __typename \u0000 }'),
  ask('{ tank(id: "unterminated) { id } }'),
  ask('query Q @skip(if: true) { __typename }'),
  ask('{ __typename @skip(if: true) @skip(if: true) }'),
  ask('{ __typename @include }'),
  ask(`{ ${Array.from({ length: 100 }, (_, n) => `a${n}: __typename`).join(' ')} }`),
  ask(`{ ${Array.from({ length: 101 }, (_, n) => `a${n}: __typename`).join(' ')} }`),
  ask(`{ tank(id: "t1") { ${'shipTo { tanks { nodes { '.repeat(4)} id ${'} } }'.repeat(4)} } }`),
  ask(`{ tank(id: "t1") { ${'shipTo { tanks { nodes { '.repeat(5)} id ${'} } }'.repeat(5)} } }`),
  ask(
    '{ tanks(first: 200) { nodes { shipTo { tanks(first: 200) { nodes { shipTo { tanks(first: 200) { nodes { id } } } } } } } } }',
  ),
  ask(`{ ${'a'.repeat(10)} ${'{ '.repeat(5000)} ${'}'.repeat(5000)}`),
  ask(`{ __typename ${'... { '.repeat(2000)} __typename ${'}'.repeat(2000)} }`),
  ask(`{ tank(id: "t1") { ${'id '.repeat(4000)} } }`),
  ask(`{ tank(id: "t1") { ${'id '.repeat(12000)} } }`),
  ask(`mutation ($m: JSONObject!) { updateTank(id: "t1", input: { metadata: $m }) { __typename ${FAULTS} } }`, {
    m: JSON.parse(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`),
  }),
];

const post = (name: string, body: string | Buffer | undefined, more: Partial<Sent> = {}): Sent => ({
  name: `${name} ${typeof body === 'string' && body.length < 100 ? body : ''}`.trim(),
  ...(body !== undefined && { body }),
  ...more,
});
const GOOD = JSON.stringify({ query: TANK, variables: { id: 't1' } });
const DEEP = `{"query":"{__typename}","variables":${'['.repeat(60_000)}${']'.repeat(60_000)}}`;
const bodies: Sent[] = [
  post('empty', ''),
  post('no body at all', undefined),
  ...[
    'null',
    'true',
    '5',
    '"text"',
    '[]',
    '{}',
    '{',
    'nonsense',
    '[1]',
    '{"query":5}',
    '{"query":null}',
    '{"query":[]}',
  ].map((text) => post('body', text)),
  post('batch', `[${GOOD},${GOOD}]`),
  post('batch of one', `[${GOOD}]`),
  ...['null', '{}', '[]', '"x"', '5', 'true', '""', '{"id":"t1"}', '[{"id":"t1"}]'].map((variables) =>
    post('variables', `{"query":"{__typename}","variables":${variables}}`),
  ),
  ...['null', '{}', '[]', '"x"', '5', '{"persistedQuery":{"version":1,"sha256Hash":"x"}}'].map((extensions) =>
    post('extensions', `{"query":"{__typename}","extensions":${extensions}}`),
  ),
  post('extra', '{"query":"{__typename}","extra":1}'),
  post('id as some clients send it', '{"id":"1","query":"{__typename}"}'),
  post('duplicate keys', '{"query":"{nope}","query":"{__typename}"}'),
  post('duplicate variables', `{"query":${JSON.stringify(TANK)},"variables":{"id":"t1","id":"t2"}}`),
  post('__proto__', '{"query":"{__typename}","__proto__":{"x":1}}'),
  post('__proto__ instead of query', '{"__proto__":{"query":"{__typename}"}}'),
  post('escapes', '{"query":"{\\u005f\\u005ftypename}"}'),
  post('whitespace', ` \n\t${GOOD}\r\n `),
  post('byte order mark', `\ufeff${GOOD}`),
  post('two byte order marks', `\ufeff\ufeff${GOOD}`),
  post('trailing text', `${GOOD} x`),
  post('two documents', `${GOOD}${GOOD}`),
  post(
    'broken UTF-8',
    Buffer.concat([
      Buffer.from('{"query":"{ tank(id: \\"'),
      Buffer.from([0xc3, 0x28, 0xff]),
      Buffer.from('\\") { id } }"}'),
    ]),
  ),
  post('UTF-16', Buffer.from(GOOD, 'utf16le')),
  post('a zero byte', `${GOOD}\0`),
  post('nested arrays', DEEP),
  post('chunked', GOOD, { chunked: true }),
  post('chunked and empty', '', { chunked: true }),
  post('chunked and broken', '{"query":', { chunked: true }),
  post('chunked with umlauts', JSON.stringify({ query: TANK, variables: { id: 'äöü😀'.repeat(50) } }), {
    chunked: true,
  }),
  post('gzip', gzipSync(GOOD), { headers: { 'content-encoding': 'gzip' } }),
  post('gzip in name only', GOOD, { headers: { 'content-encoding': 'gzip' } }),
  post('identity', GOOD, { headers: { 'content-encoding': 'identity' } }),
  post('unknown encoding', GOOD, { headers: { 'content-encoding': 'nope' } }),
  post('empty encoding', GOOD, { headers: { 'content-encoding': '' } }),
  post('within the limit', `${GOOD}${' '.repeat(256 * 1024 - GOOD.length)}`),
  post('over the limit', `${GOOD}${' '.repeat(256 * 1024 - GOOD.length + 1)}`),
  post('far over the limit', `${GOOD}${' '.repeat(2_000_000)}`),
  post('over the limit in chunks', `${GOOD}${' '.repeat(300_000)}`, { chunked: true }),
  post('within the limit in chunks', `${GOOD}${' '.repeat(200_000)}`, { chunked: true }),
  post('expects 100-continue', GOOD, { headers: { expect: '100-continue' } }),
];

const REFUSED = JSON.stringify({ query: '{ nope }' });
const UNPARSED = JSON.stringify({ query: '{' });
const MISFIT = JSON.stringify({ query: TANK, variables: {} });
const PARTIAL = JSON.stringify({ query: '{ tanks(first: 0) { nodes { id } } tank(id: "t1") { id } }' });
const ACCEPTS = [
  ...[
    '',
    ' ',
    '*/*',
    '*',
    '*/json',
    '*/graphql-response+json',
    'application/*',
    'text/*',
    '*/event-stream',
    'a/*',
    '/',
    ',',
  ],
  ...['application/json', 'APPLICATION/JSON', 'application/json;q=0', 'application/json ; q=0.5', 'application / json'],
  ...['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'application/json; charset="utf-8"'],
  ...[
    'application/json; charset=latin1',
    'application/json; charset=latin1, */*',
    '*/*; charset=utf-16',
    'application/json/x',
  ],
  ...['application/graphql-response+json', 'Application/GraphQL-Response+JSON', 'application/graphql-response+json/x'],
  ...[
    'application/graphql-response+json, application/json;q=0.9',
    'application/json, application/graphql-response+json',
  ],
  ...['application/graphql-response+json; charset=utf-8, application/json; charset=utf-8', 'application/graphql+json'],
  ...[
    'application/graphql-response+json;charset=latin1, application/json',
    'text/html, */*;q=0.1',
    'text/html',
    'image/png',
  ],
  ...[
    'text/event-stream',
    'text/event-stream, application/json',
    'application/json, text/event-stream',
    'nonsense',
    ';',
    ';q=1',
  ],
  ...[
    'multipart/mixed',
    'multipart/mixed, application/json',
    'application/json, multipart/mixed',
    'multipart/*',
    ',application/json',
  ],
  ...[
    'application/json,,*/*',
    'application/xml, application/*',
    '*/*, application/graphql-response+json',
    'application/graphql-response+json, */*',
  ],
  ...[
    'application/json; profile="a,b"',
    'application/jsonx',
    'xapplication/json',
    'application/*+json',
    'application/json;xcharset=y',
  ],
];
const accepting: Sent[] = [
  undefined,
  ['application/json', 'text/html'],
  ['x', 'application/graphql-response+json'],
  ...ACCEPTS,
].flatMap((accept): Sent[] =>
  (typeof accept === 'string' && /nonsense|image|a\/\*|text\/\*/.test(accept)
    ? [GOOD, REFUSED]
    : [GOOD, REFUSED, UNPARSED, MISFIT, PARTIAL]
  ).map((body) => ({ name: `accept ${JSON.stringify(accept)} ${body.slice(0, 40)}`, body, headers: { accept } })),
);

const TYPES = [
  ...[
    undefined,
    '',
    'application/json',
    'application/json;charset=utf-8',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
  ],
  ...[
    'application/json; Charset=Utf-8',
    'APPLICATION/JSON',
    'Application/Json; charset=utf-8',
    'application/json;',
    'application/json ; charset=utf-8',
  ],
  ...[
    'application/json; charset="utf-8"',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json;  charset=utf-8',
  ],
  ...[
    'application/json, text/plain',
    'text/plain, application/json',
    'application/json; charset=utf-8; x=y',
    'application/jsonx',
    'text/json',
  ],
  ...[
    'text/plain',
    'application/graphql',
    'application/graphql+json',
    'application/graphql-response+json',
    'application/x-www-form-urlencoded',
  ],
  ...[
    'multipart/form-data; boundary=x',
    'application/x-ndjson',
    'nonsense',
    '*/*',
    'application/json\t;charset=utf-8',
    'application/json; charset=utf-8,x',
  ],
];
const contentTypes: Sent[] = [
  ...TYPES.map((type) => ({
    name: `content-type ${JSON.stringify(type)}`,
    body: GOOD,
    headers: { 'content-type': type },
  })),
  { name: 'two content types', body: GOOD, headers: { 'content-type': ['application/json', 'text/plain'] } },
  {
    name: 'a form',
    body: `query=${encodeURIComponent(PLAIN)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  { name: 'a document', body: PLAIN, headers: { 'content-type': 'application/graphql' } },
  { name: 'a document with charset', body: PLAIN, headers: { 'content-type': 'application/graphql; charset=utf-8' } },
];

const get = (path: string, more: Partial<Sent> = {}): Sent => ({
  name: `GET ${path}`,
  method: 'GET',
  path,
  headers: { 'content-type': undefined },
  ...more,
});
const inUrl = (parameters: Record<string, string>): string => `/graphql?${new URLSearchParams(parameters)}`;
const methods: Sent[] = [
  get(inUrl({ query: PLAIN })),
  get(inUrl({ query: TANK, variables: '{"id":"t1"}' })),
  get(inUrl({ query: TANK, variables: '{"id":' })),
  get(inUrl({ query: TANK, variables: '[]' })),
  get(inUrl({ query: OPERATIONS, operationName: 'B' })),
  get(inUrl({ query: OPERATIONS, operationName: 'C' })),
  get(inUrl({ query: 'mutation { updateTank(id: "t1", input: { name: "by GET" }) { __typename } }' })),
  get(inUrl({ query: '{ nope }' })),
  get(inUrl({ query: PLAIN, extensions: '{}' })),
  get('/graphql'),
  get('/graphql', { headers: { accept: 'text/html' } }),
  get('/graphql?query='),
  get('/graphql/'),
  get('/other'),
  get('/graphql', { body: GOOD, headers: {} }),
  ...[
    '/graphql?x=1',
    '/graphql?',
    '/graphql/',
    '/graphql/x',
    '/graphql#f',
    '//graphql',
    '/GRAPHQL',
    '/graph%71l',
    '/graphql;x',
    '/nope',
    '/./graphql',
    '/graphql?query={nope}',
  ].map((path): Sent => ({ name: `POST ${path}`, path, body: GOOD })),
  ...['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'QUERY', 'TRACE'].flatMap((method): Sent[] => [
    { name: `${method} with a body`, method, body: method === 'HEAD' || method === 'TRACE' ? '' : GOOD },
    { name: `${method} without one`, method, headers: { 'content-type': undefined } },
    {
      name: `${method} of another origin`,
      method,
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    },
  ]),
];

const asked = (name: string, headers: NonNullable<Sent['headers']>, more: Partial<Sent> = {}): Sent => ({
  name,
  body: GOOD,
  headers,
  ...more,
});
const headers: Sent[] = [
  ...['r-1', 'a'.repeat(128), 'a'.repeat(129), 'with space', '<script>', '', 'ünï', 'a,b'].map((id) =>
    asked(`x-request-id ${id.slice(0, 20)}`, { 'x-request-id': id }),
  ),
  asked('no x-request-id', { 'x-request-id': undefined }),
  asked('two x-request-ids', { 'x-request-id': ['a', 'b'] }),
  asked('no x-request-id and a fault', { 'x-request-id': undefined }, { body: REFUSED }),
  asked('origin', { origin: 'https://app.example' }),
  asked('another origin', { origin: 'https://evil.example' }),
  asked('origin null', { origin: 'null' }),
  asked('connection close', { connection: 'close' }),
  asked('cookie', { cookie: 'a=b' }),
  asked('accept-encoding', { 'accept-encoding': 'gzip, br' }),
  asked('if-none-match', { 'if-none-match': '*' }),
  asked('range', { range: 'bytes=0-3' }),
  asked('host', { host: 'another.example:1' }),
  asked('host with path', { host: 'x/y?z#' }),
  asked('empty host', { host: '' }),
  asked('forwarded', { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'x' }),
  asked('method override', { 'x-http-method-override': 'GET' }),
  asked('transfer-encoding', {}, { chunked: true }),
  ...[
    'Bearer',
    'Bearer ',
    'Bearer x',
    'Bearer a.b.c',
    'bearer  x',
    'Basic eDp5',
    'x',
    '',
    'Bearer x y',
    'Bearer ünï',
  ].flatMap((authorization): Sent[] => [
    asked(`authorization ${authorization}`, { authorization }),
    asked(
      `authorization ${authorization} for a mutation`,
      { authorization },
      { body: JSON.stringify({ query: UPDATE, variables: { id: 't1', input: {} } }) },
    ),
  ]),
  asked('two authorizations', { authorization: ['Bearer x', 'Bearer y'] }),
];

/** Every request, in the order it is sent: some change what later ones read. */
export const REQUESTS: Sent[] = [
  ...everyOperation,
  ...subscriptions,
  ...patching,
  ...variablesInside,
  ...literals,
  ...filters,
  ...conditions,
  ...operations,
  ...shapes,
  ...errorsWithData,
  ...careless,
  ...documents,
  ...bodies,
  ...accepting,
  ...contentTypes,
  ...methods,
  ...headers,
];

/** What goes to servers that allow other origins. */
export const CROSS_ORIGIN: Sent[] = [
  ...[undefined, 'https://app.example', 'https://two.example', 'https://evil.example', 'null', ''].flatMap(
    (origin): Sent[] => [
      asked(`origin ${origin}`, { origin }),
      asked(`origin ${origin} and a fault`, { origin }, { body: REFUSED }),
      asked(`origin ${origin} and a misfit`, { origin }, { body: MISFIT }),
      asked(
        `preflight of ${origin}`,
        { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
        { method: 'OPTIONS', body: '' },
      ),
      get(inUrl({ query: PLAIN }), { name: `GET of ${origin}`, headers: { origin, 'content-type': undefined } }),
    ],
  ),
];
