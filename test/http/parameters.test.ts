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

test('a subscription is refused with a code', async () => {
  for (const accept of ACCEPTS) {
    const response = await gateway.post('{"query":"subscription { x }"}', { accept });
    expect((await response.json()).errors).toMatchObject([{ extensions: { code: expect.any(String) } }]);
  }
});
