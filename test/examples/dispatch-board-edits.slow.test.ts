import { expect } from 'vitest';
import { ALL_SCOPES } from '../../src/auth/mint.ts';
import { keepHistory } from '../../src/changes/keep-history.ts';
import { tokenOf } from '../gateway.ts';
import { hasFocus, testBoard, tokenFor } from './board.ts';
import { edit, isLive, rowOf, rowsOf, useDispatcher } from './dispatcher.ts';

const { another, board, visit } = useDispatcher();

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
  await isLive(page);
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

testBoard('a save whose answer is lost is no conflict with oneself', async () => {
  const page = await visit(await tokenFor('dispatcher-01'));
  await isLive(page);
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

testBoard('a form shows who has changed its tank since the page was opened', async () => {
  const page = await visit(await tokenFor('dispatcher-01'));
  await isLive(page);
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
