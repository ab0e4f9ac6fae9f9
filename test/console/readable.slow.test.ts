import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { testInBrowser } from '../browser.ts';
import { faintControls } from '../contrast.ts';
import { seriousFaults } from '../readable.ts';
import { button, edit, open, rowOf, selected, updateTank, useConsole } from './console-page.ts';

const { served, visit, demo } = useConsole();

const tickPage = (page: Page) => page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();

/** What the console shows, one after the other. */
const VIEWS: Record<string, (page: Page) => Promise<void>> = {
  list: async (page) => {
    await tickPage(page);
    await page.locator('summary', { hasText: 'Columns' }).click();
  },
  views: async (page) => {
    await page.locator('summary', { hasText: 'Views' }).click();
    for (const name of ['One', 'Two']) {
      await page.getByLabel('Name of a new view').fill(name);
      await button(page, 'Save this view').click();
      await page.getByRole('link', { name }).waitFor();
    }
    await button(page, 'Rename One').click();
  },
  'an edit of many': async (page) => {
    await tickPage(page);
    await button(selected(page), /^Edit/).click();
    const dialog = page.getByRole('dialog');
    for (const name of ['Fill percentage', 'Brand'])
      await dialog.getByRole('combobox', { name: /olumn/ }).selectOption(name);
    await dialog.getByRole('textbox', { name: 'Fill percentage' }).fill('abc');
    await button(dialog, /^Change/).click();
    await dialog.getByText('must be a number').waitFor();
  },
  results: async (page) => {
    await tickPage(page);
    await demo(updateTank, { id: 'demo-tank-001', input: { brand: `Brand ${Math.random()}` } });
    await edit(page, { 'Product name': 'Diesel' });
    await page.getByRole('dialog').getByText('left as they are').waitFor();
  },
  filters: async (page) => {
    const groups = '{"OR":[{"fillStatus":{"equals":"low"}},{"status":{"equals":"maintenance"}}]}';
    await page.goto(`${served().address}/console#/tanks?filter=${groups}&sort=status,-name&figures=`);
    await page.getByRole('region', { name: 'Figures' }).getByRole('table').waitFor();
    await page.locator('summary', { hasText: 'Sort' }).click();
    // Both menus at once, which the mouse cannot open.
    await page.locator('summary', { hasText: 'Filters' }).press('Enter');
  },
  conflict: async (page) => {
    const panel = await open(page, 'North yard diesel 2');
    await panel.getByLabel('Fill percentage').fill('abc');
    await button(panel, 'Save').click();
    await panel.getByLabel('Fill percentage').and(page.locator('[aria-invalid=true]')).waitFor();
    await panel.getByLabel('Fill percentage').fill('12');
    await demo(updateTank, { id: 'demo-tank-002', input: { fillPercentage: 10 + Math.random() } });
    await panel.getByRole('alert', { name: 'Conflict' }).waitFor();
  },
  history: async (page) => {
    const panel = await open(page, 'North yard diesel 2');
    await button(panel, 'History').click();
    await button(panel, /^Back to/)
      .first()
      .waitFor();
  },
  notices: async (page) => {
    const panel = await open(page, 'North yard diesel 1');
    await button(panel, 'Delete this tank').click();
    await button(page, 'Undo').waitFor();
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('restoreTank') ? route.abort() : route.continue(),
    );
    await button(page, 'Undo').click();
    await page.locator('.notices .bad').waitFor();
    await page.unroute('**/graphql');
    const { deletions } = await demo('{ deletions(record: TANK, last: 1) { nodes { recordId version } } }');
    const [{ recordId: id, version }] = deletions.nodes;
    const restore = 'mutation ($id: ID!, $version: Int!) { restoreTank(id: $id, version: $version) { __typename } }';
    await demo(restore, { id, version });
    // It comes back by the stream: a row that is replaced has no mark of focus.
    await rowOf(page, 'North yard diesel 1').waitFor();
  },
  'a webhook': async (page) => {
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await button(page, 'New webhook').click();
    await page.getByLabel('Field', { exact: true }).selectOption('ship_to_id');
    await button(page, 'Add the condition').click();
  },
  'the sign-in': async (page) => {
    await button(page, 'Sign out').click();
    await button(page, 'Open the console').waitFor();
  },
};

for (const width of [390, 1024, 1440])
  testInBrowser(`what the console shows is readable and accessible, in every state, at ${width} px`, async () => {
    const faults: Record<string, string[]> = {};
    for (const [view, show] of Object.entries(VIEWS)) {
      const page = await visit({ hash: '#/tanks?sort=name&filter={"name":{"contains":"North yard"}}', width });
      await rowOf(page, 'North yard diesel 1').waitFor();
      await show(page);
      faults[view] = await seriousFaults(page, view);
      await page.close();
    }
    expect(faults).toEqual(Object.fromEntries(Object.keys(VIEWS).map((view) => [view, []])));
  });

testInBrowser('the controls of GraphiQL are readable in every state', async () => {
  const page = await visit();
  await page.goto(`${served().address}/graphql`);
  await page.getByRole('button', { name: /Execute query/ }).waitFor();
  expect(await faintControls(page)).toEqual([]);
  await button(page, 'Show Documentation Explorer').click();
  expect(await faintControls(page)).toEqual([]);
  await page.getByRole('link', { name: 'Query', exact: true }).click();
  expect(await faintControls(page)).toEqual([]);
});
