import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { narrowed } from '../auth/own/narrowed.ts';
import { cutFrom, hasFocus, openPage, seriousOf, testBoard, tokenFor, useBoard } from './board.ts';
import { isLive } from './dispatcher.ts';

const board = useBoard();

const tokenOfDriver = (driver: string): Promise<string> =>
  narrowed(
    { task: { assignee_id: driver }, tank: { tasks: true } },
    'tasks:read:own tasks:write:own tanks:read:own',
    'demo',
  );

/** A driver's page on a phone. */
async function visit(driver: string): Promise<Page> {
  const options = { viewport: { width: 390, height: 800 }, hasTouch: true };
  const page = await openPage(board, `?driver=${driver}`, [await tokenOfDriver(driver)], options);
  await isLive(page);
  return page;
}

const stopsOf = (page: Page): Locator => page.getByRole('region', { name: 'My tasks' }).locator('ol > li');
const stopOf = (page: Page, title: string): Locator => stopsOf(page).filter({ hasText: title });
const WRITTEN = /^Written down on this phone/;

/** Two deliveries of a driver for today, with numbers from this one. */
async function plan(driver: string, number: number): Promise<void> {
  await board.gateway.sql(
    `INSERT INTO task (id, company_id, task_number, title, priority, creator_id, task_type_id, status_id, workflow_id,
       team_id, assignee_id, scheduled_start, entity_type, entity_id, location, geo_lat, geo_lon, task_data, checklist)
     SELECT $1 || '-' || i, 'demo', $2::int + i, 'Stop ' || i, 'normal', 'd', 'fill', 'assigned', 'w', 't', $1,
       now() - (3 - i) * interval '1 minute', 'tank', 'demo-tank-00' || i, 'Yard ' || i, '41.5', '-95.25',
       jsonb_build_object('quantity', 400 * i, 'unit', 'gal'),
       '{"items": [{"text": "Load", "done": false}, {"text": "Fill", "done": false}]}'
     FROM generate_series(1, 2) i`,
    [driver, number],
  );
  onTestFinished(async () => void (await board.gateway.sql(`DELETE FROM task WHERE id LIKE $1 || '-%'`, [driver])));
}

const taskOf = async (id: string) => {
  const [row] = await board.gateway.sql('SELECT to_jsonb(t) AS task FROM task t WHERE id = $1', [id]);
  return row?.task;
};

/** The office changes a task. */
async function office(id: string, input: object): Promise<void> {
  const CHANGE =
    'mutation ($id: ID!, $input: UpdateTaskInput!) { updateTask(id: $id, input: $input) { __typename ... on Error { message } } }';
  const { data } = await board.gateway.ask(CHANGE, { id, input }, await tokenFor('dispatcher-02'));
  expect(data.updateTask).toEqual({ __typename: 'Task' });
}

async function finish(page: Page, title: string, delivered: string, note = ''): Promise<void> {
  const stop = stopOf(page, title);
  await stop.getByLabel('Delivered').fill(delivered);
  await stop.getByLabel('Note').fill(note);
  await stop.getByRole('button', { name: 'Done' }).click();
  await stop.getByRole('button', { name: 'Done', exact: true }).waitFor({ state: 'detached' });
}

testBoard('a driver sees the own tasks and their tanks, and at once one that is assigned or taken', async () => {
  const TASKS =
    '{ tasks(first: 200, filter: { isArchived: { equals: false }, completedAt: null }) { nodes { id title assigneeId entity { ... on Tank { name } } } } }';
  const { tasks } = (await board.gateway.ask(TASKS, {}, await tokenFor('d'))).data;
  const page = await visit('driver-07');
  const rows = stopsOf(page);
  const own7 = tasks.nodes.filter(({ assigneeId }: { assigneeId: string | null }) => assigneeId === 'driver-07');
  await expect.poll(() => rows.count()).toBe(own7.length);
  for (const { title, entity } of own7)
    if (entity?.name)
      await rows.filter({ hasText: title }).filter({ hasText: entity.name }).first().waitFor({ state: 'attached' });
  const { id, title } = tasks.nodes.find(({ assigneeId }: { assigneeId: string | null }) => assigneeId !== 'driver-07');
  await office(id, { assigneeId: 'driver-07' });
  await rows.filter({ hasText: title }).waitFor({ state: 'attached' });
  await office(id, { assigneeId: 'driver-03' });
  await rows.filter({ hasText: title }).waitFor({ state: 'detached' });
  expect(await rows.count()).toBe(own7.length);
});

