import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const ACCEPTS = ['*/*', 'application/json', 'application/graphql-response+json'];
const get = (parameters: Record<string, string>, accept = '*/*'): Promise<Response> =>
  fetch(`${gateway.address}/graphql?${new URLSearchParams(parameters)}`, { headers: { accept } });

test('variables or extensions in the address that are not JSON are a bad request, under the id of the answer', async () => {
  for (const name of ['variables', 'extensions'])
    for (const text of ['{', 'x', '{"a":}', "{'a':1}"])
      for (const accept of ACCEPTS) {
        const response = await get({ query: '{ __typename }', [name]: text }, accept);
        const message = `The parameter "${name}" must be JSON.`;
        expect([response.status, await response.json()]).toEqual([
          400,
          { errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] },
        ]);
        expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      }
  expect(gateway.logged.filter(({ level }) => level >= 40)).toEqual([]);
});

test('variables and extensions in the address may be left out or empty', async () => {
  for (const parameters of [{}, { variables: '' }, { variables: '{}', extensions: '{}' }, { variables: 'null' }])
    expect(await (await get({ query: '{ __typename }', ...parameters })).json()).toEqual({
      data: { __typename: 'Query' },
    });
});

test('a persisted query without its document is answered in the words that make clients send the document', async () => {
  const extensions = {
    persistedQuery: { version: 1, sha256Hash: 'ecf4edb46db40b5132295c0291d62fb65d6759a9eedfa4d5d612dd5ec54a6b38' },
  };
  const extensionsText = JSON.stringify(extensions);
  const notSupported = {
    errors: [{ message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } }],
  };
  for (const accept of [...ACCEPTS, 'application/graphql-response+json,application/json;q=0.9'])
    for (const _again of [1, 2, 3])
      for (const response of [
        await gateway.post(JSON.stringify({ extensions }), { accept }),
        await gateway.post(JSON.stringify({ operationName: 'Q', query: null, variables: {}, extensions }), { accept }),
        await gateway.post(JSON.stringify({ operationName: 'Q', query: '', variables: {}, extensions }), { accept }),
        await get({ operationName: 'Q', variables: '{}', extensions: extensionsText }, accept),
      ])
        expect([response.status, await response.json()]).toEqual([200, notSupported]);
  // With the document, the hash means nothing.
  for (const _again of [1, 2, 3])
    expect(await (await gateway.post(JSON.stringify({ query: '{ __typename }', extensions }))).json()).toEqual({
      data: { __typename: 'Query' },
    });
  expect(await (await get({ query: '{ __typename }', extensions: extensionsText })).json()).toHaveProperty('data');
});

test('a subscription is refused with a code', async () => {
  for (const accept of ACCEPTS) {
    const response = await gateway.post('{"query":"subscription { x }"}', { accept });
    expect((await response.json()).errors).toMatchObject([{ extensions: { code: expect.any(String) } }]);
  }
});
