import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { testInBrowser } from '../browser.ts';
import { tokenOf } from '../gateway.ts';
import { picture } from '../readable.ts';
import { deliver } from '../webhooks/loop.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { button, updateTank, useConsole } from './console-page.ts';

const { served, visit, demo } = useConsole();

const card = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true });
const barOf = (within: Locator, label: string): Locator =>
  within.getByRole('listitem').filter({ has: within.page().getByText(label, { exact: true }) });
/** The number of a bar. */
const numberOf = async (bar: Locator): Promise<number> => Number.parseInt(await bar.locator('.number').innerText(), 10);
/** The rows that a list has in all. */
const listed = async (page: Page): Promise<number> =>
  Number(/of (\d+)$/m.exec(await page.locator('.pages').innerText())?.[1]);
const opened = (page: Page, section: string): Promise<void> =>
  page.getByRole('heading', { name: section, exact: true, level: 1 }).waitFor();

/** Follows a link to a list, which has as many rows as the figure says, and comes back. */
async function follow(page: Page, link: Locator, section: string, count: number): Promise<void> {
  await link.click();
  await opened(page, section);
  await page.locator('tbody tr').first().waitFor();
  await expect.poll(() => listed(page)).toBe(count);
  await page.goBack();
  await opened(page, 'Overview');
  await card(page, 'Expirations').waitFor();
}

