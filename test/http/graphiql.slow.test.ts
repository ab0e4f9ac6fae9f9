import type { Browser, Locator, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { seedDemo } from '../../src/demo/company.ts';
import { readDocuments } from '../../src/http/graphiql/ready-documents.ts';
import { createGraphiQL } from '../../src/http/graphiql/serve.ts';
import { openBrowser, testInBrowser } from '../browser.ts';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';

let gateway: TestGateway;
let token: string;
let browser: Browser | undefined;

beforeAll(async () => {
  token = await tokenOf('demo');
  gateway = await openGateway({ graphiql: createGraphiQL() });
  await seedDemo(gateway.prisma);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await gateway.close();
});

interface Visit {
  page: Page;
  /** Every address asked for that is not the gateway's. */
  foreign: string[];
  faults: string[];
}

/** GraphiQL as a newcomer meets it: in a browser that has never been here. */
async function visit(address = gateway.address, given: string | null = token): Promise<Visit> {
  const page = await browser?.newPage({ viewport: { width: 1280, height: 800 } });
  if (page === undefined) throw new Error('There is no browser.');
  page.setDefaultTimeout(60_000);
  onTestFinished(() => page.close());
  const foreign: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (!['data:', 'blob:'].includes(protocol) && origin !== address) foreign.push(request.url());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())));
  await page.goto(`${address}/graphql${given === null ? '' : `#token=${given}`}`);
  await ready(page);
  return { page, foreign, faults };
}

const ready = (page: Page) => page.getByRole('button', { name: /Execute query/ }).waitFor();
const tabs = (page: Page): Promise<string[]> => page.getByRole('tab').allInnerTexts();
const isExecution = (response: Response): boolean =>
  response.request().method() === 'POST' && !response.request().postData()?.includes('__schema');

/** Presses the button and returns what the gateway answered. */
async function execute(page: Page): Promise<Data> {
  const [response] = await Promise.all([
    page.waitForResponse(isExecution),
    page.getByRole('button', { name: /Execute query/ }).click(),
  ]);
  return response.json();
}

async function typeHeaders(page: Page, headers: Record<string, string>): Promise<void> {
  await page.getByRole('button', { name: 'Headers' }).click();
  await page.locator('.graphiql-editor-tool .view-lines').last().click();
  await page.keyboard.insertText(JSON.stringify(headers));
}

const documents = await readDocuments();
/** The tabs of a first visit. */
const FIRST = [
  'Tanks',
  'Tank',
  'UpdateTank',
  'UpdateTanks',
  'UpdateTaskAssignee',
  'UpdateExpiration',
  'UpdateQuickOrder',
  'UpdateShipTo',
  'CreateSubscription',
  'WatchTank',
  'Changes',
];

/** Waits until GraphiQL has read a document, which it then writes into the address. */
const isRead = (page: Page, name: string) =>
  page.waitForURL(
    ({ searchParams }) => searchParams.get('query') === documents.find((each) => each.name === name)?.query,
  );

/** Opens a document with the panel at the left. */
async function open(page: Page, name: string): Promise<void> {
  await panelOf(page).getByRole('button', { name, exact: true }).click();
  await isRead(page, name);
}

const panelOf = (page: Page): Locator => page.locator('#documents');

const storedTabs = (page: Page): Promise<string> =>
  page.evaluate("JSON.parse(localStorage.getItem('graphiql:tabState')).tabs.map(({ title }) => title).join()");

/** Waits until GraphiQL has stored what its next visit reads. */
const isStored = (page: Page, text: string) =>
  expect.poll(() => page.evaluate("localStorage.getItem('graphiql:tabState')")).toContain(text);

/** What the answer pane says while it is empty. */
const hint = (page: Page): Promise<string> =>
  page.evaluate("getComputedStyle(document.querySelector('.graphiql-response'), '::after').content");

