import { expect } from 'vitest';
import { testInBrowser } from '../browser.ts';
import { picture } from '../readable.ts';
import { button, hasFocus, notice, paste, rowOf, updateTank, useConsole } from './console-page.ts';

const { served, visit, demo, tank } = useConsole();

const HASH =
  '#/tanks?filter={"name":{"contains":"yard diesel"}}&sort=name&columns=name,status,fillPercentage,readingVolume';

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

testInBrowser('a cell is edited where it stands, and marks what others change', async () => {
  const page = await visit({ hash: '#/tanks' });
  const cell = rowOf(page, 'North yard heating oil 1').getByRole('cell', { name: 'in service' });
  await cell.dblclick();
  const input = page.getByLabel('Status of North yard heating oil 1');
  await input.fill('winter');
  await input.press('Enter');
  await notice(page, 'Status of North yard heating oil 1 was saved.');
  await rowOf(page, 'North yard heating oil 1').getByText('winter').waitFor();
  await demo(updateTank, { id: 'demo-tank-003', input: { fillPercentage: 77.5 } });
  const marked = rowOf(page, 'North yard DEF 1').locator('.changed').first();
  await marked.getByText('77.5').waitFor();
  expect(await marked.getAttribute('title')).toContain('dispatcher-02');
});

testInBrowser('Escape in a cell writes nothing, Enter writes once, and a choice is a choice', async () => {
  const page = await visit({ hash: '#/ship-tos' });
  const route = rowOf(page, 'River terminal').getByRole('cell', { name: /^R-/ });
  const before = await route.innerText();
  await route.dblclick();
  const input = page.getByLabel('Route code of River terminal');
  await input.fill('E2');
  await input.press('Escape');
  await input.waitFor({ state: 'detached' });
  expect(await route.innerText()).toBe(before);
  await route.dblclick();
  await input.fill('R-9');
  await input.press('Enter');
  await notice(page, 'Route code of River terminal was saved.');
  await rowOf(page, 'River terminal').getByText('R-9').waitFor();
  expect(await page.getByText('Nothing was written.').count()).toBe(0);
  const archived = rowOf(page, 'River terminal').getByRole('cell', { name: 'No', exact: true }).first();
  await archived.dblclick();
  await page.getByLabel('Archived of River terminal').selectOption('Yes');
  await page.getByRole('heading', { name: 'Ship-tos' }).click();
  await notice(page, 'Archived of River terminal was saved.');
  const { shipTos } = await demo(
    '{ shipTos(filter: { search: "River terminal" }) { nodes { archived routeCode version } } }',
  );
  expect(shipTos.nodes).toEqual([{ archived: true, routeCode: 'R-9', version: 3 }]);
});
