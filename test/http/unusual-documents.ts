import type { Sent } from './pair.ts';
import type { TOKENS } from './pair-rows.ts';

export const ask = (query: string, variables?: object, more: Partial<Sent> = {}): Sent => {
  const body = JSON.stringify({ query, variables });
  const how = Object.entries(more).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return { name: `${body.slice(0, 160)} ${how}`.trim(), body, ...more };
};
/** One request for each line. */
export const lines = (text: string, token?: keyof typeof TOKENS): Sent[] =>
  text
    .trim()
    .split('\n')
    .map((line) => ask(line.trim(), undefined, token && { token }));

export const FAULTS =
  '... on Error { message } ... on InvalidRequestError { success fault: error issues { path message } } ... on ConflictError { currentVersion }';

/** Selects a field of each type that an update of a tank takes, or the whole error. */
export const NAMED = `__typename ... on Tank { name brand status alerts metadata fillPercentage productId } ${FAULTS}`;

const shapes: Sent[] = lines(`
  { __typename a: __typename tank(id: "t1") { __typename t: __typename } }
  mutation { __typename }
  { a: tank(id: "t1") { id } b: tank(id: "t2") { id } c: tank(id: "absent") { id } d: tank(id: "t1") { name brand } }
  { tank(id: "t1") { id } tank(id: "t1") { name shipTo { id } } tank(id: "t1") { shipTo { name } } }
  { tank(id: "t1") { name id name ... on Tank { version id } ...F } } fragment F on Tank { brand name }
  { tanks { edges { node { id } } edges { cursor node { name shipTo { id } } } nodes { name } } }
  { shipTo(id: "s1") { a: tanks(first: 1) { nodes { id } } b: tanks(last: 1) { nodes { id } } c: tanks(first: 999) { nodes { id } } } }
  { shipTos { nodes { id tanks(first: 1) { edges { cursor node { id name } } pageInfo { hasNextPage endCursor } totalCount } } } }
  { b_a: tank(id: "t1") { id name } a: shipTo(id: "s1") { b: tanks { nodes { id brand } } } }
  { __proto__: tank(id: "t1") { id } tank(id: "t1") { __proto__: name constructor: id toString: version } }
  { constructor: tank(id: "t1") { id } hasOwnProperty: tank(id: "t2") { id } then: __typename }
  { then: tank(id: "t1") { then: id } class: tank(id: "t2") { function: name } }
  { tasks { nodes { id entity { __typename } a: entity { ... on Tank { name } } b: entity { ... on Node { id } ... on ShipTo { name } } } } }
  { tasks { edges { node { entity { ...F ...G } owner: entity { ...G } } } } } fragment F on Entity { __typename ... on Tank { id tasks { nodes { entity { ...G } } } } } fragment G on Node { id ... on ShipTo { tasks { totalCount } } ... on Tank { name } }
  { expirations { nodes { owner { ... on Tank { name expirations { nodes { id owner { ... on Tank { brand } } } } } } } } }
  { task(id: "k1") { entity { ... on Tank { name } } entity { ... on Tank { brand } ... on ShipTo { name } } } task(id: "k1") { entity { __typename } } }
  { node(id: "t1") { id } a: node(id: "k1") { __typename ... on Task { title } ... on Tank { name } } b: node(id: "s3") { id } c: node(id: "w1") { ... on WebhookSubscription { webhookUrl } } }
  { nodes(ids: ["k2", "t9", "t1", "absent", "s1", "e3", "q1", "w1", "t1"]) { __typename id ...F } } fragment F on Node { ... on Tank { name } ... on Task { entity { ...F } } ... on Expiration { owner { ... on Node { ...H } } } } fragment H on Node { id __typename }
  { nodes(ids: []) { id } one: nodes(ids: "t1") { id } nodes(ids: []) { __typename } }
  { webhookDelivery(id: "msg_00000000-0000-7000-8000-000000000001_w1") { id data subscription { id webhookUrl } attempts { number } } node(id: "msg_00000000-0000-7000-8000-000000000001_w1") { ... on WebhookDelivery { type subscription { workflowId } } } }
  mutation { updateTaskAssignee(id: "k1", input: {}) { ... on Node { id } ... on Task { entity { ... on Tank { name } } } } }
  mutation { updateTank(id: "absent", input: {}) { ...on Tank { ...F shipTo { name } } ...E } } fragment F on Tank { id name } fragment E on Error { __typename message ...on NotFoundError { also: message } }
  mutation { updateTank(id: "t7", input: { name: "n" }) { ... on Tank { id } } updateTank(id: "t7", input: { name: "n" }) { ... on Tank { name } } }
  mutation { a: updateTank(id: "t8", input: { name: "a" }) { ${NAMED} } boom: updateTank(id: "t8", input: { name: "boom" }) { ${NAMED} } b: updateTank(id: "t8", input: { brand: "b" }) { ${NAMED} } }
  mutation { a: updateTank(id: "t8", input: { name: "x" }) { ... on Tank { version shipTo { tanks { nodes { id name } } } } } b: updateTank(id: "t8", input: { name: "y" }) { ... on Tank { version shipTo { tanks { nodes { id name } } } } } }
  mutation { a: updateTank(id: "t8", input: { name: "z" }) { ${NAMED} } b: updateShipTo(id: "s1", input: { name: "zz" }) { __typename ... on ShipTo { name tanks { nodes { name } } } } c: updateTaskAssignee(id: "k2", input: {}) { __typename } }
  mutation { ${Array.from({ length: 20 }, (_, n) => `m${n}: updateTank(id: "t${(n % 9) + 1}", input: { brand: "b${n}" }) { ${NAMED} }`)} }
`);

