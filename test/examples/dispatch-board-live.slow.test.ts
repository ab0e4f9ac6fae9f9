import { expect, onTestFinished } from 'vitest';
import { tokenOf } from '../gateway.ts';
import { hasFocus, testBoard, tokenFor } from './board.ts';
import { edit, isLive, rowOf, rowsOf, shortToken, tanksOf, useDispatcher } from './dispatcher.ts';

const { another, board, visit } = useDispatcher();

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
  expect(await hasFocus(form.getByLabel('Fill level'))).toBe(true);
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await rowOf(page, 'South yard diesel 1').getByText('13.75 %').waitFor();
});

testBoard('what others change appears at once, also after the connection was lost', async () => {
  const page = await visit();
  await isLive(page);
  await another('demo-tank-027', { fillPercentage: 44.5 });
  await rowOf(page, 'Rail siding diesel 2').getByText('44.5 %').waitFor();
  board.proxy.away();
  await page.getByRole('status').getByText('Connecting…').waitFor();
  await another('demo-tank-027', { fillPercentage: 46.25 });
  board.proxy.back();
  await rowOf(page, 'Rail siding diesel 2').getByText('46.25 %').waitFor();
  await isLive(page);
});

testBoard('without the gateway, rows stay, and another filter does not show those of the one before', async () => {
  const page = await visit();
  await isLive(page);
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
  await isLive(page);
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

testBoard('the stream of changes continues with a new token when its own has expired', async () => {
  const page = await visit(shortToken, await tokenOf('demo'));
  await isLive(page);
  await expect.poll(() => board.given).toBe(2);
  await isLive(page);
  await another('demo-tank-027', { fillPercentage: 33.25 });
  await rowOf(page, 'Rail siding diesel 2').getByText('33.25 %').waitFor();
});

testBoard('a gateway that stops leaves what is shown, and the board reports that it does not answer', async () => {
  const page = await visit();
  await isLive(page);
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
