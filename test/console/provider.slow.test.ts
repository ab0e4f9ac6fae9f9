import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { testInBrowser } from '../browser.ts';
import type { TestGateway } from '../gateway.ts';
import { LONG_S, shown, useProvider } from './provider-page.ts';

const { open, button, signIn, give, grants, issuerOf } = useProvider();

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

/** Signs in at the provider, which knows the person and asks whether the page may come back. */
async function signInAgain(context: BrowserContext, again: Locator): Promise<void> {
  const [aside] = await Promise.all([context.waitForEvent('page'), again.getByRole('button').first().click()]);
  const closed = aside.waitForEvent('close', { timeout: 60_000 });
  await aside.getByRole('button', { name: 'Continue' }).click();
  await closed;
  await again.waitFor({ state: 'detached' });
}

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
  give(70);
  onTestFinished(() => {
    give(LONG_S);
  });
  const { openTab, gateway } = await open();
  const page = await openTab();
  await signIn(page);
  await type(page, 'Typed before');
  const other = await openTab();
  await shown(other);
  give(LONG_S);
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
  give(45);
  onTestFinished(() => {
    give(LONG_S);
  });
  const { openTab, gateway, context } = await open({ renews: false });
  const page = await openTab();
  await signIn(page);
  await type(page, 'Typed before');
  give(LONG_S);
  const again = page.getByRole('dialog').getByRole('region', { name: 'Sign in again' });
  await again.getByText('Your sign-in has ended.').waitFor();
  expect(await typed(page)).toBe('Typed before');
  await signInAgain(context, again);
  await save(page);
  expect(await nameOf(gateway)).toEqual(['Typed before']);
});

testInBrowser('a sign-out in another tab leaves an edit as it is, and the next sign-in saves it', async () => {
  const { openTab, gateway, context } = await open();
  const page = await openTab();
  await signIn(page);
  await type(page, 'Typed before');
  const other = await openTab();
  await shown(other);
  await other.getByRole('button', { name: 'Sign out' }).click();
  const again = page.getByRole('dialog').getByRole('region', { name: 'Sign in again' });
  await again.getByText('You have signed out in another tab.').waitFor();
  expect(await typed(page)).toBe('Typed before');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').locator('form').getByRole('alert').waitFor();
  expect(await nameOf(gateway)).not.toEqual(['Typed before']);
  await signInAgain(context, again);
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
  const { gateway } = await open({ from: `${issuerOf()}/elsewhere` });
  const page = () => fetch(`${gateway.address}/console`, { headers: { accept: 'text/html' } });
  expect([(await page()).status, await (await page()).text()]).toEqual([
    503,
    `Nobody can sign in: ${issuerOf()}/elsewhere/.well-known/openid-configuration answers 404.\n`,
  ]);
});
