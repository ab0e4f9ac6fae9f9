import fc from 'fast-check';
import { anyOperation } from '../../test/http/operations.ts';

/** A request to /graphql: its body, or a whole text for the socket. */
export type Attack = { body: string } | { search: string } | { wire: string };

const UPDATE =
  'mutation ($id: ID!, $i: UpdateTankInput!) { updateTank(id: $id, input: $i) { __typename ... on Error { message } } }';
const DOCUMENTS = [
  '{ tanks(first: 2) { nodes { id name shipTo { id tanks { totalCount } } } pageInfo { endCursor } } }',
  'query Q($id: ID!, $x: Boolean = true) { tank(id: $id) { ...F @include(if: $x) } } fragment F on Tank { id metadata alerts }',
  UPDATE,
];

/** Any JSON, with keys and texts that break things. */
const anyJson = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(
      null,
      true,
      false,
      0,
      -1,
      1e308,
      -0,
      0.1,
      2 ** 53,
      '',
      '\0',
      '\ud800',
      '__proto__',
      '9999-12-31',
      '%',
    ),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.double(),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(
        fc.constantFrom('__proto__', 'constructor', 'then', 'toJSON', 'name', 'metadata', 'id', 'version'),
        fc.string({ maxLength: 6 }),
      ),
      tie('any'),
      { maxKeys: 5 },
    ),
  ),
})).any;

const FIELDS = [
  'name',
  'metadata',
  'alerts',
  'fillPercentage',
  'includeInJob',
  'productId',
  'lastReading',
  'latitude',
  'note',
];
const wrongTypes = fc
  .record({ id: anyJson, i: fc.dictionary(fc.constantFrom(...FIELDS), anyJson, { maxKeys: 4 }) })
  .map((variables): Attack => ({ body: JSON.stringify({ query: UPDATE, variables }) }));

const wrongShapes = fc
  .oneof(anyJson, fc.dictionary(fc.constantFrom('query', 'variables', 'operationName', 'extensions', 'id'), anyJson))
  .map((value): Attack => ({ body: JSON.stringify(value) }));

const brokenText = fc
  .tuple(fc.constantFrom(...DOCUMENTS), fc.nat(400), fc.nat(9), fc.string({ unit: 'binary', maxLength: 8 }))
  .map(([text, at, length, inserted]): Attack => {
    const place = at % text.length;
    return {
      body: JSON.stringify({
        query: text.slice(0, place) + inserted + text.slice(place + length),
        variables: { id: 'x', i: {} },
      }),
    };
  });

const addresses = fc
  .dictionary(
    fc.constantFrom('query', 'variables', 'operationName', 'extensions', 'x'),
    fc.oneof(fc.constantFrom('{__typename}', '{', '[]', 'null', '%00'), fc.string({ unit: 'binary', maxLength: 30 })),
  )
  .map(
    (parts): Attack => ({
      search: Object.entries(parts)
        .map(([key, value]) => `${key}=${encodeURIComponent(value.toWellFormed())}`)
        .join('&'),
    }),
  );

const wires = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'OPTIONS', 'HEAD', 'TRACE', 'X', ''),
    target: fc.constantFrom(
      '/graphql',
      '*',
      '/',
      '//',
      '/graphql?query=%',
      'http://x/',
      '/health',
      '/ready',
      '/../etc',
      '?',
      '/%00',
    ),
    host: fc.constantFrom('127.0.0.1:4000', 'x', '[', 'a b', '@', ''),
    more: fc.constantFrom(
      '',
      'Content-Length: 5\r\n',
      'Transfer-Encoding: chunked\r\n',
      'Content-Type: text/plain\r\n',
      'Expect: 100-continue\r\n',
      'Upgrade: x\r\nConnection: upgrade\r\n',
      `X: ${'y'.repeat(20_000)}\r\n`,
    ),
    body: fc.constantFrom('', '{"a', '0\r\n\r\n', 'zz\r\n', '\0'.repeat(50)),
  })
  .map(
    ({ method, target, host, more, body }): Attack => ({
      wire: `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html, */*\r\n${more}\r\n${body}`,
    }),
  );

const operations = anyOperation.map(({ body }): Attack => ({ body: String(body) }));

/** The generated requests, by kind. Equal seeds give equal requests. */
export const generated = (seed: number): Record<string, Attack[]> => {
  const sample = (kind: fc.Arbitrary<Attack>, count: number): Attack[] => fc.sample(kind, { seed, numRuns: count });
  return {
    'operations from the schema': sample(operations, 4_000),
    'values of wrong types': sample(wrongTypes, 2_000),
    'bodies of wrong shapes': sample(wrongShapes, 1_500),
    'broken documents': sample(brokenText, 1_500),
    'addresses with parameters': sample(addresses, 1_000),
    'bytes on the wire': sample(wires, 500),
  };
};

const times = (count: number, part: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => part(n)).join(' ');
const send = (query: string, variables: object = {}): Attack => ({ body: JSON.stringify({ query, variables }) });
const nested = (levels: number, core: unknown): unknown => (levels === 0 ? core : { a: nested(levels - 1, core) });
const CREATE =
  'mutation ($i: CreateSubscriptionInput!) { createSubscription(input: $i) { __typename ... on InvalidRequestError { message issues { path message } } } }';
const ISSUES =
  'mutation ($i: UpdateTankInput!) { updateTank(id: "x", input: $i) { __typename ... on InvalidRequestError { message issues { path message } } } }';
const subscription = {
  workflowId: 'w',
  nodeId: 'n',
  webhookUrl: 'https://example.com/',
  resource: 'tank',
  actions: ['updated'],
};

