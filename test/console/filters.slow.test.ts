import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { testInBrowser } from '../browser.ts';
import { picture } from '../readable.ts';
import { button, rowOf, useConsole } from './console-page.ts';

const { served, visit, demo } = useConsole();

const menu = async (page: Page, name: string): Promise<Locator> => {
  const summary = page.locator('summary').getByText(name, { exact: true });
  const found = page.locator('details.menu').filter({ has: summary });
  if ((await found.getAttribute('open')) === null) await summary.click();
  return found;
};

interface Condition {
  column: string;
  condition: string;
  value?: string;
  join?: string;
}

/** Adds a condition in the form of the filters. */
async function addFilter(page: Page, { column, condition, value, join }: Condition): Promise<void> {
  const form = await menu(page, 'Filters');
  if (join !== undefined) await form.getByLabel('Joined by').selectOption(join);
  await form.getByLabel('Column').selectOption(column);
  await form.getByLabel('Condition').selectOption(condition);
  if (value !== undefined) {
    const input = form.getByLabel('Value');
    if ((await input.evaluate((node) => node.tagName)) === 'SELECT') await input.selectOption(value);
    else await input.fill(value);
  }
  await button(form, 'Add the filter').click();
}

const filterOf = (page: Page): unknown =>
  JSON.parse(new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('filter') ?? '{}');
const chips = (page: Page): Promise<string[]> => page.locator('.chips .condition').allInnerTexts();
const names = (page: Page): Promise<string[]> => page.locator('tbody a:not(.relation)').allInnerTexts();
const shows = (page: Page, text: RegExp): Promise<void> => page.locator('.pages').getByText(text).waitFor();

/** The ids of the tanks that the gateway finds, by name. */
async function namesOf(filter: object): Promise<string[]> {
  const read = 'query ($filter: TankFilter) { tanks(filter: $filter, first: 200) { nodes { name } } }';
  return (await demo(read, { filter })).tanks.nodes.map(({ name }: { name: string }) => name);
}

testInBrowser('two columns and a group behind "or" filter, also after a reload, and the way back', async () => {
  const page = await visit({ hash: '#/tanks' });
  await rowOf(page, 'South yard diesel 1').waitFor();
  await addFilter(page, { column: 'Name', condition: 'contains', value: 'YARD' });
  await expect.poll(() => filterOf(page)).toEqual({ name: { contains: 'YARD', mode: 'Insensitive' } });
  await addFilter(page, { column: 'Fill percentage', condition: 'is at least', value: 'full', join: 'and' });
  await page.getByText('The value must be a number, such as 42.5.').waitFor();
  await addFilter(page, { column: 'Fill percentage', condition: 'is at least', value: '50' });
  await expect.poll(() => chips(page)).toHaveLength(2);
  await addFilter(page, { column: 'Status', condition: 'is', value: 'Maintenance', join: 'or' });
  const filter = {
    OR: [
      { name: { contains: 'YARD', mode: 'Insensitive' }, fillPercentage: { gte: 50 } },
      { status: { equals: 'Maintenance', mode: 'Insensitive' } },
    ],
  };
  await expect.poll(() => filterOf(page)).toEqual(filter);
  const wanted = await namesOf(filter);
  expect(wanted.length).toBeGreaterThan(3);
  expect(wanted.length).toBeLessThan(25);
  await expect.poll(async () => (await names(page)).toSorted()).toEqual(wanted.toSorted());
  await picture(page, 'filters');
  const words = ['Name contains YARD✕', 'Fill percentage is at least 50✕', 'Status is Maintenance✕'];
  const texts = async () => (await chips(page)).map((text) => text.replaceAll(/\s+(?=✕)/g, ''));
  expect(await texts()).toEqual(words);
  await page.reload();
  await expect.poll(async () => (await names(page)).toSorted()).toEqual(wanted.toSorted());
  expect(await texts()).toEqual(words);
  // A value that is ticked holds for both groups, and so does the search.
  await page.getByRole('checkbox', { name: 'maintenance' }).check();
  await expect.poll(() => filterOf(page)).toEqual({ ...filter, status: { in: ['maintenance'] } });
  await page.goBack();
  await expect.poll(texts).toEqual(words);
  await page.goBack();
  await expect.poll(() => filterOf(page)).toEqual(filter.OR[0]);
  await page.goForward();
  await button(page, 'Remove the filter Fill percentage is at least 50').click();
  await button(page, 'Remove the filter Name contains YARD').click();
  await expect.poll(() => filterOf(page)).toEqual(filter.OR[1]);
  await shows(page, /^1–3 of 3$/);
  await button(page, 'Clear all').click();
  await shows(page, /^1–25 of/);
});