testInBrowser('a newcomer reads tanks with one press and updates one, and no other host hears of it', async () => {
  const { page, foreign, faults } = await visit();
  expect(await page.title()).toBe('Field operations');
  expect(await tabs(page)).toEqual(FIRST);
  expect(await hint(page)).toContain('Press ▶ or Ctrl+Enter');
  expect((await execute(page)).data.tanks.edges).toHaveLength(10);
  await page.locator('.graphiql-response').getByText('totalCount').waitFor();
  expect(await hint(page)).toBe('none');
  await page.getByRole('tab', { name: 'UpdateTank', exact: true }).click();
  await isRead(page, 'UpdateTank');
  const { data } = await execute(page);
  expect(data.updateTank).toMatchObject({ __typename: 'Tank', id: 'demo-tank-001', fillPercentage: 91.5 });
  await page.locator('.graphiql-response').getByText('91.5').waitFor();
  await page.getByRole('status').getByText('until you close this browser tab').waitFor();
  expect({ foreign, faults }).toEqual({ foreign: [], faults: [] });
});

async function boxOf(part: Locator): Promise<{ right: number; bottom: number }> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await part.boundingBox()) ?? {};
  return { right: x + width, bottom: y + height };
}

testInBrowser(
  'the panel finds and opens every document, and a closed tab comes back with a reload’s active one',
  async () => {
    const { page, faults } = await visit();
    const panel = panelOf(page);
    const shown = () => panel.getByRole('button').allInnerTexts();
    const lettered = documents.map(({ kind, name }) => `${kind.charAt(0).toUpperCase()}${name}`);
    expect(await shown()).toEqual(lettered);
    await panel.getByRole('searchbox').fill('webhooks sub');
    expect(await shown()).toEqual(lettered.filter((text) => text.includes('Subscription')));
    await panel.getByRole('searchbox').fill('');
    await open(page, 'UpdateTaskAssignee');
    expect(await tabs(page)).toEqual(FIRST);
    const editor = page.locator('.graphiql-query-editor');
    await editor.getByText('UpdateTaskAssigneeInput').waitFor();
    const [lines, numbers] = await Promise.all(
      ['.view-line', '.line-numbers'].map((part) => editor.locator(part).allInnerTexts()),
    );
    // Long lines wrap.
    expect(lines?.length).toBeGreaterThan(numbers?.filter((number) => number !== '').length ?? 0);
    await open(page, 'Tasks');
    expect((await execute(page)).data.tasks.edges).not.toEqual([]);
    await page.getByRole('tab', { name: 'Tasks' }).locator('..').getByRole('button', { name: 'Close Tab' }).click();
    await expect.poll(() => storedTabs(page)).toBe(FIRST.join());
    expect(await tabs(page)).toEqual(FIRST);
    await open(page, 'Tasks');
    await expect.poll(() => storedTabs(page)).toBe([...FIRST, 'Tasks'].join());
    await page.reload();
    await ready(page);
    expect(await tabs(page)).toEqual([...FIRST, 'Tasks']);
    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Tasks');
    const list = await boxOf(page.getByRole('tablist'));
    for (const tab of await page.getByRole('tab').all()) {
      const { right, bottom } = await boxOf(tab);
      expect([right <= list.right, bottom <= list.bottom], await tab.innerText()).toEqual([true, true]);
    }
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.getByText('Tanks, tasks, expirations, quick orders and ship-tos of your company').waitFor();
    expect(faults).toEqual([]);
  },
);

testInBrowser('what was sent comes back from the history after a reload, without the headers it had', async () => {
  const { page, faults } = await visit(gateway.address, null);
  await typeHeaders(page, { authorization: `Bearer ${token}` });
  expect((await execute(page)).data.tanks.edges).not.toEqual([]);
  await page.reload();
  await ready(page);
  await page.getByRole('button', { name: 'Show History' }).click();
  await page.locator('.graphiql-history-item').getByText('Tanks').first().waitFor();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(token);
  expect(faults).toEqual([]);
});

testInBrowser('a live operation shows each change with its time, the newest first, while it runs', async () => {
  const { page, foreign, faults } = await visit();
  await open(page, 'WatchTank');
  await page.getByRole('button', { name: /Execute query/ }).click();
  const shown = page.locator('.graphiql-response');
  await shown.getByText('Resync').waitFor();
  const update = 'mutation { updateTank(id: "demo-tank-001", input: { name: "Seen live" }) { __typename } }';
  expect((await gateway.ask(update, {}, token)).data.updateTank.__typename).toBe('Tank');
  await shown.getByText('Seen live').waitFor();
  expect(await shown.innerText()).toMatch(
    /newestFirst[\s\S]*"time":\s"\d\d:\d\d:\d\d"[\s\S]*TankChange[\s\S]*"time"[\s\S]*Resync/,
  );
  expect({ foreign, faults }).toEqual({ foreign: [], faults: [] });
});

