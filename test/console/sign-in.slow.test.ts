import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { createKey } from '../../src/auth/api-keys.ts';
import { ALL_SCOPES, mintToken } from '../../src/auth/mint.ts';
import { seedDemo } from '../../src/demo/company.ts';
import { createGraphiQL } from '../../src/http/graphiql/serve.ts';
import { createConsole } from '../../src/http/pages/console.ts';
import { openBrowser, testInBrowser } from '../browser.ts';
import { openGateway, SECRET, type TestGateway, tokenOf } from '../gateway.ts';
import { numbered } from '../import/importing.ts';
import { until } from '../until.ts';
import { fileOf } from './console-page.ts';

let gateway: TestGateway;
let browser: Browser | undefined;

beforeAll(async () => {
  gateway = await openGateway({ graphiql: createGraphiQL(), console: createConsole(), beatMs: 200 });
  await seedDemo(gateway.prisma);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await gateway.close();
});

const tokenFor = (subject: string, ttl = '1h', company = 'demo'): Promise<string> =>
  mintToken(
    { company, subject, companyClaim: 'company_id', scope: ALL_SCOPES, ttl, issuer: undefined, audience: undefined },
    SECRET,
  );

/** An empty tab of a browser that has never been here. */
async function openTab(): Promise<Page> {
  const page = await browser?.newPage();
  if (page === undefined) throw new Error('There is no browser.');
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  onTestFinished(async () => {
    await page.close();
    expect(faults).toEqual([]);
  });
  return page;
}

const rows = (page: Page) => page.locator('tbody tr');
const overview = (page: Page) => page.getByRole('heading', { name: 'Tanks by days to empty' });
const signInAgain = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'Sign in again' });
const nameOf = async (id: string): Promise<string> =>
  (await gateway.ask(`{ tank(id: "${id}") { name } }`, {}, await tokenOf('demo'))).data.tank.name;

/** Opens a page of the console, and then gives it a token for five seconds: a busy machine takes longer to open one. */
async function openBriefly(page: Page, route: string, shown: Locator): Promise<void> {
  await page.goto(`${gateway.address}/console#${route}&token=${await tokenFor('dispatcher-01')}`);
  await shown.waitFor();
  await page.goto(`${gateway.address}/console#${route}&token=${await tokenFor('dispatcher-01', '5s')}`);
}

/** Opens a tank with a token for five seconds, and changes its name until the token has expired. */
async function typeUntilExpired(page: Page, id: string, name: string): Promise<void> {
  const field = page.getByRole('dialog').getByLabel('Name', { exact: true });
  await openBriefly(page, `/tanks/${id}`, field);
  await field.fill(name);
  await signInAgain(page).getByText('The token has expired').waitFor();
  expect(await page.getByRole('dialog').getByLabel('Name', { exact: true }).inputValue()).toBe(name);
}

const save = async (page: Page): Promise<void> => {
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.locator('.notices').getByText('Saved.').waitFor();
};

testInBrowser('a link signs its tab in to both pages, and leaves no token in the address or the history', async () => {
  const page = await openTab();
  const token = await tokenFor('dispatcher-01');
  await page.goto(`${gateway.address}/graphql#token=${token}`);
  await page.getByText('The page sends your token').waitFor();
  expect(page.url()).not.toContain(token);
  await page.getByRole('link', { name: 'Console' }).click();
  await overview(page).waitFor();
  await page.getByRole('link', { name: 'GraphiQL' }).click();
  await page.getByText('The page sends your token').waitFor();
  await page.goBack();
  await overview(page).waitFor();
  await page.goBack();
  await page.getByText('The page sends your token').waitFor();
  expect(page.url()).not.toContain(token);
  expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(token);
});

testInBrowser('a link keeps the route before or behind its token', async () => {
  const token = await tokenFor('dispatcher-01');
  const filter = `filter=${encodeURIComponent('{"status":{"in":["maintenance"]}}')}`;
  const routes: [string, string][] = [
    [`#token=${token}#/tanks`, '#/tanks'],
    [`#token=${token}/tanks`, '#/tanks'],
    [`#token=${token}&/tanks?${filter}`, `#/tanks?${filter}`],
    [`#/tanks?${filter}&token=${token}`, `#/tanks?${filter}`],
    [`#/tanks?token=${token}&sort=name`, '#/tanks?sort=name'],
    [`#/tanks/demo-tank-001#token=${token}`, '#/tanks/demo-tank-001'],
    // Without one, it is the overview.
    [`#token=${token}`, ''],
  ];
  for (const [link, route] of routes) {
    const page = await openTab();
    await page.goto(`${gateway.address}/console${link}`);
    await (route === '' ? overview(page) : rows(page).first()).waitFor();
    expect(new URL(page.url()).hash).toBe(route);
  }
});

testInBrowser('without a token both pages ask for one, and the console opens what its address names', async () => {
  const page = await openTab();
  await page.goto(`${gateway.address}/graphql`);
  await page.getByText('The link that `npm start` prints has one.').waitFor();
  await page.goto(`${gateway.address}/console#/ship-tos`);
  await page.getByText('The link that npm start prints has one.').waitFor();
  // The whole link is a good answer, too.
  const link = `http://127.0.0.1:4000/console#token=${await tokenFor('dispatcher-01')}`;
  await page.getByLabel('A token or an API key').fill(link);
  await page.getByRole('button', { name: 'Open the console' }).click();
  await page.getByRole('heading', { name: 'Ship-tos' }).waitFor();
  await rows(page).first().waitFor();
});

