import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/settings/config.ts';
import { openGateway, SECRET, type TestGateway } from '../gateway.ts';
import { accepted, refusal, seconds, sign, withHeader } from './bearer.ts';

/** A gateway with these settings, as its environment gives them. */
async function gatewayWith(environment: Record<string, string>): Promise<TestGateway> {
  const { secret: _, ...auth } = readConfig({ environment: { ...environment, JWT_SECRET: SECRET } }).auth;
  return openGateway({ auth });
}

/** The claims of an access token as each provider writes them, and the settings of docs/auth.md for it. */
const PROVIDERS: [name: string, settings: Record<string, string>, claims: object][] = [
  [
    'Auth0',
    {
      JWT_ISSUER: 'https://tenant.auth0.com/',
      JWT_AUDIENCE: 'https://gateway',
      COMPANY_CLAIM: 'https://app.example.com/company',
    },
    {
      iss: 'https://tenant.auth0.com/',
      aud: ['https://gateway', 'https://tenant.auth0.com/userinfo'],
      sub: 'auth0|1',
      azp: 'client',
      gty: 'client-credentials',
      permissions: ['tanks:read'],
      scope: 'openid profile',
      'https://app.example.com/company': 'acme',
    },
  ],
  [
    'Keycloak',
    { SCOPE_CLAIM: 'realm_access.roles,resource_access.gateway.roles', COMPANY_CLAIM: 'organization' },
    {
      azp: 'gateway',
      scope: 'profile email',
      realm_access: { roles: ['offline_access'] },
      resource_access: { gateway: { roles: ['tanks:read'] } },
      organization: ['acme'],
    },
  ],
  [
    'Cognito',
    { SCOPE_PREFIX: 'gateway/', COMPANY_CLAIM: 'custom:company', ACTOR_CLAIM: 'username' },
    {
      token_use: 'access',
      scope: 'openid gateway/tanks:read',
      client_id: 'client',
      username: 'someone',
      'custom:company': 'acme',
    },
  ],
  [
    'Cognito with groups',
    { SCOPE_CLAIM: 'cognito:groups', COMPANY_CLAIM: 'custom:company' },
    { 'cognito:groups': ['tanks:read'], 'custom:company': 'acme' },
  ],
  [
    'Entra, for a person',
    { SCOPE_PREFIX: 'api://gateway/', COMPANY_CLAIM: 'tid', ACTOR_CLAIM: 'oid' },
    {
      ver: '2.0',
      scp: 'api://gateway/tanks:read openid',
      tid: 'acme',
      oid: 'someone',
      nbf: seconds() + 3,
      iat: seconds() + 3,
    },
  ],
  [
    'Entra, for a program',
    { SCOPE_CLAIM: 'roles', COMPANY_CLAIM: 'tid' },
    { roles: ['tanks:read'], tid: 'acme', azp: 'client' },
  ],
  ['Okta', { COMPANY_CLAIM: 'org.id' }, { scp: ['openid', 'tanks:read'], org: { id: 42 }, cid: 'client' }],
  [
    'Firebase',
    { SCOPE_CLAIM: 'scopes', JWT_AUDIENCE: 'project', JWT_ISSUER: 'https://securetoken.google.com/project' },
    {
      iss: 'https://securetoken.google.com/project',
      aud: 'project',
      user_id: 'u',
      scopes: 'tanks:read',
      company_id: 'acme',
    },
  ],
  [
    'Supabase',
    { SCOPE_CLAIM: 'app_metadata.scopes', COMPANY_CLAIM: 'app_metadata.company_id', JWT_AUDIENCE: 'authenticated' },
    { aud: 'authenticated', role: 'authenticated', app_metadata: { company_id: 'acme', scopes: ['tanks:read'] } },
  ],
];

test.each(PROVIDERS)('a token of %s is accepted with the settings for it', async (_name, settings, claims) => {
  const gateway = await gatewayWith(settings);
  onTestFinished(() => gateway.close());
  const token = await sign({ company_id: undefined, scope: undefined, ...claims });
  expect(await withHeader(gateway, `Bearer ${token}`)).toMatchObject(accepted);
});

describe('a token is refused with what its claim holds and what is wanted', async () => {
  const gateway = await gatewayWith({
    JWT_ISSUER: 'https://one.example/,https://two.example/',
    JWT_AUDIENCE: 'web,phone',
    COMPANY_CLAIM: 'org.id',
    SCOPE_CLAIM: 'roles',
    JWT_LEEWAY_SECONDS: '5',
  });
  afterAll(() => gateway.close());
  const good = { iss: 'https://two.example/', aud: 'phone', org: { id: 'acme' }, roles: ['tanks:read'] };

  test('one of several issuers and audiences is accepted, also by clocks that differ', async () => {
    for (const clocks of [{}, { nbf: seconds() + 4 }, { exp: seconds() - 3 }, { iat: seconds() + 60 }])
      expect(await withHeader(gateway, `Bearer ${await sign({ ...good, ...clocks })}`)).toMatchObject(accepted);
  });

  test.each([
    [
      { iss: 'https://three.example/' },
      'UNAUTHENTICATED',
      `"iss" is "https://three.example/", and must be "https://one.example/" or "https://two.example/".`,
    ],
    [{ aud: ['tv'] }, 'UNAUTHENTICATED', `"aud" is ["tv"], and must be "web" or "phone".`],
    [{ nbf: seconds() + 60 }, 'UNAUTHENTICATED', 'The token is not valid yet: its claim "nbf" is 20'],
    [{ exp: seconds() - 60 }, 'UNAUTHENTICATED', 'The token has expired.'],
    [{ org: undefined }, 'FORBIDDEN', 'The token names no company: its claim "org.id" is missing.'],
    [
      { org: { id: ['acme', 'beta'] } },
      'FORBIDDEN',
      'its claim "org.id" is ["acme","beta"], and must be a text, a whole number, or a list of one, of up to 255 characters',
    ],
    [{ org: { id: {} } }, 'FORBIDDEN', 'its claim "org.id" is {}'],
    [{ org: { id: 1.5 } }, 'FORBIDDEN', 'its claim "org.id" is 1.5'],
    [
      { roles: undefined, scope: 'tanks:read' },
      'FORBIDDEN',
      'The token lacks the scope "tanks:read": its claims roles hold no scopes.',
    ],
  ])('%o', async (claims, code, words) => {
    expect(await withHeader(gateway, `Bearer ${await sign({ ...good, ...claims })}`)).toMatchObject(
      refusal(code, words),
    );
  });

  test.each(['HS384', 'HS512'])('the algorithm %s is named', async (alg) => {
    const token = await sign(good, { alg, secret: 'x'.repeat(64) });
    expect(await withHeader(gateway, `Bearer ${token}`)).toMatchObject(
      refusal('UNAUTHENTICATED', `it is signed with "${alg}", and the gateway accepts HS256.`),
    );
  });
});
