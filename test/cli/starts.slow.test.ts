import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { startEmbedded } from '../../src/embedded/embedded-server.ts';
import { MIGRATIONS } from '../../src/paths.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { SECRETS_KEY } from '../cipher.ts';
import { start } from '../embedded/checkout.ts';
import { cloneDatabase, SECRET, tokenOf } from '../gateway.ts';
import { freePort } from '../port.ts';
import { binaries, createPrimary, createReplica } from '../postgres/cluster.ts';
import { databaseUrl, onServer } from '../postgres.ts';
import { openProgram, runProgram, startProgram, temporary } from '../programs.ts';

type Environment = Record<string, string>;

const OWN = { PORT: '0', DATABASE_URL: 'postgresql://127.0.0.1:1/x', JWT_SECRET: SECRET, SECRETS_KEY };

/** Expects a start to end with one sentence, without a stack. */
async function expectSentence(env: Environment, words: RegExp): Promise<void> {
  const { status, stderr } = await runProgram('main', [], env);
  const [first = '', second, ...others] = stderr.trimEnd().split('\n');
  const sentence = first === 'The configuration is invalid:' ? second : first;
  expect({ status, sentence }).toEqual({ status: 1, sentence: expect.stringMatching(words) });
  expect(first === sentence ? [second, ...others] : others).toEqual(first === sentence ? [undefined] : []);
}

test.each<[Environment, RegExp]>([
  [{ PORT: 'abc' }, /PORT must be a whole number/],
  [{ PORT: '80000' }, /PORT must be a whole number/],
  [{ DATABASE_URL: 'mysql://root@127.0.0.1/x' }, /DATABASE_URL must be a URL such as postgresql/],
  [{ DATABASE_URL: 'postgresql://127.0.0.1/x?port=99999' }, /DATABASE_URL has a port that is no number/],
  [{ DATABASE_URL: 'tcp://127.0.0.1:5432/x' }, /DATABASE_URL must be a URL such as postgresql/],
  [{ DATABASE_URL: 'foo' }, /DATABASE_URL must be a URL such as postgresql/],
  [{ JWT_SECRET: 'short' }, /JWT_SECRET must have at least 32/],
  [{ JWT_SECRET: '' }, /JWT_SECRET or JWKS_URL must be set/],
  [{ SECRETS_KEY: '' }, /SECRETS_KEY must be set/],
  [{ SECRETS_KEY: 'YWJj' }, /SECRETS_KEY must list keys/],
  [{ JWKS_URL: 'https://idp.example/jwks' }, /JWKS_URL and JWT_SECRET cannot both/],
  [{ JWT_SECRET: '', JWKS_URL: 'idp.example/jwks' }, /JWKS_URL must be a URL/],
  [{ JWT_SECRET: '', JWT_SECRET_FILE: '/no/such/file' }, /JWT_SECRET_FILE names a file that cannot be read/],
  [{ CORS_ORIGINS: 'https://a.example/app' }, /CORS_ORIGINS must list origins/],
  [{ CORS_ORIGINS: 'https://*.github.io' }, /CORS_ORIGINS: anybody can have a page below github\.io/],
  [{ WEBHOOK_ALLOW_CIDRS: '10.0.0.0/99' }, /WEBHOOK_ALLOW_CIDRS must list address ranges/],
  [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL must be one of/],
  [{ GRAPHIQL: 'maybe' }, /GRAPHIQL must be on or off/],
  [{ HISTORY_KEEP_DAYS: '-3' }, /HISTORY_KEEP_DAYS must be a whole number/],
  [{ NODE_ENV: 'prod' }, /NODE_ENV must be one of production/],
  [{ DATABASE_URL: '', HOST: '0.0.0.0' }, /HOST must be one of/],
  [{ DATABASE_URL: '', NODE_ENV: '"Production"\n' }, /DATABASE_URL must be set with NODE_ENV=production/],
  [{ TRUSTED_DOCUMENTS: '/no/such.json', TRUSTED_DOCUMENTS_ONLY: 'on' }, /\/no\/such\.json/],
  [{ HOST: '203.0.113.9' }, /This machine has no address 203\.0\.113\.9/],
  [{ HOST: 'fe80::1' }, /Listening on fe80::1 fails \(EINVAL\)|This machine has no address fe80::1/],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    /OTEL_EXPORTER_OTLP_PROTOCOL/,
  ],
])('%j is one sentence', (env, words) => expectSentence({ ...OWN, ...env }, words));

