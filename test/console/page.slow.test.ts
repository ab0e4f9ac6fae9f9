import { expect, onTestFinished } from 'vitest';
import { testInBrowser } from '../browser.ts';
import { tokenOf } from '../gateway.ts';
import { openProxy } from '../proxy.ts';
import { picture } from '../readable.ts';
import { PATCHED } from '../records.ts';
import { button, hasFocus, open, rowOf, tokenFor, useConsole } from './console-page.ts';

const { served, visit } = useConsole();

/** `quickOrders` as the console writes it. */
const labelOf = (name: string): string => {
  const words = name.replace(/[A-Z]/g, ' $&').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

testInBrowser('the first rows come with counts, and every type of record of the schema has a section', async () => {
  const page = await visit({ hash: '#/tanks' });
  await page.locator('tbody tr').first().waitFor();
  const sections = page.getByRole('navigation', { name: 'Sections' });
  const counts: Record<string, number> = { expirations: 15, quickOrders: 15, shipTos: 12, tanks: 43, tasks: 25 };
  const named = PATCHED.map(({ many }) => `${labelOf(many).replace('Ship tos', 'Ship-tos')} ${counts[many] ?? 0}`);
  const shown = async () =>
    (await sections.getByRole('link').allInnerTexts()).map((text) => text.replace(/\s+(?=\d+$)/, ' '));
  await expect.poll(shown).toEqual(['Overview', ...named, 'Webhooks']);
  await picture(page, '00-first-page');
});

testInBrowser('a token that may only read is shown no button that changes, and none without a right', async () => {
  const page = await visit({ token: await tokenFor('viewer', 'tanks:read'), hash: '#/tanks' });
  const panel = await open(page, 'North yard diesel 2');
  expect(await panel.getByRole('button').allInnerTexts()).toEqual(['✕', 'All fields']);
  await button(panel, 'Close').click();
  const names = await page.getByRole('main').getByRole('button').allInnerTexts();
  expect(names.filter((name) => /New|Edit|Import/.test(name))).toEqual([]);
  const sections = page.getByRole('navigation', { name: 'Sections' });
  expect(await sections.getByRole('link').count()).toBe(1);
  const none = await visit({ token: await tokenOf('demo', '') });
  await none.getByText('The token reads no records.').waitFor();
});

testInBrowser('a page without a token asks for one, says why one is refused, and shows a lost gateway', async () => {
  const proxy = await openProxy(served().address);
  onTestFinished(() => proxy.close());
  const page = await visit({ address: proxy.url.replace(/\/$/, ''), token: null, hash: '#/tanks' });
  await page.getByLabel('A token or an API key').fill('nonsense');
  await button(page, 'Open the console').click();
  await page.getByRole('alert').waitFor();
  await picture(page, '12-token');
  await page.getByLabel('A token or an API key').fill(await tokenFor('dispatcher-01'));
  await button(page, 'Open the console').click();
  await page.locator('tbody tr').first().waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  proxy.close();
  await page.getByText('Connecting…').waitFor();
  await page.getByRole('searchbox').fill('xy');
  await page.getByText('The gateway does not answer.').first().waitFor();
  await picture(page, '13-offline');
});

testInBrowser('the keyboard skips to the content, reaches a record, its form and back', async () => {
  const page = await visit({ hash: '#/tanks' });
  await rowOf(page, 'South yard diesel 1').waitFor();
  await page.getByRole('button', { name: 'Skip to the content' }).press('Enter');
  await expect.poll(() => hasFocus(page.getByRole('main'))).toBe(true);
  expect(new URL(page.url()).hash).toBe('#/tanks');
  const link = page.getByRole('link', { name: 'South yard diesel 1', exact: true });
  await link.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'South yard diesel 1' });
  await panel.getByLabel('Name', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(link)).toBe(true);
});
