import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reply } from '../client.ts';
import { openGateway, type TestGateway } from '../gateway.ts';

/** As in production. */
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway({ introspection: false });
});
afterAll(() => gateway.close());

const times = (count: number, part: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => part(n)).join(' ');
const post = (query: string) => () => gateway.post(JSON.stringify({ query }));
const MUTATION = 'mutation { updateTank(id: "t", input: { name: "x" }) { __typename } }';

/** What the common scanners for GraphQL send, by the names of their findings, and the codes that the answer has. */
const FINDINGS: [finding: string, send: () => Promise<Reply | Response>, status: number, ...codes: string[]][] = [
  [
    'introspection',
    post('query IntrospectionQuery { __schema { queryType { name } types { kind name fields { name } } } }'),
    400,
    'GRAPHQL_VALIDATION_FAILED',
  ],
  ['field suggestions', post('query cop { __typename tan { id } shipto { id } }'), 400, 'GRAPHQL_VALIDATION_FAILED'],
  [
    'form-encoded POST',
    () =>
      gateway.post(`query=${encodeURIComponent('{ __typename }')}`, {
        'content-type': 'application/x-www-form-urlencoded',
      }),
    415,
    'BAD_REQUEST',
  ],
  [
    'form-encoded POST of a mutation',
    () =>
      gateway.post(`query=${encodeURIComponent(MUTATION)}`, { 'content-type': 'application/x-www-form-urlencoded' }),
    415,
    'BAD_REQUEST',
  ],
  [
    'GET mutations',
    () => fetch(`${gateway.address}/graphql?query=${encodeURIComponent(MUTATION)}`),
    405,
    'BAD_REQUEST',
  ],
  ['alias overload', post(`query cop { ${times(101, (n) => `alias${n}: __typename`)} }`), 400, 'DOCUMENT_TOO_LARGE'],
  [
    'alias overload in a record',
    post(`query cop { tank(id: "t") { ${times(101, (n) => `alias${n}: name`)} } }`),
    400,
    'DOCUMENT_TOO_LARGE',
  ],
  [
    'array batching',
    () => gateway.post(JSON.stringify(Array(10).fill({ query: 'query cop { __typename }' }))),
    400,
    'BAD_REQUEST',
  ],
  ['directive overload', post(`query cop { __typename ${'@aa'.repeat(500)} }`), 400, 'GRAPHQL_VALIDATION_FAILED'],
  [
    'directive overload with a known directive',
    post(`query cop { __typename ${'@include(if: true)'.repeat(500)} }`),
    400,
    'GRAPHQL_VALIDATION_FAILED',
  ],
  [
    'circular introspection',
    post(`query cop { __schema { types { ${'fields { type { '.repeat(5)} name ${'} } '.repeat(5)} } } }`),
    400,
    'GRAPHQL_VALIDATION_FAILED',
  ],
  [
    'circular fragments',
    post('query cop { ...A } fragment A on Query { __typename ...B } fragment B on Query { ...A }'),
    400,
    'GRAPHQL_VALIDATION_FAILED',
  ],
  [
    'fragment overload',
    post(`query cop { ${'...A '.repeat(3_000)} } fragment A on Query { __typename }`),
    400,
    'DOCUMENT_TOO_LARGE',
  ],
  ['field duplication', post(`query cop { ${'__typename '.repeat(500)} }`), 400, 'DOCUMENT_TOO_LARGE'],
  [
    'field duplication in a record',
    post(`query cop { tank(id: "t") { ${'name '.repeat(500)} } }`),
    400,
    'DOCUMENT_TOO_LARGE',
  ],
];

for (const [finding, send, status, ...codes] of FINDINGS)
  test(`${finding} is refused with a small answer`, async () => {
    for (const _again of [1, 2, 3]) {
      const response = await send();
      const text = await response.text();
      expect([response.status, text.length < 2_000, text.includes('"data"')]).toEqual([status, true, false]);
      expect(text).not.toContain('Did you mean');
      const { errors } = JSON.parse(text);
      expect(errors.length).toBeLessThanOrEqual(6);
      expect([...new Set(errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code))]).toEqual(
        codes,
      );
    }
  });
