import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { testInBrowser } from '../browser.ts';
import type { Data } from '../gateway.ts';
import { picture } from '../readable.ts';
import { button, edit, notice, rowOf, selected, tickAll, tokenFor, updateTank, useConsole } from './console-page.ts';

const { served, visit, demo, tank, makeTanks } = useConsole();

/** For thousands of rows, on a busy machine. */
const LONG = { timeout: 240_000 };
const hashOf = (brand: string): string => `#/tanks?filter={"brand":{"equals":"${brand}"}}`;
const statuses = async (brand: string): Promise<Data[]> =>
  served().sql('SELECT status, count(*)::int FROM tank WHERE brand = $1 GROUP BY 1 ORDER BY 1', [brand]);

testInBrowser('two tasks are given to a driver at once', async () => {
  const page = await visit({ hash: '#/tasks?filter={"assigneeId":{"equals":null}}' });
  const rows = page.locator('tbody tr');
  await rows.first().waitFor();
  const before = await rows.count();
  for (const index of [0, 1]) await rows.nth(index).getByRole('checkbox').check();
  await button(page, 'Edit 2 tasks').click();
  const dialog = page.getByRole('dialog', { name: 'Edit 2 tasks' });
  await dialog.getByLabel('Column').selectOption('assigneeId');
  await dialog.getByRole('textbox', { name: 'Assignee ID' }).fill('driver-07');
  await picture(page, '08-two-tasks');
  await button(dialog, 'Change 2 tasks').click();
  await notice(page, 'Changed Assignee ID of 2 tasks.');
  await expect.poll(() => rows.count()).toBe(before - 2);
});

testInBrowser('forty rows are edited together, and a row that has changed meanwhile is reported', async () => {
  const page = await visit({ hash: '#/tanks' });
  await rowOf(page, 'South yard diesel 1').waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await button(page, 'Next').click();
  await page.getByText('26–').waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  const edit = page.getByRole('button', { name: /^Edit \d+ tanks$/ });
  const count = Number((await edit.innerText()).replaceAll(/\D/g, ''));
  expect(count).toBeGreaterThan(40);
  await edit.click();
  const dialog = page.getByRole('dialog', { name: `Edit ${count} tanks` });
  await dialog.getByLabel('Column').selectOption('brand');
  await dialog.getByRole('textbox', { name: 'Brand' }).fill('North Star');
  await demo(updateTank, { id: 'demo-tank-002', input: { latitude: '41.5' } });
  await picture(page, '10-forty-rows');
  await dialog.getByRole('button', { name: /^Change \d/ }).click();
  await notice(page, `Changed Brand of ${count - 1} tanks.`);
  await dialog.getByText('North yard diesel 2').waitFor();
});

testInBrowser(
  'five thousand rows are edited in two columns and set back, but for one that has changed since',
  async () => {
    await makeTanks('many', 5000);
    const page = await visit({ hash: hashOf('many') });
    await page.getByText('of 5,000').waitFor();
    await tickAll(page, '5,000');
    await picture(page, '20-all-selected');
    await edit(page, { Status: 'after', 'Product name': 'Heating oil' });
    await page.getByRole('progressbar', { name: 'Progress' }).waitFor();
    await picture(page, '21-progress');
    await page.getByText('Changed Status, Product name of 5,000 tanks.').waitFor(LONG);
    expect(await statuses('many')).toEqual([{ status: 'after', count: 5000 }]);
    await demo(updateTank, { id: 'many-7', input: { status: 'theirs' } });
    await button(page, 'Undo').click();
    const dialog = page.getByRole('dialog', { name: 'Undo: Edit 5,000 tanks' });
    await dialog.getByText('1 changed meanwhile, and left as they are').waitFor();
    await dialog.getByRole('listitem').getByText('many 7', { exact: true }).waitFor();
    await dialog.getByText('Set back Status, Product name of 4,999 tanks.').waitFor();
    await picture(page, '22-undone');
    expect(await statuses('many')).toEqual([
      { status: 'before', count: 4999 },
      { status: 'theirs', count: 1 },
    ]);
  },
);

