import { expect } from 'vitest';
import { testInBrowser } from '../browser.ts';
import { picture } from '../readable.ts';
import { button, fileOf, notice, open, tokenFor, updateTank, useConsole } from './console-page.ts';

const { served, visit, demo } = useConsole();

const updateTanks = `mutation ($patches: [UpdateTankPatch!]!) {
  updateTanks(patches: $patches) { ... on Error { message } } }`;

const stored = () =>
  served().sql(
    `SELECT id, status, product_name, latitude, metadata->>'n' AS n FROM tank WHERE id LIKE 'demo-tank-00%' ORDER BY id`,
  );

testInBrowser('an edit of many rows is undone from the history of one, but for what has changed since', async () => {
  const before = await stored();
  const ids = ['001', '002', '003', '004'].map((number) => `demo-tank-${number}`);
  await demo(updateTanks, { patches: ids.map((id) => ({ id, input: { status: 'wrong', latitude: '41.25' } })) });
  await demo(updateTank, { id: 'demo-tank-002', input: { status: 'right' } }, 'dispatcher-05');
  // It does not touch what the edit has set.
  await demo(updateTank, { id: 'demo-tank-003', input: { brand: 'Other' } }, 'dispatcher-05');
  await demo(updateTank, { id: 'demo-tank-005', input: { status: 'wrong' } });
  const page = await visit({ hash: '#/tanks/demo-tank-001' });
  const panel = page.getByRole('dialog');
  await button(panel, 'History').click();
  await button(panel, 'Undo it in many tanks…').first().click();
  const dialog = page.getByRole('dialog', { name: 'Undo changes by dispatcher-02' });
  await dialog.getByText('3 tanks can be set back.').waitFor();
  await dialog.getByText(/: Status is right now$/).waitFor();
  await picture(page, '50-undo');
  await button(dialog, 'Set back 3 tanks').click();
  await notice(page, 'Set back Latitude, Status of 3 tanks.');
  const after = await stored();
  const changed = after.filter((row, index) => JSON.stringify(row) !== JSON.stringify(before[index]));
  expect(changed.map(({ id, status }) => [id, status])).toEqual([
    ['demo-tank-002', 'right'],
    ['demo-tank-005', 'wrong'],
  ]);
});

testInBrowser('what an import has changed is undone from the history, and what it has created is named', async () => {
  const before = await stored();
  // One who has changed nothing else in these minutes.
  const page = await visit({ token: await tokenFor('dispatcher-03'), hash: '#/tanks' });
  await button(page, 'Import').click();
  const form = page.getByRole('dialog', { name: 'Import tanks' });
  const lines = [
    'id,name,metadata',
    'demo-tank-006,Imported six,"{""n"": 1.50}"',
    'demo-tank-007,Imported seven,"{""n"": 2}"',
    ',Imported new,{}',
  ];
  await fileOf(form, `${lines.join('\n')}\n`);
  await button(form, 'Import 3 tanks').click();
  await notice(page, '3 tanks imported.');
  const panel = await open(page, 'Imported six');
  await button(panel, 'History').click();
  await button(panel, 'Undo it in many tanks…').first().click();
  const dialog = page.getByRole('dialog', { name: 'Undo changes by dispatcher-03' });
  await dialog.getByText('1 tank can be set back.').waitFor();
  await dialog.getByRole('radio', { name: /^All changes by dispatcher-03/ }).check();
  await dialog.getByText('2 tanks can be set back.').waitFor();
  await dialog.getByText('1 tank was created then and stays').waitFor();
  await button(dialog, 'Set back 2 tanks').click();
  await notice(page, /^Set back .* of 2 tanks\.$/);
  expect((await stored()).slice(0, 9)).toEqual(before.slice(0, 9));
});
