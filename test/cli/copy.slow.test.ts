import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { localSecret } from '../../src/auth/mint.ts';
import { openOutbox } from '../../src/changes/outbox.ts';
import { startEmbedded } from '../../src/embedded/embedded-server.ts';
import { openDatabase } from '../../src/postgres/pool.ts';
import { createCipher, openCipher } from '../../src/webhooks/secrets/cipher.ts';
import { createSecret } from '../../src/webhooks/sending/signature.ts';
import { openGateway } from '../gateway.ts';
import { databaseUrl, onServer } from '../postgres.ts';
import { runProgram, temporary } from '../programs.ts';
import { deliver, deliverDue } from '../webhooks/loop.ts';
import { openReceiver } from '../webhooks/receiver.ts';

const dataDir = join(temporary(), 'data');
const HOOK_SECRET = createSecret();
const role = `owner_${randomUUID().replaceAll('-', '')}`;
/** Characters that the format of a copy escapes, or that another encoding lacks. */
const AWKWARD = 'tab\t, line\nfeed\r, back\\slash \\N \\. "quoted" and {\'braced\'}, Größe €';
/** A trigger of the operator's own, which a copy does not run. */
const TRIGGER = `
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
  CREATE TRIGGER refuse BEFORE INSERT ON tank FOR EACH ROW EXECUTE FUNCTION refuse()`;
const UPDATE = `UPDATE tank SET tank_size = tank_size + 1 WHERE id = 't1'`;

// As an operator's own role: it owns its database and is no superuser.
beforeAll(() => onServer(inject('postgres').url, `CREATE ROLE ${role} LOGIN PASSWORD 'owner'`));
afterAll(() => onServer(inject('postgres').url, `DROP ROLE ${role}`));

/** An empty database that the role owns. */
async function openTarget(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = inject('postgres').url;
  const name = `copy_test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `CREATE DATABASE ${name} OWNER ${role}`);
  const url = new URL(databaseUrl(server, name));
  [url.username, url.password] = [role, 'owner'];
  let dropped: Promise<void> | undefined;
  const drop = () => {
    dropped ??= onServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    return dropped;
  };
  onTestFinished(drop);
  return { url: url.href, drop };
}

/** Runs the program on the data directory. */
const copyTo = (url: string, directory = dataDir) => copy([], directory, { TARGET_DATABASE_URL: url });

const copy = (args: string[], DATA_DIR: string, env: Record<string, string> = {}) =>
  runProgram('copy', args, { DATA_DIR, ...env });

/** All rows of a database as text, by table, and where its sequences stand. */
async function rowsOf(url: string): Promise<Map<string, string[]>> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> '_prisma_migrations' ORDER BY relname`,
  );
  const found = new Map<string, string[]>();
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    found.set(name, rows.map(({ row }) => row).sort());
  }
  const { rows: sequences } = await client.query<{ at: string }>(
    `SELECT sequencename || ' ' || last_value AS at FROM pg_sequences WHERE last_value IS NOT NULL`,
  );
  found.set('sequences', sequences.map(({ at }) => at).sort());
  await client.end();
  return found;
}

/**
 * Fills the embedded database: many records, a webhook that was delivered, one that waits, and one still in the outbox.
 */
async function fill(receiver: string): Promise<Map<string, string[]>> {
  await localSecret(dataDir);
  const cipher = await openCipher(undefined, dataDir);
  const embedded = await startEmbedded(dataDir);
  const pool = await openDatabase(embedded.url, { size: 3 });
  await pool.query(
    `INSERT INTO tank (id, company_id, name, metadata, alerts, last_reading_date)
     SELECT 't' || n, 'acme', $1, jsonb_build_object('text', $1::text), ARRAY[$1, ''], now() - n * interval '1.001 s'
     FROM generate_series(1, 3000) n`,
    [AWKWARD],
  );
  await pool.query(
    `INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions, secret)
     VALUES ('sub', 'acme', 'flow', 'node', $1, 'tank', '{created,updated}', $2)`,
    [receiver, cipher.encrypt('sub', HOOK_SECRET)],
  );
  await pool.query(UPDATE);
  await deliverDue(pool);
  await pool.query(UPDATE);
  await openOutbox(pool);
  await pool.query(UPDATE);
  await pool.end();
  const rows = await rowsOf(embedded.url);
  await embedded.stop();
  return rows;
}

