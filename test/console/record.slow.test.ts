import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { testInBrowser } from '../browser.ts';
import { picture } from '../readable.ts';
import { button, hasFocus, notice, open, rowOf, updateTank, useConsole } from './console-page.ts';

const { visit, demo, tank } = useConsole();

/** Loses the answer to the next mutation, which the gateway executes. */
async function loseAnswer(page: Page): Promise<void> {
  let losses = 1;
  await page.route('**/graphql', async (route) => {
    if (losses === 0 || !route.request().postData()?.includes('mutation')) return route.continue();
    losses -= 1;
    await route.fetch();
    return route.abort('connectionreset');
  });
}

testInBrowser('a person finds a tank and corrects its level against a conflict', async () => {
  const page = await visit({ hash: '#/tanks' });
  await page.getByRole('searchbox', { name: 'Search tanks' }).fill('propane');
  await rowOf(page, 'Depot 7 propane 1').waitFor();
  await page.getByText('1–').waitFor();
  const panel = await open(page, 'Depot 7 propane 1');
  const level = panel.getByLabel('Fill percentage');
  await level.fill('64');
  const { id } = (await demo('{ tanks(filter: { search: "Depot 7 propane 1" }) { nodes { id } } }')).tanks.nodes[0];
  await demo(updateTank, { id, input: { status: 'maintenance', fillPercentage: 61 } });
  const conflict = panel.getByRole('alert', { name: 'Conflict' });
  await conflict.getByText('You have both changed: Fill percentage.').waitFor();
  expect(await button(panel, 'Save').isDisabled()).toBe(true);
  await picture(page, '01-conflict');
  await button(conflict, 'Keep mine').click();
  await notice(page, 'Saved.');
  expect(await tank(id)).toMatchObject({ fillPercentage: 64, status: 'maintenance' });
  await button(page, 'Undo').click();
  await notice(page, 'The change was undone.');
  expect(await tank(id)).toMatchObject({ fillPercentage: 61, status: 'maintenance' });
});

testInBrowser('a save whose answer is lost is no conflict with oneself', async () => {
  const page = await visit({ hash: '#/tanks/demo-tank-030' });
  await page.getByText('Live', { exact: true }).waitFor();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Fill percentage').fill('12.50');
  await panel.getByLabel('Name', { exact: true }).fill('Saved once');
  await loseAnswer(page);
  await button(panel, 'Save').click();
  await panel.getByText('The gateway does not answer.').waitFor();
  await panel.getByText('You saved the same: Name, Fill percentage').waitFor();
  expect(await panel.getByRole('alert', { name: 'Conflict' }).count()).toBe(0);
  await button(panel, 'Save').click();
  await notice(page, 'Saved.');
  expect(await tank('demo-tank-030')).toMatchObject({ name: 'Saved once', fillPercentage: 12.5 });
});

testInBrowser('a conflict names who has changed what, and leaves out what both have set to the same', async () => {
  const page = await visit({ hash: '#/tanks/demo-tank-031' });
  await page.getByText('Live', { exact: true }).waitFor();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Fill percentage').fill('20');
  await panel.getByLabel('Status').fill('maintenance');
  await demo(updateTank, { id: 'demo-tank-031', input: { fillPercentage: 30, status: 'maintenance' } });
  const conflict = panel.getByRole('alert', { name: 'Conflict' });
  await conflict.getByText('dispatcher-02 has changed this tank since you opened it.').waitFor();
  await conflict.getByText('You have both changed: Fill percentage.').waitFor();
  expect(await conflict.locator('tbody tr').count()).toBe(1);
  await button(conflict, 'Use theirs').click();
  await panel.getByLabel('Name', { exact: true }).fill('Here');
  await demo(updateTank, { id: 'demo-tank-031', input: { name: 'There' } }, 'dispatcher-01');
  await conflict.getByText('You have changed this tank elsewhere since you opened it.').waitFor();
  await button(conflict, 'Keep this edit').click();
  await notice(page, 'Saved.');
});

testInBrowser('a form stays when its record cannot be read again', async () => {
  const page = await visit({ hash: '#/tanks/demo-tank-032' });
  await page.getByText('Live', { exact: true }).waitFor();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Name', { exact: true }).fill('Typed');
  const failed = page.waitForEvent('requestfailed');
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('query ConsoleTank(') ? route.abort() : route.continue(),
  );
  await demo(updateTank, { id: 'demo-tank-032', input: { fillPercentage: 31 } });
  await failed;
  expect(await panel.getByLabel('Name', { exact: true }).inputValue()).toBe('Typed');
});

