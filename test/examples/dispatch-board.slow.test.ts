import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { ALL_SCOPES } from '../../src/auth/mint.ts';
import { keepHistory } from '../../src/changes/keep-history.ts';
import { faintControls } from '../contrast.ts';
import { tokenOf } from '../gateway.ts';
import { type Board, hasFocus, openPage, testBoard, tokenFor, useBoard } from './board.ts';

const board = useBoard();
/** A token whose seconds begin when the page asks for it: a busy machine takes long to open a page. */
const shortToken = (): Promise<string> => tokenOf('demo', undefined, '8s');

/** The board as a dispatcher of the demo company opens it. */
async function visit(...chosen: Board['tokens']): Promise<Page> {
  const page = await open(...(chosen.length > 0 ? chosen : [await tokenOf('demo')]));
  await rowsOf(page).first().waitFor();
  return page;
}
const open = (...tokens: Board['tokens']): Promise<Page> => openPage(board, '?user=dispatcher-01', tokens);

const tanksOf = (page: Page): Locator => page.getByRole('region', { name: 'Tanks' });
const rowsOf = (page: Page): Locator => tanksOf(page).locator('tbody tr');
const rowOf = (page: Page, tank: string): Locator => rowsOf(page).filter({ hasText: tank });

/** Opens the form of a tank. */
async function edit(page: Page, tank: string): Promise<Locator> {
  await page.getByRole('button', { name: `Edit ${tank}` }).click();
  const form = page.getByRole('dialog', { name: tank });
  await form.waitFor();
  return form;
}

/** Changes a tank as somebody else does. */
async function another(id: string, input: object, subject = 'dispatcher-02'): Promise<void> {
  const mutation =
    'mutation ($id: ID!, $input: UpdateTankInput!) { updateTank(id: $id, input: $input) { ... on Tank { version } } }';
  const { data } = await board.gateway.ask(mutation, { id, input }, await tokenFor(subject));
  expect(data.updateTank.version).toBeGreaterThan(1);
}

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

