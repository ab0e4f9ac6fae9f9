import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/auth/api-keys.ts';
import { mintToken } from '../../src/auth/mint.ts';
import { openGateway, SECRET, type TestGateway, tokenOf, watchStatements } from '../gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const viewer = async (token: string | null) => {
  const { data, errors } = await gateway.ask('{ viewer { companyId actor { kind id } scopes } }', {}, token);
  return data?.viewer ?? errors?.map(({ extensions }) => extensions.code);
};

test('the viewer is the company, the actor and the scopes of the token, without a statement', async () => {
  const scope = 'tanks:write tanks:read';
  const grant = { company: 'acme', companyClaim: 'company_id', scope, ttl: '1h', subject: 'dispatcher-01' };
  const sent = watchStatements(gateway.pool);
  expect(await viewer(await mintToken({ ...grant, issuer: undefined, audience: undefined }, SECRET))).toEqual({
    companyId: 'acme',
    actor: { kind: 'USER', id: 'dispatcher-01' },
    scopes: ['tanks:read', 'tanks:write'],
  });
  expect(sent).toEqual([]);
});

test('the viewer of every company has no company, and that of a key is the key', async () => {
  expect(await viewer(await tokenOf(undefined, 'companies:all tanks:read'))).toEqual({
    companyId: null,
    actor: { kind: 'USER', id: null },
    scopes: ['companies:all', 'tanks:read'],
  });
  const { id, hash, key } = createKey();
  await gateway.sql('INSERT INTO api_key (id, company_id, scopes, hash) VALUES ($1, $2, $3, $4)', [
    id,
    'acme',
    ['tasks:read'],
    hash,
  ]);
  expect(await viewer(key)).toEqual({ companyId: 'acme', actor: { kind: 'API_KEY', id }, scopes: ['tasks:read'] });
});

test('the viewer needs a valid token, and no scope', async () => {
  expect(await viewer(await tokenOf('acme', ''))).toMatchObject({ companyId: 'acme', scopes: [] });
  expect(await viewer(null)).toEqual(['UNAUTHENTICATED']);
  expect(await viewer(await tokenOf('acme', 'tanks:read', '1h', `${SECRET}2`))).toEqual(['UNAUTHENTICATED']);
});
