import { createServer, type Server } from 'node:http';
import Provider, { type Configuration } from 'oidc-provider';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { seedDemo } from '../../src/demo/company.ts';
import { createGraphiQL } from '../../src/http/graphiql/serve.ts';
import { listen } from '../../src/http/listen.ts';
import { createConsole } from '../../src/http/pages/console.ts';
import { openBrowser, testInBrowser } from '../browser.ts';
import { openGateway, type TestGateway } from '../gateway.ts';

const API = 'urn:field-operations';
const SCOPES = 'tanks:read tanks:write';
const LONG_S = 3_600;

let server: Server;
let issuer: string;
let browser: Browser | undefined;
/** Of the tokens that the provider gives from now on, in seconds. */
let lifetime = LONG_S;
/** For what it has given tokens. */
const grants: string[] = [];

const settings: Configuration = {
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
        accessTokenTTL: lifetime,
        jwt: { sign: { alg: 'RS256' } },
      }),
    },
  },
};

beforeAll(async () => {
  let answer: ReturnType<Provider['callback']> | undefined;
  server = createServer((req, res) => (answer === undefined ? res.destroy() : void answer(req, res)));
  issuer = await listen(server, '127.0.0.1', 0);
  const provider = new Provider(issuer, settings);
  provider.on('grant.success', ({ oidc }) => void grants.push(`${oidc.params?.grant_type}`));
  answer = provider.callback();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  server.closeAllConnections();
  server.close();
});

interface Opened {
  gateway: TestGateway;
  /** A browser that has never been here. */
  context: BrowserContext;
  openTab(): Promise<Page>;
}

async function open({ renews = true, from = issuer } = {}): Promise<Opened> {
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
  const context = await browser?.newContext();
  if (context === undefined) throw new Error('There is no browser.');
  onTestFinished(() => context.close());
  const openTab = async () => {
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${gateway.address}/console#/tanks`);
    return page;
  };
  return { gateway, context, openTab };
}

const button = (page: Page) => page.getByRole('button', { name: `Sign in with ${new URL(issuer).host}` });
const shown = (page: Page) => page.locator('tbody tr').first().waitFor();

async function signIn(page: Page): Promise<void> {
  await button(page).click();
  await page.locator('input[name=login]').fill('dispatcher-01');
  await page.locator('input[name=password]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await shown(page);
}

const save = async (page: Page): Promise<void> => {
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.locator('.notices').getByText('Saved.').waitFor();
};

/** Opens a tank and types into its name, without saving. */
async function type(page: Page, name: string): Promise<void> {
  await page.evaluate("location.hash = '#/tanks/demo-tank-001'");
  const field = page.getByRole('dialog').getByLabel('Name', { exact: true });
  await field.waitFor();
  await field.fill(name);
}
const typed = (page: Page) => page.getByRole('dialog').getByLabel('Name', { exact: true }).inputValue();

const nameOf = async ({ sql }: TestGateway) =>
  (await sql("SELECT name FROM tank WHERE id = 'demo-tank-001'")).map(({ name }) => name);

testInBrowser('a person signs in at the provider, for all tabs and both pages, and out of them', async () => {
  const { openTab, context } = await open();
  const page = await openTab();
  await signIn(page);
  expect(page.url()).toMatch(/\/console#\/tanks$/);
  await page.getByRole('link', { name: 'GraphiQL' }).click();
  await page.getByText('The page sends your token').waitFor();
  await page.goBack();
  await shown(page);
  const other = await openTab();
  await shown(other);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await button(other).waitFor();
  // The provider asks, since its own session ends, too.
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await button(page).waitFor();
  await button(page).click();
  await page.locator('input[name=login]').waitFor();
  expect(context.pages()).toHaveLength(2);
});

testInBrowser('a token is renewed before its end, by one tab for all, and an edit stays', async () => {
  // The page renews it a minute before.
  lifetime = 70;
  onTestFinished(() => {
    lifetime = LONG_S;
  });
  const { openTab, gateway } = await open();
  const page = await openTab();
  await signIn(page);
  await type(page, 'Typed before');
  const other = await openTab();
  await shown(other);
  lifetime = LONG_S;
  const tokenOf = (tab: Page) => tab.evaluate<string>("sessionStorage.getItem('token') ?? ''");
  const lasts = (token: string) => JSON.parse(atob(token.split('.')[1] ?? '')).exp - Date.now() / 1_000 > LONG_S / 2;
  await expect.poll(async () => lasts(await tokenOf(page))).toBe(true);
  await expect.poll(() => tokenOf(other)).toBe(await tokenOf(page));
  expect(new Set(grants)).toEqual(new Set(['authorization_code', 'refresh_token']));
  expect(await typed(page)).toBe('Typed before');
  await save(page);
  expect(await nameOf(gateway)).toEqual(['Typed before']);
  // The provider takes a refresh token once, and ends the sign-in that uses it again.
  expect(await tokenOf(other)).toBe(await tokenOf(page));
});

testInBrowser('without a refresh token, a tab of its own signs in again, and an edit stays', async () => {
  // Enough for a busy machine to come to the form.
  lifetime = 45;
  onTestFinished(() => {
    lifetime = LONG_S;
  });
  const { openTab, gateway, context } = await open({ renews: false });
  const page = await openTab();
  await signIn(page);
  await type(page, 'Typed before');
  lifetime = LONG_S;
  const again = page.getByRole('dialog').getByRole('region', { name: 'Sign in again' });
  await again.getByText('Your sign-in has ended.').waitFor();
  expect(await typed(page)).toBe('Typed before');
  const [aside] = await Promise.all([context.waitForEvent('page'), again.getByRole('button').click()]);
  // The provider knows the person, and asks whether the page may come back.
  const closed = aside.waitForEvent('close', { timeout: 60_000 });
  await aside.getByRole('button', { name: 'Continue' }).click();
  await closed;
  await again.waitFor({ state: 'detached' });
  await save(page);
  expect(await nameOf(gateway)).toEqual(['Typed before']);
});

testInBrowser('a refusal of the provider is shown, and signing in can be tried again', async () => {
  const { openTab } = await open();
  const page = await openTab();
  await button(page).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('alert').getByText('End-User aborted interaction').waitFor();
  await signIn(page);
});

testInBrowser('a provider that cannot be read is named, and read again', async () => {
  const { gateway } = await open({ from: `${issuer}/elsewhere` });
  const page = () => fetch(`${gateway.address}/console`, { headers: { accept: 'text/html' } });
  expect([(await page()).status, await (await page()).text()]).toEqual([
    503,
    `Nobody can sign in: ${issuer}/elsewhere/.well-known/openid-configuration answers 404.\n`,
  ]);
});