testBoard('a stop says what to bring and where, in the order of the day, and leads to the phone’s map', async () => {
  await plan('driver-20', 5000);
  const page = await visit('driver-20');
  await stopsOf(page).nth(1).waitFor();
  expect(await stopsOf(page).getByRole('heading').allInnerTexts()).toEqual(['#5001 Stop 1', '#5002 Stop 2']);
  const stop = stopOf(page, 'Stop 1');
  await stop.getByText('Bring 400 gal of Ultra low sulfur diesel').waitFor();
  await stop.getByText('10 Service Road, gate 2, Yard 1').waitFor();
  const links = await stop.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links).toEqual([
    'geo:41.5,-95.25?q=41.5,-95.25',
    'https://www.openstreetmap.org/?mlat=41.5&mlon=-95.25#map=15/41.5/-95.25',
  ]);
});

testBoard(
  'without a network, the page opens, and what is done there is sent in its order when there is one',
  async () => {
    await plan('driver-21', 5100);
    const page = await visit('driver-21');
    await stopsOf(page).nth(1).waitFor();
    const isKept = 'caches.match("/").then((page) => Boolean(page && navigator.serviceWorker.controller))';
    await expect.poll(() => page.evaluate(isKept)).toBe(true);
    const back = await cutFrom(board, page);
    await page.reload();
    await page.getByText(/^No connection\. What you do is sent by itself when there is one\. Tasks as of \d/).waitFor();
    await stopOf(page, 'Stop 1').getByLabel('Load').check();
    await finish(page, 'Stop 1', '385.5', 'Gate was shut');
    await expect.poll(() => hasFocus(page.getByRole('heading', { name: 'My tasks' }))).toBe(true);
    await finish(page, 'Stop 2', '800');
    await page.reload();
    await page.getByText('Done today: 2').click();
    expect(await page.getByText(WRITTEN).count()).toBe(2);
    expect(await stopOf(page, 'Stop 1').getByLabel('Load').isChecked()).toBe(true);
    expect((await taskOf('driver-21-1')).version).toBe(1);
    await back();
    await page.getByText(WRITTEN).first().waitFor({ state: 'detached' });
    await isLive(page);
    await expect.poll(() => page.getByText(WRITTEN).count()).toBe(0);
    const [first, second] = [await taskOf('driver-21-1'), await taskOf('driver-21-2')];
    expect(first).toMatchObject({
      version: 3,
      status_id: 'done',
      completed_at: expect.any(String),
      task_data: { quantity: 400, unit: 'gal', delivered: 385.5, driverNote: 'Gate was shut' },
      checklist: { items: [{ done: true }, { done: false }] },
    });
    expect(second).toMatchObject({ version: 2, status_id: 'done', task_data: { delivered: 800 } });
    expect(Date.parse(first.updated_at)).toBeLessThanOrEqual(Date.parse(second.updated_at));
  },
);

