import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { testInBrowser } from '../browser.ts';
import { button, hasFocus, notice, picture, rowOf, updateTank, useConsole } from './console-page.ts';

const { served, visit, demo, tank } = useConsole();

const HASH =
  '#/tanks?filter={"name":{"contains":"yard diesel"}}&sort=name&columns=name,status,fillPercentage,readingVolume';

/** Pastes what a spreadsheet would have copied into the cell that has the focus. */
async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press('Control+V');
}

testInBrowser('cells of a spreadsheet are pasted from the focused cell on, and undone', async () => {
  const page = await visit({ hash: HASH });
  await page.locator('tbody tr').first().waitFor();
  const names = await page.locator('tbody tr a').allInnerTexts();
  const ids = (await served().sql('SELECT id FROM tank WHERE name = ANY($1) ORDER BY name', [names])).map(
    ({ id }) => id,
  );
  const before = await Promise.all(ids.map(tank));
  const first = page.locator('tbody tr').first().getByRole('cell', { name: 'in service' });
  await first.click();
  await paste(page, 'winter\t41,5\t7\tbeyond\r\n"two\nlines"\t1,234\t8\tbeyond\r\n');
  const dialog = page.getByRole('dialog', { name: 'Paste' });
  await dialog.getByText('3 cells of 2 tanks would change.').waitFor();
  await dialog.getByText('1 cell with a fault would be left as it is.').waitFor();
  await dialog.getByText('must be a number, such as 42.5').waitFor();
  await dialog.getByText('Left out, since only other systems write them: Reading volume.').waitFor();
  await dialog.getByText('Left out, beyond the last column: 1 column.').waitFor();
  await picture(page, '30-paste');
  await button(dialog, 'Change 3 cells').click();
  await notice(page, 'Changed Status, Fill percentage of 2 tanks.');
  expect(await tank(ids[0])).toMatchObject({ status: 'winter', fillPercentage: 41.5 });
  expect(await tank(ids[1])).toMatchObject({ status: 'two\nlines', fillPercentage: before[1]?.fillPercentage });
  await button(page, 'Undo').click();
  await notice(page, 'Set back Status, Fill percentage of 2 tanks.');
  const values = ({ status, fillPercentage }: { status?: string; fillPercentage?: number }) => ({
    status,
    fillPercentage,
  });
  expect((await Promise.all(ids.map(tank))).map(values)).toEqual(before.map(values));
});

testInBrowser('the keyboard reaches a cell, goes from cell to cell, edits, and is where it was', async () => {
  const page = await visit({ hash: HASH });
  const row = page.locator('tbody tr').nth(1);
  const first = page.locator('tbody tr').first();
  await first.getByRole('link').focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => hasFocus(first.locator('td[data-column=status]'))).toBe(true);
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  const level = row.locator('td[data-column=fillPercentage]');
  await expect.poll(() => hasFocus(level)).toBe(true);
  await page.keyboard.press('F2');
  await page.keyboard.type('33');
  await page.keyboard.press('Enter');
  await notice(page, /^Fill percentage of .* was saved\.$/);
  await expect.poll(() => hasFocus(level)).toBe(true);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => hasFocus(row.locator('td[data-column=status]'))).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(() => hasFocus(row.getByRole('textbox'))).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => hasFocus(row.locator('td[data-column=status]'))).toBe(true);
});

testInBrowser('a cell that others have set meanwhile is a conflict, and shows what was typed', async () => {
  const page = await visit({ hash: '#/tanks' });
  const row = rowOf(page, 'Quarry east diesel 2');
  await page.getByText('Live', { exact: true }).waitFor();
  await row.getByRole('cell', { name: 'in service' }).dblclick();
  const input = page.getByLabel('Status of Quarry east diesel 2');
  await input.fill('winter');
  const { tanks } = await demo('{ tanks(filter: { name: { equals: "Quarry east diesel 2" } }) { nodes { id } } }');
  const { id } = tanks.nodes[0];
  await demo(updateTank, { id, input: { status: 'sold', fillPercentage: 11.1 } });
  await row.getByText('11.1').waitFor();
  await input.press('Enter');
  await notice(page, 'Somebody has changed it meanwhile. Nothing was written; you typed: winter');
  expect((await tank(id)).status).toBe('sold');
});