testInBrowser('a live operation that the gateway ends shows when', async () => {
  const server = await openGateway({ graphiql: createGraphiQL() });
  onTestFinished(() => server.close());
  const { page } = await visit(server.address);
  await open(page, 'WatchTank');
  await page.getByRole('button', { name: /Execute query/ }).click();
  const shown = page.locator('.graphiql-response');
  await shown.getByText('Resync').waitFor();
  await server.stop(0);
  await shown.getByText('The stream has ended.').waitFor();
  expect(await shown.innerText()).toMatch(
    /newestFirst[\s\S]*"time":\s"\d\d:\d\d:\d\d"[\s\S]*has\sended[\s\S]*"time"[\s\S]*Resync/,
  );
});

testInBrowser('a reload keeps what was typed, and opens no tab beside', async () => {
  const { page, faults } = await visit();
  await page.locator('.graphiql-query-editor .view-lines').click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('# mine ');
  await isStored(page, '# mine ');
  await page.reload();
  await ready(page);
  await page.locator('.graphiql-query-editor').getByText('# mine').waitFor();
  expect(await tabs(page)).toEqual(FIRST);
  expect((await execute(page)).data.tanks.edges).not.toEqual([]);
  expect(faults).toEqual([]);
});

testInBrowser('a token that an earlier page left in the browser is neither sent nor kept', async () => {
  const { page } = await visit();
  await isStored(page, '"tabs"');
  const old = await tokenOf('demo', undefined, '1h', 'the secret of a data directory that has been deleted');
  await page.evaluate(`{
    const headers = JSON.stringify({ Authorization: 'Bearer ${old}' });
    const state = JSON.parse(localStorage.getItem('graphiql:tabState'));
    for (const tab of state.tabs) tab.headers = headers;
    localStorage.setItem('graphiql:tabState', JSON.stringify(state));
    localStorage.setItem('graphiql:headers', headers);
    localStorage.setItem('graphiql:authorization', 'Bearer ${old}');
  }`);
  await page.reload();
  await ready(page);
  expect((await execute(page)).errors).toBeUndefined();
  await open(page, 'Tasks');
  expect((await execute(page)).errors).toBeUndefined();
  expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(old);
});

testInBrowser('a token in the headers of a tab goes before that of the page', async () => {
  const { page } = await visit();
  await typeHeaders(page, { Authorization: `Bearer ${await tokenOf('demo', 'tasks:read')}` });
  expect((await execute(page)).errors[0].message).toBe('The token lacks the scope "tanks:read".');
});

testInBrowser(
  'without a link the page asks for a token, says why one is refused, and keeps it in its tab alone',
  async () => {
    const { page, faults } = await visit(gateway.address, null);
    const enter = async (entered: string): Promise<void> => {
      await page.getByLabel('Token').fill(entered);
      await page.keyboard.press('Enter');
    };
    const says = (words: string) => page.getByRole('status').getByText(words).waitFor();
    await says('Enter a token or an API key.');
    await enter(await tokenOf('demo', undefined, '1h', 'the secret of another gateway, long enough for HS256'));
    await says('The token is not valid: it is not signed with the key of this gateway.');
    expect((await execute(page)).errors[0].extensions.code).toBe('UNAUTHENTICATED');
    await enter(token);
    await says('until you close this browser tab');
    expect((await execute(page)).errors).toBeUndefined();
    await page.reload();
    await ready(page);
    expect((await execute(page)).errors).toBeUndefined();
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(token);
    const other = await visit(gateway.address, null);
    await open(other.page, 'UpdateTank');
    expect((await execute(other.page)).data.updateTank.__typename).toBe('UnauthorizedError');
    await other.page.getByRole('status').getByText('Enter a token or an API key').waitFor();
    expect(faults).toEqual([]);
  },
);

testInBrowser('an expired token is reported, and another link replaces it', async () => {
  const { page } = await visit(gateway.address, await tokenOf('demo', undefined, '-1m'));
  await execute(page);
  await page.getByRole('status').getByText('expired').waitFor();
  await page.goto(`${gateway.address}/graphql#token=${token}`);
  await ready(page);
  expect((await execute(page)).errors).toBeUndefined();
});
