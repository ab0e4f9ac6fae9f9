import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { narrowed } from '../auth/own/narrowed.ts';
import { hasFocus, openPage, testBoard, tokenFor, useBoard } from './board.ts';
import { isLive, rowOf, rowsOf, tanksOf } from './dispatcher.ts';

const board = useBoard();

/** Notes in the page what was pressed last when the focus is nowhere: in each frame, from the first press on. */
const WATCH = `
  globalThis.lost = [];
  let pressed;
  addEventListener('keydown', ({ target, key }) => { pressed = target === document.body ? pressed : key + ' at ' + (target.ariaLabel ?? target.textContent); }, true);
  const look = () => {
    if (pressed && document.activeElement === document.body && !lost.includes(pressed)) lost.push(pressed);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
`;

async function visit(query: string, token: string, options = {}): Promise<Page> {
  const page = await openPage(board, query, [token], options);
  await isLive(page);
  await page.evaluate(WATCH);
  return page;
}
const lostIn = (page: Page): Promise<string[]> => page.evaluate('lost');
const press = (control: Locator, key = 'Enter') => control.press(key);

testBoard('at the desk, the focus stays in the page, whatever goes under it', async () => {
  const page = await visit('?user=dispatcher-02&days=14&task=none', await tokenFor('dispatcher-02'));
  await rowsOf(page).nth(2).waitFor();
  const fill = page.getByRole('button', { name: /^Fill this/ });
  const form = page.getByRole('dialog');

  await press(fill.first());
  await press(form.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => hasFocus(fill.first())).toBe(true);
  await press(fill.first());
  await form.getByLabel('Driver').fill('driver-50');
  await press(form.getByRole('button', { name: 'Create' }));
  await expect.poll(() => hasFocus(tanksOf(page).locator('output'))).toBe(true);

  await page.getByRole('link', { name: 'Skip to the tasks' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  // One step leads to what is done with the tasks.
  expect(await hasFocus(page.getByRole('button', { name: 'New task' }))).toBe(true);

  const tasks = page.getByRole('region', { name: 'Open tasks' });
  await press(tasks.getByRole('checkbox').first(), ' ');
  await page.getByLabel('Assign to').fill('driver-50');
  await press(page.getByRole('button', { name: 'Assign 1 task' }));
  await page.getByText('1 assigned to driver-50.').waitFor();
  await press(page.getByRole('button', { name: 'Undo' }));
  await page.getByText('1 undone.').waitFor();
  expect(await hasFocus(page.locator('form.assign output'))).toBe(true);

  await press(page.getByRole('button', { name: 'Plan the day of driver-50' }));
  const day = page.getByRole('region', { name: 'Day of driver-50' });
  await press(day.getByRole('button', { name: /^Add to the day/ }).first());
  await day.getByText(/is stop 1\.$/).waitFor();
  await press(day.getByRole('button', { name: /^Take out/ }));
  await day.getByText('No stop on this day yet.').waitFor();
  expect(await lostIn(page)).toEqual([]);
});

testBoard('a form that is saved, refused or in conflict keeps the focus', async () => {
  const page = await visit('?user=dispatcher-02&search=Quarry+east', await tokenFor('dispatcher-02'));
  const name = 'Quarry east diesel 1';
  const level = async (fillPercentage: number) =>
    board.gateway.sql('UPDATE tank SET fill_percentage = $1 WHERE name = $2', [fillPercentage, name]);
  await press(page.getByRole('button', { name: `Edit ${name}` }));
  const form = page.getByRole('dialog', { name });
  const save = form.getByRole('button', { name: 'Save' });
  await form.getByLabel('Fill level').fill('half');
  await press(save);
  await form.getByText('Correct the marked fields.').waitFor();
  expect(await hasFocus(save)).toBe(true);
  for (const choice of ['Use theirs', 'Keep mine']) {
    await form.getByLabel('Fill level').fill('40');
    await level(choice === 'Keep mine' ? 42 : 41);
    await press(form.getByRole('button', { name: choice }));
    await form.getByRole('alert', { name: 'Conflict' }).waitFor({ state: 'detached' });
    await expect.poll(() => form.locator(':focus').count()).toBe(1);
  }
  await press(save);
  await form.waitFor({ state: 'detached' });
  await rowOf(page, name).getByText('40 %').waitFor();
  await expect.poll(() => hasFocus(page.getByRole('button', { name: `Edit ${name}` }))).toBe(true);
  expect(await lostIn(page)).toEqual([]);
});

testBoard('a row that somebody else takes away leaves the focus in its list', async () => {
  const page = await visit('?user=dispatcher-02&search=Rail+siding', await tokenFor('dispatcher-02'));
  const tasks = page.getByRole('region', { name: 'Open tasks' });
  const box = tasks.getByRole('listitem').filter({ hasText: '#1025' }).getByRole('checkbox');
  await press(box, ' ');
  await board.gateway.sql(`UPDATE task SET assignee_id = 'driver-03' WHERE task_number = 1025`);
  // The row stays, as taken, until the list is read again, as for a new task.
  const made = 'INSERT INTO task SELECT (jsonb_populate_record(task, $1)).* FROM task WHERE id = $2';
  await board.gateway.sql(made, [{ id: 'demo-task-new', task_number: 2001, assignee_id: null }, 'demo-task-25']);
  await box.waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('section:focus, section :focus').count()).toBe(1);
  const button = page.getByRole('button', { name: 'Edit Rail siding diesel 2' });
  await button.focus();
  await page.keyboard.press('Shift');
  await board.gateway.sql(`DELETE FROM tank WHERE name = 'Rail siding diesel 2'`);
  await button.waitFor({ state: 'detached' });
  await expect.poll(() => tanksOf(page).evaluate((list) => list.matches(':focus, :focus-within'))).toBe(true);
  expect(await lostIn(page)).toEqual([]);
});

testBoard('the page shows the name that a dispatcher has given', async () => {
  const page = await openPage(board, '', [await tokenFor('Kim')]);
  await page.evaluate(WATCH);
  await page.getByLabel('Your name or id').fill('Kim');
  await page.keyboard.press('Enter');
  await rowsOf(page).first().waitFor();
  await expect.poll(() => hasFocus(page.getByRole('main'))).toBe(true);
  expect(await lostIn(page)).toEqual([]);
});

testBoard('on the driver’s page, the focus stays among the tasks', async () => {
  await board.gateway.sql(
    `UPDATE task SET scheduled_start = now() WHERE assignee_id = 'driver-03' AND completed_at IS NULL`,
  );
  const own = { task: { assignee_id: 'driver-03' }, tank: { tasks: true } };
  const token = await narrowed(own, 'tasks:read:own tasks:write:own tanks:read:own', 'demo');
  const page = await visit('?driver=driver-03', token, { viewport: { width: 390, height: 800 } });
  const heading = page.getByRole('heading', { name: 'My tasks' });
  const done = page.getByRole('button', { name: 'Done', exact: true });
  await done.first().waitFor();
  const before = await done.count();
  await press(done.first());
  await expect.poll(() => done.count()).toBe(before - 1);
  expect(await hasFocus(heading)).toBe(true);
  await press(page.getByText('Done today: 1'));
  await press(page.getByRole('button', { name: 'Not done after all' }));
  await expect.poll(() => done.count()).toBe(before);
  expect(await hasFocus(heading)).toBe(true);
  expect(await lostIn(page)).toEqual([]);
});
