import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { narrowed } from '../auth/own/narrowed.ts';
import { cutFrom, openPage, testBoard, tokenFor, useBoard } from './board.ts';
import { isLive, rowOf, rowsOf, tanksOf } from './dispatcher.ts';
import { Hands } from './hands.ts';

const board = useBoard();
const DRIVER = 'driver-40';

const taskOf = async (number: string) => {
  const [row] = await board.gateway.sql('SELECT to_jsonb(t) AS task FROM task t WHERE task_number = $1', [
    Number(number.slice(1)),
  ]);
  return row?.task;
};

/** What another system, or another dispatcher, does meanwhile. */
async function meanwhile(type: 'Tank' | 'Task', id: string, input: object, subject: string): Promise<void> {
  const document = `mutation ($id: ID!, $input: Update${type}Input!) { update${type}(id: $id, input: $input) { __typename } }`;
  const { data } = await board.gateway.ask(document, { id, input }, await tokenFor(subject));
  expect(data[`update${type}`].__typename).toBe(type);
}

/** From what is empty to the paper of a driver's day. Returns the numbers of its tasks. */
async function plan(desk: Page): Promise<string[]> {
  const hands = new Hands(desk);
  await desk.getByRole('banner').getByText('2 empty in 3 days, 1 unknown').waitFor();
  await hands.click(tanksOf(desk).getByLabel('To fill, without a task'));
  await hands.choose(desk.getByLabel('Empty within'), '14 days');
  const fill = desk.getByRole('button', { name: /^Fill this/ });
  await fill.nth(5).waitFor();
  expect(await hands.did('what to fill')).toEqual({ clicks: 3, keys: 0 });

  // The form knows the tank, its place, its product and what fits into it.
  const numbers: string[] = [];
  for (let rest = await fill.count(); numbers.length < 5; rest -= 1) {
    await hands.click(fill.first());
    const form = desk.getByRole('dialog');
    await hands.click(form.getByRole('button', { name: 'Create' }));
    await form.waitFor({ state: 'detached' });
    await expect.poll(() => fill.count()).toBe(rest - 1);
    const said = await tanksOf(desk).locator('output').innerText();
    numbers.push(said.replace('Task ', '').replace(' was created.', ''));
  }
  expect(await hands.did('five tasks to fill')).toEqual({ clicks: 10, keys: 0 });

  const open = desk.getByRole('region', { name: 'Open tasks' });
  for (const number of numbers)
    await hands.click(open.getByRole('listitem').filter({ hasText: number }).getByRole('checkbox'));
  await hands.type(desk.getByLabel('Assign to'), DRIVER);
  await hands.click(desk.getByRole('button', { name: 'Assign 5 tasks' }));
  await desk.getByText(`5 assigned to ${DRIVER}.`).waitFor();
  expect(await hands.did('five tasks for a driver')).toEqual({ clicks: 7, keys: DRIVER.length });

  const day = desk.getByRole('region', { name: `Day of ${DRIVER}` });
  await hands.click(desk.getByRole('button', { name: `Plan the day of ${DRIVER}` }));
  for (const number of numbers) {
    await hands.click(day.getByRole('button', { name: `Add to the day: ${number}` }));
    await day.locator('.stops').getByText(number).waitFor();
  }
  expect(await hands.did('five stops of a day')).toEqual({ clicks: 6, keys: 0 });
  await hands.click(day.getByRole('button', { name: `Later: ${numbers[0]}` }));
  await day.getByText(`${numbers[0]} is stop 2 of 5.`).waitFor();
  expect(await hands.did('a stop is later')).toEqual({ clicks: 1, keys: 0 });

  await desk.evaluate('print = () => { document.title = "Printed"; }');
  await hands.type(day.getByLabel('Truck holds'), '5000');
  await day.getByText(/more than the truck holds: \d loads/).waitFor();
  await hands.click(day.getByRole('button', { name: 'Print' }));
  await expect.poll(() => desk.title()).toBe('Printed');
  expect(await hands.did('the load, and paper')).toEqual({ clicks: 2, keys: 4 });
  return numbers;
}

