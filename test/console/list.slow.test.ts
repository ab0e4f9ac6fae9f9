import type { Route } from 'playwright-core';
import { expect } from 'vitest';
import { testInBrowser } from '../browser.ts';
import { picture } from '../readable.ts';
import { button, open, rowOf, updateTank, useConsole } from './console-page.ts';

const { served, visit, demo } = useConsole();

testInBrowser('what changes before the stream of changes opens is shown once it does', async () => {
  const page = await visit({ hash: '#/expirations' });
  const opening = new Promise<Route>((resolve) => {
    void page.route('**/graphql', (route) =>
      route.request().postData()?.includes('"watch":[{"record":"TANK"}]') ? resolve(route) : route.continue(),
    );
  });
  await page.getByRole('link', { name: /^Tanks/ }).click();
  await rowOf(page, 'North yard DEF 1').waitFor();
  const stream = await opening;
  await demo(updateTank, { id: 'demo-tank-003', input: { fillPercentage: 66.6 } });
  await stream.continue();
  await rowOf(page, 'North yard DEF 1').getByText('66.6').waitFor();
});

testInBrowser('a list follows the writes of its own page, even without a stream of changes', async () => {
  const page = await visit({ hash: '#/expirations' });
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('subscription') ? route.abort() : route.continue(),
  );
  await page.getByRole('link', { name: /^Ship-tos/ }).click();
  const panel = await open(page, 'Depot 4');
  await button(panel, 'Delete this ship-to').click();
  await rowOf(page, 'Depot 4').waitFor({ state: 'detached' });
  await button(page, 'Undo').click();
  await rowOf(page, 'Depot 4').waitFor();
});

testInBrowser('rows that cannot be read again stay, with the reason', async () => {
  const page = await visit({ hash: '#/tanks' });
  await rowOf(page, 'North yard DEF 1').waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('query ConsoleTanks(') ? route.abort() : route.continue(),
  );
  await demo(updateTank, { id: 'demo-tank-003', input: { fillPercentage: 66.7 } });
  await page.getByText('The gateway does not answer.').first().waitFor();
  expect(await rowOf(page, 'North yard DEF 1').count()).toBe(1);
  expect(await page.getByText('Live', { exact: true }).count()).toBe(1);
});

testInBrowser('the page of a list is in the address, and other rows begin at the first', async () => {
  const page = await visit({ hash: '#/tanks' });
  await page.getByText('1–25 of').waitFor();
  await button(page, 'Next').click();
  await page.getByText('26–').waitFor();
  const names = () => page.locator('tbody tr').allInnerTexts();
  const second = await names();
  await page.reload();
  await page.getByText('26–').waitFor();
  expect(await names()).toEqual(second);
  await page.goBack();
  await page.getByText('1–25 of').waitFor();
  await page.goForward();
  await page.getByText('26–').waitFor();
  await page.getByLabel('low').check();
  await page.getByText('1–').waitFor();
  await page.goto(`${served().address}/console#/tanks?after=none&row=26`);
  await page.getByRole('alert').waitFor();
  await button(page, 'Previous').click();
  await page.getByText('1–25 of').waitFor();
});

testInBrowser('filters, columns and the order are in the address, and a link opens the same rows', async () => {
  const page = await visit({ hash: '#/tanks' });
  await page.getByLabel('low').check();
  await button(page, /^Days to empty/).click();
  await page.locator('summary', { hasText: 'Columns' }).click();
  await page.getByLabel('Location name').check();
  await page.getByRole('columnheader', { name: 'Location name' }).waitFor();
  await expect.poll(() => page.url()).toContain('sort=daysToEmpty');
  const names = await page.locator('tbody a:not(.relation)').allInnerTexts();
  const other = await visit({ hash: new URL(page.url()).hash });
  await expect.poll(() => other.locator('tbody a:not(.relation)').allInnerTexts()).toEqual(names);
  await other.getByRole('searchbox').fill('no such tank');
  await other.getByText('No tank matches.').waitFor();
  await picture(other, '11-empty');
  await button(other, 'Clear the filters').click();
  await rowOf(other, 'South yard diesel 1').waitFor();
});