testBoard('a new tank with a level is unknown and not empty, until its reading is written', async () => {
  const page = await visit();
  await page.getByRole('status').getByText('Live').waitFor();
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

testBoard('an edit is saved', async () => {
  const page = await visit();
  const form = await edit(page, 'Quarry east diesel 2');
  await form.getByLabel('Fill level').fill('63.5');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await rowOf(page, 'Quarry east diesel 2').getByText('63.5 %').waitFor();
});

testBoard('after a form, its button has the focus again, and the first link skips the head of the page', async () => {
  const page = await visit();
  const form = await edit(page, 'Quarry east diesel 2');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await form.waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Edit Quarry east diesel 2' }))).toBe(true);
  await page.reload();
  await rowsOf(page).first().waitFor();
  await page.keyboard.press('Tab');
  expect(await hasFocus(page.getByRole('link', { name: 'Skip to the tanks' }))).toBe(true);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await hasFocus(page.getByLabel('Search'))).toBe(true);
});

testBoard(
  'a refused value is marked at its field until the field is edited, by the gateway’s checks and by GraphQL’s types',
  async () => {
    const page = await visit();
    const form = await edit(page, 'Cold store west diesel 1');
    await form.getByLabel('Status').fill('s'.repeat(3000));
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Correct the marked fields.').waitFor();
    expect(await form.locator('[aria-invalid=true]').count()).toBe(1);
    expect(await form.getByLabel('Status').getAttribute('aria-invalid')).toBe('true');
    await form.getByLabel('Name').fill('Another');
    expect(await form.locator('[aria-invalid=true]').count()).toBe(1);
    await form.getByLabel('Status').fill('in service');
    await form.getByText('Correct the marked fields.').waitFor({ state: 'detached' });
    expect(await form.locator('[aria-invalid=true]').count()).toBe(0);
    await form.getByLabel('Fill level').fill('half');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByLabel('Fill level').and(page.locator('[aria-invalid=true]')).waitFor();
    expect(await form.locator('[aria-invalid=true]').count()).toBe(1);
  },
);

testBoard('an open form shows at once that others have changed the tank, unless it shows nothing of it', async () => {
  const page = await visit();
  await page.getByRole('status').getByText('Live').waitFor();
  const id = 'demo-tank-001';
  const form = await edit(page, 'North yard diesel 1');
  const conflict = form.getByRole('alert', { name: 'Conflict' });
  await form.getByLabel('Name').fill('Mine');
  await another(id, { includeInJob: false });
  await another(id, { status: 'maintenance' });
  await conflict.getByText('but not what you edit.').waitFor();
  expect(await conflict.getByRole('row').count()).toBe(3);
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await conflict.waitFor({ state: 'detached' });
  expect(await form.getByLabel('Status').inputValue()).toBe('maintenance');
  await another(id, { name: 'Theirs' });
  await conflict.getByText('dispatcher-02 has changed this tank').waitFor();
  await conflict.getByText('both changed: Name.').waitFor();
  await conflict.getByRole('button', { name: 'Use theirs' }).click();
  // The form has the name of the tank.
  const renamed = page.getByRole('dialog', { name: 'Theirs' });
  expect(await renamed.getByLabel('Name').inputValue()).toBe('Theirs');
  await renamed.getByLabel('Product').fill('Winter diesel');
  await renamed.getByRole('button', { name: 'Save' }).click();
  await renamed.waitFor({ state: 'detached' });
  await rowOf(page, 'Theirs').getByText('Winter diesel').waitFor();
  await another(id, { name: 'North yard diesel 1', status: 'in service' });
});

testBoard(
  'without the stream of changes, a conflict shows both edits when one is saved, and either can be kept',
  async () => {
    const page = await visit();
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('subscription Changes') ? route.abort() : route.continue(),
    );
    await page.reload();
    const id = 'demo-tank-001';
    const form = await edit(page, 'North yard diesel 1');
    await form.getByLabel('Name').fill('Mine');
    await another(id, { name: 'Theirs', status: 'maintenance' });
    await form.getByRole('button', { name: 'Save' }).click();
    const conflict = form.getByRole('alert', { name: 'Conflict' });
    await conflict.getByText('both changed: Name.').waitFor();
    expect(await conflict.getByRole('row').allInnerTexts()).toEqual([
      expect.stringContaining('Field\tBefore\tYours\tTheirs'),
      'Name\tNorth yard diesel 1\tMine\tTheirs',
      'Status\tin service\tin service\tmaintenance',
    ]);
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await form.waitFor({ state: 'detached' });
    await rowOf(page, 'Mine').getByText('maintenance').waitFor();
    const next = await edit(page, 'Mine');
    await next.getByLabel('Name').fill('Mine again');
    await another(id, { name: 'Theirs again' });
    await next.getByRole('button', { name: 'Save' }).click();
    await next.getByRole('button', { name: 'Use theirs' }).click();
    expect(await page.getByLabel('Name').inputValue()).toBe('Theirs again');
  },
);

testBoard('a deleted tank, and a missing right, are explained', async () => {
  const page = await visit(await tokenOf('demo', ALL_SCOPES.replace('tanks:write', '')));
  const form = await edit(page, 'Depot 4 DEF 1');
  await form.getByLabel('Name').fill('Another');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('You need the right “tanks:write” to change tanks.').waitFor();
  const other = await visit();
  const gone = await edit(other, 'Depot 4 DEF 1');
  await board.gateway.sql(`DELETE FROM tank WHERE name = 'Depot 4 DEF 1'`);
  await gone.getByLabel('Name').fill('Another');
  await gone.getByRole('button', { name: 'Save' }).click();
  await gone.getByText('This tank has been deleted.').waitFor();
});