testInBrowser('the console opens with an overview, and each of its figures leads to as many records', async () => {
  const page = await visit();
  const tanks = card(page, 'Tanks by days to empty');
  await tanks.waitFor();
  expect(await page.title()).toBe('Overview – Console');
  expect(new URL(page.url()).hash).toMatch(/^(#\/)?$/);
  const read = `{ tankAggregate(filter: { daysToEmpty: { gte: 3, lt: 7 } }) { groups { count } }
    unknown: tanks(filter: { daysToEmpty: { equals: null } }) { totalCount }
    open: tasks(filter: { completedAt: null, isArchived: { equals: false } }) { totalCount }
    products: tankAggregate(groupBy: [PRODUCT_NAME]) { groups { key { productName } count sum { readingVolume } } } }`;
  const answer = await demo(read);
  const week = answer.tankAggregate.groups[0].count;
  expect(await numberOf(barOf(tanks, '3 to 7'))).toBe(week);
  expect(await numberOf(barOf(tanks, 'Unknown'))).toBe(answer.unknown.totalCount);
  await follow(page, tanks.getByRole('link', { name: '3 to 7' }), 'Tanks', week);
  await follow(page, tanks.getByRole('link', { name: 'Unknown' }), 'Tanks', answer.unknown.totalCount);

  const [{ key, count, sum }] = answer.products.groups;
  const product = barOf(card(page, 'Tanks by product'), key.productName);
  await product.getByText(`${sum.readingVolume.toLocaleString('en')} in ${count} tanks`).waitFor();
  await follow(page, product.getByRole('link'), 'Tanks', count);

  const tasks = card(page, 'Open tasks by assignee');
  const bars = tasks.getByRole('listitem');
  const open: number[] = [];
  for (const bar of await bars.all()) open.push(await numberOf(bar));
  expect(open.reduce((total, each) => total + each, 0)).toBe(answer.open.totalCount);
  const driver = barOf(tasks, 'driver-03');
  await follow(page, driver.getByRole('link', { name: 'driver-03', exact: true }), 'Tasks', await numberOf(driver));
  const late = driver.getByRole('link', { name: /overdue$/ });
  await follow(page, late, 'Tasks', Number.parseInt(await late.innerText(), 10));
  await follow(
    page,
    barOf(tasks, 'Nobody').getByRole('link', { name: 'Nobody', exact: true }),
    'Tasks',
    await numberOf(barOf(tasks, 'Nobody')),
  );

  const expirations = card(page, 'Expirations');
  const soon = barOf(expirations, '14 to 30 days');
  await follow(page, soon.getByRole('link'), 'Expirations', await numberOf(soon));
  // What counts nothing leads nowhere.
  for (const bar of await expirations.getByRole('listitem').all())
    expect(await bar.getByRole('link').count()).toBe(Math.sign(await numberOf(bar)));
});

testInBrowser(
  'the overview names who has changed what, and is read again when the page comes to the front',
  async () => {
    await demo(updateTank, { id: 'demo-tank-021', input: { fillPercentage: 41 } });
    const page = await visit();
    const changes = card(page, 'Changed last');
    const first = changes.getByRole('listitem').first();
    await first.getByText('dispatcher-02 changed fill percentage').waitFor();
    await demo(updateTank, { id: 'demo-tank-022', input: { name: 'Changed behind the page' } }, 'dispatcher-03');
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await first.getByText('dispatcher-03 changed name').waitFor();
    await first.getByRole('link', { name: 'Changed behind the page' }).click();
    await page.getByRole('dialog', { name: 'Changed behind the page' }).getByText('All fields').waitFor();
  },
);

testInBrowser('the overview names who has deleted what, until it is restored', async () => {
  const { tank } = await demo('{ tank(id: "demo-tank-026") { name version } }');
  await demo('mutation { deleteTank(id: "demo-tank-026") { __typename } }', {}, 'dispatcher-04');
  const page = await visit();
  const first = card(page, 'Changed last').getByRole('listitem').first();
  await first.getByText('dispatcher-04 deleted it').waitFor();
  await first.getByRole('link', { name: tank.name, exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'demo-tank-026' });
  await panel.getByText('It may have been deleted.').waitFor();
  await button(panel, 'History').click();
  await panel.getByText('dispatcher-04 deleted it').waitFor();
  const restore = 'mutation ($version: Int!) { restoreTank(id: "demo-tank-026", version: $version) { __typename } }';
  await demo(restore, { version: tank.version });
  await page.goBack();
  await page.reload();
  await first.getByText('dispatcher-02 created it').waitFor();
});

testInBrowser('a webhook that fails is on the overview, with a list of those alone', async () => {
  const receiver = await openReceiver((response) => void response.writeHead(500).end());
  const create = `mutation ($name: String!, $resource: String!, $url: String!) {
    createSubscription(input: { workflowId: "w", nodeId: "n", workflowName: $name, webhookUrl: $url, resource: $resource, actions: ["updated"], secret: "demo-secret" }) {
      ... on WebhookSubscription { id } ... on Error { message } } }`;
  for (const [name, resource] of [
    ['Failing watch', 'tank'],
    ['Quiet watch', 'ship_to'],
  ]) {
    const { createSubscription } = await demo(create, { name, resource, url: receiver.url });
    const { id } = createSubscription;
    onTestFinished(async () => {
      await demo('mutation ($id: ID!) { deleteSubscription(id: $id) { __typename } }', { id });
    });
  }
  await deliver(served().pool);
  await demo(updateTank, { id: 'demo-tank-023', input: { fillPercentage: 12 } });
  await receiver.next();
  const failing = '{ webhookSubscriptions(filter: { failingSince: { not: { equals: null } } }) { totalCount } }';
  await expect.poll(async () => (await demo(failing)).webhookSubscriptions.totalCount).toBe(1);
  const page = await visit();
  const webhooks = card(page, 'Webhooks that fail');
  await webhooks.getByText('1 of 2 fails.').waitFor();
  await webhooks.getByText('Failing', { exact: true }).waitFor();
  await picture(page, '20-overview');
  await webhooks.getByRole('link', { name: 'Webhooks that fail' }).click();
  await page.locator('tbody').getByText('Failing watch').waitFor();
  expect(await page.locator('tbody tr').count()).toBe(1);
  await button(page, 'Show all').click();
  await page.locator('tbody').getByText('Quiet watch').waitFor();
  await page.goBack();
  await page.goBack();
  await webhooks.getByRole('link', { name: 'Failing watch' }).click();
  await page.getByRole('dialog', { name: 'Failing watch' }).waitFor();
});

testInBrowser('the overview asks only for what the token may read', async () => {
  const page = await visit({ token: await tokenOf('demo', 'tasks:read ship-tos:read') });
  await card(page, 'Open tasks by assignee').waitFor();
  expect(await page.getByRole('main').getByRole('region').count()).toBe(1);
  expect(await page.getByRole('alert').count()).toBe(0);
  const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  expect(await sections.allInnerTexts()).toEqual(['Overview', 'Tasks\n25', 'Ship-tos\n12']);
  // Nothing of these is summed up.
  const other = await visit({ token: await tokenOf('demo', 'quick-orders:read ship-tos:read') });
  await opened(other, 'Quick orders');
  expect(new URL(other.url()).hash).toBe('#/quick-orders');
});

testInBrowser('a company without records is shown where to begin', async () => {
  const page = await visit({ token: await tokenOf('nobody-yet') });
  await page.getByText('There are no records yet.').waitFor();
  expect(await page.getByRole('main').getByRole('region').count()).toBe(0);
  await page.getByRole('main').getByRole('link', { name: 'Ship-tos' }).click();
  await opened(page, 'Ship-tos');
  await button(page, 'New ship-to').waitFor();
});
