import { gzipSync } from 'node:zlib';
import type { Sent } from './pair.ts';

const TANK = 'query T($id: ID!) { tank(id: $id) { id name version } }';
const PLAIN = '{ tank(id: "t1") { id name } }';
const GOOD = JSON.stringify({ query: TANK, variables: { id: 't1' } });
const REFUSED = JSON.stringify({ query: '{ nope }' });
const UNPARSED = JSON.stringify({ query: '{' });
const MISFIT = JSON.stringify({ query: TANK, variables: {} });
const PARTIAL = JSON.stringify({ query: '{ tanks(first: 0) { nodes { id } } tank(id: "t1") { id } }' });
const UPDATE = JSON.stringify({ query: 'mutation { updateTank(id: "t1", input: {}) { __typename } }' });

const post = (name: string, body: string | Buffer | undefined, more: Partial<Sent> = {}): Sent => ({
  name: `${name} ${typeof body === 'string' && body.length < 100 ? body : ''}`.trim(),
  ...(body !== undefined && { body }),
  ...more,
});
const encoded = (encoding: string, body: string | Buffer = GOOD): Sent =>
  post(`encoding ${encoding}`, body, { headers: { 'content-encoding': encoding } });
const padded = (size: number): string => GOOD.padEnd(size);
const LIMIT = 256 * 1024;

// biome-ignore format: a table
const bodies: Sent[] = [
  ...['', 'null', 'true', '5', '"text"', '[]', '{}', '{', 'nonsense', '[1]', '{"query":5}', '{"query":null}', '{"query":[]}', `[${GOOD},${GOOD}]`, `[${GOOD}]`].map((text) => post('body', text)),
  ...['null', '{}', '[]', '"x"', '5', 'true', '""', '{"id":"t1"}', '[{"id":"t1"}]'].map((variables) => post('variables', `{"query":"{__typename}","variables":${variables}}`)),
  ...['null', '{}', '[]', '"x"', '5', '{"persistedQuery":{"version":1,"sha256Hash":"x"}}'].map((extensions) => post('extensions', `{"query":"{__typename}","extensions":${extensions}}`)),
  ...['{"query":"{__typename}","extra":1}', '{"id":"1","query":"{__typename}"}', '{"query":"{nope}","query":"{__typename}"}', '{"query":"{__typename}","__proto__":{"x":1}}', '{"__proto__":{"query":"{__typename}"}}', '{"query":"{\\u005f\\u005ftypename}"}'].map((text) => post('keys', text)),
  post('no body at all', undefined),
  post('duplicate variables', `{"query":${JSON.stringify(TANK)},"variables":{"id":"t1","id":"t2"}}`),
  ...[` \n\t${GOOD}\r\n `, `\ufeff\ufeff${GOOD}`, `${GOOD} x`, `${GOOD}${GOOD}`, `${GOOD}\0`].map((text, n) => post(`around ${n}`, text)),
  post('UTF-16', Buffer.from(GOOD, 'utf16le')),
  post('nested arrays', `{"query":"{__typename}","variables":${'['.repeat(60_000)}${']'.repeat(60_000)}}`),
  ...[GOOD, '', '{"query":', JSON.stringify({ query: TANK, variables: { id: 'äöü😀'.repeat(50) } }), padded(LIMIT), padded(LIMIT + 1)].map((text, n) => post(`chunked ${n}`, text, { chunked: true })),
  ...[padded(LIMIT), padded(LIMIT + 1), padded(2_000_000)].map((text) => post(`${text.length} bytes`, text)),
  encoded('gzip', gzipSync(GOOD)), encoded('gzip'), encoded('identity'), encoded('nope'), encoded(''),
  post('expects 100-continue', GOOD, { headers: { expect: '100-continue' } }),
];

// biome-ignore format: a table
const ACCEPTS = [
  '', ' ', '*/*', '*', '*/json', '*/graphql-response+json', 'application/*', 'text/*', '*/event-stream', 'a/*', '/', ',', ';', ';q=1', 'nonsense',
  'application/json', 'APPLICATION/JSON', 'application/json;q=0', 'application/json ; q=0.5', 'application / json', 'application/jsonx', 'xapplication/json', 'application/*+json',
  'application/json; charset=utf-8', 'application/json;charset=UTF-8', 'application/json; charset="utf-8"', 'application/json; charset=latin1', 'application/json; charset=latin1, */*', '*/*; charset=utf-16', 'application/json/x', 'application/json;xcharset=y', 'application/json; profile="a,b"',
  'application/graphql-response+json', 'Application/GraphQL-Response+JSON', 'application/graphql-response+json/x', 'application/graphql+json', 'application/graphql-response+json, application/json;q=0.9', 'application/json, application/graphql-response+json', 'application/graphql-response+json; charset=utf-8, application/json; charset=utf-8', 'application/graphql-response+json;charset=latin1, application/json',
  'text/html, */*;q=0.1', 'text/html', 'image/png', ',application/json', 'application/json,,*/*', 'application/xml, application/*', '*/*, application/graphql-response+json', 'application/graphql-response+json, */*',
  'text/event-stream', 'text/event-stream, application/json', 'application/json, text/event-stream', 'multipart/mixed', 'multipart/mixed, application/json', 'application/json, multipart/mixed', 'multipart/*',
];
// biome-ignore format: a table
const accepting: Sent[] = [undefined, ['application/json', 'text/html'], ['x', 'application/graphql-response+json'], ...ACCEPTS].flatMap((accept) =>
  [GOOD, REFUSED, UNPARSED, MISFIT, PARTIAL].map((body) => ({ name: `accept ${JSON.stringify(accept)} ${body.slice(0, 40)}`, body, headers: { accept } })),
);

