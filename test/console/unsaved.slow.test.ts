import { expect } from 'vitest';
import { ALL_SCOPES, mintToken } from '../../src/auth/mint.ts';
import { testInBrowser } from '../browser.ts';
import { SECRET } from '../gateway.ts';
import { picture } from '../readable.ts';
import { answering, button, hasFocus, notice, open, rowOf, tokenFor, updateTank, useConsole } from './console-page.ts';

const { served, visit, demo, tank } = useConsole();

testInBrowser('an edit that is not saved is not left without a question', async () => {
  const page = await visit({ hash: '#/tanks' });
  const asked = answering(page);
  const panel = await open(page, 'South yard diesel 1');
  const name = panel.getByLabel('Name', { exact: true });
  await name.fill('Typed');
  // A second Escape in a row closes a dialog that asks by itself alone.
  for (const times of [1, 2]) {
    await page.keyboard.press('Escape');
    await expect.poll(() => asked.questions).toEqual(Array(times).fill('confirm'));
    expect([await name.inputValue(), await hasFocus(name)]).toEqual(['Typed', true]);
  }
  await button(panel, 'Close').click();
  await page.goBack();
  await expect.poll(() => asked.questions.length).toBe(4);
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#\/tanks\/.+/);
  for (const part of ['All fields', 'History', 'Edit']) await button(panel, part).click();
  expect(await name.inputValue()).toBe('Typed');
  // In time of its own: it waits for the answer.
  await page.evaluate('void setTimeout(() => location.reload())');
  await expect.poll(() => asked.questions.at(-1)).toBe('beforeunload');
  expect(await name.inputValue()).toBe('Typed');
  asked.answer = true;
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  expect(asked.questions).toHaveLength(6);
});

testInBrowser('what is saved, or was not changed, is left without a question', async () => {
  const page = await visit({ hash: '#/tanks' });
  const asked = answering(page);
  const panel = await open(page, 'South yard diesel 2');
  const name = panel.getByLabel('Name', { exact: true });
  await name.fill('Typed');
  await name.fill('South yard diesel 2');
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  const again = await open(page, 'South yard diesel 2');
  await again.getByLabel('Brand').fill('North Star');
  await button(again, 'Save').click();
  await notice(page, 'Saved.');
  await again.waitFor({ state: 'detached' });
  await page.reload();
  await rowOf(page, 'South yard diesel 2').waitFor();
  expect(asked.questions).toEqual([]);
});