test('a copy has every record, and what waited is delivered from there once', async () => {
  const receiver = await openReceiver();
  const source = await fill(receiver.url);
  const rows = [...source].reduce((sum, [table, { length }]) => (table === 'sequences' ? sum : sum + length), 0);
  expect(rows).toBeGreaterThan(3000);
  const target = await openTarget();

  // A copy that fails half-way leaves nothing behind.
  await (await openDatabase(target.url, { size: 1 })).end();
  await onServer(target.url, TRIGGER, 'ALTER TABLE webhook_subscription ADD CONSTRAINT obstacle CHECK (false)');
  const before = await rowsOf(target.url);
  const failed = await copyTo(target.url);
  expect(failed).toMatchObject({ status: 1, stderr: expect.stringContaining('left nothing in the target: ') });
  expect(failed.stdout).toContain('3000 rows');
  expect(await rowsOf(target.url)).toEqual(before);
  await onServer(target.url, 'ALTER TABLE webhook_subscription DROP CONSTRAINT obstacle');

  const copied = await copyTo(target.url);
  expect(copied).toMatchObject({ status: 0, stderr: '' });
  expect(copied.stdout).toContain(`Copied ${rows} rows.`);
  for (const file of ['jwt-secret', 'secrets-key']) expect(copied.stdout).toContain(join(dataDir, file));
  expect(await rowsOf(target.url)).toEqual(source);

  const again = await copyTo(target.url);
  expect(again).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('(change_watch, record_modification, record_search, tank, webhook_'),
  });
  expect(await rowsOf(target.url)).toEqual(source);

  await expect(onServer(target.url, `INSERT INTO tank (id) VALUES ('new')`)).rejects.toThrow('refused');

  const gateway = await openGateway({ database: target });
  onTestFinished(() => gateway.close());
  const { data } = await gateway.ask('{ tank(id: "t7") { name metadata alerts } tanks { totalCount } }');
  expect(data).toEqual({
    tank: { name: AWKWARD, metadata: { text: AWKWARD }, alerts: [AWKWARD, ''] },
    tanks: { totalCount: 3000 },
  });
  const key = Buffer.from(readFileSync(join(dataDir, 'secrets-key'), 'utf8'), 'base64');
  await deliver(gateway.pool, { by: createCipher([key]) });
  await receiver.next();
  await receiver.next();
  await receiver.next();
  const { data: written } = await gateway.ask(
    'mutation { updateTank(id: "t2", input: { name: "here" }) { __typename } }',
  );
  expect(written).toEqual({ updateTank: { __typename: 'Tank' } });
  // The new event comes last, so that nothing else can still be on its way.
  await receiver.next();
  for (const { text, headers } of receiver.received)
    new Webhook(HOOK_SECRET).verify(text, headers as Record<string, string>);
  // Two deliveries that wait together may overtake each other.
  expect(receiver.received.map(({ body }) => [body.type, body.data.id, body.version]).toSorted()).toEqual([
    ['tank.updated', 't1', 2],
    ['tank.updated', 't1', 3],
    ['tank.updated', 't1', 4],
    ['tank.updated', 't2', 2],
  ]);
});

test('a data directory without a database is refused', async () => {
  const { url } = await openTarget();
  const refused = await copyTo(url, temporary());
  expect(refused).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('no embedded database') });
});

test('no password is an argument of a copy, and none is in what it prints', async () => {
  for (const url of ['postgresql://app:secret@127.0.0.1/x', 'postgresql://app@127.0.0.1/x?password=secret']) {
    const refused = await copy(['--to', url], dataDir);
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('set TARGET_DATABASE_URL') });
    expect(refused.stderr).not.toContain('secret');
  }
  const reached = await copy(['--to', 'postgresql://app@127.0.0.1:9/x'], dataDir);
  expect(reached).toMatchObject({ status: 1, stderr: expect.stringContaining('cannot be reached at 127.0.0.1:9') });
});

test('the target must be a database that can be reached', async () => {
  for (const args of [[], ['--to', 'mysql://127.0.0.1/x']])
    expect(await copy(args, dataDir)).toMatchObject({ status: 1, stderr: expect.stringContaining('Usage: ') });
  const { url, drop } = await openTarget();
  await drop();
  expect(await copyTo(url)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^There is no database .* correct TARGET_DATABASE_URL\.\n$/),
  });
});

test('--help prints the usage', async () => {
  const stdout = expect.stringMatching(/^Usage: npm run copy -- \[--to postgresql:/);
  expect(await copy(['--help'], dataDir)).toEqual({ status: 0, stdout, stderr: '' });
});
