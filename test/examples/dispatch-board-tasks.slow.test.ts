import { expect } from 'vitest';
import { ALL_SCOPES } from '../../src/auth/mint.ts';
import { tokenOf } from '../gateway.ts';
import { hasFocus, testBoard, tokenFor } from './board.ts';
import { isLive, useDispatcher } from './dispatcher.ts';

const { board, insert, visit } = useDispatcher();

testBoard('several tasks are assigned at once, each for itself', async () => {
  const page = await visit();
  const tasks = page.getByRole('region', { name: 'Open tasks' });
  const boxes = tasks.getByRole('checkbox');
  await boxes.nth(3).waitFor();
  const before = await boxes.count();
  for (const nth of [0, 1, 2]) await boxes.nth(nth).check();
  await page.getByLabel('Assign to').fill('driver-07');
  await page.getByRole('button', { name: 'Assign 3 tasks' }).click();
  await page.getByText('3 assigned to driver-07.').waitFor();
  await expect.poll(() => boxes.count()).toBe(before - 3);
  const [{ count } = {}] = await board.gateway.sql(
    `SELECT count(*)::int FROM task WHERE assignee_id = 'driver-07' AND version = 2`,
  );
  expect(count).toBe(3);
  const mine = page.getByRole('region', { name: 'By driver' }).getByRole('group').filter({ hasText: 'driver-07' });
  await mine.getByRole('checkbox').nth(2).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('3 undone.').waitFor();
  await expect.poll(() => boxes.count()).toBe(before);
});