testInBrowser('every kind of column has fitting conditions, and "no value" is one', async () => {
  const page = await visit({ hash: '#/tanks?sort=averageDailyUsage', width: 390 });
  await page.locator('tbody tr').first().waitFor();
  await addFilter(page, { column: 'Include in job', condition: 'is', value: 'Yes' });
  await addFilter(page, { column: 'Last modified date', condition: 'is after', value: '2020-01-31T08:00' });
  await addFilter(page, { column: 'Alerts', condition: 'is empty:', value: 'Yes' });
  await addFilter(page, { column: 'Note', condition: 'has no value' });
  await addFilter(page, { column: 'Name', condition: 'is not', value: 'south yard diesel 1' });
  const filter = {
    includeInJob: { equals: true },
    lastModifiedDate: { gt: new Date('2020-01-31T08:00').toISOString() },
    alerts: { isEmpty: true },
    note: { equals: null },
    name: { not: { equals: 'south yard diesel 1' }, mode: 'Insensitive' },
  };
  await expect.poll(() => filterOf(page)).toEqual(filter);
  const wanted = await namesOf(filter);
  expect(wanted).not.toContain('South yard diesel 1');
  await page.getByText(`of ${wanted.length}`).waitFor();
  for (const name of ['Filters', 'Sort', 'Columns']) {
    await menu(page, name);
    expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, 390]);
    await page.keyboard.press('Escape');
  }
  await picture(page, 'filters-390');
  await page.goto(`${served().address}/console#/expirations`);
  await page.getByRole('heading', { name: 'Expirations' }).waitFor();
  await addFilter(page, { column: 'Expiration date', condition: 'is before', value: '2000-01-31' });
  await page.getByText('No expiration matches.').waitFor();
});

testInBrowser('the values of any column can be ticked, several or none', async () => {
  const page = await visit({ hash: '#/tanks' });
  const values = page.getByRole('complementary', { name: 'Filter by value' });
  const of = (column: string) => values.getByRole('group').filter({ hasText: column });
  for (const column of ['Note', 'Include in job'])
    await values.getByLabel('Values of another column').selectOption(column);
  await of('Note').getByLabel('None').check();
  await expect.poll(() => filterOf(page)).toEqual({ note: { equals: null } });
  await of('Include in job').getByLabel('Yes').check();
  await expect.poll(() => filterOf(page)).toEqual({ note: { equals: null }, includeInJob: { equals: true } });
  const { length } = await namesOf({ note: { equals: null }, includeInJob: { equals: true } });
  await page.getByText(`of ${length}`).waitFor();
  await of('Include in job').getByLabel('Yes').uncheck();
  await of('Note').getByLabel('None').uncheck();
  for (const status of ['maintenance', 'out of service']) await values.getByLabel(status).check();
  await expect.poll(() => filterOf(page)).toEqual({ status: { in: ['maintenance', 'out of service'] } });
  await page.getByText('Status is one of maintenance, out of service').waitFor();
});

testInBrowser('a click sorts by a column, with shift by one more, and a menu does it without a mouse', async () => {
  const page = await visit({ hash: '#/tanks' });
  const sortOf = () => new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('sort');
  const wanted = async (orderBy: object[]) => {
    const read = 'query ($orderBy: [TankOrder!]) { tanks(orderBy: $orderBy, first: 25) { nodes { id name } } }';
    return (await demo(read, { orderBy })).tanks.nodes.map(({ id, name }: Record<string, string>) => name ?? id);
  };
  await button(page, /^Status/).click();
  await button(page, /^Fill percentage/).click({ modifiers: ['Shift'] });
  await button(page, /^Fill percentage/).click({ modifiers: ['Shift'] });
  await expect.poll(sortOf).toBe('status,-fillPercentage');
  const rows = await wanted([
    { field: 'STATUS', direction: 'ASC' },
    { field: 'FILL_PERCENTAGE', direction: 'DESC' },
  ]);
  await expect.poll(() => names(page)).toEqual(rows);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(rows);
  const heads = page.getByRole('columnheader');
  expect(await heads.filter({ hasText: 'Status' }).last().innerText()).toContain('↑1');
  expect(await heads.filter({ hasText: 'Fill percentage' }).innerText()).toContain('↓2');
  const sorting = await menu(page, 'Sort');
  await sorting.getByLabel('Then sort by').selectOption('Name');
  await expect.poll(sortOf).toBe('status,-fillPercentage,name');
  expect(await sorting.getByLabel('Then sort by').count()).toBe(0);
  await button(sorting, 'Status ascending: sort it descending').press('Enter');
  await expect.poll(sortOf).toBe('-status,-fillPercentage,name');
  await button(sorting, 'Do not sort by Fill percentage').press('Enter');
  await expect.poll(sortOf).toBe('-status,name');
  await picture(page, 'sorting');
  await page.goBack();
  await expect.poll(sortOf).toBe('-status,-fillPercentage,name');
  await button(heads, /^Name/).click();
  await expect.poll(sortOf).toBe('name');
});