testInBrowser('new records, webhooks and edits of many rows ask as well', async () => {
  const page = await visit({ hash: '#/tanks' });
  const asked = answering(page);
  const leave = async () => {
    const { length } = asked.questions;
    asked.answer = false;
    await page.keyboard.press('Escape');
    await expect.poll(() => asked.questions.length).toBe(length + 1);
    expect(await page.getByRole('dialog').count()).toBe(1);
    asked.answer = true;
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await button(page, 'New tank').click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Typed');
  await leave();
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await button(page, 'Edit 25 tanks').click();
  await page.getByRole('dialog').getByLabel('Column').selectOption('Brand');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Brand' }).fill('1');
  await leave();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await button(page, 'New webhook').click();
  await page.getByRole('dialog').getByLabel('Workflow ID').fill('w');
  await leave();
});

testInBrowser('an edit stays, to be copied, when somebody else deletes its record', async () => {
  const id = 'demo-tank-041';
  const page = await visit({ hash: `#/tanks/${id}` });
  const asked = answering(page);
  const panel = page.getByRole('dialog');
  const name = panel.getByLabel('Name', { exact: true });
  await name.fill('Typed');
  await page.getByText('Live', { exact: true }).waitFor();
  const { version } = await tank(id);
  await demo('mutation ($id: ID!) { deleteTank(id: $id) { __typename } }', { id });
  await panel.getByRole('alert').getByText('dispatcher-02 has deleted this tank.').waitFor();
  expect(await name.inputValue()).toBe('Typed');
  expect(await button(panel, 'Save').isEnabled()).toBe(false);
  expect(await button(panel, 'Delete this tank').count()).toBe(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => asked.questions).toEqual(['confirm']);
  expect(await name.inputValue()).toBe('Typed');
  // Once it is back, the edit can be saved.
  const restore = 'mutation ($id: ID!, $version: Int!) { restoreTank(id: $id, version: $version) { __typename } }';
  await demo(restore, { id, version });
  await panel.getByRole('alert').waitFor({ state: 'detached' });
  await button(panel, 'Save').click();
  await notice(page, 'Saved.');
  expect((await tank(id)).name).toBe('Typed');
});

testInBrowser('a link whose token has fewer rights asks before an edit is lost', async () => {
  const page = await visit({ hash: '#/tanks/demo-tank-042' });
  const asked = answering(page);
  const panel = page.getByRole('dialog');
  const name = panel.getByLabel('Name', { exact: true });
  await name.fill('Typed');
  const { hash } = new URL(page.url());
  const follow = async (scope: string) =>
    page.goto(`${served().address}/console#token=${await tokenFor('dispatcher-03', scope)}`);
  for (const [index, scope] of ['tanks:read ship-tos:read', 'tasks:read'].entries()) {
    await follow(scope);
    await expect.poll(() => asked.questions).toEqual(Array(index + 1).fill('confirm'));
    expect([await name.inputValue(), new URL(page.url()).hash]).toEqual(['Typed', hash]);
  }
  // The page goes on with its own token, also for GraphiQL.
  expect(await page.getByText('dispatcher-01', { exact: true }).count()).toBe(1);
  const kept = await page.evaluate("atob(sessionStorage.getItem('token').split('.')[1])");
  expect(JSON.parse(`${kept}`).sub).toBe('dispatcher-01');
  expect(await page.getByText('Your sign-in has ended.').count()).toBe(0);
  asked.answer = true;
  await follow('tanks:read ship-tos:read');
  await name.waitFor({ state: 'detached' });
  expect(asked.questions).toHaveLength(3);
});

testInBrowser('a deletion that its token cannot undo asks first', async () => {
  const scope = ALL_SCOPES.replace('ship-tos:create', '');
  const page = await visit({ token: await tokenFor('dispatcher-01', scope), hash: '#/ship-tos' });
  const asked = answering(page);
  const panel = await open(page, 'Depot 4');
  await panel.getByLabel('Route code').fill('Typed');
  await button(panel, 'Delete this ship-to').click();
  await panel.getByText('This token cannot undo it: that needs the scope ship-tos:create.').waitFor();
  await button(panel, 'Delete it for good').click();
  await expect.poll(() => asked.questions).toEqual(['confirm']);
  expect(await panel.getByLabel('Route code').inputValue()).toBe('Typed');
  asked.answer = true;
  const read = '{ shipTos(filter: { search: "Depot 4" }) { nodes { id version } } }';
  const [{ id, version }] = (await demo(read)).shipTos.nodes;
  await button(panel, 'Delete it for good').click();
  await notice(page, 'The ship-to was deleted.');
  expect(await button(page, 'Undo').count()).toBe(0);
  await demo('mutation ($id: ID!, $version: Int!) { restoreShipTo(id: $id, version: $version) { __typename } }', {
    id,
    version,
  });
});

testInBrowser('a deletion that is undone loses nothing that other systems write', async () => {
  const id = 'demo-tank-033';
  const read = () =>
    served().sql('SELECT available_capacity, days_to_empty, reading_volume FROM tank WHERE id = $1', [id]);
  await served().sql('UPDATE tank SET days_to_empty = 4, reading_volume = 500, fill_percentage = 103 WHERE id = $1', [
    id,
  ]);
  const before = await read();
  const page = await visit({ hash: `#/tanks/${id}` });
  await button(page.getByRole('dialog'), 'Delete this tank').click();
  await notice(page, 'The tank was deleted.');
  const undo = button(page, 'Undo');
  await undo.focus();
  await page.keyboard.press('Enter');
  await notice(page, 'The tank is back.');
  expect(await read()).toEqual(before);
  // What has the focus vanishes: it goes on from the notices.
  expect(await hasFocus(page.locator('.notices'))).toBe(true);
  await demo(updateTank, { id, input: { fillPercentage: 50 } });
  expect((await tank(id)).fillPercentage).toBe(50);
  await picture(page, 'undone');
});

/** A token that is not of one company, or not for all of its records. */
const otherToken = (grant: object): Promise<string> =>
  mintToken(
    {
      company: undefined,
      companyClaim: 'company_id',
      subject: 'operator-01',
      scope: ALL_SCOPES,
      ttl: '1h',
      issuer: undefined,
      audience: undefined,
      ...grant,
    },
    SECRET,
  );

testInBrowser('a token of every company, and one of some records, cannot undo a deletion and are asked', async () => {
  const everywhere = await otherToken({ scope: `${ALL_SCOPES} companies:all` });
  const page = await visit({ token: everywhere, hash: '#/ship-tos/demo-ship-to-05' });
  await button(page.getByRole('dialog'), 'Delete this ship-to').click();
  await page.getByText('This token cannot undo it: that needs a token of one company.').waitFor();
  const scope = 'ship-tos:read:own ship-tos:create:own ship-tos:delete:own';
  const narrowed = await otherToken({ company: 'demo', scope, own: { ship_to: { id: ['demo-ship-to-05'] } } });
  const other = await visit({ token: narrowed, hash: '#/ship-tos/demo-ship-to-05' });
  const panel = other.getByRole('dialog');
  await button(panel, 'Delete this ship-to').click();
  await panel.getByText('Undo is offered for a few seconds').waitFor();
  await button(panel, 'Delete it for good').click();
  await button(other, 'Undo').click();
  await notice(other, 'The ship-to is back.');
});

testInBrowser('a cell that is edited is not left without a question, nor lost with its row', async () => {
  const page = await visit({ hash: '#/tanks?filter={"name":{"contains":"Quarry"}}' });
  const asked = answering(page);
  const cell = rowOf(page, 'Quarry east diesel 1').getByRole('cell', { name: 'in service' });
  const input = page.getByLabel('Fill percentage of Quarry east diesel 1');
  await rowOf(page, 'Quarry east diesel 1').locator('td.number.settable').first().dblclick();
  await input.fill('full');
  await button(page, /^Status/).click();
  await expect.poll(() => asked.questions).toEqual(['confirm']);
  expect([await input.inputValue(), new URL(page.url()).hash.includes('sort')]).toEqual(['full', false]);
  await page.getByText('must be a number').waitFor();
  await page.getByRole('link', { name: /^Ship-tos/ }).click();
  await expect.poll(() => asked.questions).toEqual(['confirm', 'confirm']);
  await button(page, 'Sign out').click();
  await expect.poll(() => asked.questions.length).toBe(3);
  await page.evaluate('void setTimeout(() => location.reload())');
  await expect.poll(() => asked.questions.at(-1)).toBe('beforeunload');
  expect(await input.inputValue()).toBe('full');
  await input.press('Escape');
  await cell.dblclick();
  await page.getByLabel('Status of Quarry east diesel 1').fill('winter');
  const { tanks } = await demo('{ tanks(filter: { name: { equals: "Quarry east diesel 1" } }) { nodes { id } } }');
  const { id } = tanks.nodes[0];
  await demo(updateTank, { id, input: { name: 'Sold' } });
  await notice(page, 'Status of Quarry east diesel 1 was saved.');
  expect(await tank(id)).toMatchObject({ name: 'Sold', status: 'winter' });
});
