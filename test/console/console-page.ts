import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { ALL_SCOPES, mintToken } from '../../src/auth/mint.ts';
import { keepHistory } from '../../src/changes/keep-history.ts';
import { seedDemo } from '../../src/demo/company.ts';
import { createGraphiQL } from '../../src/http/graphiql/serve.ts';
import { createConsole } from '../../src/http/pages/console.ts';
import { openBrowser } from '../browser.ts';
import { type Data, openGateway, SECRET, type TestGateway } from '../gateway.ts';

/** A token of the demo company that names its user. */
export const tokenFor = (subject: string, scope = ALL_SCOPES): Promise<string> =>
  mintToken(
    { company: 'demo', subject, companyClaim: 'company_id', scope, ttl: '1h', issuer: undefined, audience: undefined },
    SECRET,
  );

interface Visit {
  hash?: string;
  address?: string;
  /** Of the link that opens the page; null for an address without one. */
  token?: string | null;
  width?: number;
}

export const rowOf = (page: Page, text: string): Locator => page.locator('tbody tr').filter({ hasText: text });
export const notice = (page: Page, text: string | RegExp): Promise<void> =>
  page.locator('.notices').getByText(text).last().waitFor();
export const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name, exact: typeof name === 'string' });
export const hasFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => node === document.activeElement);

/** Answers the questions of the page, and notes them. */
export function answering(page: Page) {
  const asked = { answer: false, questions: [] as string[], words: '' };
  page.on('dialog', async (dialog) => {
    asked.questions.push(dialog.type());
    asked.words = dialog.message();
    await (asked.answer ? dialog.accept() : dialog.dismiss());
  });
  return asked;
}

/** Chooses a file in the dialog of an import. */
export const fileOf = (dialog: Locator, content: string | Buffer, name = 'tanks.csv'): Promise<void> =>
  dialog.getByLabel(/^A CSV file/).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

/** Opens the panel of a record from the grid. */
export async function open(page: Page, name: string): Promise<Locator> {
  await page.getByRole('link', { name, exact: true }).click();
  const panel = page.getByRole('dialog', { name });
  await panel.getByText('All fields').waitFor();
  return panel;
}

export const selected = (page: Page): Locator => page.getByRole('region', { name: 'Selected rows' });

/** Ticks all rows that match. */
export async function tickAll(page: Page, count: string): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await button(page, `Select all ${count} that match`).click();
  await selected(page).getByText(`${count} tanks selected`).waitFor();
}

/** Sets columns of what is ticked. */
export async function edit(page: Page, values: Record<string, string>): Promise<void> {
  await button(selected(page), /^Edit/).click();
  const dialog = page.getByRole('dialog');
  for (const [label, text] of Object.entries(values)) {
    await dialog.getByRole('combobox', { name: /olumn/ }).selectOption(label);
    await dialog.getByRole('textbox', { name: label, exact: true }).fill(text);
  }
  await button(dialog, /^Change/).click();
}

/** Pastes what a spreadsheet would have copied into the cell that has the focus. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press('Control+V');
}

export const updateTank = `mutation ($id: ID!, $input: UpdateTankInput!) {
  updateTank(id: $id, input: $input) { ... on Tank { id version } ... on Error { message } } }`;

/** For the tests of a file: a gateway with the demo company, and a browser. */
export function useConsole() {
  let gateway: TestGateway;
  let browser: Browser | undefined;
  beforeAll(async () => {
    gateway = await openGateway({ console: createConsole(), graphiql: createGraphiQL() });
    await keepHistory(gateway.pool, { keepDays: 30, ignore: [] });
    await seedDemo(gateway.prisma);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await gateway.close();
  });

  /** The console in a browser that has never been here. It fails for an error of the page, or a request elsewhere. */
  async function visit({ hash = '', address = gateway.address, token, width = 1280 }: Visit = {}): Promise<Page> {
    const page = await browser?.newPage({ viewport: { width, height: 800 } });
    if (page === undefined) throw new Error('There is no browser.');
    page.setDefaultTimeout(60_000);
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (!['data:', 'blob:'].includes(protocol) && origin !== new URL(address).origin) faults.push(request.url());
    });
    onTestFinished(async () => {
      await page.close();
      expect(faults).toEqual([]);
    });
    const given = token === undefined ? await tokenFor('dispatcher-01') : token;
    await page.goto(`${address}/console${given === null ? '' : `#token=${given}`}${hash}`);
    return page;
  }

  const demo = async (query: string, variables: object = {}, subject = 'dispatcher-02'): Promise<Data> => {
    const { data, errors } = await gateway.ask(query, variables, await tokenFor(subject));
    expect(errors).toBeUndefined();
    return data;
  };
  const tank = async (id: string): Promise<Data> =>
    (await demo('query ($id: ID!) { tank(id: $id) { name fillPercentage status productName version } }', { id })).tank;
  /** Tanks of this brand, as many as are wanted. */
  const makeTanks = (brand: string, count: number) =>
    gateway.sql(
      `INSERT INTO tank SELECT (jsonb_populate_record(t, jsonb_build_object('id', $1 || '-' || n, 'name', $1 || ' ' || n,
         'brand', $1, 'status', 'before'))).* FROM tank t, generate_series(1, $2::int) n WHERE t.id = 'demo-tank-001'`,
      [brand, count],
    );
  return { served: () => gateway, visit, demo, tank, makeTanks };
}
