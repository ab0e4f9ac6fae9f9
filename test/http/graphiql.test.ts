import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Kind, parse } from 'graphql';
import { type Browser, chromium, type Page, type Response } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { seedDemo } from '../../src/demo/company.ts';
import { createGraphiQL, TABS } from '../../src/http/graphiql.ts';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';

const executablePath = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(existsSync);
if (executablePath === undefined)
  console.warn('No Chromium here: the tests that drive GraphiQL are skipped. Set CHROMIUM_PATH to run them.');
const testInBrowser = test.skipIf(executablePath === undefined);

vi.setConfig({ testTimeout: 240_000 });

/** Keeps the browser from calling its maker, so that what is seen on the network is the page's own. */
const quiet = ['background-networking', 'component-update', 'sync', 'quic', 'gpu'].map((part) => `--disable-${part}`);

let gateway: TestGateway;
let token: string;
let browser: Browser | undefined;

beforeAll(async () => {
  token = await tokenOf('demo');
  gateway = await openGateway({ graphiql: createGraphiQL(token) });
  await seedDemo(gateway.prisma);
  if (executablePath !== undefined)
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--no-first-run', ...quiet] });
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
async function visit(address = gateway.address): Promise<Visit> {
  const page = await browser?.newPage();
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
  await page.goto(`${address}/graphql`);
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

const operations = new URL('../../operations/', import.meta.url);
const documents = new Map(
  TABS.map((name) => {
    const text = readFileSync(new URL(`${name}.graphql`, operations), 'utf8');
    const [definition] = parse(text).definitions;
    return [(definition?.kind === Kind.OPERATION_DEFINITION && definition.name?.value) || name, text];
  }),
);
const names = [...documents.keys()];
/** Those whose variables have a place for an id that only another operation answers. */
const withId = new Set(names.filter((_name, i) => readFileSync(new URL(`${TABS[i]}.json`, operations), 'utf8').includes('"<'))); // biome-ignore format: one thought

/** Opens a tab and waits until GraphiQL has read its document, which it then writes into the address. */
async function openTab(page: Page, name: string): Promise<void> {
  await page.getByTitle(name, { exact: true }).click();
  await page.waitForURL(({ searchParams }) => searchParams.get('query') === documents.get(name));
}

test('every ready operation is a tab', () => {
  const files = readdirSync(operations).filter((file) => file.endsWith('.graphql'));
  expect(TABS.map((name) => `${name}.graphql`).sort()).toEqual(files.sort());
});

testInBrowser(
  'a newcomer lists tanks with one press and updates one with two, and no other host hears of it',
  async () => {
    const { page, foreign, faults } = await visit();
    expect(await page.title()).toBe('Field operations');
    expect(await tabs(page)).toEqual(names);
    expect((await execute(page)).data.tanks.edges).not.toEqual([]);
    await openTab(page, 'UpdateTank');
    const { data } = await execute(page);
    expect(data.updateTank).toMatchObject({
      __typename: 'Tank',
      id: 'demo-tank-001',
      fillPercentage: 91.5,
      version: 2,
    });
    await page.locator('.graphiql-response').getByText('91.5').waitFor();
    expect({ foreign, faults }).toEqual({ foreign: [], faults: [] });
  },
);

testInBrowser('every tab can be sent as it is; one that needs an id of yours finds nothing', async () => {
  const { page, foreign, faults } = await visit();
  for (const name of [...names.slice(1).filter((each) => each !== 'WatchTank'), 'Tanks']) {
    await openTab(page, name);
    const { data, errors } = await execute(page);
    expect({ name, errors }).toEqual({ name, errors: undefined });
    const types = Object.values<Data | null>(data).map((answer) => answer?.__typename);
    for (const type of types) expect(type ?? '').not.toMatch(withId.has(name) ? /^(?!NotFound).*Error$/ : /Error$/);
  }
  expect({ foreign, faults }).toEqual({ foreign: [], faults: [] });
});

testInBrowser('a live operation shows each change while it runs', async () => {
  const { page, foreign, faults } = await visit();
  await openTab(page, 'WatchTank');
  await page.getByRole('button', { name: /Execute query/ }).click();
  const shown = page.locator('.graphiql-response');
  await shown.getByText('Resync').waitFor();
  const update = 'mutation { updateTank(id: "demo-tank-001", input: { name: "Seen live" }) { __typename } }';
  expect((await gateway.ask(update, {}, token)).data.updateTank.__typename).toBe('Tank');
  await shown.getByText('Seen live').waitFor();
  expect({ foreign, faults }).toEqual({ foreign: [], faults: [] });
});

testInBrowser('a reload keeps what was typed, and opens no tab beside', async () => {
  const { page, faults } = await visit();
  await page.locator('.graphiql-query-editor .view-lines').click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('# mine ');
  await page.waitForFunction("localStorage.getItem('graphiql:tabState').includes('# mine ')");
  await page.reload();
  await ready(page);
  await page.locator('.graphiql-query-editor').getByText('# mine').waitFor();
  expect(await tabs(page)).toEqual(names);
  expect((await execute(page)).data.tanks.edges).not.toEqual([]);
  expect(faults).toEqual([]);
});

testInBrowser('a browser that was given another token before sends the present one', async () => {
  const { page } = await visit();
  await page.waitForFunction("localStorage.getItem('graphiql:tabState') !== null");
  const old = await tokenOf('demo', undefined, '1h', 'the secret of a data directory that has been deleted');
  const swap =
    'for (const key of Object.keys(localStorage)) localStorage[key] = localStorage[key].replaceAll(TOKEN, OLD)';
  await page.evaluate(swap.replace('TOKEN', JSON.stringify(token)).replace('OLD', JSON.stringify(old)));
  await page.reload();
  await ready(page);
  expect((await execute(page)).errors).toBeUndefined();
  await openTab(page, 'Tasks');
  expect((await execute(page)).errors).toBeUndefined();
});

testInBrowser('without a token to give, the headers say where one goes', async () => {
  const plain = await openGateway({ graphiql: createGraphiQL(undefined) });
  onTestFinished(() => plain.close());
  const { page, faults } = await visit(plain.address);
  await page.getByRole('button', { name: 'Headers' }).click();
  await page.locator('.graphiql-editor-tool').getByText('Bearer <token>').waitFor();
  expect((await execute(page)).errors[0].extensions.code).toBe('UNAUTHENTICATED');
  expect(faults).toEqual([]);
});

const get = (headers: Record<string, string>, path = '/graphql', method = 'GET') =>
  fetch(`${gateway.address}${path}`, { method, headers });
const html = { accept: 'text/html,*/*;q=0.8' };

test('the page is sent only when it has changed', async () => {
  const page = await get(html);
  expect(page.headers.get('vary')).toBe('accept');
  const etag = page.headers.get('etag') ?? '';
  const again = await get({ ...html, 'if-none-match': etag });
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
  expect((await get({ ...html, 'if-none-match': '"another"' })).status).toBe(200);
  const head = await get(html, '/graphql', 'HEAD');
  expect(head.headers.get('content-length')).toBe(page.headers.get('content-length'));
});

test('only a browser is given the page', async () => {
  const query = '/graphql?query={__typename}';
  expect(await (await get({ accept: 'application/json' }, query)).json()).toEqual({ data: { __typename: 'Query' } });
  expect(await (await get({ accept: '*/*' }, query)).json()).toEqual({ data: { __typename: 'Query' } });
  expect((await get(html, query)).headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect((await get(html, '/health')).headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect((await get(html, '/')).url).toBe(`${gateway.address}/graphql`);
});
