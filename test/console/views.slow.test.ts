import { expect } from 'vitest';
import { testInBrowser } from '../browser.ts';
import { picture } from '../readable.ts';
import { button, notice, rowOf, useConsole } from './console-page.ts';

const { visit } = useConsole();

testInBrowser(
  'a view keeps filter, order and columns under a name, and its link shows the same to others',
  async () => {
    const page = await visit({ hash: '#/tanks' });
    await page.getByLabel('low').check();
    await page.locator('summary', { hasText: 'Columns' }).click();
    await page.getByLabel('Location name').check();
    await button(page, /^Days to empty/).click();
    await expect.poll(() => page.url()).toContain('sort=daysToEmpty');
    const views = page.locator('summary', { hasText: 'Views' });
    await views.click();
    await page.getByLabel('Name of a new view').fill('Soon empty');
    await button(page, 'Save this view').click();
    await notice(page, /^The view Soon empty is saved/);
    await picture(page, '40-views');
    const names = await page.locator('tbody a:not(.relation)').allInnerTexts();
    // Another browser: it keeps no columns of its own.
    const other = await visit({ hash: new URL(page.url()).hash });
    await expect.poll(() => other.locator('tbody a:not(.relation)').allInnerTexts()).toEqual(names);
    await other.getByRole('columnheader', { name: 'Location name' }).waitFor();
    await button(page, 'Clear all').click();
    await page.reload();
    await rowOf(page, 'South yard diesel 1').waitFor();
    await views.click();
    await page.getByRole('link', { name: 'Soon empty' }).click();
    await expect.poll(() => page.locator('tbody a:not(.relation)').allInnerTexts()).toEqual(names);
    await button(page, 'Rename Soon empty').click();
    await page.getByLabel('New name of Soon empty').fill('Urgent');
    await button(page, 'Rename').click();
    await page.getByRole('link', { name: 'Urgent' }).waitFor();
    await button(page, 'Delete Urgent').click();
    await page.getByRole('link', { name: 'Urgent' }).waitFor({ state: 'detached' });
    await button(page, 'Undo').click();
    await page.reload();
    await page.locator('tbody tr').first().waitFor();
    await views.click();
    await page.getByRole('link', { name: 'Urgent' }).waitFor();
  },
);

testInBrowser('columns that a browser keeps are named in the address, and a link has its own', async () => {
  const page = await visit({ hash: '#/tanks' });
  await page.locator('summary', { hasText: 'Columns' }).click();
  await page.getByLabel('Location name').check();
  await page.getByRole('link', { name: /^Ship-tos/ }).click();
  await rowOf(page, 'River terminal').waitFor();
  expect(page.url()).not.toContain('columns');
  await page.getByRole('link', { name: /^Tanks/ }).click();
  await expect.poll(() => page.url()).toContain('locationName');
  await page.goto(`${page.url().replace(/\?.*/, '')}?columns=name,brand,nothing`);
  await expect
    .poll(() => page.getByRole('columnheader').allInnerTexts())
    .toEqual(['', expect.stringMatching(/^Name/), expect.stringMatching(/^Brand/)]);
});

testInBrowser('a page has as many rows as its reader wants', async () => {
  const page = await visit({ hash: '#/tanks' });
  await button(page, 'Next').click();
  await page.getByText('26–').waitFor();
  await page.getByLabel('Rows of a page').selectOption('100 rows');
  await page.getByText('1–43 of 43').waitFor();
  await page.reload();
  await page.getByText('1–43 of 43').waitFor();
  expect(await page.locator('tbody tr').count()).toBe(43);
});