testInBrowser('a token that has expired in the tab leads to the sign-in, and the address stays', async () => {
  const page = await openTab();
  await page.goto(`${gateway.address}/console#token=${await tokenFor('dispatcher-01', '-1m')}#/ship-tos`);
  await page.getByText('The token has expired').waitFor();
  expect(new URL(page.url()).hash).toBe('#/ship-tos');
  await page.getByLabel('A token or an API key').fill(await tokenFor('dispatcher-01'));
  await page.getByRole('button', { name: 'Open the console' }).click();
  await rows(page).first().waitFor();
  expect(new URL(page.url()).hash).toBe('#/ship-tos');
});

testInBrowser('a token that expires leaves an edit as it is, and a new one saves it', async () => {
  const page = await openTab();
  await typeUntilExpired(page, 'demo-tank-001', 'Typed before');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').locator('form').getByText('The token has expired').last().waitFor();
  const form = signInAgain(page);
  await form.getByLabel('A token or an API key').fill('nonsense');
  await form.getByRole('button', { name: 'Sign in' }).click();
  await form.getByText('The token is not valid').waitFor();
  // Of another user: the changes name that one.
  await form.getByLabel('A token or an API key').fill(await tokenFor('dispatcher-02'));
  await form.getByRole('button', { name: 'Sign in' }).click();
  await form.waitFor({ state: 'detached' });
  expect(await nameOf('demo-tank-001')).not.toBe('Typed before');
  await save(page);
  expect(await nameOf('demo-tank-001')).toBe('Typed before');
  await page.getByText('dispatcher-02').waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
});

testInBrowser('the printed link, opened in the tab of an edit, saves it, too', async () => {
  const page = await openTab();
  await typeUntilExpired(page, 'demo-tank-002', 'Typed before a link');
  const { hash } = new URL(page.url());
  await page.goto(`${gateway.address}/console#token=${await tokenFor('dispatcher-01')}`);
  await signInAgain(page).waitFor({ state: 'detached' });
  expect(new URL(page.url()).hash).toBe(hash);
  await save(page);
  expect(await nameOf('demo-tank-002')).toBe('Typed before a link');
});

testInBrowser('an import whose key is revoked says how far it came, and goes on with another token', async () => {
  const { id, hash, key } = createKey();
  await gateway.sql('INSERT INTO api_key (id, company_id, scopes, hash) VALUES ($1, $2, $3, $4)', [
    ...[id, 'demo', ALL_SCOPES.split(' '), hash],
  ]);
  const page = await openTab();
  const file = `externalId,name\n${numbered(1, 2000)}`;
  await page.goto(`${gateway.address}/console#/tanks&token=${key}`);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import tanks' });
  await fileOf(dialog, file);
  await dialog.getByText('would create 2,000, change 0').waitFor();
  const blocker = await gateway.pool.connect();
  await blocker.query('BEGIN; LOCK TABLE tank IN EXCLUSIVE MODE');
  await dialog.getByRole('button', { name: 'Import 2,000 tanks' }).click();
  const waiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'tank'::regclass`;
  await until(async () => (await gateway.sql(waiting)).length > 0);
  await gateway.sql('UPDATE api_key SET revoked_at = now() WHERE id = $1', [id]);
  await until(async () => (await gateway.ask('{ tanks { totalCount } }', {}, key)).errors !== undefined);
  await blocker.query('ROLLBACK');
  blocker.release();
  await dialog.getByText(/^The API key has been revoked\. The lines up to 1,001 are done/).waitFor();
  await signInAgain(page)
    .getByLabel('A token or an API key')
    .fill(await tokenFor('dispatcher-01'));
  await signInAgain(page).getByRole('button', { name: 'Sign in' }).click();
  await signInAgain(page).waitFor({ state: 'detached' });
  await fileOf(dialog, file);
  await dialog.getByText('would create 1,000, change 0 and leave 1,000 as they are.').waitFor();
});

testInBrowser('a form of a new record stays when the token expires', async () => {
  const page = await openTab();
  const create = page.getByRole('button', { name: 'New tank' });
  await openBriefly(page, '/tanks', create);
  await create.click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Built before the token expired');
  const form = signInAgain(page);
  await form.getByLabel('A token or an API key').fill(await tokenFor('dispatcher-01'));
  await form.getByRole('button', { name: 'Sign in' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.locator('.notices').getByText('The tank was created.').waitFor();
});

testInBrowser('a token of another company begins another page', async () => {
  const page = await openTab();
  await typeUntilExpired(page, 'demo-tank-003', 'Not for others');
  const form = signInAgain(page);
  // What was typed is lost, which is asked before.
  page.once('dialog', (dialog) => void dialog.accept());
  await form.getByLabel('A token or an API key').fill(await tokenFor('somebody', '1h', 'acme'));
  await form.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('There is no tank demo-tank-003').waitFor();
  await page.getByText('acme', { exact: true }).waitFor();
  expect(await page.getByText('Not for others').count()).toBe(0);
});