/**
 * Answers with errors in some places and data in others: a missing scope, invalid arguments, values that no scalar
 * expresses.
 */
// biome-ignore format: a table
const partial: Sent[] = [
  ...lines(`
    { tank(id: "t1") { id shipTo { id } } tanks { nodes { id shipTo { id } } totalCount } b: shipTo(id: "s1") { id } }
    { node(id: "t1") { id ... on Tank { shipTo { id } tasks { totalCount } } } nodes(ids: ["s1", "t2"]) { id ... on Tank { expirations { totalCount } } } }
    mutation { a: updateTank(id: "t1", input: {}) { ... on Tank { id shipTo { id } } } b: updateTank(id: "t1", input: {}) { ... on Tank { shipTo { id } } } }
  `, 'tanksOnly'),
  ...lines(`
    { nodes(ids: ["t1", "s1"]) { id } tanks { nodes { id } } }
    { shipTos { nodes { id tanks { nodes { id } } } edges { node { id a: tanks { totalCount } b: tanks { totalCount } } } } }
  `, 'shipTosOnly'),
  ...lines(`
    { nodes(ids: [${Array.from({ length: 201 }, (_, n) => `"${n}"`)}]) { id } tank(id: "t1") { id } }
    { tanks(first: 0) { nodes { id } } tank(id: "t1") { id } x: tanks(first: 1, last: 1) { nodes { id } } }
    { shipTo(id: "s1") { id tanks(first: 0) { nodes { id } } } tanks(filter: { status: { equals: "\\u0000" } }) { nodes { id } } }
  `),
  ...lines(`
    { tank(id: "nan") { id tankSize } }
    { node(id: "nan") { id ... on Tank { tankSize } } nodes(ids: ["even", "nan"]) { ... on Tank { tankSize metadata } } }
    { expiration(id: "never") { owner { ... on Tank { name tankSize } } expirationDate } }
    { tank(id: "nan") { id fillPercentage alerts metadata lastReadingDate name } }
    { tank(id: "nan") { tankSize metadata a: tankSize b: metadata } }
    { expiration(id: "never") { id expirationDate } expirations { nodes { expirationDate } } }
    { webhookSubscription(id: "w2") { id webhookUrl } }
    { tank(id: "nan") { shipTo { tanks(first: 201) { totalCount } } tankSize } }
    { tank(id: "nan") { tankSize shipTo { tanks(first: 201) { totalCount } } } }
    { tank(id: "nan") { a: shipTo { tanks(first: 201) { totalCount } } b: shipTo { tanks(first: 0) { totalCount } } tankSize } tanks(first: 0) { totalCount } }
  `, 'careless'),
];