testInBrowser('figures of all matching records are read when they are opened', async () => {
  const page = await visit({ hash: '#/tanks?filter={"status":{"in":["maintenance"]}}' });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.postData()?.includes('ConsoleFiguresTanks')) asked.push(request.url());
  });
  await shows(page, /^1–3 of 3$/);
  expect(asked).toEqual([]);
  const figures = page.getByRole('region', { name: 'Figures' });
  await button(figures, 'Figures').click();
  await figures.getByText('3 tanks').waitFor();
  const read = `{ tankAggregate(filter: { status: { in: ["maintenance"] } }) {
    groups { sum { readingVolume } avg { readingVolume } min { readingVolume } max { readingVolume } } } }`;
  const [{ sum, avg, min, max }] = (await demo(read)).tankAggregate.groups;
  const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
  const cells = await figures.getByRole('row', { name: 'Reading volume' }).getByRole('cell').allInnerTexts();
  expect(cells).toEqual([sum, avg, min, max].map(({ readingVolume }) => format.format(readingVolume)));
  await picture(page, 'figures');
  await page.reload();
  await figures.getByText('3 tanks').waitFor();
  await page.getByLabel('low').check();
  await figures.getByText(/^\d tanks?$/).waitFor();
  await button(figures, 'Figures').click();
  await figures.getByRole('table').waitFor({ state: 'detached' });
  await page.goBack();
  await figures.getByRole('table').waitFor();
});

testInBrowser('a link with an unknown field, operator, value or order says so, and keeps the rest', async () => {
  const filter = {
    status: { in: ['maintenance'] },
    nope: 1,
    name: { like: 'x' },
    daysToEmpty: { lte: 'soon' },
    lastModifiedDate: { gte: 'yesterday' },
    OR: [{ name: { contains: 'x' } }, { colour: { equals: 'red' } }],
  };
  const page = await visit({ hash: `#/tanks?filter=${encodeURIComponent(JSON.stringify(filter))}&sort=colour,-name` });
  await shows(page, /^1–3 of 3$/);
  const alerts = page.getByRole('alert');
  const faults = ['nope', 'name like', 'daysToEmpty lte', 'lastModifiedDate gte', 'OR colour'].join(', ');
  await alerts.getByText(`Tanks have no filter ${faults} with such a value: it is left out.`).waitFor();
  await alerts.getByText('Tanks cannot be sorted by colour.').waitFor();
  expect(await names(page)).toEqual((await names(page)).toSorted().toReversed());
  // What the form cannot say works in a link, too, and is removed as others are.
  const relation = {
    shipTo: { is: { name: { contains: 'south yard', mode: 'Insensitive' } } },
    NOT: { name: { contains: 'diesel' } },
  };
  await page.goto(`${served().address}/console#/tanks?filter=${encodeURIComponent(JSON.stringify(relation))}`);
  const wanted = await namesOf(relation);
  expect(wanted.length).toBeGreaterThan(0);
  await expect.poll(async () => (await names(page)).toSorted()).toEqual(wanted.toSorted());
  expect(await alerts.count()).toBe(0);
  await button(page, /^Remove the filter Not/).click();
  await expect.poll(() => filterOf(page)).toEqual({ shipTo: relation.shipTo });
  // The console shows the gateway's own message.
  await page.goto(`${served().address}/console#/tanks?filter=${encodeURIComponent('{"daysToEmpty":{"lte":null}}')}`);
  await alerts.getByText('cannot be null').waitFor();
});
