import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { testInBrowser } from '../browser.ts';
import { faintControls } from '../contrast.ts';
import { button, picture, rowOf, seriousFaults, updateTank, useConsole } from './console-page.ts';

const { visit, demo } = useConsole();

const tickAll = (page: Page) => page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
/** Changes a tank while it is ticked. */
const change = () => demo(updateTank, { id: 'demo-tank-001', input: { brand: `Brand ${Math.random()}` } });

/** What is made for many rows, one after the other. */
const VIEWS: Record<string, (page: Page) => Promise<void>> = {
  ticked: async (page) => {
    await tickAll(page);
    await page.locator('summary', { hasText: 'Views' }).click();
    for (const name of ['One', 'Two']) {
      await page.getByLabel('Name of a new view').fill(name);
      await button(page, 'Save this view').click();
      await page.getByRole('link', { name }).waitFor();
    }
    await button(page, 'Rename One').click();
  },
  form: async (page) => {
    await tickAll(page);
    await button(page, /^Edit/).click();
    const dialog = page.getByRole('dialog');
    for (const name of ['Fill percentage', 'Brand'])
      await dialog.getByRole('combobox', { name: /olumn/ }).selectOption(name);
    await dialog.getByRole('textbox', { name: 'Fill percentage' }).fill('abc');
    await button(dialog, /^Change/).click();
    await dialog.getByText('must be a number').waitFor();
  },
  results: async (page) => {
    await tickAll(page);
    await change();
    await button(page, /^Edit/).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: /olumn/ }).selectOption('Product name');
    await dialog.getByRole('textbox', { name: 'Product name' }).fill('Diesel');
    await button(dialog, /^Change/).click();
    await dialog.getByText('left as they are').waitFor();
  },
  'a paste': async (page) => {
    await rowOf(page, 'North yard diesel 1').getByRole('cell', { name: 'in service' }).click();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(`navigator.clipboard.writeText('winter\\tx\\ty\\tfull')`);
    await page.keyboard.press('Control+V');
    await page.getByRole('dialog', { name: 'Paste' }).getByText('fault').first().waitFor();
  },
  'an undo': async (page) => {
    await change();
    await page.getByRole('link', { name: 'North yard diesel 1', exact: true }).click();
    await button(page, 'History').click();
    await button(page, 'Undo it in many tanks…').first().click();
    await page.getByText('can be set back.').waitFor();
  },
};

for (const scheme of ['light', 'dark'] as const)
  for (const width of [390, 1440])
    testInBrowser(`what is for many rows is readable and accessible, in ${scheme} colours at ${width} px`, async () => {
      const found: Record<string, unknown> = {};
      for (const [view, show] of Object.entries(VIEWS)) {
        const page = await visit({ hash: '#/tanks?sort=name&filter={"name":{"contains":"yard"}}', scheme, width });
        await rowOf(page, 'North yard diesel 1').waitFor();
        await show(page);
        await picture(page, `60-${scheme}-${width}-${view}`);
        const isWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
        // The colours are the same at each width.
        const faults = [...(await seriousFaults(page)), ...(width === 390 ? [] : await faintControls(page))];
        if (isWide || faults.length > 0) found[view] = { isWide, faults };
        await page.close();
      }
      expect(found).toEqual({});
    });