// biome-ignore format: a table
const TYPES = [
  undefined, '', 'application/json', 'application/json;charset=utf-8', 'application/json; charset=utf-8', 'application/json;charset=UTF-8', 'application/json; Charset=Utf-8', 'APPLICATION/JSON', 'Application/Json; charset=utf-8', 'application/json;', 'application/json ; charset=utf-8', 'application/json; charset="utf-8"', 'application/json; charset=latin1', 'application/json; charset=utf-16', 'application/json;  charset=utf-8', 'application/json\t;charset=utf-8', 'application/json; charset=utf-8,x', 'application/json; charset=utf-8; x=y',
  'application/json, text/plain', 'text/plain, application/json', ['application/json', 'text/plain'], 'application/jsonx', 'text/json', 'text/plain', 'application/graphql', 'application/graphql+json', 'application/graphql-response+json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/x-ndjson', 'nonsense', '*/*',
];
const typed = (type: string | string[] | undefined, body: string): Sent =>
  post(`content-type ${JSON.stringify(type)}`, body, { headers: { 'content-type': type } });
const contentTypes: Sent[] = [
  ...TYPES.map((type) => typed(type, GOOD)),
  typed('application/x-www-form-urlencoded', `query=${encodeURIComponent(PLAIN)}`),
  typed('application/graphql', PLAIN),
  typed('application/graphql; charset=utf-8', PLAIN),
];

const get = (path: string, more: Partial<Sent> = {}): Sent => ({
  name: `GET ${path}`,
  method: 'GET',
  path,
  headers: { 'content-type': undefined },
  ...more,
});
const inUrl = (parameters: Record<string, string>): string => `/graphql?${new URLSearchParams(parameters)}`;
const OPERATIONS =
  'query B { tank(id: "t2") { id } } mutation C { updateTank(id: "t1", input: { name: "by GET" }) { __typename } }';
const PREFLIGHT = { origin: 'https://app.example', 'access-control-request-method': 'POST' };
// biome-ignore format: a table
const methods: Sent[] = [
  ...[{ query: PLAIN }, { query: TANK, variables: '{"id":"t1"}' }, { query: TANK, variables: '{"id":' }, { query: TANK, variables: '[]' }, { query: OPERATIONS, operationName: 'B' }, { query: OPERATIONS, operationName: 'C' }, { query: '{ nope }' }, { query: PLAIN, extensions: '{}' }].map((parameters) => get(inUrl(parameters))),
  ...['/graphql', '/graphql?query=', '/graphql/', '/other'].map((path) => get(path)),
  // Without GraphiQL, a browser gets a page where there is no query, and where there is one, what others get.
  ...['*/*', 'application/json', 'text/plain'].map((accept) => get('/graphql', { name: `GET accepting ${accept}`, headers: { accept } })),
  get('/graphql?query=', { name: 'GET of a browser with a query', headers: { accept: 'text/html' } }),
  get('/graphql', { body: GOOD, headers: {} }),
  ...['/graphql?x=1', '/graphql?', '/graphql/', '/graphql/x', '/graphql#f', '/GRAPHQL', '/graph%71l', '/graphql;x', '/nope', '/graphql?query={nope}'].map((path) => post(`POST ${path}`, GOOD, { path })),
  ...['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'QUERY', 'TRACE'].flatMap((method) => [
    post(`${method} with a body`, method === 'HEAD' || method === 'TRACE' ? '' : GOOD, { method }),
    post(`${method} without a body`, undefined, { method, headers: { 'content-type': undefined } }),
    post(`${method} of another origin`, undefined, { method, headers: PREFLIGHT }),
  ]),
];

const asked = (headers: NonNullable<Sent['headers']>, more: Partial<Sent> = {}): Sent => ({
  name: JSON.stringify({ ...headers, ...more }).slice(0, 200),
  body: GOOD,
  headers,
  ...more,
});
// biome-ignore format: a table
const headers: Sent[] = [
  ...['r-1', 'a'.repeat(128), 'a'.repeat(129), 'with space', '<script>', '', 'ünï', 'a,b', ['a', 'b']].map((id) => asked({ 'x-request-id': id })),
  asked({ 'x-request-id': undefined }), asked({ 'x-request-id': undefined }, { body: REFUSED }),
  ...['https://app.example', 'https://evil.example', 'null'].map((origin) => asked({ origin })),
  asked({ connection: 'close' }), asked({ cookie: 'a=b' }), asked({ 'accept-encoding': 'gzip, br' }), asked({ 'if-none-match': '*' }), asked({ range: 'bytes=0-3' }), asked({ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'x' }), asked({ 'x-http-method-override': 'GET' }),
  ...['another.example:1', 'x/y?z#', ''].map((host) => asked({ host })),
  ...['Bearer', 'Bearer ', 'Bearer x', 'Bearer a.b.c', 'bearer  x', 'Basic eDp5', 'x', '', 'Bearer x y', 'Bearer ünï', ['Bearer x', 'Bearer y']].flatMap((authorization) => [asked({ authorization }), asked({ authorization }, { body: UPDATE })]),
];

/** Requests whose HTTP is unusual or invalid. */
export const MESSAGES: Sent[] = [...bodies, ...accepting, ...contentTypes, ...methods, ...headers];

/** Requests to servers that allow other origins. */
// biome-ignore format: a table
export const CROSS_ORIGIN: Sent[] = [undefined, 'https://app.example', 'https://two.example', 'https://evil.example', 'null', ''].flatMap((origin): Sent[] => [
  ...[GOOD, REFUSED, MISFIT].map((body) => asked({ origin }, { body })),
  asked({ ...PREFLIGHT, origin, 'access-control-request-headers': 'content-type' }, { method: 'OPTIONS', body: '' }),
  get(inUrl({ query: PLAIN }), { headers: { origin, 'content-type': undefined } }),
]);
