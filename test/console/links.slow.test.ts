import { createServer, request } from 'node:http';
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { listen } from '../../src/http/listen.ts';
import { testInBrowser } from '../browser.ts';
import { tokenOf } from '../gateway.ts';
import { button, notice, open, rowOf, useConsole } from './console-page.ts';

const { served, visit } = useConsole();
const hashOf = (page: Page): string => new URL(page.url()).hash;

interface Front {
  address: string;
  /** What it answers to POST in the place of the gateway. */
  own: [status: number, type: string, body: string] | undefined;
}

/** A proxy in front of the gateway, which has it below a path. */
async function openFront(): Promise<Front> {
  const target = new URL(served().address);
  const front: Front = { address: '', own: undefined };
  const server = createServer((req, res) => {
    const path = /^\/gw(\/.*)$/.exec(req.url ?? '')?.[1];
    if (path === undefined) return void res.writeHead(404).end('Nothing here.');
    if (front.own !== undefined && req.method === 'POST')
      return void res.writeHead(front.own[0], { 'content-type': front.own[1] }).end(front.own[2]);
    const { method, headers } = req;
    const passed = request({ host: target.hostname, port: target.port, path, method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(res);
    });
    passed.on('error', () => res.destroy());
    res.on('close', () => passed.destroy());
    req.pipe(passed);
  });
  front.address = `${await listen(server, '127.0.0.1', 0)}/gw`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return front;
}

testInBrowser(
  'a token of one section begins there, and the address names the section that another may not read',
  async () => {
    const narrow = await visit({ token: await tokenOf('demo', 'expirations:read') });
    await expect.poll(() => hashOf(narrow)).toBe('#/expirations');
    await narrow.getByRole('heading', { name: 'Expirations' }).waitFor();
    await narrow.goBack();
    expect(narrow.url()).toBe('about:blank');
    await narrow.goForward();
    await narrow.getByRole('searchbox').fill('tag');
    await expect.poll(() => hashOf(narrow)).toContain('#/expirations?filter=');
    const other = await visit({ token: await tokenOf('demo', 'ship-tos:read'), hash: hashOf(narrow) });
    await other.getByText('There is nothing here for this token.').waitFor();
  },
);

testInBrowser('a link that was cut off, or filters by what the records lack, says so', async () => {
  const cut = await visit({ hash: '#/tanks?filter={"status":{"in":["mainten' });
  await cut.getByText('1–25 of').waitFor();
  await cut.getByRole('alert').getByText('The filter of this link cannot be read').waitFor();
  await cut.getByLabel('low').check();
  await cut.getByRole('alert').waitFor({ state: 'detached' });
  const unknown = await visit({ hash: '#/tanks?filter={"nope":1,"status":{"in":["maintenance"]}}' });
  await unknown.getByText('1–3 of 3').waitFor();
  await unknown.getByRole('alert').getByText('Tanks have no filter nope').waitFor();
});

testInBrowser('a search waits for two letters, and says where it looks', async () => {
  const page = await visit({ hash: '#/tanks' });
  await rowOf(page, 'South yard diesel 1').waitFor();
  const search = page.getByRole('searchbox');
  await search.pressSequentially('q');
  await page.getByText('Two letters or more').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await search.pressSequentially('uarry');
  await expect.poll(() => hashOf(page)).toContain('quarry');
  await rowOf(page, 'South yard diesel 1').waitFor({ state: 'detached' });
  await search.fill('nowhere');
  await page.getByText('No tank matches.').waitFor();
  await page.getByText('External ID, Customer ID, Name').waitFor();
});

testInBrowser('below a path of a proxy, both pages work, and lead to each other', async () => {
  const { address } = await openFront();
  const page = await visit({ address, hash: '#/tanks' });
  await rowOf(page, 'South yard diesel 1').waitFor();
  await page.getByRole('link', { name: 'GraphiQL' }).click();
  await page.getByText('The page sends your token').waitFor();
  await page.getByRole('link', { name: 'Console' }).click();
  await page.getByRole('heading', { name: 'Tanks by days to empty' }).waitFor();
  await page.goto(`${address}/`);
  await page.getByText('The page sends your token').waitFor();
  expect(new URL(page.url()).pathname).toBe('/gw/graphql');
});

testInBrowser('the answer of a proxy in the place of the gateway is told as such', async () => {
  const front = await openFront();
  const page = await visit({ address: front.address, hash: '#/tanks' });
  const panel = await open(page, 'South yard diesel 1');
  const answers: NonNullable<Front['own']>[] = [
    [502, 'text/html', '<h1>Bad Gateway</h1>'],
    [404, 'text/plain', 'no route'],
    [403, 'application/json', '{"message":"Forbidden"}'],
    [200, 'text/html', '<form>Sign in</form>'],
  ];
  for (const [status, type, body] of answers) {
    front.own = [status, type, body];
    await panel.getByLabel('Name', { exact: true }).fill(`Name ${status}`);
    await button(panel, 'Save').click();
    await panel.getByText(`Something in front of the gateway has answered, with status ${status}`).waitFor();
  }
  front.own = undefined;
  await button(panel, 'Save').click();
  await notice(page, 'Saved.');
});
