import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { StartupError } from '../../src/base/startup-error.ts';
import { addDays } from '../../src/changes/partitions.ts';
import { openPool, type Pool } from '../../src/postgres/pool.ts';
import { readBacklog } from '../../src/webhooks/queue/backlog.ts';
import { PATIENT } from '../postgres.ts';
import { useDatabase } from '../webhooks/database.ts';
import { deliver, openLog } from '../webhooks/loop.ts';

const database = useDatabase();
const { sql, subscribe, tank, until, events } = database;
const TABLES = ['webhook_event', 'webhook_attempt', 'webhook_delivery_finished'];

/** Leaves each table one part, which ends so many days from now. */
async function endTables(days: number): Promise<void> {
  for (const table of TABLES) {
    for (const { name } of await sql(
      'SELECT inhrelid::regclass AS name FROM pg_inherits WHERE inhparent = $1::regclass',
      [table],
    ))
      await sql(`DROP TABLE ${name}`);
    const [{ end }] = await sql(
      `SELECT time_ordered_uuid_floor(date_trunc('day', now(), 'UTC') + $1::interval) AS "end"`,
      [`${days} days`],
    );
    await sql(`CREATE TABLE ${table}_before PARTITION OF ${table} FOR VALUES FROM (MINVALUE) TO ('${end}')`);
  }
}

/** A role with the rights of requests alone, and a pool of it. */
async function requester(): Promise<{ role: string; pool: Pool }> {
  const role = `requester_${randomUUID().replaceAll('-', '')}`;
  await sql(`CREATE ROLE ${role} LOGIN PASSWORD 'x';
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};
    GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${role}`);
  const url = new URL(database.url);
  [url.username, url.password] = [role, 'x'];
  const pool = openPool(url.href, PATIENT);
  pool.on('error', () => {});
  onTestFinished(async () => {
    await pool.end();
    await sql(`DROP OWNED BY ${role} CASCADE; DROP ROLE ${role}`);
    await endTables(-1);
    await addDays(database.pool);
  });
  return { role, pool };
}

test('changes wait while the tables of their day are missing, are counted and logged, and are sent after the repair', async () => {
  await subscribe();
  await tank();
  const { log, lines } = openLog();
  // A deliverer adds the tables at its start; they end while it runs.
  await deliver(database.pool, { log });
  await endTables(0);
  for (const note of ['x', 'y']) await sql(`UPDATE tank SET note = '${note}'`);
  const failed = 'could not read changes from the outbox; trying again in 1 s';
  await expect.poll(() => lines.items.map(([, message]) => message)).toContain(failed);
  expect(await sql('SELECT error FROM webhook_outbox')).toEqual([{ error: null }, { error: null }]);
  expect(await readBacklog(database.pool)).toMatchObject({ changes: 2, failed: 0 });
  await addDays(database.pool);
  await until('SELECT FROM webhook_event OFFSET 1');
  expect(await sql('SELECT FROM webhook_outbox')).toEqual([]);
});

test('changes wait while the table of their day is missing, also if that of a later day is there', async () => {
  await subscribe();
  await tank();
  await endTables(0);
  await addDays(database.pool);
  const [{ today, bounds }] = await sql(
    `SELECT inhrelid::regclass AS today, pg_get_expr(relpartbound, c.oid) AS bounds
     FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE inhparent = 'webhook_event'::regclass
     AND strpos(pg_get_expr(relpartbound, c.oid), format('FROM (''%s'')', time_ordered_uuid_floor(date_trunc('day', now(), 'UTC')))) > 0`,
  );
  const { log, lines } = openLog();
  await sql(`ALTER TABLE webhook_event DETACH PARTITION ${today}`);
  await sql(`UPDATE tank SET note = 'x'`);
  await deliver(database.pool, { log });
  const failed = 'could not read changes from the outbox; trying again in 1 s';
  await expect.poll(() => lines.items.map(([, message]) => message)).toContain(failed);
  expect(await sql('SELECT error FROM webhook_outbox')).toEqual([{ error: null }]);
  await sql(`ALTER TABLE webhook_event ATTACH PARTITION ${today} ${bounds}`);
  await until('SELECT FROM webhook_event');
  expect(await sql('SELECT FROM webhook_outbox')).toEqual([]);
});

test('a change of a day whose tables have expired is set aside, and those behind it become events', async () => {
  await subscribe();
  await tank();
  await endTables(-20);
  await addDays(database.pool);
  for (const table of TABLES) await sql(`DROP TABLE ${table}_before`);
  await sql(`UPDATE tank SET note = 'old'`);
  await sql(`UPDATE webhook_outbox SET occurred_at = now() - interval '40 days'`);
  await sql(`UPDATE tank SET note = 'new'`);
  await deliver(database.pool);
  await until('SELECT FROM webhook_event');
  expect(await sql('SELECT error FROM webhook_outbox')).toEqual([{ error: expect.stringContaining('no partition') }]);
  await endTables(-1);
  await addDays(database.pool);
});

test('a role that may not add the missing tables is refused with the statement that gives it the right', async () => {
  await endTables(2);
  const { role, pool } = await requester();
  const [{ owner }] = await sql(`SELECT relowner::regrole AS owner FROM pg_class WHERE relname = 'webhook_event'`);
  const refusal = deliver(pool);
  await expect(refusal).rejects.toThrow(StartupError);
  await expect(refusal).rejects.toThrow(`run "GRANT ${owner} TO ${role}"`);
});

test('while the tables reach far enough, such a role serves, and its start names the right that it will need', async () => {
  await addDays(database.pool);
  const { role, pool } = await requester();
  const { log, lines } = openLog();
  await deliver(pool, { log });
  const warned = lines.items.map((line) => line[1]);
  expect(warned).toContainEqual(expect.stringContaining(`The role ${role} cannot add the tables`));
});

test('a member of the owner adds tables, which belong to the owner', async () => {
  await endTables(2);
  const { role, pool } = await requester();
  const owner = `owner_${randomUUID().replaceAll('-', '')}`;
  const [{ was }] = await sql(`SELECT relowner::regrole AS was FROM pg_class WHERE relname = 'webhook_event'`);
  await sql(`CREATE ROLE ${owner}; GRANT ${owner} TO ${role}`);
  onTestFinished(() =>
    sql(`REASSIGN OWNED BY ${owner} TO ${was}; DROP OWNED BY ${owner}; DROP ROLE ${owner}`).then(() => {}),
  );
  for (const table of TABLES) await sql(`ALTER TABLE ${table} OWNER TO ${owner}`);
  await expect(addDays(pool)).rejects.toThrow(`run "GRANT CREATE ON SCHEMA public TO ${owner}"`);
  await sql(`GRANT CREATE ON SCHEMA public TO ${owner}`);
  expect(await addDays(pool)).toBe(true);
  const made = await sql(`SELECT DISTINCT relowner::regrole AS owner FROM pg_class
    JOIN pg_inherits ON inhrelid = oid WHERE inhparent = 'webhook_event'::regclass AND relname <> 'webhook_event_before'`);
  expect(made).toEqual([{ owner }]);
  await subscribe();
  await tank();
  await sql(`UPDATE tank SET note = 'x'`);
  expect(await events()).toHaveLength(1);
});
