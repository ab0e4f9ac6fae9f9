import { readFile } from 'node:fs/promises';
import type { Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { testInBrowser } from '../browser.ts';
import type { Data } from '../gateway.ts';
import { picture } from '../readable.ts';
import { until } from '../until.ts';
import { answering, button, fileOf, notice, rowOf, useConsole } from './console-page.ts';

const { served, visit, demo, tank } = useConsole();

/** Chooses a file in the dialog of an import. */
async function choose(page: Page, content: string | Buffer): Promise<Locator> {
  await button(page, 'Import').click();
  const dialog = page.getByRole('dialog', { name: 'Import tanks' });
  await fileOf(dialog, content);
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

testInBrowser('a misspelled column is named with the one that is meant, and left out if that is chosen', async () => {
  const page = await visit({ hash: '#/tanks' });
  const dialog = await choose(page, 'id,nmae,readingVolume,status\ndemo-tank-001,x,5,another\n');
  await dialog.getByText('nmae is not a column. Did you mean name?').waitFor();
  await dialog.getByLabel('Unknown columns').selectOption('are left out');
  await dialog.getByText('would create 0, change 1 and leave 0 as they are.').waitFor();
  await dialog.getByText('Left out, since other systems write them: readingVolume.').waitFor();
});

testInBrowser('a file of a spreadsheet in Windows-1252 is read once that is chosen', async () => {
  const page = await visit({ hash: '#/tanks' });
  const dialog = await choose(page, Buffer.from('id;name\ndemo-tank-003;Müller\n', 'latin1'));
  await dialog.getByText('Line 2: has bytes that are not UTF-8.').waitFor();
  await dialog.getByLabel('Encoding').selectOption('Windows-1252');
  await button(dialog, 'Import 1 tank').click();
  await rowOf(page, 'Müller').waitFor();
});

testInBrowser('faults stay after the import, and are given as a file', async () => {
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
  await dialog.getByText('One line would be refused:').waitFor();
  await button(dialog, 'Import 1 tank').click();
  await notice(page, '1 tank imported.');
  await dialog.getByText('One line refused:').waitFor();
  await fault.waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(dialog, 'Download the refused lines').click(),
  ]);
  expect(download.suggestedFilename()).toBe('tanks.refused.csv');
  expect(await readFile((await download.path()) ?? '', 'utf8')).toBe(
    'id,name,status,refused_line,refused_reason\ndemo-tank-001,North yard diesel 1,in use,extra,2,"has 4 cells, and the first line 3"\n',
  );
  await button(dialog, 'Close').click();
  await rowOf(page, 'Renamed').waitFor();
});

