import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { start, temporary } from './embedded/checkout.ts';
import { cloneDatabase, tokenOf } from './gateway.ts';
import { openEvents } from './live/event-source.ts';
import { fileOf, runProgram, startProgram } from './programs.ts';
import { openProxy } from './proxy.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

test('a stop ends in time and with 0 when the database has stopped to answer live operations, a request and the metrics', async () => {
  const proxy = await openProxy(database.url);
  onTestFinished(() => proxy.close());
  const env = { DATABASE_URL: proxy.url, DATABASE_REPLICA_URLS: proxy.url, METRICS_PORT: '0' };
  const gateway = startProgram('main', env);
  const [{ address }, metrics] = [await gateway.logged('ready'), await gateway.logged('metrics')];
  const events = await openEvents(
    { address: address.replace('/graphql', '') },
    'subscription { tankChanged(id: "x") { __typename } }',
  );
  expect(await events.item()).toEqual({ __typename: 'Resync' });
  proxy.freeze();
  const scrape = fetch(metrics.address).catch(() => 'cut');
  const authorization = `Bearer ${await tokenOf('acme')}`;
  const request = fetch(`${address}?query={tanks{totalCount}}`, { headers: { authorization } }).catch(() => 'cut');
  // This request comes after the other.
  await fetch(`${address}?query={__typename}`);
  gateway.child.kill('SIGTERM');
  expect((await events.next())?.event).toBe('complete');
  expect(await gateway.ended).toMatchObject({ status: 0, stderr: '' });
  expect(await request).toBe('cut');
  await scrape;
});

test('a gateway and a deliverer refuse arguments, and name the way to give settings', async () => {
  for (const program of ['main', 'worker'])
    expect(await runProgram(program, ['--port', '5'])).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Unknown argument --port: settings are environment variables, such as PORT=4001.\n',
    });
});

test('--help says what a gateway and a deliverer do, and which page lists their settings', async () => {
  const usages: [string, RegExp][] = [
    ['main', /^Usage: npm start\n.*gateway.*docs\/configuration\.md/],
    ['worker', /^Usage: npm run worker\n.*webhooks.*docs\/configuration\.md/],
  ];
  for (const [program, words] of usages)
    expect(await runProgram(program, ['--help'], { PORT: 'none' })).toEqual({
      status: 0,
      stdout: expect.stringMatching(words),
      stderr: '',
    });
});

test('a start prints where to begin, and without a terminal neither the output nor a page has a token', async () => {
  const gateway = startProgram('main', { DATA_DIR: join(temporary(), 'data'), GRAPHIQL: 'on' });
  const { address } = await gateway.logged('ready');
  const { port, origin } = new URL(address);
  for (const path of ['/graphql', '/console', '/'])
    for (const host of [`127.0.0.1:${port}`, 'localhost', '[::1]', 'gateway.example.com']) {
      const sent = httpRequest({ port, path, headers: { host, accept: 'text/html', 'accept-encoding': 'identity' } });
      const [answer] = await once(sent.end(), 'response');
      expect((await answer.setEncoding('utf8').toArray()).join('')).not.toMatch(/eyJ[\w-]+\./);
      expect(JSON.stringify(answer.headers)).not.toMatch(/eyJ[\w-]+\./);
    }
  const { stdout } = await gateway.stop();
  expect(stdout).not.toContain('eyJ');
  expect(stdout.split('\n').filter((line) => line.startsWith('  '))).toEqual([
    `  GraphiQL with the demo data   ${origin}/graphql`,
    `  The console, to look around   ${origin}/console`,
    '  A token for the demo company  npm run --silent token -- --company demo',
  ]);
});

test('a start names no page where the pages are off', async () => {
  const gateway = startProgram('main', { DATA_DIR: join(temporary(), 'data'), GRAPHIQL: 'off' });
  await gateway.logged('ready');
  expect((await gateway.stop()).stdout).not.toContain('/console');
});

test.skipIf(process.platform !== 'linux')('a terminal gets links with a token, and in production none', async () => {
  for (const [mode, links] of [
    ['development', ['/graphql', '/console']],
    ['production', []],
  ] as const) {
    const env = { PATH: process.env.PATH, PORT: '0', NODE_ENV: mode, DATA_DIR: join(temporary(), 'data') };
    const child = spawn('script', ['-qfec', `"${process.execPath}" "${fileOf('main')}"`, '/dev/null'], { env });
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    for await (const chunk of child.stdout.setEncoding('utf8')) {
      output += chunk;
      if (
        /ready[\s\S]*\n\r?\n|ready.*history/.test(output) &&
        (links.length === 0 || output.includes('--company demo'))
      )
        break;
    }
    child.kill('SIGTERM');
    const printed = Array.from(output.matchAll(/(http:\S+)(\/\w+)#token=(\S+)/g));
    expect(printed.map(([, , path]) => path)).toEqual(links);
    if (links.length === 0) expect(output).not.toContain('eyJ');
  }
});

test('the first delta read knows a time, although a transaction has been open since after the start', async () => {
  // A server of its own: no other test has a transaction open at the start.
  const { url } = await start(join(temporary(), 'data'));
  const gateway = startProgram('main', { DATABASE_URL: url });
  const { address } = await gateway.logged('ready');
  const writer = new pg.Client(url);
  await writer.connect();
  onTestFinished(() => writer.end());
  await writer.query('BEGIN');
  await writer.query('SELECT pg_current_xact_id()');
  const headers = { authorization: `Bearer ${await tokenOf('acme')}` };
  const response = await fetch(`${address}?query={tanks{modifiedThrough}}`, { headers });
  expect(await response.json()).toEqual({ data: { tanks: { modifiedThrough: expect.any(String) } } });
});