testBoard('a row flashes when it changes, and not when the page is opened', async () => {
  const page = await visit();
  await rowOf(page, 'Cold store west diesel 1').waitFor();
  await page.getByRole('status').getByText('Live').waitFor();
  const flashing = rowsOf(page).filter({ has: page.locator('.changed') });
  expect(await flashing.count()).toBe(0);
  await another('demo-tank-022', { fillPercentage: 18.25 });
  await flashing.getByText('18.25 %').waitFor();
  expect(await flashing.count()).toBe(1);
});

testBoard('a token that expires is refreshed, and what was refused is repeated', async () => {
  let short = '';
  const page = await visit(async () => (short = await shortToken()), await tokenOf('demo'));
  const form = await edit(page, 'South yard diesel 1');
  await form.getByLabel('Fill level').fill('12.25');
  const isExpired = async () =>
    (await board.gateway.ask('{ tank(id: "x") { id } }', {}, short)).errors?.[0]?.extensions.code;
  await expect.poll(isExpired, { interval: 250 }).toBe('UNAUTHENTICATED');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await rowOf(page, 'South yard diesel 1').getByText('12.25 %').waitFor();
});

testBoard('a sign-in that ends leaves an edit as it is, and another one saves it', async () => {
  const page = await visit(shortToken);
  expect(page.url()).not.toContain('key');
  const form = await edit(page, 'South yard diesel 1');
  await form.getByLabel('Fill level').fill('13.75');
  onTestFinished(() => {
    board.key = 'key-1';
  });
  board.key = 'key-2';
  const signIn = form.getByRole('form', { name: 'Sign in' }).or(form.locator('form.sign-in'));
  await signIn.getByText('your sign-in has ended').waitFor();
  expect(await form.getByLabel('Fill level').inputValue()).toBe('13.75');
  board.tokens = [await tokenFor('dispatcher-01')];
  await signIn.getByLabel('The link, or its key').fill(`${board.address}/#key=key-2`);
  await signIn.getByRole('button', { name: 'Sign in' }).click();
  await signIn.waitFor({ state: 'detached' });
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await rowOf(page, 'South yard diesel 1').getByText('13.75 %').waitFor();
});