testInBrowser(
  'a running import, and refused lines that are not downloaded, are not left without a question',
  async () => {
    const page = await visit({ hash: '#/tanks' });
    const asked = answering(page);
    const lines = ['id,name', 'demo-tank-005,Asked,extra', 'demo-tank-006,Asked', ''].join('\n');
    const leave = async (words: string) => {
      const { length } = asked.questions;
      await page.keyboard.press('Escape');
      await expect.poll(() => asked.questions.length).toBe(length + 1);
      expect(asked.words).toBe(words);
    };
    const blocker = await served().pool.connect();
    const dialog = await choose(page, lines);
    await dialog.getByText('would create 0, change 1').waitFor();
    await blocker.query('BEGIN; LOCK TABLE tank IN EXCLUSIVE MODE');
    await button(dialog, 'Import 1 tank').click();
    await dialog.getByRole('progressbar').waitFor();
    await leave('Stop here? What is written stays.');
    await dialog.getByRole('progressbar').waitFor();
    await blocker.query('ROLLBACK');
    await dialog.getByText('One line refused:').waitFor();
    await leave('Go on without the refused lines? They are not downloaded.');
    // Another file, and another reading of this one, would take them away as well.
    await fileOf(dialog, lines);
    await expect.poll(() => asked.questions.length).toBe(3);
    await dialog.getByLabel('Numbers').selectOption('42,5');
    await expect.poll(() => asked.questions.length).toBe(4);
    expect(await dialog.getByLabel('Numbers').inputValue()).toBe('');
    await dialog.getByText('One line refused:').waitFor();
    await Promise.all([page.waitForEvent('download'), button(dialog, 'Download the refused lines').click()]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(asked.questions).toHaveLength(4);

    asked.answer = true;
    await choose(page, lines.replaceAll('Asked', 'Asked again'));
    await dialog.getByText('would create 0, change 1').waitFor();
    await blocker.query('BEGIN; LOCK TABLE tank IN EXCLUSIVE MODE');
    await button(dialog, 'Import 1 tank').click();
    await until(
      async () =>
        (await served().sql(`SELECT FROM pg_locks WHERE NOT granted AND relation = 'tank'::regclass`)).length > 0,
    );
    await leave('Stop here? What is written stays.');
    await dialog.waitFor({ state: 'detached' });
    await blocker.query('ROLLBACK');
    blocker.release();
    // A notice still says what was written.
    await notice(page, /^(1 tank|0 tanks) imported\.$/);
  },
);

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

testInBrowser('50,000 lines leave the page alive, and an import that is cancelled says how far it came', async () => {
  const page = await visit({ hash: '#/tanks' });
  const lines = Array.from({ length: 50_000 }, (_, index) => `many-${index},Many ${index},${index % 2 ? 'x' : 5}\n`);
  const dialog = await choose(page, `externalId,name,fillPercentage\n${lines.join('')}`);
  await dialog.getByText('would create 25,000, change 0 and leave 0 as they are.').waitFor();
  await dialog.getByText('and 24,900 more').waitFor();
  await picture(page, '07-import-many');
  await button(dialog, 'Import 25,000 tanks').click();
  await until(async () => (await served().sql(`SELECT FROM tank WHERE name LIKE 'Many %'`)).length > 0);
  await picture(page, '07-import-running');
  // The import waits until it is cancelled, however fast the machine is.
  const blocker = await served().pool.connect();
  await blocker.query('BEGIN; LOCK TABLE tank IN EXCLUSIVE MODE');
  await button(dialog, 'Cancel').click();
  await blocker.query('ROLLBACK');
  blocker.release();
  await dialog.getByText(/^Stopped\. The lines up to [\d,]+ are done\./).waitFor();
  const [{ count } = { count: 0 }] = await served().sql(`SELECT count(*)::integer FROM tank WHERE name LIKE 'Many %'`);
  await dialog.getByText(`has created ${count.toLocaleString('en')}, changed 0`).waitFor();
  expect(count).toBeLessThan(25_000);
});

testInBrowser(
  'a file with three faults is checked before anything is written, and an export imports unchanged',
  async () => {
    const page = await visit({ hash: '#/tanks?filter={"status":{"in":["maintenance"]}}' });
    await page.locator('tbody tr').first().waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export').click()]);
    const text = await readFile((await download.path()) ?? '', 'utf8');
    expect(text).toMatch(/^\ufeffid,/);
    const [head = '', first = '', ...others] = text.replace('\ufeff', '').trim().split('\r\n');
    expect(head.split(',')).toEqual(expect.arrayContaining(['id', 'name', 'fillPercentage']));
    await button(page, 'Import').click();
    const dialog = page.getByRole('dialog', { name: 'Import tanks' });
    await fileOf(dialog, text);
    await dialog.getByText(`would create 0, change 0 and leave ${others.length + 1} as they are.`).waitFor();
    await button(dialog, 'Close').click();

    await button(page, 'Import').click();
    const at = head.split(',').indexOf('fillPercentage');
    const changed = first.split(',').with(at, '33.5').join(',');
    const half = others[0]?.split(',').with(at, 'half').join(',');
    const unknown = first.split(',').with(0, 'new-1').join(',');
    const added = `,"New, tank"${','.repeat(head.split(',').length - 2)}`;
    const lines = [head, changed, half, unknown, changed, added].join('\n');
    await fileOf(dialog, `${lines}\n`);
    await dialog.getByText('would create 1, change 2 and leave 0 as they are.').waitFor();
    await dialog.getByText('Lines that name a record of an earlier line: 1').waitFor();
    const faults = ['Line 3: fill_percentage must be a number', 'Line 4: no record has this id'];
    for (const fault of faults) await dialog.getByText(fault).waitFor();
    await picture(page, '07-import');
    const id = first.split(',')[0] ?? '';
    expect((await tank(id)).fillPercentage).not.toBe(33.5);
    await button(dialog, 'Import 3 tanks').click();
    await notice(page, '2 tanks imported.');
    expect((await tank(id)).fillPercentage).toBe(33.5);
  },
);

testInBrowser('a file that is imported again creates nothing twice, also with corrected lines', async () => {
  const page = await visit({ hash: '#/tanks' });
  const lines = ['name,fillPercentage,status', 'Twin,10,new', 'Twin,10,new', '"\'=1+1",20,new', 'Half,half,new'];
  const check = async (content: readonly string[], words: string): Promise<Locator> => {
    await button(page, 'Import').click();
    const dialog = page.getByRole('dialog', { name: 'Import tanks' });
    await fileOf(dialog, content.join('\n'));
    await dialog.getByText(words).waitFor();
    return dialog;
  };
  const dialog = await check(lines, 'would create 3, change 0 and leave 0 as they are.');
  // The answer is lost, and the file chosen again.
  const lose = async (route: Route) => {
    await route.fetch();
    return route.abort('connectionreset');
  };
  await page.route('**/import/**', lose, { times: 1 });
  await button(dialog, 'Import 3 tanks').click();
  await dialog.getByText('Choose the file again').waitFor();
  await button(dialog, 'Close').click();
  await button(await check(lines, 'would create 0, change 0 and leave 3 as they are.'), 'Close').click();
  const corrected = await check(lines.with(4, 'Half,50,new'), 'would create 1, change 0 and leave 3 as they are.');
  await button(corrected, 'Import 1 tank').click();
  await notice(page, '1 tank imported.');
  const { tanks } = await demo('{ tanks(filter: { status: { in: ["new"] } }) { nodes { name } } }');
  expect(tanks.nodes.map(({ name }: Data) => name).toSorted()).toEqual(['=1+1', 'Half', 'Twin', 'Twin']);
});