testBoard('an entry whose answer was lost is sent again, and written once', async () => {
  await plan('driver-22', 5200);
  const page = await visit('driver-22');
  await stopsOf(page).nth(1).waitFor();
  let losses = 2;
  let sent = 0;
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('mutation UpdateStop')) return route.continue();
    sent += 1;
    if (losses === 0) return route.continue();
    losses -= 1;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await finish(page, 'Stop 1', '390');
  await page.getByText('Done today: 1').click();
  await stopOf(page, 'Stop 1').getByText(WRITTEN).waitFor();
  await stopOf(page, 'Stop 1').getByText(WRITTEN).waitFor({ state: 'detached' });
  expect(sent).toBe(3);
  expect(await taskOf('driver-22-1')).toMatchObject({ version: 2, status_id: 'done', task_data: { delivered: 390 } });
});

testBoard('what the office has changed elsewhere in a task stays, without a question', async () => {
  await plan('driver-23', 5300);
  const page = await visit('driver-23');
  await stopsOf(page).nth(1).waitFor();
  const back = await cutFrom(board, page);
  await stopOf(page, 'Stop 1').getByLabel('Load').check();
  await finish(page, 'Stop 1', '390');
  await office('driver-23-1', { title: 'Stop 1, gate 2', taskData: { quantity: 450, unit: 'gal', terminal: 'north' } });
  await back();
  await expect.poll(async () => (await taskOf('driver-23-1')).version).toBe(4);
  expect(await taskOf('driver-23-1')).toMatchObject({
    title: 'Stop 1, gate 2',
    status_id: 'done',
    task_data: { quantity: 450, unit: 'gal', terminal: 'north', delivered: 390 },
    checklist: { items: [{ done: true }, { done: false }] },
  });
  await expect.poll(() => page.getByText(WRITTEN).count()).toBe(0);
});

testBoard('a conflict says what the office has, and the driver decides for each task', async () => {
  await plan('driver-24', 5400);
  const page = await visit('driver-24');
  await stopsOf(page).nth(1).waitFor();
  const back = await cutFrom(board, page);
  await finish(page, 'Stop 1', '390');
  await finish(page, 'Stop 2', '790');
  for (const id of ['driver-24-1', 'driver-24-2']) await office(id, { statusId: 'cancelled' });
  await page.getByText('Done today: 2, 2 not sent yet').waitFor();
  await back();
  // On top, and not among those that are done, which are folded up.
  const of = (title: string) => page.locator('.driver > div').filter({ hasText: title });
  for (const title of ['Stop 1', 'Stop 2']) {
    const conflict = of(title).getByRole('alert', { name: 'Not sent' });
    await conflict.getByText('status: you have “done”, the office has “cancelled”').waitFor();
  }
  await of('Stop 1').getByRole('button', { name: 'Send mine' }).click();
  await expect.poll(async () => (await taskOf('driver-24-1')).status_id).toBe('done');
  await of('Stop 2').getByRole('button', { name: 'Use the office’s' }).click();
  await page.getByRole('alert', { name: 'Not sent' }).first().waitFor({ state: 'detached' });
  expect(await taskOf('driver-24-2')).toMatchObject({ version: 2, status_id: 'cancelled', completed_at: null });
  await stopOf(page, 'Stop 2').getByRole('button', { name: 'Done' }).waitFor();
});

testBoard('a conflict shows times, checklists and details in words', async () => {
  await plan('driver-28', 5800);
  const page = await visit('driver-28');
  await stopsOf(page).nth(1).waitFor();
  const back = await cutFrom(board, page);
  await stopOf(page, 'Stop 1').getByLabel('Load').check();
  await finish(page, 'Stop 1', '390', 'All well');
  await finish(page, 'Stop 2', '790');
  const items = [
    { text: 'Load', done: false },
    { text: 'Fill', done: true },
    { text: 'Rinse', done: false },
  ];
  await office('driver-28-1', { checklist: { items } });
  const completedAt = '2026-01-05T06:00:00.000Z';
  await office('driver-28-2', { completedAt, taskData: null });
  await back();
  const conflicts = page.getByRole('alert', { name: 'Not sent' }).getByRole('listitem');
  await expect.poll(() => conflicts.count()).toBe(3);
  const time = String.raw`\d+:\d\d( [AP]M)?`;
  const six = await page.evaluate(
    (at) => new Date(at).toLocaleTimeString(undefined, { timeStyle: 'short' }),
    completedAt,
  );
  expect(await conflicts.allInnerTexts()).toEqual([
    'checklist: you have Load ✓, Fill, the office has Load, Fill ✓, Rinse',
    expect.stringMatching(new RegExp(`^done: you have ${time}, the office has ${six}$`)),
    'details: you have unit “gal”, quantity 800, delivered 790, the office has nothing',
  ]);
});

