import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { SECRETS_KEY } from '../cipher.ts';
import { cloneDatabase } from '../gateway.ts';
import { databaseUrl, onServer } from '../postgres.ts';
import { type Output, openProgram, runProgram, temporary } from '../programs.ts';

const JWT_SECRET = 'a secret of the tests, long enough for HS256';

/** A program that ended over a mistake: with 1, and one line that says what is wrong. */
const mistake = (words: RegExp): Output => ({
  status: 1,
  stdout: '',
  stderr: expect.stringMatching(new RegExp(`^[^\\n]*${words.source}[^\\n]*\\n$`)),
});

test.each([
  ['192.0.2.1', /192\.0\.2\.1/],
  ['no-such-host.invalid', /no-such-host\.invalid/],
])('a HOST that this machine does not have (%s) is found before the database is migrated', async (HOST, words) => {
  const { url } = inject('postgres');
  const name = `gateway_test_host_${process.pid}`;
  await onServer(url, `CREATE DATABASE ${name}`);
  onTestFinished(() => onServer(url, `DROP DATABASE ${name} WITH (FORCE)`));
  const DATABASE_URL = databaseUrl(url, name);
  expect(await runProgram('main', [], { HOST, PORT: '0', DATABASE_URL, JWT_SECRET, SECRETS_KEY })).toEqual(
    mistake(words),
  );
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  const { rows } = await client.query("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace");
  await client.end();
  expect(rows).toEqual([]);
});

/** A cluster as another PostgreSQL leaves it. */
function clusterOf(version: string): string {
  const dataDir = temporary();
  mkdirSync(join(dataDir, 'postgresql'));
  writeFileSync(join(dataDir, 'postgresql', 'PG_VERSION'), `${version}\n`);
  return dataDir;
}

for (const program of ['main', 'seed'])
  test(`${program} reports the data directory of another PostgreSQL in one line`, async () => {
    for (const version of ['17', '19']) {
      const DATA_DIR = clusterOf(version);
      const words = new RegExp(`${DATA_DIR} .*PostgreSQL ${version}.*PostgreSQL 18.*DATA_DIR`);
      expect(await runProgram(program, [], { PORT: '0', DATA_DIR })).toEqual(mistake(words));
    }
  });

test.runIf(process.platform === 'linux')(
  'a data directory that cannot be written to is reported in one line',
  async () => {
    // Nobody can create a folder there, not even root.
    for (const DATA_DIR of ['/sys/gateway', '/proc/gateway', '/proc/gateway/data'])
      for (const program of ['main', 'seed', 'token']) {
        const ended = await runProgram(program, program === 'token' ? ['--company', 'acme'] : [], {
          PORT: '0',
          DATA_DIR,
        });
        expect(ended).toEqual(mistake(new RegExp(DATA_DIR)));
      }
  },
);

test('a data directory that is a file is reported in one line', async () => {
  const DATA_DIR = join(temporary(), 'file');
  writeFileSync(DATA_DIR, '');
  expect(await runProgram('main', [], { PORT: '0', DATA_DIR })).toEqual(mistake(/file .*DATA_DIR/));
});

test('with FEDERATION=on the gateway is a subgraph, and without it is not', async () => {
  const { url: DATABASE_URL, drop } = await cloneDatabase();
  onTestFinished(drop);
  for (const FEDERATION of ['on', 'off']) {
    const env = { PORT: '0', DATABASE_URL, JWT_SECRET, SECRETS_KEY, FEDERATION };
    const { logged, stop } = openProgram('main', [], env);
    const { address } = await logged('ready');
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(address, { method: 'POST', headers, body: '{"query":"{ _service { sdl } }"}' });
    const { data } = await response.json();
    expect(data?._service.sdl.includes('@key(fields: "id")') ?? false).toBe(FEDERATION === 'on');
    await stop();
  }
});
