import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { testInBrowser } from '../browser.ts';
import { button, notice, rowOf, useConsole } from './console-page.ts';

const { served, visit, tank } = useConsole();

/** Chooses a file in the dialog of an import. */
async function choose(page: Page, content: string | Buffer): Promise<Locator> {
  await button(page, 'Import').click();
  const dialog = page.getByRole('dialog', { name: 'Import tanks' });
  await dialog
    .getByLabel('A CSV file, as Export writes it')
    .setInputFiles({ name: 'tanks.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  return dialog;
}

testInBrowser('an import reads what spreadsheets write: tabs, sep=, decimal commas, UTF-16', async () => {
  const page = await visit({ hash: '#/tanks' });
  const files: [string, Buffer | string][] = [
    ['semicolons and commas', 'id;fillPercentage\r\ndemo-tank-001;40,5\r\n'],
    ['sep=', 'sep=;\r\nid;fillPercentage\r\ndemo-tank-001;41,5\r\n'],
    ['tabs', 'id\tfillPercentage\r\ndemo-tank-001\t42,5\r\n'],
    ['UTF-16', Buffer.from('\ufeffid\tfillPercentage\r\ndemo-tank-001\t43,5\r\n', 'utf16le')],
    ['commas', 'id,fillPercentage\r\ndemo-tank-001,44.5\r\n'],
  ];
  for (const [index, [, content]] of files.entries()) {
    const dialog = await choose(page, content);
    await dialog.getByText('would create 0, change 1 and leave 0 as they are.').waitFor();
    await button(dialog, 'Import 1 tank').click();
    await dialog.waitFor({ state: 'detached' });
    expect((await tank('demo-tank-001')).fillPercentage).toBe(40.5 + index);
  }
});

testInBrowser('an import says which columns no record has, and which are left out on purpose', async () => {
  const page = await visit({ hash: '#/tanks' });
  const dialog = await choose(page, 'id,nmae,readingVolume,colour,status\ndemo-tank-001,x,5,red,in service\n');
  await dialog.getByText('No field of a tank, and left out: nmae (do you mean name?), colour.').waitFor();
  await dialog.getByText('Ignored, since only other systems write them: readingVolume.').waitFor();
});

testInBrowser('a line with a cell too many is a fault of that line, and faults stay after the import', async () => {
  const page = await visit({ hash: '#/tanks' });
  const lines = [
    'id,name,status',
    'demo-tank-001,North yard diesel 1,in use,extra',
    'demo-tank-002,Renamed,in use',
    '',
  ];
  const dialog = await choose(page, lines.join('\n'));
  const fault = dialog.getByText('Line 2: has 4 cells, and the first line 3.');
  await fault.waitFor();
  await button(dialog, 'Import 1 tank').click();
  await notice(page, '1 tank imported.');
  await fault.waitFor();
  await dialog.getByText('These lines were left out:').waitFor();
  await button(dialog, 'Close').click();
  await rowOf(page, 'Renamed').waitFor();
});

testInBrowser('an export is stopped', async () => {
  const page = await visit({ hash: '#/tanks' });
  await rowOf(page, 'South yard diesel 1').waitFor();
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('"first":200')) return route.continue();
    await button(page, /^Stop/).click();
    return route.continue();
  });
  await button(page, 'Export').click();
  await notice(page, 'Not exported: it was stopped.');
  await button(page, 'Export').waitFor();
});

testInBrowser('what is unknown of a tank is empty in the grid, in its fields and in an export', async () => {
  const filter = encodeURIComponent('{"id":{"in":["demo-tank-001","demo-tank-043"]}}');
  const page = await visit({ hash: `#/tanks?filter=${filter}&sort=-daysToEmpty` });
  await served().sql(`UPDATE tank SET days_to_empty = 0, available_capacity = '0' WHERE id = 'demo-tank-001'`);
  await page.locator('summary', { hasText: 'Columns' }).click();
  const columns = page.getByRole('group', { name: 'Columns' });
  const labels = await columns.locator('label').allInnerTexts();
  expect(labels).toContain('Days to empty');
  expect(labels.filter((label) => label.includes('known'))).toEqual([]);
  for (const label of ['Days to empty', 'Available capacity']) await columns.getByLabel(label).check();
  await page.keyboard.press('Escape');
  /** The cells of a column, by the beginning of its head. */
  const cellsOf = (label: string): Promise<string[]> =>
    page.locator('table.grid').evaluate((grid, begins) => {
      const heads = Array.from(grid.querySelectorAll('thead th'), (head) => head.textContent);
      const at = heads.findIndex((head) => head.startsWith(begins)) + 1;
      return Array.from(grid.querySelectorAll(`tbody td:nth-child(${at})`), (cell) => cell.textContent);
    }, label);
  await expect.poll(() => cellsOf('Days to empty')).toEqual(['', '0']);
  await expect.poll(() => cellsOf('Available capacity')).toEqual(['', '0']);
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export').click()]);
  const lines = (await readFile(await download.path(), 'utf8')).replace(/^\ufeff/, '').split('\r\n');
  const [heads = [], unknown = [], empty = []] = lines.map((line) => line.split(','));
  for (const name of ['daysToEmpty', 'availableCapacity'])
    expect([unknown[heads.indexOf(name)], empty[heads.indexOf(name)]]).toEqual(['', '0']);
  await page.getByRole('link', { name: 'demo-tank-043' }).click();
  const panel = page.getByRole('dialog', { name: 'demo-tank-043' });
  await button(panel, 'All fields').click();
  await panel.locator('dl div').filter({ hasText: 'Days to empty' }).getByText('—').waitFor();
  await page.goto(`${served().address}/console#/tanks?filter=${encodeURIComponent('{"daysToEmpty":null}')}`);
  await page.getByText('1–1 of 1').waitFor();
});
