import { expect, onTestFinished } from 'vitest';
import { tokenOf } from '../gateway.ts';
import { hasFocus, seriousOf, testBoard } from './board.ts';
import { edit, isLive, rowOf, rowsOf, tanksOf, useDispatcher } from './dispatcher.ts';

const { another, board, insert, open, visit } = useDispatcher();

testBoard('the board lists tanks, the emptiest first, page by page', async () => {
  const page = await visit();
  await tanksOf(page).getByText('1–25 of 43').waitFor();
  await rowsOf(page).first().getByText('Rail siding DEF 1').waitFor();
  expect(await tanksOf(page).locator('.days.now').allInnerTexts()).toEqual(['2.1 days', '3 days']);
  const first = (await rowsOf(page).first().innerText()).replaceAll(/\s+/g, ' ');
  expect(first).toMatch(
    /^2\.1 days read \d+ h ago Rail siding DEF 1 Rail siding, S-3008 Diesel exhaust fluid [\d.]+ % room for [\d,]+ gal in service/,
  );
  await page.getByRole('banner').getByText('2 empty in 3 days, 1 unknown').waitFor();
  await page.getByRole('button', { name: 'Next page' }).click();
  await tanksOf(page).getByText('26–43 of 43').waitFor();
  expect(await rowsOf(page).count()).toBe(18);
  await page.getByRole('button', { name: 'Previous page' }).press('Enter');
  await tanksOf(page).getByText('1–25 of 43').waitFor();
  // It does nothing now, and keeps the focus.
  expect(await hasFocus(page.getByRole('button', { name: 'Previous page' }))).toBe(true);
  await rowsOf(page).nth(24).scrollIntoViewIfNeeded();
  expect((await tanksOf(page).getByText('Fill level').boundingBox())?.y).toBeGreaterThanOrEqual(0);
});

testBoard('a page that is not answered yet is not numbered, and "Next" pressed twice is pressed once', async () => {
  const page = await visit();
  let answer = () => {};
  const isHeld = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/graphql', async (route) => {
    await isHeld;
    return route.continue();
  });
  const next = page.getByRole('button', { name: 'Next page' });
  for (const key of ['Enter', 'Enter']) await next.press(key);
  await tanksOf(page).getByText('1–25 of 43').waitFor();
  answer();
  await tanksOf(page).getByText('26–43 of 43').waitFor();
});

testBoard('a new tank with a level is unknown and not empty, until its reading is written', async () => {
  const page = await visit();
  await isLive(page);
  const create = `mutation ($input: CreateTankInput!) { createTank(input: $input) {
    ... on Tank { id daysToEmpty daysToEmptyIsKnown } } }`;
  const input = { name: 'Just built', tankSize: 1000, fillPercentage: 60 };
  const { id, ...made } = (await board.gateway.ask(create, { input }, await tokenOf('demo'))).data.createTank;
  expect(made).toEqual({ daysToEmpty: 0, daysToEmptyIsKnown: false });
  onTestFinished(async () => void (await board.gateway.sql('DELETE FROM tank WHERE id = $1', [id])));
  await page.getByRole('banner').getByText('2 empty in 3 days, 2 unknown').waitFor();
  await page.getByRole('button', { name: 'Next page' }).click();
  await tanksOf(page).getByText('26–44 of 44').waitFor();
  const last = await rowsOf(page).allInnerTexts();
  expect(last.slice(-2).join(' ')).toMatch(/unknown\s+never read\s+Just built/);
  expect(last.slice(0, -2).join(' ')).not.toContain('never read');
  await tanksOf(page).getByLabel('Empty within').selectOption('3 days');
  await tanksOf(page).getByText('1–2 of 2').waitFor();
  await tanksOf(page).getByLabel('Empty within').selectOption('unknown');
  await tanksOf(page).getByText('1–2 of 2').waitFor();
  const row = rowOf(page, 'Just built');
  expect(await row.innerText()).not.toMatch(/room for|\bnow\b/);
  const form = await edit(page, 'Just built');
  await form.getByText('The level is 60 %; when the tank is empty is unknown.').waitFor();
  expect(await form.locator('.plot .ahead').count()).toBe(0);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await tanksOf(page).getByLabel('Empty within').selectOption('any time');
  await board.gateway.sql(
    `UPDATE tank SET days_to_empty = 0, available_capacity = '1000', last_reading_date = now()
    WHERE id = $1`,
    [id],
  );
  await rowsOf(page).first().getByText('Just built').waitFor();
  expect(await row.innerText()).toMatch(/^now\s+just read\s+Just built.*room for 1,000/s);
});

testBoard('a filter leaves the tanks that match', async () => {
  const page = await visit();
  await page.getByLabel('Search').fill('RAIL SID');
  await tanksOf(page).getByText('1–4 of 4').waitFor();
  for (const row of await rowsOf(page).allInnerTexts()) expect(row).toContain('Rail siding');
  await page.getByLabel('Search').fill('');
  await page.getByLabel('Status').selectOption('maintenance (3)');
  await tanksOf(page).getByText('1–3 of 3').waitFor();
  for (const row of await rowsOf(page).allInnerTexts()) expect(row).toContain('maintenance');
  await page.getByLabel('Status').selectOption('any');
  await tanksOf(page).getByLabel('Empty within').selectOption('unknown');
  await tanksOf(page).getByText('1–1 of 1').waitFor();
});