testBoard('what is typed on a stop stays over a reload and another day, until it is done', async () => {
  await plan('driver-29', 5900);
  const page = await visit('driver-29');
  const [stop, note] = [stopOf(page, 'Stop 1'), stopOf(page, 'Stop 1').getByLabel('Note')];
  await note.fill('Gate was shut');
  await page.reload();
  await expect.poll(() => note.inputValue()).toBe('Gate was shut');
  // Only what was typed is kept: the office orders another amount.
  await office('driver-29-1', { taskData: { quantity: 450, unit: 'gal' }, scheduledStart: '2099-01-05T06:00:00.000Z' });
  await page.getByText('Later, or without a day: 1').click();
  await expect.poll(() => note.inputValue()).toBe('Gate was shut');
  expect(await stop.getByLabel('Delivered').inputValue()).toBe('450');
  await stop.getByLabel('Delivered').fill('440.5');
  await page.reload();
  await page.getByText('Later, or without a day: 1').click();
  expect(await stop.getByLabel('Delivered').inputValue()).toBe('440.5');
  await stop.getByRole('button', { name: 'Done' }).click();
  const written = { delivered: 440.5, driverNote: 'Gate was shut' };
  await expect.poll(async () => (await taskOf('driver-29-1')).task_data).toMatchObject(written);
  await page.getByText('Done today: 1').click();
  await stop.getByRole('button', { name: 'Not done after all' }).click();
  await expect.poll(() => note.inputValue()).toBe('');
});

testBoard('work on a task that another driver has now is reported, and stays until it is removed', async () => {
  await plan('driver-25', 5500);
  const page = await visit('driver-25');
  await stopsOf(page).nth(1).waitFor();
  const back = await cutFrom(board, page);
  await finish(page, 'Stop 1', '390', 'All well');
  await office('driver-25-1', { assigneeId: 'driver-26' });
  await back();
  const told = page.getByRole('alert', { name: 'Not sent' });
  await told.getByText('The office has given this task to somebody else').waitFor();
  await expect.poll(() => stopsOf(page).count()).toBe(1);
  await page.getByText('#5501 Stop 1').waitFor();
  expect(await told.innerText()).toMatch(/delivered 390, note All well, done \d+:\d\d/);
  await page.reload();
  await told.getByRole('button', { name: 'Remove it' }).click();
  await told.waitFor({ state: 'detached' });
  expect((await taskOf('driver-25-1')).completed_at).toBe(null);
});

testBoard('the driver’s page is readable for all, light and dark, on a phone and a desk', async () => {
  await plan('driver-27', 5700);
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1440]) {
      await board.gateway.sql(
        `UPDATE task SET completed_at = NULL, status_id = 'assigned' WHERE assignee_id = 'driver-27'`,
      );
      const page = await visit('driver-27');
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await stopsOf(page).nth(1).waitFor();
      const back = await cutFrom(board, page);
      await finish(page, 'Stop 1', '390');
      await office('driver-27-1', { statusId: `cancelled ${colorScheme} ${width}` });
      await back();
      await page.getByText('Done today: 1').click();
      await page.getByRole('alert', { name: 'Not sent' }).waitFor();
      expect({ colorScheme, width, serious: await seriousOf(page) }).toEqual({ colorScheme, width, serious: [] });
      await page.close();
    }
});