/** A level is corrected twice, the second time against another dispatcher. */
async function correct(desk: Page): Promise<void> {
  const hands = new Hands(desk);
  const name = 'Quarry east diesel 3';
  await hands.click(tanksOf(desk).getByLabel('To fill, without a task'));
  await hands.type(desk.getByLabel('Search'), 'Quarry east');
  expect((await hands.did('a tank is found')).clicks).toBe(2);
  for (const [level, theirs] of [
    ['41', undefined],
    ['42', 43],
  ] as const) {
    await hands.click(desk.getByRole('button', { name: `Edit ${name}` }));
    const form = desk.getByRole('dialog', { name });
    await hands.type(form.getByLabel('Fill level'), level);
    if (theirs !== undefined) {
      await meanwhile('Tank', 'demo-tank-018', { fillPercentage: theirs }, 'dispatcher-03');
      await form.getByText('dispatcher-03 has changed this tank since you opened it.').waitFor();
      await hands.click(form.getByRole('button', { name: 'Keep mine' }));
    }
    await hands.click(form.getByRole('button', { name: 'Save' }));
    await form.waitFor({ state: 'detached' });
    await rowOf(desk, name).getByText(`${level} %`).waitFor();
    // A conflict is one more click.
    expect(await hands.did('a level is corrected')).toEqual({ clicks: theirs === undefined ? 3 : 4, keys: 2 });
  }
}

/** The stops on a phone. The network goes after the first one, and comes back after the third. */
async function drive(phone: Page, numbers: string[]): Promise<void> {
  const hands = new Hands(phone);
  const [first = '', second = '', third = ''] = numbers;
  const stopOf = (number: string) => phone.locator('.driver li').filter({ hasText: number });
  const done = (number: string) => hands.click(stopOf(number).getByRole('button', { name: 'Done' }));
  for (const item of ['Load', 'Drive', 'Fill', 'Sign off']) await hands.click(stopOf(first).getByLabel(item));
  await done(first);
  // What was ordered is proposed as what was delivered.
  expect(await hands.did('a checklist, and a stop is done')).toEqual({ clicks: 5, keys: 0 });
  await expect.poll(async () => (await taskOf(first)).status_id).toBe('done');

  const back = await cutFrom(board, phone);
  await hands.type(stopOf(second).getByLabel('Delivered'), '385');
  await hands.type(stopOf(second).getByLabel('Note'), 'Gate was shut');
  await done(second);
  await done(third);
  await phone.getByText('Done today: 3, 2 not sent yet').waitFor();
  expect((await hands.did('two stops are done without a network, one with a note')).clicks).toBe(4);

  await meanwhile('Task', (await taskOf(third)).id, { statusId: 'cancelled' }, 'dispatcher-03');
  await back();
  await expect
    .poll(async () => (await taskOf(second)).task_data)
    .toMatchObject({ delivered: 385, driverNote: 'Gate was shut' });
  const conflict = phone.getByRole('alert', { name: 'Not sent' });
  await conflict.getByText('status: you have “done”, the office has “cancelled”').waitFor();
  await hands.click(conflict.getByRole('button', { name: 'Send mine' }));
  await conflict.waitFor({ state: 'detached' });
  expect(await hands.did('a conflict with the office')).toEqual({ clicks: 1, keys: 0 });
  await expect.poll(async () => (await taskOf(third)).status_id).toBe('done');
}

testBoard("a dispatcher's morning and a driver's day take so many clicks, and lose nothing", async () => {
  const desk = await openPage(board, '?user=dispatcher-02', [await tokenFor('dispatcher-02')]);
  await rowsOf(desk).first().waitFor();
  await isLive(desk);
  const numbers = await plan(desk);
  await correct(desk);

  const own = { task: { assignee_id: DRIVER }, tank: { tasks: true } };
  const token = await narrowed(own, 'tasks:read:own tasks:write:own tanks:read:own', 'demo');
  const phone = await openPage(board, `?driver=${DRIVER}`, [token], {
    viewport: { width: 390, height: 800 },
    hasTouch: true,
  });
  await isLive(phone);
  await phone.getByText('Today 5').waitFor();
  await drive(phone, numbers);

  // The dispatcher has seen it all, without a click.
  await isLive(desk);
  const day = desk.getByRole('region', { name: `Day of ${DRIVER}` });
  await expect.poll(() => day.locator('.stops li').filter({ hasText: 'done at' }).count()).toBe(3);
});