testBoard('a row flashes when it changes, and not when the page is opened', async () => {
  const page = await visit();
  await rowOf(page, 'Cold store west diesel 1').waitFor();
  await isLive(page);
  const flashing = rowsOf(page).filter({ has: page.locator('.changed') });
  expect(await flashing.count()).toBe(0);
  await another('demo-tank-022', { fillPercentage: 18.25 });
  await flashing.getByText('18.25 %').waitFor();
  expect(await flashing.count()).toBe(1);
});

testBoard('the list is sorted by a column, and a map shows where the tanks stand', async () => {
  const page = await visit();
  await tanksOf(page).getByRole('button', { name: 'Tank', exact: true }).click();
  // One has no name, and null is the least text.
  await expect.poll(() => rowsOf(page).first().innerText()).toContain('demo-tank-043');
  expect(await rowsOf(page).nth(1).innerText()).toContain('Cold store west');
  await tanksOf(page).getByRole('button', { name: 'Tank ↑' }).click();
  await expect.poll(() => rowsOf(page).first().innerText()).not.toContain('demo-tank-043');
  await page.getByLabel('Search').fill('no such tank');
  await page.getByText('No tank matches.').waitFor();
  await page.getByLabel('Search').fill('');
  await page.getByRole('button', { name: 'Map' }).click();
  await page.getByText(/4\d of 4\d tanks have coordinates/).waitFor();
  const point = page.getByRole('button', { name: /^Rail siding DEF 1, Rail siding: 2\.1 days$/ });
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await point.focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog', { name: 'Rail siding DEF 1' })
    .getByRole('img', { name: /empty in 2\.1 days/ })
    .waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => hasFocus(point)).toBe(true);
});

testBoard('the map of many tanks shows those that are empty first, and counts the others', async () => {
  await insert(
    'tank',
    'name, days_to_empty, fill_percentage, latitude, longitude',
    `'Many ' || i, CASE WHEN i <= 30 THEN 1 ELSE 20 + i END, 50, (40 + i * 0.01)::text, (-100 + i * 0.013)::text`,
    250,
  );
  const page = await visit();
  await page.getByRole('button', { name: 'Map' }).click();
  await page.getByText(/The 200 most urgent of 29\d\./).waitFor();
  expect(await page.locator('.point').count()).toBe(200);
  const urgent = await page.locator('.point.now').count();
  expect(urgent).toBeGreaterThanOrEqual(30);
  // They are painted last.
  expect(await page.locator('.point').last().getAttribute('class')).toContain('now');
});

testBoard('on a phone and a desk, the names of the map are as large as other text, and lie on no other', async () => {
  const page = await visit();
  await page.getByRole('button', { name: 'Map' }).click();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const names = page.locator('.map > svg > text');
    const boxes = () => names.evaluateAll((all) => all.map((name) => name.getBoundingClientRect().toJSON()));
    await expect.poll(async () => (await boxes())[0]?.height).toSatisfy((height: number) => height > 11 && height < 24);
    const all: DOMRect[] = await boxes();
    expect(all.length).toBeGreaterThan(4);
    const clashes = all.filter((a) =>
      all.some((b) => a !== b && a.left < b.right && b.left < a.right && a.top + 4 < b.bottom && b.top + 4 < a.bottom),
    );
    expect({ width, clashes }).toEqual({ width, clashes: [] });
  }
  await page.getByText(/^Zoom in for more names\. 4\d of 4\d tanks have coordinates/).waitFor();
  const point = page.locator('.point').filter({ hasText: 'Rail siding diesel 3' });
  expect(await point.getAttribute('class')).toBe('point later');
  await board.gateway.sql(`UPDATE tank SET days_to_empty = 1 WHERE name = 'Rail siding diesel 3'`);
  await expect.poll(() => point.getAttribute('class')).toBe('point now');
});

testBoard('the lists are loading until the first answer, and one day is no days', async () => {
  await insert('tank', 'name, days_to_empty, fill_percentage', `'One ' || i, 1, 50`, 1);
  let sign = () => {};
  const signed = new Promise<void>((resolve) => {
    sign = resolve;
  });
  const page = await open(() => signed.then(() => tokenOf('demo')));
  for (const name of ['Tanks', 'Open tasks']) await page.getByRole('region', { name }).getByText('Loading…').waitFor();
  sign();
  await rowOf(page, 'One 1').getByText('1 day', { exact: true }).waitFor();
  await page.getByText('Loading…').first().waitFor({ state: 'detached' });
});

testBoard('the board, its map, its forms and a conflict are readable for all, light and dark', async () => {
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 390],
  ] as const) {
    const page = await visit();
    await isLive(page);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const isReadable = async (state: string) =>
      expect({ state, width, serious: await seriousOf(page) }).toEqual({ state, width, serious: [] });
    await page.getByRole('region', { name: 'Open tasks' }).getByRole('checkbox').first().check();
    await isReadable('the list');
    await page.getByRole('button', { name: 'Map' }).click();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await isReadable('the map');
    await page.getByRole('button', { name: 'New task' }).click();
    await isReadable('a new task');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'List' }).click();
    const form = await edit(page, 'Depot 4 diesel 1');
    await form.getByLabel('Fill level').fill('50');
    await board.gateway.sql(`UPDATE tank SET fill_percentage = $1 WHERE name = 'Depot 4 diesel 1'`, [width / 100]);
    await form.getByRole('alert', { name: 'Conflict' }).waitFor();
    await isReadable('a conflict');
  }
});
