import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { useDatabase } from '../webhooks/database.ts';

const database = useDatabase();
const { sql, subscribe, open, events, tank } = database;

test('an insert, an update and a delete by plain SQL become events with the record at that time', async () => {
  await subscribe({ actions: ['created', 'updated', 'deleted'] });
  await tank();
  await sql(`UPDATE tank SET note = 'check valve', alerts = '{low}' WHERE id = 't1'`);
  await sql(`DELETE FROM tank WHERE id = 't1'`);
  const [created, updated, deleted] = await events();
  expect(created).toMatchObject({ action: 'created', id: 't1', version: 1, changed: [] });
  expect(created.data).toMatchObject({ id: 't1', fill_percentage: 50, note: null, metadata: {}, version: 1 });
  expect(updated).toMatchObject({
    action: 'updated',
    version: 2,
    data: { note: 'check valve', alerts: ['low'], version: 2 },
  });
  expect(updated.changed.sort()).toEqual(['alerts', 'last_modified_date', 'note']);
  expect(deleted).toMatchObject({ action: 'deleted', version: 2, changed: [], data: { note: 'check valve' } });
});

test('the data holds every column, with times in UTC in every session', async () => {
  await subscribe({ resource: 'task', actions: ['created'] });
  await sql(`SET timezone = 'Asia/Kolkata'; SET datestyle = 'SQL, DMY';
    INSERT INTO task (id, company_id, task_type_id, creator_id, status_id, title, priority, team_id, workflow_id, task_number,
      due_date, scheduled_start, viewed_at)
    VALUES ('k', 'acme', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 1, '2026-03-01T08:00:00.5Z', 'infinity', '12026-01-01T00:00:00Z');
    RESET timezone; RESET datestyle`);
  const [{ data }] = await events();
  const columns = await sql(`SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'task'`);
  expect(Object.keys(data).sort()).toEqual(columns.map(({ name }) => name).sort());
  expect(data).toMatchObject({ due_date: '2026-03-01T08:00:00.500Z', scheduled_start: null, completed_at: null });
  expect(data.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test.each([
  [
    'task',
    `task_type_id, creator_id, status_id, title, priority, team_id, workflow_id, task_number`,
    `'a', 'b', 'c', 'd', 'e', 'f', 'g', 1`,
    `title = 'x'`,
  ],
  ['expiration', 'description', `'a'`, `description = 'x'`],
  ['quick_order', 'status', `'a'`, `status = 'x'`],
  ['ship_to', 'name', `'a'`, `name = 'x'`],
])('%s emits too', async (table, columns, values, change) => {
  await subscribe({ resource: table, actions: ['created', 'updated', 'deleted'] });
  await sql(`INSERT INTO ${table} (id, company_id, ${columns}) VALUES ('r', 'acme', ${values})`);
  await sql(`UPDATE ${table} SET ${change} WHERE id = 'r'`);
  await sql(`DELETE FROM ${table} WHERE id = 'r'`);
  const found = await events();
  expect(found.map(({ resource, action, id }) => [resource, action, id])).toEqual(
    ['created', 'updated', 'deleted'].map((action) => [table, action, 'r']),
  );
  expect(found[1].changed).toContain(change.split(' ')[0]);
});

test('a write that is rolled back emits nothing', async () => {
  await subscribe();
  await tank();
  const client = await database.pool.connect();
  await client.query('BEGIN');
  await client.query(`UPDATE tank SET note = 'x'`);
  expect((await client.query('SELECT FROM webhook_outbox')).rowCount).toBe(1);
  await client.query('ROLLBACK');
  client.release();
  expect(await events()).toEqual([]);
});

test('a write that changes nothing emits nothing', async () => {
  await subscribe();
  await tank();
  await sql(`UPDATE tank SET name = name, fill_percentage = 50`);
  await sql(`UPDATE tank SET note = 'x' WHERE id = 'absent'`);
  expect(await events()).toEqual([]);
});

test('without a subscription of that company, resource and action there are no rows at all', async () => {
  await subscribe({ id: 'a', company: 'other' });
  await subscribe({ id: 'b', resource: 'task' });
  await subscribe({ id: 'c', actions: ['deleted'] });
  await tank();
  await sql(`UPDATE tank SET note = 'x'`);
  expect(await sql('SELECT FROM webhook_outbox')).toEqual([]);
  expect(await events()).toEqual([]);
});

test('a record of no company emits nothing', async () => {
  await subscribe();
  await tank('t1', null);
  await sql(`UPDATE tank SET note = 'x'`);
  expect(await events()).toEqual([]);
});

test('a bulk write makes one event per row', async () => {
  await subscribe({ actions: ['created', 'updated', 'deleted'] });
  const client = await database.pool.connect();
  await client.query(`INSERT INTO tank (id, company_id) VALUES ('one', 'acme')`);
  await client.query(`UPDATE tank SET note = 'first'`);
  await client.query(`INSERT INTO tank (id, company_id) SELECT 't' || g, 'acme' FROM generate_series(1, 10000) g`);
  await client.query(`UPDATE tank SET note = id`);
  await client.query(`DELETE FROM tank WHERE id <> 'one'`);
  client.release();
  await open();
  const counts = await sql(`SELECT action, count(*)::int FROM webhook_event GROUP BY action ORDER BY action`);
  expect(counts).toEqual([
    { action: 'created', count: 10_001 },
    { action: 'deleted', count: 10_000 },
    { action: 'updated', count: 10_002 },
  ]);
  const [{ wrong }] = await sql(
    `SELECT count(*)::int AS wrong FROM webhook_event WHERE action = 'updated' AND data->>'id' <> resource_id`,
  );
  expect(wrong).toBe(0);
});

test('a record whose id changes is deleted under the old one and created under the new one', async () => {
  await subscribe({ actions: ['created', 'updated', 'deleted'] });
  await tank();
  await sql(`UPDATE tank SET id = 't2', name = 'renamed'`);
  expect((await events()).map(({ action, data, version }) => [action, data.id, data.name, version])).toEqual([
    ['created', 't1', 'Tank t1', 1],
    ['deleted', 't1', 'Tank t1', 1],
    ['created', 't2', 'renamed', 2],
  ]);
});

test('an upsert emits an insert or an update for each row', async () => {
  await subscribe({ actions: ['created', 'updated'] });
  await tank();
  await sql(
    `INSERT INTO tank (id, company_id) VALUES ('t1', 'acme'), ('t2', 'acme') ON CONFLICT (id) DO UPDATE SET note = 'x'`,
  );
  const found = await events();
  expect(found.map(({ action, id }) => `${action} ${id}`).sort()).toEqual(['created t1', 'created t2', 'updated t1']);
});

test('a session with another search_path emits too', async () => {
  await subscribe();
  await tank();
  const client = await database.pool.connect();
  await client.query(`SET search_path = ''`);
  await client.query(`UPDATE public.tank SET note = 'x'`);
  client.release(true);
  expect(await events()).toHaveLength(1);
});

/** Runs statements as a new role that may only read and write tanks. */
async function asWriter(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const role = `writer_${randomUUID().replaceAll('-', '')}`;
  await sql(
    `CREATE ROLE ${role}; GRANT SELECT, INSERT, UPDATE, DELETE ON tank TO ${role}; CREATE SCHEMA ${role} AUTHORIZATION ${role}`,
  );
  onTestFinished(() => sql(`DROP OWNED BY ${role}; DROP ROLE ${role}`).then(() => {}));
  const client = await database.pool.connect();
  await client.query(`SET ROLE ${role}`);
  try {
    await work(client);
  } finally {
    client.release(true);
  }
}

test('a role with rights on a record alone writes it, and can neither read a secret nor forge an event', async () => {
  await subscribe({ secret: 'not for everybody', actions: ['created', 'updated', 'deleted'] });
  await asWriter(async (client) => {
    await client.query(`INSERT INTO tank (id, company_id) VALUES ('t1', 'acme')`);
    await client.query(`UPDATE tank SET note = 'leaks'`);
    await client.query(`DELETE FROM tank`);
    for (const table of ['webhook_subscription', 'webhook_outbox', 'webhook_event', 'webhook_delivery'])
      await expect(client.query(`SELECT FROM ${table}`)).rejects.toThrow('permission denied');
    await expect(
      client.query(
        `INSERT INTO webhook_outbox (resource, action, company_id, subscription_ids) VALUES ('tank', 'created', 'acme', '{sub}')`,
      ),
    ).rejects.toThrow('permission denied');
  });
  expect((await events()).map(({ action }) => action)).toEqual(['created', 'updated', 'deleted']);
});

test('a role cannot put the trigger of the records on a table of its own', async () => {
  await asWriter(async (client) => {
    await client.query('CREATE TEMP TABLE mine (LIKE tank)');
    const attach = 'CREATE TRIGGER mine AFTER INSERT ON mine FOR EACH ROW EXECUTE FUNCTION public.emit_change()';
    await expect(client.query(attach)).rejects.toThrow(/permission denied for function .*emit_change/);
  });
});

test('operators in the search_path of a writer do not run with the rights of the triggers', async () => {
  await subscribe();
  await tank();
  await asWriter(async (client) => {
    const { rows } = await client.query('SELECT current_user AS role');
    const home = rows[0].role;
    const signatures = ['text', 'integer', 'bigint', 'text[]', 'public.tank'].flatMap((type) =>
      ['=', '<>', '>'].map((sign) => [type, sign]),
    );
    for (const [index, [type, sign]] of signatures.entries())
      await client.query(`
        CREATE FUNCTION ${home}.spy_${index}(${type}, ${type}) RETURNS boolean LANGUAGE plpgsql AS $$
          BEGIN RAISE EXCEPTION '% % called', '${sign}', '${type}'; END $$;
        CREATE OPERATOR ${home}.${sign} (FUNCTION = ${home}.spy_${index}, LEFTARG = ${type}, RIGHTARG = ${type})`);
    await client.query(`SET search_path = ${home}, public, pg_catalog`);
    await client.query(`UPDATE public.tank SET note = 'x'`);
  });
  expect(await events()).toHaveLength(1);
});
