import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { testBoard } from './board.ts';
import { isLive, rowOf, rowsOf, tanksOf, useDispatcher } from './dispatcher.ts';

const { another, board, insert, visit } = useDispatcher();

/** What a page has on its heap, without garbage. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

testBoard('of 2,000 tanks and 500 open tasks the board shows all, or says what is not shown', async () => {
  const tanks = 'name, days_to_empty, fill_percentage, latitude, longitude';
  const few = await heapOf(await visit());
  await insert('tank', tanks, `'Many ' || i, 5 + i, 50, (40 + i * 0.001)::text, (-100 + i * 0.001)::text`, 2_000);
  await insert(
    'task',
    'task_number, title, priority, due_date, creator_id, task_type_id, status_id, workflow_id, team_id',
    `9000 + i, 'Many ' || i, 'low', now() + i * interval '1 hour', 'd', 'other', 'open', 'w', 't'`,
    500,
  );
  const page = await visit();
  await isLive(page);
  await page.getByText(/^Show more: \d+ of \d+ are not shown$/).waitFor();
  // What is not shown takes little.
  expect((await heapOf(page)) / few).toBeLessThan(2);
  const [{ id } = {}] = await board.gateway.sql(`SELECT id FROM tank WHERE name = 'Rail siding DEF 1'`);
  await another(id, { fillPercentage: 31.25 });
  await rowOf(page, 'Rail siding DEF 1').getByText('31.25 %').waitFor();

  const names = new Set<string>();
  const next = page.getByRole('button', { name: 'Next page' });
  const [{ count } = {}] = await board.gateway.sql(`SELECT count(*)::int FROM tank WHERE company_id = 'demo'`);
  for (let first = 1; first <= count; first += 25) {
    await tanksOf(page)
      .getByText(`${first}–${Math.min(count, first + 24)} of ${count}`)
      .waitFor();
    for (const name of await rowsOf(page).locator('th button').allInnerTexts()) names.add(name);
    await next.press('Enter');
  }
  expect(names.size).toBe(count);
  expect(await next.getAttribute('aria-disabled')).toBe('true');

  const tasks = page.getByRole('region', { name: 'Open tasks' });
  const more = tasks.getByRole('button', { name: /^Show more/ });
  while ((await more.count()) > 0) await more.press('Enter');
  const total = Number((await tasks.getByRole('heading').innerText()).replace(/\D/g, ''));
  expect(total).toBeGreaterThanOrEqual(500);
  expect(await tasks.getByRole('listitem').count()).toBe(total);

  await page.getByRole('button', { name: 'Map' }).click();
  await page.getByText(`The 200 most urgent of ${count}.`).waitFor();
  await page.getByRole('button', { name: 'New task' }).click();
  await page.getByText(`The first 200 of ${count}: search for another.`).waitFor();
});
