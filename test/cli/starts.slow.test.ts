import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { start } from '../embedded/checkout.ts';
import { cloneDatabase, tokenOf } from '../gateway.ts';
import { databaseUrl, onServer } from '../postgres.ts';
import { openProgram, startProgram } from '../programs.ts';
import { useServer } from './own-server.ts';
import { OWN } from './sentences.ts';

const server = useServer();
const { broken, spoilt } = server;

test('a migrated database that is read-only starts with a warning', async () => {
  const url = await broken();
  await onServer(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`);
  const gateway = startProgram('main', { DATABASE_URL: url });
  await gateway.logged('the database is read-only: reads are answered, and writes get UNAVAILABLE');
  const { address } = await gateway.logged('ready');
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf('acme')}` };
  const ask = async (query: string) =>
    (await fetch(address, { method: 'POST', headers, body: JSON.stringify({ query }) })).json();
  expect(await ask('{ tanks { totalCount } }')).toEqual({ data: { tanks: { totalCount: 0 } } });
  const { errors } = await ask('mutation { createTank(input: { name: "x" }) { __typename } }');
  expect(errors).toMatchObject([{ extensions: { code: 'UNAVAILABLE' } }]);
  await gateway.stop();
});

test('a copy of a data directory without its modes and empty folders starts', async () => {
  const dataDir = spoilt((cluster) => {
    for (const folder of ['pg_notify', 'pg_tblspc', 'pg_replslot', 'pg_stat', 'pg_wal/archive_status'])
      rmSync(join(cluster, folder), { recursive: true });
  });
  const { url } = await start(dataDir);
  expect(url).toContain(readFileSync(join(dataDir, 'postgresql', 'gateway.password'), 'utf8'));
});

test('a start that waits for the lock of migrations says so, and obeys SIGTERM', async () => {
  await onServer(server.url, 'CREATE DATABASE locked');
  const DATABASE_URL = databaseUrl(server.url, 'locked');
  const other = new pg.Client(DATABASE_URL);
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('SELECT pg_advisory_lock(72707369)');
  const gateway = openProgram('main', [], { ...OWN, DATABASE_URL });
  await gateway.logged('waiting for another process that migrates the database');
  expect(await gateway.stop()).toMatchObject({ status: 0, stderr: '' });
});

test('a start that waits for a restore to unlock the migrations says so', async () => {
  const DATABASE_URL = await broken();
  const other = new pg.Client(DATABASE_URL);
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('BEGIN; LOCK TABLE _prisma_migrations');
  const gateway = openProgram('main', [], { ...OWN, DATABASE_URL });
  await gateway.logged('waiting for another process that locks _prisma_migrations, such as a restore');
  await other.query('COMMIT');
  await gateway.logged('ready');
  await gateway.stop();
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const)(
  '%s drains the gateway and ends it with 0',
  async (signal) => {
    const gateway = startProgram('main', { DATABASE_URL: await broken() });
    await gateway.logged('ready');
    expect(await gateway.stop(signal)).toMatchObject({ status: 0, stdout: expect.stringContaining('"msg":"stopped"') });
  },
);

test('a changed collation and missing indexes are warnings of the start', async () => {
  const url = await broken(
    "UPDATE pg_database SET datcollversion = '0' WHERE datname = current_database()",
    'DROP INDEX tank_by_name',
  );
  const gateway = startProgram('main', { DATABASE_URL: url });
  await gateway.logged('ready');
  const { stdout } = await gateway.stop();
  expect(stdout).toContain('REFRESH COLLATION VERSION');
  expect(stdout).toContain('"indexes":["index tank_by_name"]');
});

test.each([8, 5, 3])('two gateways in turn start under load on a role with %d connections', async (connections) => {
  const { url, drop } = await cloneDatabase();
  const role = `few_${connections}_${process.pid}`;
  await onServer(
    url,
    `CREATE ROLE ${role} LOGIN PASSWORD 'x' CONNECTION LIMIT ${connections}`,
    `GRANT ${new URL(inject('postgres').url).username || 'postgres'} TO ${role}`,
  );
  onTestFinished(() => drop().then(() => onServer(inject('postgres').url, `DROP ROLE ${role}`)));
  const DATABASE_URL = Object.assign(new URL(url), { username: role, password: 'x' }).href;
  const begin = async () => {
    const gateway = startProgram('main', { DATABASE_URL });
    const { address } = await gateway.logged('ready');
    return { ...gateway, address: String(address) };
  };
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf('acme')}` };
  const body = '{"query":"mutation { createTank(input: { name: \\"x\\" }) { __typename } }"}';
  let running = await begin();
  for (let turn = 0; turn < 4; turn++) {
    let isOver = false;
    const answers = new Set<number>();
    const send = async () => {
      while (!isOver) answers.add((await fetch(running.address, { method: 'POST', headers, body })).status);
    };
    const load = Promise.all(Array.from({ length: 8 }, send));
    const next = await begin();
    isOver = true;
    await load;
    expect(await running.stop()).toMatchObject({ status: 0, stderr: '' });
    expect([...answers]).toEqual([200]);
    running = next;
  }
  await running.stop();
});
