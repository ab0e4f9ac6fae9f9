import { createServer, type Server } from 'node:http';
import Provider, { type Configuration } from 'oidc-provider';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { seedDemo } from '../../src/demo/company.ts';
import { createGraphiQL } from '../../src/http/graphiql/serve.ts';
import { listen } from '../../src/http/listen.ts';
import { createConsole } from '../../src/http/pages/console.ts';
import { openBrowser } from '../browser.ts';
import { openGateway, type TestGateway } from '../gateway.ts';

const API = 'urn:field-operations';
const SCOPES = 'tanks:read tanks:write';
export const LONG_S = 3_600;

const settingsOf = (lifetimeOf: () => number): Configuration => ({
  // As a native application, it may come back to any port of this machine.
  clients: [
    {
      client_id: 'console',
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: ['http://127.0.0.1/console'],
      post_logout_redirect_uris: ['http://127.0.0.1/console'],
    },
  ],
  clientBasedCORS: () => true,
  cookies: { keys: ['test'] },
  extraTokenClaims: () => ({ company_id: 'demo' }),
  findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  features: {
    resourceIndicators: {
      enabled: true,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: SCOPES,
        audience: API,
        accessTokenFormat: 'jwt',
        accessTokenTTL: lifetimeOf(),
        jwt: { sign: { alg: 'RS256' } },
      }),
    },
  },
});

/** The first row of a list. */
export const shown = (page: Page) => page.locator('tbody tr').first().waitFor();

interface Opened {
  gateway: TestGateway;
  /** A browser that has never been here. */
  context: BrowserContext;
  openTab(): Promise<Page>;
}

interface Settings extends BrowserContextOptions {
  /** Whether it gives refresh tokens. */
  renews?: boolean;
  from?: string;
}

/** For the tests of a file: an identity provider, and a browser. */
export function useProvider() {
  let server: Server;
  let issuer: string;
  let browser: Browser | undefined;
  /** Of the tokens that the provider gives from now on, in seconds. */
  let lifetime = LONG_S;
  /** For what it has given tokens. */
  const grants: string[] = [];
  beforeAll(async () => {
    let answer: ReturnType<Provider['callback']> | undefined;
    server = createServer((req, res) => (answer === undefined ? res.destroy() : void answer(req, res)));
    issuer = await listen(server, '127.0.0.1', 0);
    const provider = new Provider(
      issuer,
      settingsOf(() => lifetime),
    );
    provider.on('grant.success', ({ oidc }) => void grants.push(`${oidc.params?.grant_type}`));
    answer = provider.callback();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    server.closeAllConnections();
    server.close();
  });

  const give = (seconds: number) => {
    lifetime = seconds;
  };

  async function open({ renews = true, from = issuer, ...options }: Settings = {}): Promise<Opened> {
    const signIn = {
      issuer: from,
      clientId: 'console',
      scope: `openid ${renews ? 'offline_access ' : ''}${SCOPES}`,
      parameters: { resource: API, ...(renews && { prompt: 'consent' }) },
    };
    const gateway = await openGateway({
      auth: { secret: undefined, jwksUrl: `${issuer}/jwks`, issuer: [issuer], audience: [API] },
      graphiql: createGraphiQL(),
      console: createConsole(signIn),
    });
    onTestFinished(() => gateway.close());
    await seedDemo(gateway.prisma);
    const context = await browser?.newContext(options);
    if (context === undefined) throw new Error('There is no browser.');
    const faults: string[] = [];
    onTestFinished(async () => {
      await context.close();
      expect(faults).toEqual([]);
    });
    const openTab = async () => {
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      page.on('pageerror', ({ message }) => faults.push(message));
      await page.goto(`${gateway.address}/console#/tanks`);
      return page;
    };
    return { gateway, context, openTab };
  }

  const button = (page: Page) => page.getByRole('button', { name: `Sign in with ${new URL(issuer).host}` });

  async function signIn(page: Page): Promise<void> {
    await button(page).click();
    await page.locator('input[name=login]').fill('dispatcher-01');
    await page.locator('input[name=password]').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await shown(page);
  }

  return { open, button, signIn, give, grants, issuerOf: () => issuer };
}
