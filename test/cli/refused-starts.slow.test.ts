import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { MIGRATIONS } from '../../src/paths.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { cloneDatabase } from '../gateway.ts';
import { freePort } from '../port.ts';
import { binaries, createPrimary, createReplica } from '../postgres/cluster.ts';
import { databaseUrl, onServer } from '../postgres.ts';
import { startProgram } from '../programs.ts';
import { useServer } from './own-server.ts';
import { type Environment, expectSentence, OWN } from './sentences.ts';

const server = useServer();
const { broken, spoilt } = server;

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