testInBrowser('a value that the gateway refuses is marked at its field, and nothing is lost', async () => {
  const page = await visit({ hash: '#/tanks' });
  const panel = await open(page, 'North yard diesel 2');
  await panel.getByLabel('Fill percentage').fill('142');
  await panel.getByLabel('Latitude').fill('north');
  await button(panel, 'Save').click();
  await panel.getByText(/^Fill percentage must be/).waitFor();
  expect(await panel.getByLabel('Latitude').inputValue()).toBe('north');
  // A mark goes with what it is about.
  await panel.getByLabel('Latitude').fill('somewhere');
  await panel.getByText(/^Fill percentage must be/).waitFor();
  await panel.getByLabel('Fill percentage').fill('42');
  await panel.getByText(/^Fill percentage must be/).waitFor({ state: 'detached' });
  await panel.getByText('Correct the marked fields.').waitFor({ state: 'detached' });
});

testInBrowser('a long text keeps its line breaks and the focus', async () => {
  await demo('mutation { updateShipTo(id: "demo-ship-to-07", input: { note: "one\\ntwo" }) { __typename } }');
  const page = await visit({ hash: '#/ship-tos/demo-ship-to-07' });
  const panel = page.getByRole('dialog');
  const note = panel.getByLabel('Note');
  expect(await note.inputValue()).toBe('one\ntwo');
  await panel.getByLabel('Area', { exact: true }).pressSequentially('x'.repeat(70));
  await note.press('End');
  await note.pressSequentially('!');
  await button(panel, 'Save').click();
  await notice(page, 'Saved.');
  const { shipTo } = await demo('{ shipTo(id: "demo-ship-to-07") { note area } }');
  expect([shipTo.note, shipTo.area.includes('x'.repeat(70))]).toEqual([expect.stringMatching(/^one!?\ntwo!?$/), true]);
});

testInBrowser('a deletion is undone, at once or later', async () => {
  const page = await visit({ hash: '#/ship-tos' });
  const before = (await demo('{ shipTo(id: "demo-ship-to-03") { name customerId routeCode } }')).shipTo;
  const panel = await open(page, before.name);
  await button(panel, 'Delete this ship-to').click();
  await notice(page, 'The ship-to was deleted.');
  await rowOf(page, before.name).waitFor({ state: 'detached' });
  await picture(page, '02-deleted');
  await button(page, 'Undo').click();
  await notice(page, /The ship-to is back/);
  const read = '{ shipTo(id: "demo-ship-to-03") { name customerId routeCode } }';
  expect((await demo(read)).shipTo).toEqual(before);

  await demo('mutation { deleteShipTo(id: "demo-ship-to-03") { __typename } }');
  await rowOf(page, before.name).waitFor({ state: 'detached' });
  await button(page, 'Deleted').click();
  const list = page.getByRole('dialog', { name: 'Deleted ship-tos' });
  await list.getByText('dispatcher-02').first().waitFor();
  await picture(page, '02-restore');
  await button(list.getByRole('listitem').filter({ hasText: before.name }), 'Restore').click();
  // The notice of the first undo may still be shown: the panel closes once the gateway has answered.
  await list.waitFor({ state: 'detached' });
  await notice(page, /The ship-to is back/);
  expect((await demo(read)).shipTo).toEqual(before);
  // The panel of the record opens.
  await page.getByRole('dialog', { name: before.name }).getByText('All fields').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(button(page, 'Deleted'))).toBe(true);
});

testInBrowser('a person sees who changed a record, and goes back to what it was', async () => {
  await demo(updateTank, { id: 'demo-tank-020', input: { productName: 'Wrong product' } }, 'dispatcher-09');
  const page = await visit({ hash: '#/tanks/demo-tank-020' });
  const panel = page.getByRole('dialog');
  await button(panel, 'History').click();
  const change = panel.getByRole('listitem').filter({ hasText: 'dispatcher-09' });
  await change.getByText('Wrong product').waitFor();
  const before = await change.locator('del').innerText();
  await picture(page, '09-history');
  await button(change, 'Back to this value').click();
  await button(panel, 'Save').click();
  await notice(page, 'Saved.');
  expect((await tank('demo-tank-020')).productName).toBe(before);
});
