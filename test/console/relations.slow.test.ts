import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { testInBrowser } from '../browser.ts';
import { tokenOf } from '../gateway.ts';
import { picture } from '../readable.ts';
import { answering, button, hasFocus, notice, rowOf, updateTank, useConsole } from './console-page.ts';

const { served, visit, demo } = useConsole();

const shipToOf = async (id: string): Promise<string | null> =>
  (await demo('query ($id: ID!) { tank(id: $id) { shipToId } }', { id })).tank.shipToId;
const options = (page: Page) => page.getByRole('listbox').getByRole('option');
const filterOf = (page: Page): unknown =>
  JSON.parse(new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('filter') ?? '{}');

testInBrowser('a person follows a tank to its ship-to, and from there to all of its tanks', async () => {
  const page = await visit({ hash: '#/tanks' });
  await rowOf(page, 'Depot 7 DEF 1').getByRole('link', { name: 'Depot 7', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Depot 7' });
  const related = panel.getByRole('navigation', { name: 'Related records' });
  await related.getByRole('link', { name: 'Depot 7 propane 1' }).waitFor();
  await related.getByText('No tasks').waitFor();
  await picture(page, '30-related');
  await related.getByRole('link', { name: '3 tanks' }).click();
  await page.getByText('1–3 of 3').waitFor();
  await page.getByText('Ship-to is Depot 7').waitFor();
  const values = page.getByRole('complementary', { name: 'Filter by value' });
  await values.getByRole('checkbox', { name: /^Quarry east/ }).check();
  await expect.poll(() => filterOf(page)).toEqual({ shipToId: { in: ['demo-ship-to-04', 'demo-ship-to-05'] } });
  await page.getByText('Ship-to is one of Depot 7, Quarry east').waitFor();
  await page.getByText('1–6 of 6').waitFor();
});

testInBrowser('a task leads to its tank, in the list and in the panel, and the tank to its tasks', async () => {
  const page = await visit({ hash: '#/tasks/demo-task-01' });
  const panel = page.getByRole('dialog', { name: 'Fill North yard diesel 1' });
  const related = panel.getByRole('navigation', { name: 'Related records' });
  await related.getByRole('link', { name: 'North yard diesel 1', exact: true }).waitFor();
  await button(panel, 'All fields').click();
  const field = panel.locator('.fields').getByRole('link', { name: 'North yard diesel 1', exact: true });
  await field.click();
  const tank = page.getByRole('dialog', { name: 'North yard diesel 1', exact: true });
  const tasks = tank.getByRole('navigation', { name: 'Related records' });
  await tasks.getByRole('link', { name: '1 task', exact: true }).click();
  await page.getByText('1–1 of 1').waitFor();
  await page.getByText('Entity is North yard diesel 1').waitFor();
  await rowOf(page, 'Fill North yard diesel 1')
    .getByRole('link', { name: 'North yard diesel 1', exact: true })
    .waitFor();
});

testInBrowser('the ship-to of a tank is chosen by its name, with the keyboard', async () => {
  const page = await visit({ hash: '#/tanks/demo-tank-024' });
  const panel = page.getByRole('dialog');
  const input = panel.getByRole('combobox', { name: 'Ship-to' });
  const { shipTo } = (await demo('{ tank(id: "demo-tank-024") { shipTo { name } } }')).tank;
  await expect.poll(() => input.inputValue()).toBe(shipTo.name);
  await input.fill('quarry');
  await options(page).filter({ hasText: 'Quarry east' }).waitFor();
  expect(await input.getAttribute('aria-expanded')).toBe('true');
  await expect.poll(() => options(page).allInnerTexts()).toEqual(['Quarry east', 'Use the ID “quarry”']);
  // Escape closes the list, then nothing is changed, and the panel is still there.
  await input.press('Escape');
  expect(await input.inputValue()).toBe(shipTo.name);
  expect(await button(panel, 'Save').isDisabled()).toBe(true);
  await input.fill('quarry');
  await options(page).filter({ hasText: 'Quarry east' }).waitFor();
  await input.press('ArrowDown');
  const active = await input.getAttribute('aria-activedescendant');
  expect(await page.locator(`[id="${active}"]`).innerText()).toBe('Use the ID “quarry”');
  await input.press('ArrowDown');
  await input.press('Enter');
  expect(await input.inputValue()).toBe('Quarry east');
  expect(await hasFocus(input)).toBe(true);
  await panel.getByText('Changed: Ship-to').waitFor();
  await input.press('Enter');
  await notice(page, 'Saved.');
  expect(await shipToOf('demo-tank-024')).toBe('demo-ship-to-05');
});

testInBrowser(
  'a name that is typed and not chosen stays as a fault, and the rest is not saved without it',
  async () => {
    const page = await visit({ hash: '#/tanks/demo-tank-026' });
    const panel = page.getByRole('dialog');
    const input = panel.getByRole('combobox', { name: 'Ship-to' });
    const before = await shipToOf('demo-tank-026');
    await input.fill('quarry');
    await panel.getByLabel('Brand').fill('North Star');
    await panel.getByText('Nothing is chosen yet.').waitFor();
    expect([await input.inputValue(), await input.getAttribute('aria-invalid')]).toEqual(['quarry', 'true']);
    await button(panel, 'Save').click();
    expect(await hasFocus(input)).toBe(true);
    expect(await input.inputValue()).toBe('quarry');
    await input.press('Escape');
    expect(await input.getAttribute('aria-invalid')).toBe('false');
    await button(panel, 'Save').click();
    await notice(page, 'Saved.');
    expect(await shipToOf('demo-tank-026')).toBe(before);
  },
);

testInBrowser('a name that is typed in a cell of the grid and not chosen stays until it is', async () => {
  const page = await visit({ hash: '#/tanks?filter={"id":{"equals":"demo-tank-027"}}&columns=name,shipToId' });
  const asked = answering(page);
  await page.locator('tbody td.settable').last().dblclick();
  const input = page.getByRole('combobox', { name: /^Ship-to of/ });
  await input.fill('quarry');
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect.poll(() => asked.questions).toEqual(['confirm']);
  await page.getByText('Nothing is chosen yet.').waitFor();
  expect(await input.inputValue()).toBe('quarry');
  await input.click();
  await options(page).filter({ hasText: 'Quarry east' }).click();
  await input.press('Enter');
  await notice(page, /^Ship-to of .* was saved\.$/);
  expect(await shipToOf('demo-tank-027')).toBe('demo-ship-to-05');
});

testInBrowser('an id that is not there yet can be entered, and an empty name clears the relation', async () => {
  const page = await visit({ hash: '#/tanks/demo-tank-025' });
  const panel = page.getByRole('dialog');
  const input = panel.getByRole('combobox', { name: 'Ship-to' });
  await input.fill('not-there-yet');
  await options(page).filter({ hasText: 'Use the ID “not-there-yet”' }).click();
  await button(panel, 'Save').click();
  await notice(page, 'Saved.');
  expect(await shipToOf('demo-tank-025')).toBe('not-there-yet');
  await page.goto(page.url().replace(/#.*/, '#/tanks/demo-tank-025'));
  await expect.poll(() => input.inputValue()).toBe('not-there-yet');
  await input.fill('');
  await button(panel, 'Save').click();
  await notice(page, 'Saved.');
  await expect.poll(() => shipToOf('demo-tank-025')).toBe(null);
});

testInBrowser('a new task is about a record of any type, chosen by its name', async () => {
  const page = await visit({ hash: '#/tasks' });
  await button(page, 'New task').click();
  const form = page.getByRole('dialog', { name: 'New task' });
  const input = form.getByRole('combobox', { name: 'Entity' });
  await input.fill('greenhouse row');
  const option = options(page).filter({ hasText: /^Greenhouse row\s*ship-to$/ });
  await option.waitFor();
  await options(page)
    .filter({ hasText: /^Greenhouse row propane 1\s*tank$/ })
    .waitFor();
  await picture(page, '31-combobox');
  await option.click();
  expect(await form.getByLabel('Entity type').inputValue()).toBe('ship_to');
  const texts = {
    Title: 'Look at the roof',
    Priority: 'low',
    'Task type ID': 'inspection',
    'Team ID': 'team',
    'Workflow ID': 'w',
    'Status ID': 'open',
    'Task number': '9901',
    'Creator ID': 'dispatcher-01',
  };
  for (const [label, text] of Object.entries(texts)) await form.getByLabel(label).fill(text);
  await button(form, 'Create').click();
  await notice(page, 'The task was created.');
  const { nodes } = (
    await demo('{ tasks(filter: { search: "Look at the roof" }) { nodes { id entityType entityId } } }')
  ).tasks;
  expect(nodes).toEqual([{ id: nodes[0].id, entityType: 'ship_to', entityId: 'demo-ship-to-09' }]);
  await demo('mutation ($id: ID!) { deleteTask(id: $id) { __typename } }', { id: nodes[0].id });
});

testInBrowser('a history names the records that ids have led to', async () => {
  const id = 'demo-tank-027';
  const { tank } = await demo('query ($id: ID!) { tank(id: $id) { shipTo { name } } }', { id });
  await demo(updateTank, { id, input: { shipToId: 'demo-ship-to-07' } });
  const { shipTo } = await demo('{ shipTo(id: "demo-ship-to-07") { name } }');
  const page = await visit({ hash: `#/tanks/${id}` });
  await button(page.getByRole('dialog'), 'History').click();
  const change = page.getByRole('dialog').getByRole('listitem').first();
  await change.locator('del').getByRole('link', { name: tank.shipTo.name, exact: true }).waitFor();
  await change.locator('ins').getByRole('link', { name: shipTo.name, exact: true }).waitFor();

  // The type of what a task is about has changed since.
  for (const about of [`'tank', '${id}'`, `'tank', 'demo-tank-028'`, `'ship_to', 'demo-ship-to-07'`])
    await served().sql(`UPDATE task SET (entity_type, entity_id) = (${about}) WHERE id = 'demo-task-02'`);
  const name = (await demo('{ tank(id: "demo-tank-028") { name } }')).tank.name;
  const task = await visit({ hash: '#/tasks/demo-task-02' });
  await button(task.getByRole('dialog'), 'History').click();
  const second = task.getByRole('dialog').getByRole('listitem').nth(1);
  await second.locator('ins').getByRole('link', { name, exact: true }).waitFor();
});

testInBrowser('a conflict names the records that ids lead to', async () => {
  const id = 'demo-tank-029';
  const page = await visit({ hash: `#/tanks/${id}` });
  await page.getByText('Live', { exact: true }).waitFor();
  const panel = page.getByRole('dialog');
  await panel.getByRole('combobox', { name: 'Ship-to' }).fill('Depot 4');
  await options(page).getByText('Depot 4', { exact: true }).click();
  await demo(updateTank, { id, input: { shipToId: 'demo-ship-to-07' } });
  const row = panel.getByRole('alert', { name: 'Conflict' }).getByRole('row', { name: /^Ship-to/ });
  const { shipTo } = await demo('{ shipTo(id: "demo-ship-to-07") { name } }');
  await expect
    .poll(async () => (await row.getByRole('cell').allInnerTexts()).slice(1))
    .toEqual(['Depot 4', shipTo.name]);
  await button(panel, 'Use theirs').click();
});

testInBrowser('a relation is edited in its cell by name', async () => {
  const page = await visit({ hash: '#/tanks' });
  const cell = rowOf(page, 'South yard DEF 1').getByRole('cell', { name: 'South yard', exact: true });
  await cell.focus();
  await cell.press('F2');
  const input = page.getByRole('combobox', { name: 'Ship-to of South yard DEF 1' });
  await input.fill('rail siding');
  await options(page).getByText('Rail siding', { exact: true }).waitFor();
  await input.press('Enter');
  await input.press('Enter');
  await notice(page, 'Ship-to of South yard DEF 1 was saved.');
  await rowOf(page, 'South yard DEF 1').getByRole('link', { name: 'Rail siding', exact: true }).waitFor();
});

testInBrowser('a token that does not read ship-tos sees their ids, and nothing asks for names', async () => {
  const token = await tokenOf('demo', 'tanks:read tanks:write');
  const page = await visit({ token, hash: '#/tanks/demo-tank-001' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.postData() ?? ''));
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Ship-to ID').waitFor();
  expect(await panel.getByLabel('Ship-to ID').inputValue()).toBe('demo-ship-to-01');
  expect(await panel.getByRole('navigation', { name: 'Related records' }).count()).toBe(0);
  await button(panel, 'Close').click();
  await rowOf(page, 'North yard diesel 1').waitFor();
  expect(asked.filter((body) => body.includes('ConsoleNames'))).toEqual([]);
});
