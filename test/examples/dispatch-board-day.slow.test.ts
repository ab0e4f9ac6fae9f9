import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { hasFocus, openPage, seriousOf, testBoard, tokenFor, useBoard } from './board.ts';
import { isLive, rowsOf, tanksOf } from './dispatcher.ts';

const board = useBoard();

/** The board as a dispatcher opens it. */
async function visit(query = '?user=dispatcher-02'): Promise<Page> {
  const page = await openPage(board, query, [await tokenFor('dispatcher-02')]);
  await rowsOf(page).first().waitFor();
  return page;
}

const taskOf = async (where: string) => {
  const [row] = await board.gateway.sql(`SELECT to_jsonb(t) AS task FROM task t WHERE ${where}`);
  return row?.task;
};

testBoard('"Fill this" makes the task of a tank, which then has one, and the focus stays in the page', async () => {
  const page = await visit('?user=dispatcher-02&search=Rail+siding+DEF');
  await isLive(page);
  await page.getByRole('button', { name: 'Fill this: Rail siding DEF 1' }).click();
  const form = page.getByRole('dialog', { name: 'Fill Rail siding DEF 1' });
  expect(await form.getByLabel('Title').inputValue()).toBe('Fill Rail siding DEF 1');
  expect(await form.getByLabel('Priority').inputValue()).toBe('urgent');
  await form.getByLabel('Title').fill('Fill the DEF of the siding');
  await form.getByLabel('Driver').fill('driver-new');
  await form.getByRole('button', { name: 'Create' }).click();
  await form.waitFor({ state: 'detached' });
  const output = tanksOf(page).getByText(/^Task #\d+ was created\.$/);
  await output.waitFor();
  await expect.poll(() => hasFocus(output)).toBe(true);
  await rowsOf(page).filter({ hasText: 'driver-new' }).waitFor();
  expect(await page.getByRole('button', { name: 'Fill this: Rail siding DEF 1' }).count()).toBe(0);
  const [tank] = await board.gateway.sql(
    `SELECT id, latitude, longitude, ship_to_id, floor(available_capacity::numeric)::int AS room FROM tank WHERE name = 'Rail siding DEF 1'`,
  );
  const task = await taskOf(`title = 'Fill the DEF of the siding'`);
  expect(task).toMatchObject({
    creator_id: 'dispatcher-02',
    assignee_id: 'driver-new',
    task_type_id: 'fill',
    entity_type: 'tank',
    entity_id: tank?.id,
    location: 'Rail siding',
    geo_lat: tank?.latitude,
    geo_lon: tank?.longitude,
    entity_data: { product: 'Diesel exhaust fluid', ship_to_id: tank?.ship_to_id },
    task_data: { quantity: tank?.room, unit: 'gal' },
  });
  // A driver who had no task before is one of those who are proposed now.
  await page.getByRole('region', { name: 'By driver' }).getByText('driver-new').waitFor();
});

testBoard('tanks to fill without a task are listed until each has one, also one of another dispatcher', async () => {
  const page = await visit();
  await isLive(page);
  await page.getByLabel('Empty within').selectOption('14');
  const box = tanksOf(page).getByLabel('To fill, without a task');
  await box.check();
  await tanksOf(page)
    .getByText(/^1–\d+ of \d+$/)
    .waitFor();
  const expected = await board.gateway.sql(
    `SELECT name FROM tank WHERE include_in_job AND days_to_empty <= 14 AND NOT EXISTS (
       SELECT FROM task WHERE entity_type = 'tank' AND entity_id = tank.id AND task_type_id = 'fill'
         AND completed_at IS NULL AND NOT is_archived)`,
  );
  await expect.poll(() => rowsOf(page).count()).toBe(expected.length);
  const names = expected.map(({ name }) => name).toSorted();
  expect((await rowsOf(page).locator('th button').allInnerTexts()).toSorted()).toEqual(names);
  await board.gateway.sql(
    `INSERT INTO task (id, company_id, task_number, title, priority, creator_id, task_type_id, status_id, workflow_id, team_id, entity_type, entity_id)
     SELECT 'theirs', 'demo', 4001, 'Theirs', 'low', 'd', 'fill', 'open', 'w', 't', 'tank', id FROM tank WHERE name = $1`,
    [names[0]],
  );
  onTestFinished(async () => void (await board.gateway.sql(`DELETE FROM task WHERE id = 'theirs'`)));
  await expect.poll(() => rowsOf(page).count()).toBe(expected.length - 1);
});

testBoard('the address has the filters, so that a reload shows the same', async () => {
  const page = await visit();
  await page.getByLabel('Search').fill('yard');
  await page.getByLabel('Empty within').selectOption('14');
  const range = tanksOf(page).getByRole('navigation').locator('span');
  await expect.poll(() => new URL(page.url()).search).toBe('?user=dispatcher-02&search=yard&days=14');
  await expect
    .poll(() => rowsOf(page).allInnerTexts())
    .toSatisfy((rows: string[]) => rows.every((row) => row.includes('yard')));
  const before = await range.innerText();
  await page.reload();
  await rowsOf(page).first().waitFor();
  expect(await range.innerText()).toBe(before);
  expect(await page.getByLabel('Search').inputValue()).toBe('yard');
  await tanksOf(page).getByRole('button', { name: 'Map' }).click();
  await page.reload();
  await page.getByRole('img', { name: 'Map of the tanks' }).or(page.getByText('Map of the tanks')).first().waitFor();
});

testBoard('a dispatcher is asked for a name once, and it is that of the token and of new tasks', async () => {
  const page = await openPage(board, '', [await tokenFor('Kim')]);
  const asked = page.waitForRequest('**/token?user=Kim');
  await page.getByLabel('Your name or id').fill('Kim');
  await page.getByRole('button', { name: 'Go on' }).click();
  await asked;
  await rowsOf(page).first().waitFor();
  await page.reload();
  await rowsOf(page).first().waitFor();
  await page.getByRole('button', { name: 'New task' }).click();
  const form = page.getByRole('dialog', { name: 'New task' });
  await form.getByLabel('Title').fill('Made by Kim');
  await form.getByRole('button', { name: 'Create' }).click();
  await form.waitFor({ state: 'detached' });
  expect((await taskOf(`title = 'Made by Kim'`)).creator_id).toBe('Kim');
});

/** Deliveries of a driver that are on no day yet: #<number + 1> and so on, of 1,000 gal each. */
async function give(driver: string, number: number, count: number): Promise<void> {
  await board.gateway.sql(
    `INSERT INTO task (id, company_id, task_number, title, priority, creator_id, task_type_id, status_id, workflow_id,
       team_id, assignee_id, due_date, entity_type, entity_id, location, geo_lat, geo_lon, task_data)
     SELECT $1 || '-' || i, 'demo', $2::int + i, 'Stop ' || i, 'normal', 'd', 'fill', 'assigned', 'w', 't', $1,
       now() + i * interval '1 hour', 'tank', 'demo-tank-001', 'Yard ' || i, (41 + i * 0.1)::text, (-95 - i * 0.2)::text,
       '{"quantity": 1000, "unit": "gal"}'
     FROM generate_series(1, $3) i`,
    [driver, number, count],
  );
  onTestFinished(async () => void (await board.gateway.sql(`DELETE FROM task WHERE id LIKE $1 || '-%'`, [driver])));
}

const dayOf = (page: Page): Locator => page.getByRole('region', { name: /^Day of/ });
const stopsOf = (page: Page): Locator => dayOf(page).locator('.stops li');
/** The stops in the order of their stored times, and the hours of the day at which they begin. */
async function storedOf(driver: string): Promise<string[]> {
  const rows = await board.gateway.sql(
    'SELECT title, scheduled_start FROM task WHERE assignee_id = $1 AND scheduled_start IS NOT NULL ORDER BY scheduled_start',
    [driver],
  );
  return rows.map(({ title, scheduled_start: time }) => `${new Date(time).getHours()} ${title}`);
}
const shownOf = async (page: Page): Promise<string[]> =>
  (await stopsOf(page).allInnerTexts()).map((text) => /Stop \d/.exec(text)?.[0] ?? '');

testBoard('the stops of a day are added, moved with the keyboard and dragged, and their times are stored', async () => {
  await give('driver-30', 6000, 3);
  const page = await visit('?user=dispatcher-02&plan=driver-30');
  await isLive(page);
  for (const nth of [1, 2, 3]) {
    await page.getByRole('button', { name: `Add to the day: #600${nth}` }).click();
    await expect.poll(() => stopsOf(page).count()).toBe(nth);
    await expect.poll(async () => (await storedOf('driver-30')).length).toBe(nth);
  }
  expect(await storedOf('driver-30')).toEqual(['7 Stop 1', '8 Stop 2', '9 Stop 3']);
  const later = page.getByRole('button', { name: 'Later: #6001' });
  await later.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => storedOf('driver-30')).toEqual(['7 Stop 2', '8 Stop 1', '9 Stop 3']);
  await dayOf(page).getByText('#6001 is stop 2 of 3.').waitFor();
  expect(await hasFocus(later)).toBe(true);
  await stopsOf(page).nth(2).dragTo(stopsOf(page).nth(0));
  await expect.poll(() => storedOf('driver-30')).toEqual(['7 Stop 3', '8 Stop 2', '9 Stop 1']);
  await page.reload();
  await expect.poll(() => shownOf(page)).toEqual(['Stop 3', 'Stop 2', 'Stop 1']);
  // Pressed again before the first answer, a button has no conflict with itself.
  const earlier = page.getByRole('button', { name: 'Earlier: #6001' });
  for (const key of ['Enter', 'Enter']) await earlier.press(key, { noWaitAfter: true });
  await expect.poll(() => storedOf('driver-30')).toEqual(['7 Stop 1', '8 Stop 3', '9 Stop 2']);
  await dayOf(page).getByText('#6001 is stop 1 of 3.').waitFor();
  await page.getByRole('button', { name: 'Take out: #6002' }).press('Enter');
  await expect.poll(() => storedOf('driver-30')).toEqual(['7 Stop 1', '8 Stop 3']);
  await expect.poll(() => hasFocus(dayOf(page).locator('output'))).toBe(true);
});