/** Requests that cost as much as one may, by name. `n` makes each text a new one. */
export const heavy = (n: number): Record<string, Attack> => ({
  'a long key above 16,000 bad values': send(ISSUES, {
    i: { metadata: { [`${n}${'k'.repeat(30_000)}`]: Array(16_000).fill('\0') } },
  }),
  'a longer key above 20,000 bad values': send(ISSUES, {
    i: { metadata: { [`${n}${'k'.repeat(60_000)}`]: Array(20_000).fill('\0') } },
  }),
  '25,000 bad values 46 levels deep': send(ISSUES, { i: { metadata: nested(46, Array(25_000).fill('\0')) } }),
  '25,000 unknown actions': send(CREATE, { i: { ...subscription, actions: Array(25_000).fill('nope') } }),
  'a filter of 5,000 levels': {
    body: `{"query":${JSON.stringify(CREATE)},"variables":{"i":${JSON.stringify(subscription).slice(0, -1)},"filter":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}}}`,
  },
  '60 unknown keys beside a long name': send(ISSUES, {
    i: { name: 'n'.repeat(200_000), ...Object.fromEntries(Array.from({ length: 60 }, (_, k) => [`k${k}`, n])) },
  }),
  '15,000 unknown keys': send(ISSUES, {
    i: Object.fromEntries(Array.from({ length: 15_000 }, (_, k) => [`k${k}`, n])),
  }),
  '700 repeated root fields': send(`# ${n}\n{ ${'tanks { nodes { shipTo { id } } } '.repeat(700)} }`),
  '1,100 fields under one name': send(`query ($v: ID!) { ${'a: tank(id: $v) { id } '.repeat(1_100)} } # ${n}`),
  '1,900 selections to merge': send(`{ tanks { nodes { ${'shipTo { id name } '.repeat(1_900)} } } } # ${n}`),
  'fragments that double 30 times': send(
    `{ ...f0 } ${times(30, (k) => `fragment f${k} on Query { ...f${k + 1} ...f${k + 1} }`)} fragment f30 on Query { __typename } # ${n}`,
  ),
  '900 fragments': send(
    `{ tanks { nodes { ${times(900, (k) => `...f${k}`)} } } } ${times(900, (k) => `fragment f${k} on Tank { name }`)} # ${n}`,
  ),
  '1,400 directives': send(`{ __typename ${'@skip(if: false) '.repeat(1_400)} } # ${n}`),
  '2,400 variables': send(`query (${times(2_400, (k) => `$v${k}: Int`)}) { __typename } # ${n}`),
  '100 aliases of pages with JSON': send(
    `{ ${times(100, (k) => `a${k}: tanks(first: 200) { nodes { metadata } }`)} } # ${n}`,
  ),
  '8 aliases of pages with JSON': send(
    `{ ${times(8, (k) => `a${k}: tanks(first: 200) { nodes { metadata } }`)} } # ${n}`,
  ),
  '20 pages with cursors under 12 names': send(
    `{ ${times(20, (k) => `a${k}: tanks(first: 200) { ${times(12, (e) => `e${e}: edges { cursor }`)} }`)} } # ${n}`,
  ),
  '59 pages with 20 cursors a record': send(
    `{ ${times(59, (k) => `a${k}: tanks(first: 200) { edges { ${times(20, (c) => `c${c}: cursor`)} } }`)} } # ${n}`,
  ),
  'a page with 1,200 values a record': send(
    `{ tanks(first: 200) { ${times(20, (e) => `n${e}: nodes { ${times(20, (k) => `i${k}: id s${k}: name f${k}: fillStatus`)} }`)} } } # ${n}`,
  ),
  '98 pages with counts': send(
    `{ ${times(98, (k) => `a${k}: tanks(first: 50, filter: { status: { equals: "${k}" } }) { totalCount nodes { id } }`)} } # ${n}`,
  ),
  'a page of pages': send(
    `{ shipTos(first: 200) { nodes { tanks(first: 200) { nodes { id name fillStatus } } } } } # ${n}`,
  ),
  '200 records with every field': send(
    `{ tanks(first: 200) { nodes { id name brand status fillStatus version companyId shipTo { id name } productId alerts } } } # ${n}`,
  ),
  'a text of 200 KB': send(`{ tank(id: "${'x'.repeat(200_000)}") { id } } # ${n}`),
  'a number of 200,000 digits': {
    body: `{"query":"query ($f: Int) { tanks(first: $f) { totalCount } }","variables":{"f":1${'0'.repeat(200_000)}}}`,
  },
  '100,000 brackets': { body: `${'['.repeat(100_000)}${n}${']'.repeat(100_000)}` },
});

const representations = (type: string, count: number, n: number) =>
  Array.from({ length: count }, (_, k) => ({ __typename: type, id: `${type === 'Tank' ? 't' : 's'}${(k + n) % 400}` }));

/** Requests of a router that cost as much as one may, by name. */
export const entities = (n: number): Record<string, Attack> => ({
  '49 × 1,000 entities': send(
    `query ($r: [_Any!]!) { ${times(49, (k) => `a${k}: _entities(representations: $r) { __typename }`)} } # ${n}`,
    { r: representations('Tank', 1_000, n) },
  ),
  '20 × 1,000 entities with relations': send(
    `query ($r: [_Any!]!) { ${times(20, (k) => `a${k}: _entities(representations: $r) { ... on Tank { name shipTo { name } } }`)} } # ${n}`,
    { r: representations('Tank', 1_000, n) },
  ),
  '4,000 entities that are not there': send('query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }', {
    r: representations('None', 4_000, n),
  }),
  '1,000 entities with JSON': send(
    `query ($r: [_Any!]!) { _entities(representations: $r) { ... on Tank { metadata } } } # ${n}`,
    { r: representations('Tank', 1_000, n) },
  ),
});