testBoard('a save whose answer is lost is no conflict with oneself', async () => {
  const page = await visit(await tokenFor('dispatcher-01'));
  await page.getByRole('status').getByText('Live').waitFor();
  const form = await edit(page, 'South yard diesel 1');
  await form.getByLabel('Fill level').fill('14.50');
  let losses = 1;
  await page.route('**/graphql', async (route) => {
    if (losses === 0 || !route.request().postData()?.includes('mutation SaveTank')) return route.continue();
    losses -= 1;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('You saved the same values.').waitFor();
  const conflict = form.getByRole('alert', { name: 'Conflict' });
  expect(await conflict.count()).toBe(0);
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await rowOf(page, 'South yard diesel 1').getByText('14.5 %').waitFor();
});

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
  await page.getByLabel('Assign to').fill('driver-03');
  await page.getByRole('button', { name: 'Assign 1 task' }).click();
  await page.getByText('1 assigned to driver-03.').waitFor();
  await expect.poll(() => of('driver-03').getByRole('checkbox').count()).toBe(others + 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => of('driver-07').getByRole('checkbox').count()).toBe(before);
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
  await page.getByText(/^4\d of 4\d tanks have coordinates/).waitFor();
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

testBoard('a new task appears among the open ones, and what is refused is marked at its field', async () => {
  const page = await visit(await tokenFor('dispatcher-01'));
  await page.getByRole('status').getByText('Live').waitFor();
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

testBoard('a form shows who has changed its tank since the page was opened', async () => {
  const page = await visit(await tokenFor('dispatcher-01'));
  await page.getByRole('status').getByText('Live').waitFor();
  const id = 'demo-tank-016';
  const form = await edit(page, 'Quarry east diesel 1');
  await form.getByText('Nobody has changed it since').waitFor();
  await another(id, { fillPercentage: 51 }, 'dispatcher-07');
  await form.getByText('Changed by dispatcher-07').waitFor();
  await board.gateway.sql('UPDATE tank SET fill_percentage = 52 WHERE id = $1', [id]);
  await form.getByText(/Changed by the database program \w+/).waitFor();
  await form.getByRole('button', { name: 'Use theirs' }).click();
  await form.getByLabel('Fill level').fill('53');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await (await edit(page, 'Quarry east diesel 1')).getByText('Changed by dispatcher-01').waitFor();
});

testBoard('a form shows the history of its tank if the gateway keeps one, and says so if not', async () => {
  const page = await visit(await tokenFor('dispatcher-01'));
  const form = await edit(page, 'Quarry east diesel 3');
  const open = () => form.getByText('History').click();
  await open();
  await form.getByText('The gateway has kept no change of this tank.').waitFor();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await keepHistory(board.gateway.pool, { keepDays: 30, ignore: [] });
  await another('demo-tank-018', { status: 'maintenance', fillPercentage: 48 }, 'dispatcher-07');
  await edit(page, 'Quarry east diesel 3');
  await open();
  await form.getByRole('listitem').filter({ hasText: 'dispatcher-07' }).waitFor();
  const [change, ...others] = await form.getByRole('listitem').allInnerTexts();
  expect(change?.split('\n')[0]).toMatch(/^Fill level \(%\): [\d.]+ → 48; Status: in service → maintenance$/);
  expect(others).toEqual([]);
  await another('demo-tank-018', { status: 'in service' }, 'dispatcher-08');
  await form.getByRole('listitem').filter({ hasText: 'dispatcher-08' }).waitFor();
  await keepHistory(board.gateway.pool, { keepDays: 0, ignore: [] });
});

testBoard('what others change appears at once, also after the connection was lost', async () => {
  const page = await visit();
  const isLive = () => page.getByRole('status').getByText('Live').waitFor();
  await isLive();
  await another('demo-tank-027', { fillPercentage: 44.5 });
  await rowOf(page, 'Rail siding diesel 2').getByText('44.5 %').waitFor();
  board.proxy.away();
  await page.getByRole('status').getByText('Connecting…').waitFor();
  await another('demo-tank-027', { fillPercentage: 46.25 });
  board.proxy.back();
  await rowOf(page, 'Rail siding diesel 2').getByText('46.25 %').waitFor();
  await isLive();
});

testBoard('without the gateway, rows stay, and another filter does not show those of the one before', async () => {
  const page = await visit();
  await page.getByRole('status').getByText('Live').waitFor();
  onTestFinished(() => board.proxy.back());
  board.proxy.away();
  await tanksOf(page).getByRole('button', { name: 'Tank', exact: true }).click();
  await tanksOf(page).getByRole('alert').waitFor();
  expect(await rowsOf(page).count()).toBe(25);
  await tanksOf(page).getByLabel('Status').selectOption({ value: 'out of service' });
  await rowsOf(page).first().waitFor({ state: 'detached' });
  await tanksOf(page).getByRole('alert').waitFor();
  board.proxy.back();
  await rowsOf(page).first().waitFor();
  for (const row of await rowsOf(page).allInnerTexts()) expect(row).toContain('out of service');
});

testBoard('a tank that is created again is shown as it is, and not as the one before', async () => {
  const page = await visit();
  await page.getByRole('status').getByText('Live').waitFor();
  const row = rowOf(page, 'Rail siding diesel 2');
  await another('demo-tank-027', { fillPercentage: 43.5 });
  await row.getByText('43.5 %').waitFor();
  const [{ tank } = {}] = await board.gateway.sql(
    `DELETE FROM tank t WHERE id = 'demo-tank-027' RETURNING to_jsonb(t) AS tank`,
  );
  await row.waitFor({ state: 'detached' });
  const made = 'INSERT INTO tank SELECT (jsonb_populate_record(NULL::tank, $1)).*';
  await board.gateway.sql(made, [{ ...tank, version: 1, fill_percentage: 41.5 }]);
  await row.getByText('41.5 %').waitFor();
});

testBoard('a task that another dispatcher assigns can no longer be chosen, and a new one appears', async () => {
  const before = board.gateway.logged.filter(({ operation }) => operation === 'TaskPage').length;
  const page = await visit();
  await page.getByRole('status').getByText('Live').waitFor();
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

testBoard('the stream of changes continues with a new token when its own has expired', async () => {
  const page = await visit(shortToken, await tokenOf('demo'));
  await page.getByRole('status').getByText('Live').waitFor();
  await expect.poll(() => board.given).toBe(2);
  await page.getByRole('status').getByText('Live').waitFor();
  await another('demo-tank-027', { fillPercentage: 33.25 });
  await rowOf(page, 'Rail siding diesel 2').getByText('33.25 %').waitFor();
});

/** Inserts rows, and deletes them after the test. */
async function insert(table: 'tank' | 'task', columns: string, values: string, from: number): Promise<void> {
  await board.gateway.sql(`INSERT INTO ${table} (id, company_id, ${columns}) SELECT 'many-' || i, 'demo', ${values}
    FROM generate_series(1, ${from}) i`);
  onTestFinished(async () => void (await board.gateway.sql(`DELETE FROM ${table} WHERE id LIKE 'many-%'`)));
}

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

testBoard('an edit that is not saved is not left without a question', async () => {
  const page = await visit();
  const asked: string[] = [];
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type());
    await dialog.dismiss();
  });
  const form = await edit(page, 'Quarry east diesel 2');
  await form.getByLabel('Name').fill('Typed');
  for (const times of [1, 2]) {
    await page.keyboard.press('Escape');
    await expect.poll(() => asked).toEqual(Array(times).fill('confirm'));
  }
  // In time of its own: it waits for the answer.
  await page.evaluate('void setTimeout(() => location.reload())');
  await expect.poll(() => asked.at(-1)).toBe('beforeunload');
  expect(await form.getByLabel('Name').inputValue()).toBe('Typed');
  await form.getByLabel('Name').fill('Quarry east diesel 2');
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  expect(asked).toHaveLength(3);
});

testBoard('ticked tasks that go to somebody else are told, and the focus stays where the tasks are', async () => {
  const page = await visit();
  await page.getByRole('status').getByText('Live').waitFor();
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

testBoard('the controls of the board are readable in every state, light and dark', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await visit();
    await page.emulateMedia({ colorScheme });
    await page.getByRole('region', { name: 'Open tasks' }).getByRole('checkbox').first().check();
    expect({ colorScheme, faint: await faintControls(page) }).toEqual({ colorScheme, faint: [] });
    await page.getByRole('button', { name: 'Map' }).click();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    const form = page.getByRole('dialog');
    await page.getByRole('button', { name: 'New task' }).click();
    await form.getByLabel('Title').fill('Typed');
    expect({ colorScheme, faint: await faintControls(page) }).toEqual({ colorScheme, faint: [] });
  }
});

testBoard('a gateway that stops leaves what is shown, and the board reports that it does not answer', async () => {
  const page = await visit();
  await page.getByRole('status').getByText('Live').waitFor();
  const [rows, tasks] = [
    await rowsOf(page).count(),
    page.getByRole('region', { name: 'Open tasks' }).getByRole('listitem'),
  ];
  const open = await tasks.count();
  // The last test: the gateway is gone.
  await board.gateway.stop(0);
  await page.getByRole('status').getByText('Connecting…').waitFor();
  await page.getByRole('button', { name: 'Next page' }).click();
  await tanksOf(page).getByText('The gateway does not answer.').waitFor();
  expect([await rowsOf(page).count(), await tasks.count()]).toEqual([rows, open]);
});