testBoard('the day of a driver sums up its products against the truck, and names its places on a map', async () => {
  await give('driver-31', 6100, 3);
  await board.gateway.sql(
    `UPDATE task SET scheduled_start = now() + task_number * interval '1 millisecond' WHERE assignee_id = 'driver-31'`,
  );
  const page = await visit();
  const plan = page.getByRole('button', { name: 'Plan the day of driver-31' });
  await plan.press('Enter');
  await expect.poll(() => hasFocus(page.getByRole('heading', { name: /^Day of driver-31/ }))).toBe(true);
  await dayOf(page).getByText('Ultra low sulfur diesel: 3,000 gal').waitFor();
  await dayOf(page).getByLabel('Truck holds').fill('2500');
  await dayOf(page).getByText('500 gal more than the truck holds: 2 loads').waitFor();
  expect(await stopsOf(page).nth(2).innerText()).toContain('load again before');
  const map = dayOf(page).getByRole('img', { name: 'Map of the stops' });
  expect(await map.locator('text').allTextContents()).toEqual(['1. Yard 1', '2. Yard 2', '3. Yard 3', '10 km']);
  await page.reload();
  await dayOf(page).getByText('500 gal more than the truck holds: 2 loads').waitFor();
  await page.emulateMedia({ media: 'print' });
  expect([await tanksOf(page).isVisible(), await page.getByRole('banner').isVisible()]).toEqual([false, false]);
  expect(await stopsOf(page).count()).toBe(3);
  await map.waitFor();
});