const INTROSPECTION =
  '{ __schema { queryType { name } types { kind name description fields(includeDeprecated: true) { name args { name defaultValue type { kind name ofType { kind name ofType { name } } } } type { kind name ofType { kind name ofType { kind name } } } isDeprecated deprecationReason } inputFields { name type { kind name } defaultValue } enumValues(includeDeprecated: true) { name } possibleTypes { name } interfaces { name } specifiedByURL } directives { name locations isRepeatable args { name } } } }';
// biome-ignore format: a table
const documents: Sent[] = [
  ask(INTROSPECTION),
  ask(INTROSPECTION, undefined, { token: null }),
  ...lines(`
    { __type(name: "Tank") { name fields { name } } no: __type(name: "No") { name } tank(id: "t1") { id } }
    { nope }
    { tank { id } }
    { tank(id: "t1") }
    { tank(id: "t1") { id { x } } }
    { tank(id: "t1", nope: 1) { name: id name id @nope ...Nope } }
    { tank(id: "t1") { ...F } } fragment F on Tank { ...F }
    { tank(id: "t1") { id } } fragment Unused on Tank { id }
    fragment F on Tank { id }
    type Nope { id: ID }
    subscription { tank(id: 1) { id } }
    query ($x: Nope) { tank(id: "t1") { id } }
    { tank(id: $id) { id } }
    { tank(id: "t1") { id }
    { tank(id: "t1") { id } } }
    { tank(id: "unterminated) { id } }
    { __typename @skip(if: true) @skip(if: true) @include }
    { __typename } # comment \u0007
    { __typename \u0000 }
    # only a comment
    \ufeff{ __typename }
    { ${Array.from({ length: 101 }, (_, n) => `a${n}: __typename`).join(' ')} }
    { tank(id: "t1") { ${'shipTo { tanks { nodes { '.repeat(4)} id ${'} } }'.repeat(4)} } }
    { tank(id: "t1") { ${'shipTo { tanks { nodes { '.repeat(5)} id ${'} } }'.repeat(5)} } }
    { ${'a'.repeat(10)} ${'{ '.repeat(5000)} ${'}'.repeat(5000)}
    { __typename ${'... { '.repeat(1500)} __typename ${'}'.repeat(1500)} }
    { tank(id: "t1") { ${'id '.repeat(12000)} } }
  `),
  ask(''),
  ask('   '),
  ask('{\r\n\ttank(id: "t1")\r{ id , , name }\n}'),
];

/** Documents of an unusual shape, invalid ones, and those that are answered in part. */
export const DOCUMENTS: Sent[] = [...shapes, ...partial, ...documents];

const ACCEPTED = ['application/json', 'application/graphql-response+json', 'text/event-stream', 'multipart/mixed'];
/** What goes to databases that lack a table and a column. */
// biome-ignore format: a table
export const UNEXPECTED: Sent[] = [
  ...lines(`
    { a: tank(id: "t1") { id vendorId } b: tank(id: "t1") { id name } c: tank(id: "t2") { vendorId } }
    { tanks { nodes { vendorId } totalCount } tank(id: "t1") { id } }
    { task(id: "k1") { id } tank(id: "t1") { id } tasks { nodes { id } totalCount } }
    { shipTo(id: "s1") { id tanks { nodes { vendorId } totalCount } } shipTos { nodes { id tanks { nodes { vendorId } } } } }
    mutation { a: updateTank(id: "t1", input: { brand: "p" }) { ... on Tank { brand } } b: updateTank(id: "t1", input: { brand: "q" }) { ... on Tank { vendorId } } c: updateTank(id: "t1", input: { brand: "r" }) { ... on Tank { brand } } }
    mutation { a: updateTaskAssignee(id: "k1", input: {}) { __typename } b: updateTank(id: "t1", input: {}) { __typename } }
  `),
  ask('{ tank(id: "t1") { id vendorId } }', undefined, { headers: { 'x-request-id': undefined } }),
  ask('mutation ($i: UpdateTankInput!) { updateTank(id: "t1", input: $i) { ... on Tank { id } } }', { i: { vendorId: 'v' } }),
  ...ACCEPTED.flatMap((accept) => [
    ask('{ task(id: "k1") { id } tank(id: "t1") { id } }', undefined, { headers: { accept } }),
    ask('mutation { updateTaskAssignee(id: "k1", input: {}) { __typename } }', undefined, { headers: { accept } }),
  ]),
];