test('a port that another program has is one sentence', async () => {
  const { url, drop } = await cloneDatabase();
  onTestFinished(drop);
  const first = startProgram('main', { DATABASE_URL: url });
  const { port } = new URL((await first.logged('ready')).address);
  await expectSentence({ ...OWN, DATABASE_URL: url, PORT: port }, /The port \d+ on 127\.0\.0\.1 is taken/);
  await first.stop();
});

/** The server of these tests has a password, roles and encodings of its own. */
let server: Awaited<ReturnType<typeof startEmbedded>>;
let template: string;
beforeAll(async () => {
  template = join(temporary(), 'data');
  await (await startEmbedded(template)).stop();
  const copy = join(temporary(), 'data');
  cpSync(template, copy, { recursive: true });
  server = await startEmbedded(copy);
  await onServer(server.url, 'CREATE DATABASE ready');
  await migrate(databaseUrl(server.url, 'ready'), MIGRATIONS);
});
afterAll(() => server.stop());

let count = 0;
/** A copy of the migrated database on which these statements were run. */
async function broken(...statements: string[]): Promise<string> {
  const name = `broken_${++count}`;
  await onServer(server.url, `CREATE DATABASE ${name} TEMPLATE ready`);
  const url = databaseUrl(server.url, name);
  await onServer(url, ...statements);
  return url;
}

const withUser = (username: string, password: string): string =>
  Object.assign(new URL(server.url), { username, password }).href;

const IN_PART = /as after a restore of a part .* restore a whole dump/;

test.each<[string, () => Promise<string> | string, RegExp]>([
  [
    'no server',
    async () => `postgresql://127.0.0.1:${await freePort()}/x`,
    /PostgreSQL cannot be reached .*ECONNREFUSED/,
  ],
  ['a database that does not exist', () => databaseUrl(server.url, 'nowhere'), /There is no database "nowhere"/],
  ['a role that does not exist', () => withUser('nobody', 'x'), /refuses the connection: .*"nobody"/],
  ['a wrong password', () => withUser('postgres', 'wrong'), /refuses the connection: password authentication failed/],
  ['another encoding', () => latin(), /has the encoding LATIN1/],
  ['an empty database that is read-only', () => readOnly(), /cannot be migrated: .*read-only/],
  [
    'row level security',
    () => broken("CREATE ROLE own LOGIN PASSWORD 'x'", 'ALTER TABLE tank OWNER TO own', ...FORCED).then(asOwn),
    /Row level security hides records of tank from this role/,
  ],
  ['no extensions', () => broken('DROP EXTENSION pg_trgm CASCADE'), IN_PART],
  ['no triggers', () => broken('DROP TRIGGER "limit" ON webhook_subscription'), IN_PART],
  ['no primary key', () => broken('ALTER TABLE tank DROP CONSTRAINT tank_pkey CASCADE'), IN_PART],
  [
    'disabled triggers',
    () => broken('ALTER TABLE tank DISABLE TRIGGER USER'),
    /Triggers of tank are disabled.*run ALTER TABLE tank ENABLE TRIGGER USER/,
  ],
  [
    'a role without rights',
    () =>
      broken("CREATE ROLE reader LOGIN PASSWORD 'x'", 'GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader').then(
        asReader,
      ),
    /The role reader may not read and write .*: run GRANT SELECT, INSERT, UPDATE, DELETE/,
  ],
  ['no table', () => broken('DROP TABLE expiration CASCADE'), IN_PART],
  ['no column', () => broken('ALTER TABLE tank DROP COLUMN note CASCADE'), /lacks the column tank\.note, as after/],
  [
    'no sequence',
    () => broken('DROP SEQUENCE modification_mark CASCADE'),
    /lacks the sequence modification_mark, as after/,
  ],
  ['no function', () => broken('DROP FUNCTION open_outbox CASCADE'), /lacks the function open_outbox, as after/],
  ['no unique index', () => broken('DROP INDEX webhook_replay_running'), /lacks the unique index webhook_replay_r/],
  ['no record of migrations', () => broken('DROP TABLE _prisma_migrations'), /already exists.*without that table/],
  [
    'an edited migration',
    () => broken("UPDATE _prisma_migrations SET checksum = 'x'"),
    /was changed after it was applied/,
  ],
  ['an unfinished migration', () => broken('UPDATE _prisma_migrations SET finished_at = NULL'), /did not finish/],
])('a database with %s is one sentence', async (_name, url, words) => {
  await expectSentence({ ...OWN, DATABASE_URL: await url() }, words);
});