testBoard('the printed day has the plan alone: no message, no size that nobody gave, no icon', async () => {
  await give('driver-34', 6400, 1);
  const page = await visit('?user=dispatcher-02&plan=driver-34');
  await page.getByRole('button', { name: 'Add to the day: #6401' }).click();
  const [message, size] = [dayOf(page).getByText('#6401 is stop 1.'), dayOf(page).getByLabel('Truck holds')];
  await message.waitFor();
  const begins = dayOf(page).getByLabel('Day begins');
  const widthOf = () => begins.evaluate(({ clientWidth }) => clientWidth);
  const withIcon = await widthOf();
  await page.emulateMedia({ media: 'print' });
  expect([await message.isVisible(), await size.isVisible()]).toEqual([false, false]);
  expect(withIcon - (await widthOf())).toBeGreaterThan(10);
  expect([await begins.isVisible(), await stopsOf(page).isVisible()]).toEqual([true, true]);
  await page.emulateMedia({ media: 'screen' });
  await size.fill('2500');
  await page.emulateMedia({ media: 'print' });
  expect(await size.isVisible()).toBe(true);
});

testBoard('a stop that somebody else has changed is not moved: it goes back, and the page says so', async () => {
  await give('driver-32', 6200, 2);
  const page = await visit('?user=dispatcher-02&plan=driver-32');
  for (const nth of [1, 2]) {
    await page.getByRole('button', { name: `Add to the day: #620${nth}` }).click();
    await expect.poll(() => storedOf('driver-32').then(({ length }) => length)).toBe(nth);
  }
  await dayOf(page).getByText('#6202 is stop 2.').waitFor();
  // The page learns nothing of the change before it sends its own.
  let answer = () => {};
  const isHeld = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('mutation PlanStops')) return route.continue();
    await isHeld;
    return route.continue();
  });
  await page.getByRole('button', { name: 'Later: #6201' }).press('Enter');
  await expect.poll(() => shownOf(page)).toEqual(['Stop 2', 'Stop 1']);
  for (const nth of [1, 2])
    await board.gateway.sql(`UPDATE task SET description = 'Ring first' WHERE id = $1`, [`driver-32-${nth}`]);
  answer();
  await dayOf(page)
    .getByText(/^2 of 2 stops were not moved: /)
    .waitFor();
  await expect.poll(() => shownOf(page)).toEqual(['Stop 1', 'Stop 2']);
  await page.getByRole('button', { name: 'Later: #6201' }).press('Enter');
  await expect.poll(() => storedOf('driver-32')).toEqual(['7 Stop 2', '8 Stop 1']);
});

testBoard('the board with a day is readable for all, light and dark, on a phone and a desk', async () => {
  await give('driver-33', 6300, 3);
  await board.gateway.sql(
    `UPDATE task SET scheduled_start = now() + task_number * interval '1 millisecond' WHERE id IN ('driver-33-1', 'driver-33-2')`,
  );
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1440]) {
      const page = await visit('?user=dispatcher-02&plan=driver-33');
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await dayOf(page).getByLabel('Truck holds').fill('1500');
      await page.getByRole('button', { name: 'Add to the day: #6303' }).waitFor();
      // Each scheme and each width with the form, and without.
      if ((colorScheme === 'light') === (width === 390)) {
        await page
          .getByRole('button', { name: /^Fill this/ })
          .first()
          .click();
        await page.getByRole('dialog').getByLabel('Amount').waitFor();
      }
      expect({ colorScheme, width, serious: await seriousOf(page) }).toEqual({ colorScheme, width, serious: [] });
      await page.close();
    }
});