testInBrowser('each row has its result: changed, changed meanwhile, refused or gone', async () => {
  await makeTanks('each', 4);
  const page = await visit({ hash: hashOf('each') });
  await page.getByText('of 4', { exact: false }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await demo(updateTank, { id: 'each-2', input: { status: 'theirs' } });
  await served().sql('DELETE FROM tank WHERE id = $1', ['each-3']);
  await edit(page, { Status: 'after' });
  const dialog = page.getByRole('dialog', { name: 'Edit 4 tanks' });
  await dialog.getByText('Changed Status of 2 tanks.').waitFor();
  const named = async () =>
    (await dialog.locator('details').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  expect(await named()).toEqual(['1 changed meanwhile, and left as they are each 2', '1 not there any more each 3']);
  expect((await tank('each-2')).status).toBe('theirs');
  await picture(page, '23-results');
  await button(dialog, 'Change 1 all the same').click();
  await dialog.getByText('Changed Status of 3 tanks.').waitFor();
  expect((await tank('each-2')).status).toBe('after');
  await button(dialog, 'Done').click();
  await button(page, 'Undo').last().click();
  await notice(page, 'Set back Status of 3 tanks.');
  expect((await tank('each-2')).status).toBe('theirs');
  await page.getByRole('checkbox', { name: 'Select each 4' }).check();
  await edit(page, { 'Fill percentage': '142' });
  await page
    .getByRole('dialog')
    .getByText(/^each 4: fillPercentage must be/)
    .waitFor();
});

testInBrowser('a batch that fails or is lost is sent again, and a stopped edit goes on', async () => {
  await makeTanks('lost', 450);
  const page = await visit({ hash: hashOf('lost') });
  await page.getByText('of 450').waitFor();
  await tickAll(page, '450');
  let batches = 0;
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('mutation')) return route.continue();
    batches += 1;
    if (batches === 2) {
      // It is written, and its answer is lost.
      await route.fetch();
      return route.abort('connectionreset');
    }
    // While the next one is on its way, the edit is stopped.
    if (batches === 3) await button(page, 'Stop').click();
    return route.continue();
  });
  await edit(page, { Status: 'after' });
  const dialog = page.getByRole('dialog', { name: 'Edit 450 tanks' });
  await dialog.getByRole('alert').getByText('The gateway does not answer.').waitFor();
  await dialog.getByText('250 not tried yet, or without an answer.').waitFor();
  await button(dialog, 'Go on with 250').click();
  await dialog.getByText('50 not tried yet, or without an answer.').waitFor();
  await button(dialog, 'Go on with 50').click();
  await notice(page, 'Changed Status of 450 tanks.');
  await button(page, 'Undo').last().click();
  await notice(page, 'Set back Status of 450 tanks.');
  expect(await statuses('lost')).toEqual([{ status: 'before', count: 450 }]);
});

testInBrowser('ticked rows are deleted and come back, and many are deleted only after a question', async () => {
  await makeTanks('gone', 250);
  const page = await visit({ hash: hashOf('gone') });
  await page.getByText('of 250').waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await button(page, 'Delete 25 tanks').click();
  await notice(page, 'Deleted 25 tanks.');
  await page.getByText('of 225').waitFor();
  await button(page, 'Undo').click();
  await notice(page, 'Restored 25 tanks.');
  await page.getByText('of 250').waitFor();
  await tickAll(page, '250');
  await button(page, 'Delete 250 tanks').click();
  await page.getByText('Then Deleted lists only the last 200.').waitFor();
  expect(await statuses('gone')).toEqual([{ status: 'before', count: 250 }]);
  await button(page, 'Delete them for good').click();
  await notice(page, 'Deleted 250 tanks.');
  await button(page, 'Undo').click();
  await notice(page, 'Restored 250 tanks.');
  expect(await statuses('gone')).toEqual([{ status: 'before', count: 250 }]);
});

testInBrowser(
  'ticked rows alone are exported, in a file that spreadsheets take for UTF-8 and run nothing of',
  async () => {
    await makeTanks('file', 3);
    await demo(updateTank, { id: 'file-2', input: { name: '=HYPERLINK("http://x","y")' } });
    const page = await visit({ token: await tokenFor('viewer', 'tanks:read'), hash: `${hashOf('file')}&sort=-name` });
    for (const name of ['file 1', '=HYPERLINK']) await rowOf(page, name).getByRole('checkbox').check();
    expect(await selected(page).getByRole('button').allInnerTexts()).toEqual([
      'Select all 3 that match',
      'Export 2 tanks',
      'Select none',
    ]);
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export 2 tanks').click()]);
    const lines = (await readFile((await download.path()) ?? '', 'utf8')).trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^\ufeffid,name,/);
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 2))).toEqual([
      ['file-1', 'file 1'],
      ['file-2', `"'=HYPERLINK(""http://x""`],
    ]);
  },
);

testInBrowser('a selection of all that match is stopped, and leaves what was ticked', async () => {
  await makeTanks('halt', 450);
  const page = await visit({ hash: hashOf('halt') });
  await page.getByText('of 450').waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('"first":200')) return route.continue();
    await button(page, /^Stop at/).click();
    return route.continue();
  });
  await button(page, 'Select all 450 that match').click();
  await button(page, 'Select all 450 that match').waitFor();
  await selected(page).getByText('25 tanks selected').waitFor();
});
