import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ALL_SCOPES, mintToken } from '../../src/auth/mint.ts';
import { seedDemo } from '../../src/demo/company.ts';
import { listen } from '../../src/http/listen.ts';
import { hasBrowser, openBrowser } from '../browser.ts';
import { faintControls } from '../contrast.ts';
import { type Data, openGateway, SECRET, type TestGateway } from '../gateway.ts';
import { type DatabaseProxy, openProxy } from '../proxy.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'examples/dispatch-board');
const isInstalled = existsSync(join(folder, 'node_modules/vite'));
if (!isInstalled)
  console.warn('The packages of the dispatch board are missing: its tests are skipped. "npm run board" installs them.');
const runs = isInstalled && hasBrowser;
export const testBoard = test.skipIf(!runs);

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

type Token = string | (() => Promise<string>);

/** The built page with a gateway of its own, and a server that gives the page tokens. */
export class Board {
  gateway!: TestGateway;
  /** Makes the gateway unreachable for the page. */
  proxy!: DatabaseProxy;
  /** Makes the page's own server unreachable. */
  pages!: DatabaseProxy;
  browser!: Browser;
  address!: string;
  /** The tokens that the page is given, one after the other; the last one again and again. */
  tokens: Token[] = [];
  /** How many of them were given. */
  given = 0;
  /** Which key gets tokens. */
  key = 'key-1';
}

/** Builds a copy, since the files of tests run side by side, and each has its own gateway. */
async function build(gateway: string): Promise<string> {
  const copy = mkdtempSync(join(tmpdir(), 'dispatch-board-'));
  const own = join(copy, 'examples/dispatch-board');
  const foreign = ['node_modules', 'dist', 'gql'].map((name) => `/${name}`);
  cpSync(folder, own, { recursive: true, filter: (path) => !foreign.some((end) => path.endsWith(end)) });
  symlinkSync(join(folder, 'node_modules'), join(own, 'node_modules'));
  symlinkSync(join(root, 'schema.graphql'), join(copy, 'schema.graphql'));
  const env = { ...process.env, NODE_ENV: 'production', VITE_GATEWAY: gateway };
  await promisify(execFile)('npm', ['run', 'build'], { cwd: own, env }).catch((error) => {
    throw new Error(`${error.stdout}${error.stderr}`);
  });
  return copy;
}

/** Opens the board for the tests of a file. */
export function useBoard(): Board {
  const board = new Board();
  let copy: string | undefined;
  const server = createServer(async (req, res) => {
    const { pathname } = new URL(req.url ?? '/', board.address);
    if (pathname === '/token' && req.headers.authorization !== `Bearer ${board.key}`)
      return void res.writeHead(401).end('Open the link.');
    if (pathname === '/token') {
      const token = board.tokens[Math.min(board.given++, board.tokens.length - 1)];
      return void res.end(typeof token === 'function' ? await token() : token);
    }
    const file = join(
      copy ?? '',
      'examples/dispatch-board/dist',
      normalize(pathname === '/' ? '/index.html' : pathname),
    );
    const content = await readFile(file).catch(() => undefined);
    if (content === undefined) return void res.writeHead(404).end();
    res.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    res.end(content);
  });
  beforeAll(async () => {
    if (!runs) return;
    board.pages = await openProxy(await listen(server, '127.0.0.1', 0));
    board.address = new URL(board.pages.url).origin;
    board.gateway = await openGateway({ corsOrigins: [board.address] });
    await seedDemo(board.gateway.prisma);
    board.proxy = await openProxy(board.gateway.address);
    copy = await build(`${board.proxy.url}graphql`);
    const browser = await openBrowser();
    if (browser === undefined) throw new Error('There is no browser.');
    board.browser = browser;
  });
  afterAll(async () => {
    if (!runs) return;
    await board.browser?.close();
    board.proxy?.close();
    board.pages?.close();
    server.closeAllConnections();
    server.close();
    await board.gateway?.close();
    if (copy !== undefined) rmSync(copy, { recursive: true, force: true });
  });
  return board;
}

/** The page in a browser of its own, signed in with these tokens. A script that fails fails the test. */
export async function openPage(
  board: Board,
  query: string,
  tokens: Token[],
  options: BrowserContextOptions = {},
): Promise<Page> {
  board.tokens = tokens;
  board.given = 0;
  const page = await board.browser.newPage({ viewport: { width: 1280, height: 800 }, ...options });
  page.setDefaultTimeout(100_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  onTestFinished(async () => {
    await page.close();
    expect(faults).toEqual([]);
  });
  await page.goto(`${board.address}/${query}#key=${board.key}`);
  return page;
}

/** Cuts the page from everything, until the test goes on or ends. */
export async function cutFrom({ pages, proxy }: Board, page: Page): Promise<() => Promise<void>> {
  const back = async () => {
    pages.back();
    proxy.back();
    await page.context().setOffline(false);
  };
  onTestFinished(() => {
    pages.back();
    proxy.back();
  });
  pages.away();
  proxy.away();
  await page.context().setOffline(true);
  await page.getByRole('status').getByText('Connecting…').waitFor();
  return back;
}

/** A token of the demo company that names its user. */
export const tokenFor = (subject: string, scope = ALL_SCOPES): Promise<string> => {
  const grant = { company: 'demo', subject, companyClaim: 'company_id', scope, ttl: '1h' };
  return mintToken({ ...grant, issuer: undefined, audience: undefined }, SECRET);
};

export const hasFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => node === document.activeElement);

const axe = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** What is serious for those who do not see, or not well: by axe, by the contrast of each state, and by the width. */
export async function seriousOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations }: Data = await page.evaluate('axe.run({ resultTypes: ["violations"] })');
  const serious = violations.filter(({ impact }: Data) => ['serious', 'critical'].includes(impact));
  const width: number = await page.evaluate('document.documentElement.scrollWidth');
  return [
    ...serious.map(({ id, nodes }: Data) => `${id}: ${nodes[0].html}`),
    ...(await faintControls(page)),
    ...(width > (page.viewportSize()?.width ?? 0) ? [`${width} px wide`] : []),
  ];
}