const FORCED = [
  'ALTER TABLE tank ENABLE ROW LEVEL SECURITY',
  'ALTER TABLE tank FORCE ROW LEVEL SECURITY',
  'GRANT ALL ON ALL TABLES IN SCHEMA public TO own',
];
const asRole = (url: string, username: string): string => Object.assign(new URL(url), { username, password: 'x' }).href;
const asOwn = (url: string): string => asRole(url, 'own');
const asReader = (url: string): string => asRole(url, 'reader');

async function latin(): Promise<string> {
  await onServer(
    server.url,
    "CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'",
  );
  return databaseUrl(server.url, 'latin');
}

async function readOnly(): Promise<string> {
  await onServer(server.url, 'CREATE DATABASE quiet TEMPLATE template0');
  await onServer(server.url, 'ALTER DATABASE quiet SET default_transaction_read_only = on');
  return databaseUrl(server.url, 'quiet');
}

test.skipIf(binaries === undefined)('a standby is one sentence (needs an installed PostgreSQL)', async () => {
  const primary = await createPrimary();
  onTestFinished(() => primary.remove());
  await migrate(primary.url, MIGRATIONS);
  const standby = await createReplica(primary);
  onTestFinished(() => standby.remove());
  const words = /The server is a standby, which accepts no writes: set DATABASE_URL to the primary/;
  await expectSentence({ ...OWN, DATABASE_URL: standby.url }, words);
});

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

/** A copy of the data directory that this has spoilt. */
function spoilt(spoil: (cluster: string) => void): string {
  const dataDir = join(temporary(), 'data');
  cpSync(template, dataDir, { recursive: true });
  spoil(join(dataDir, 'postgresql'));
  return dataDir;
}

test.each<[string, (cluster: string) => void, RegExp]>([
  [
    'a pg_hba.conf that rejects',
    (it) => writeFileSync(join(it, 'pg_hba.conf'), 'host all all all reject'),
    /gateway\.password/,
  ],
  ['another password', (it) => writeFileSync(join(it, 'gateway.password'), 'mine'), /password authentication failed/],
  ['no password', (it) => writeFileSync(join(it, 'gateway.password'), ''), /gateway\.password is empty/],
  ['no tables', (it) => rmSync(join(it, 'base'), { recursive: true }), /refuses the gateway|did not start/],
  ['an empty version', (it) => writeFileSync(join(it, 'PG_VERSION'), ''), /PG_VERSION is empty/],
  ['a wrong setting', (it) => writeFileSync(join(it, 'postgresql.auto.conf'), 'none = 1\n'), /unrecognized .*"none"/],
])('an embedded database with %s is one sentence', async (_name, spoil, words) => {
  await expectSentence({ PORT: '0', DATA_DIR: spoilt(spoil) }, words);
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