testBoard('a task is taken from one driver and given to another', async () => {
  const page = await visit();
  const drivers = page.getByRole('region', { name: 'By driver' }).getByRole('group');
  const of = (driver: string) => drivers.filter({ hasText: driver });
  await of('driver-07').getByRole('checkbox').first().waitFor();
  const [before, others] = [
    await of('driver-07').getByRole('checkbox').count(),
    await of('driver-03').getByRole('checkbox').count(),
  ];
  await of('driver-07').getByRole('checkbox').first().check();
  await of('driver-07').getByRole('checkbox').last().scrollIntoViewIfNeeded();
  expect((await page.getByLabel('Assign to').boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await page.getByLabel('Assign to').fill('driver-03');
  await page.getByRole('button', { name: 'Assign 1 task' }).click();
  await page.getByText('1 assigned to driver-03.').waitFor();
  await expect.poll(() => of('driver-03').getByRole('checkbox').count()).toBe(others + 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => of('driver-07').getByRole('checkbox').count()).toBe(before);
});

testBoard('a new task appears among the open ones, and what is refused is marked at its field', async () => {
  const page = await visit(await tokenFor('dispatcher-01'));
  await isLive(page);
  await page.getByRole('button', { name: 'New task' }).click();
  const form = page.getByRole('dialog', { name: 'New task' });
  const create = () => form.getByRole('button', { name: 'Create' }).click();
  await form.getByLabel('Title').fill('Check the hose');
  await form.getByLabel('Number').fill('99999999999');
  await create();
  await form.getByText('Correct the marked fields.').waitFor();
  expect(await form.getByLabel('Number').getAttribute('aria-invalid')).toBe('true');
  expect(await form.locator('[aria-invalid=true]').count()).toBe(1);
  await form.getByLabel('Number').fill('1001');
  await create();
  await form.getByText('is the number of another task').waitFor();
  await form.getByLabel('Number').fill('3001');
  expect(await form.locator('[aria-invalid=true]').count()).toBe(0);
  await form.getByLabel('Tank', { exact: true }).selectOption('North yard DEF 1');
  await form.getByLabel('Due').fill('2026-12-24');
  await form.getByLabel('Title').fill('Check the hose \0');
  await create();
  await form.getByLabel('Title').and(page.locator('[aria-invalid=true]')).waitFor();
  expect(await form.locator('[aria-invalid=true]').count()).toBe(1);
  await form.getByLabel('Title').fill('Check the hose');
  await create();
  await form.waitFor({ state: 'detached' });
  const task = page
    .getByRole('listitem')
    .filter({ hasText: '#3001 Check the hose' })
    .filter({ hasText: 'North yard DEF 1' });
  await task.getByText('Changed by dispatcher-01').waitFor();
  const [row] = await board.gateway.sql('SELECT creator_id, version FROM task WHERE task_number = 3001');
  expect(row).toEqual({ creator_id: 'dispatcher-01', version: 1 });
});

testBoard('a dispatcher who may not create tasks learns which right is missing', async () => {
  const page = await visit(await tokenOf('demo', ALL_SCOPES.replace('tasks:create', '')));
  await page.getByRole('button', { name: 'New task' }).click();
  await page.getByLabel('Title').fill('Check the hose');
  await page.getByLabel('Number').fill('3002');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('You need the right “tasks:create” to create tasks.').waitFor();
});

testBoard('a task that another dispatcher assigns can no longer be chosen, and a new one appears', async () => {
  const before = board.gateway.logged.filter(({ operation }) => operation === 'TaskPage').length;
  const page = await visit();
  await isLive(page);
  // What is read again after the start of the stream has no taken tasks.
  await expect
    .poll(() => board.gateway.logged.filter(({ operation }) => operation === 'TaskPage').length)
    .toBeGreaterThanOrEqual(before + 4);
  const task = page.getByRole('region', { name: 'Open tasks' }).getByRole('listitem').filter({ hasText: '#1025' });
  const given = page.getByRole('region', { name: 'By driver' }).getByRole('listitem').filter({ hasText: '#1025' });
  await task.getByRole('checkbox').check();
  const mutation =
    'mutation ($id: ID!, $input: UpdateTaskAssigneeInput!) { updateTaskAssignee(id: $id, input: $input) { __typename } }';
  const assign = async (assigneeId: string | null) => {
    const variables = { id: 'demo-task-25', input: { assigneeId } };
    const { data } = await board.gateway.ask(mutation, variables, await tokenOf('demo'));
    expect(data.updateTaskAssignee.__typename).toBe('Task');
  };
  await assign('driver-03');
  await task.getByText('taken by driver-03').waitFor();
  expect(await task.getByRole('checkbox').isDisabled()).toBe(true);
  await given.waitFor();
  await page.getByRole('button', { name: 'Assign', exact: true }).waitFor();
  await assign(null);
  await given.waitFor({ state: 'detached' });
  await task.getByText('no due date').waitFor();
  const made = 'INSERT INTO task SELECT (jsonb_populate_record(task, $1)).* FROM task WHERE id = $2';
  await board.gateway.sql(made, [{ id: 'demo-task-new', task_number: 2001, title: 'Call the depot' }, 'demo-task-25']);
  await page.getByText('#2001 Call the depot').waitFor();
});

testBoard('an urgent task is on top, also behind hundreds that are due before, and all are listed', async () => {
  await insert(
    'task',
    'task_number, title, priority, due_date, creator_id, task_type_id, status_id, workflow_id, team_id',
    `9000 + i, 'Many ' || i, CASE WHEN i = 230 THEN 'urgent' ELSE 'low' END,
     CASE WHEN i = 230 THEN NULL ELSE now() + i * interval '1 hour' END, 'd', 'other', 'open', 'w', 't'`,
    230,
  );
  const page = await visit();
  const tasks = page.getByRole('region', { name: 'Open tasks' });
  await tasks.getByText('#9230').waitFor();
  const first = await tasks.getByRole('listitem').evaluateAll((items) => items.map(({ className }) => className));
  expect(first).toHaveLength(50);
  expect(first.lastIndexOf('urgent')).toBeLessThan(first.indexOf('low'));
  const total = Number((await tasks.getByRole('heading').innerText()).replace(/\D/g, ''));
  expect(total).toBeGreaterThanOrEqual(230);
  for (let shown = 50; shown < total; shown += 50) {
    await tasks.getByRole('button', { name: `Show more: ${total - shown} of ${total}` }).click();
    await expect.poll(() => tasks.getByRole('listitem').count()).toBe(Math.min(total, shown + 50));
  }
});

testBoard('a new task finds its tank among many', async () => {
  await insert('tank', 'name', `'Aa ' || i`, 300);
  const page = await visit();
  await page.getByRole('button', { name: 'New task' }).click();
  const form = page.getByRole('dialog', { name: 'New task' });
  await form.getByText(/^The first 200 of 34\d: search for another\.$/).waitFor();
  expect(await form.getByRole('option', { name: 'South yard diesel 1' }).count()).toBe(0);
  await form.getByLabel('Search tanks').fill('South yard');
  await form.getByLabel('Tank', { exact: true }).selectOption('South yard diesel 1');
  page.once('dialog', (dialog) => dialog.accept());
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
});

testBoard('a message names ticked tasks that somebody else got, and the focus stays in the list', async () => {
  const page = await visit();
  await isLive(page);
  const tasks = page.getByRole('region', { name: 'Open tasks' });
  await tasks.getByRole('listitem').nth(1).waitFor();
  const { data } = await board.gateway.ask(
    '{ tasks(first: 1, filter: { assigneeId: null, isArchived: { equals: false } }) { nodes { id taskNumber } } }',
    {},
    await tokenOf('demo'),
  );
  const [{ id, taskNumber }] = data.tasks.nodes;
  await tasks
    .getByRole('listitem')
    .filter({ hasText: `#${taskNumber}` })
    .getByRole('checkbox')
    .check();
  const assign = async (assigneeId: string | null) =>
    board.gateway.ask(
      'mutation ($id: ID!, $to: ID) { updateTaskAssignee(id: $id, input: { assigneeId: $to }) { __typename } }',
      { id, to: assigneeId },
      await tokenOf('demo'),
    );
  await assign('driver-03');
  await page.getByText('A task that you have ticked went to somebody else.').waitFor();
  // Nor is it given away again when it is read as one of that driver.
  const given = page
    .getByRole('region', { name: 'By driver' })
    .getByRole('listitem')
    .filter({ hasText: `#${taskNumber}` });
  await given.first().waitFor();
  expect(await given.first().getByRole('checkbox').isChecked()).toBe(false);
  await assign(null);
  await tasks.getByRole('checkbox').first().check();
  await page.getByLabel('Assign to').fill('driver-07');
  for (const name of [/^Assign \d/, 'Undo']) {
    const said = page.getByText(name === 'Undo' ? /undone/ : /assigned to/);
    await page.getByRole('button', { name }).press('Enter');
    await said.waitFor();
    expect(await hasFocus(page.locator('form.assign output'))).toBe(true);
  }
});

testBoard('on a phone, a link leads to the tasks', async () => {
  const page = await visit();
  await page.setViewportSize({ width: 390, height: 800 });
  const heading = page.getByRole('heading', { name: /^Open tasks/ });
  expect((await heading.boundingBox())?.y).toBeGreaterThan(800);
  await page.getByRole('link', { name: 'Skip to the tasks' }).click();
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(400);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
});
