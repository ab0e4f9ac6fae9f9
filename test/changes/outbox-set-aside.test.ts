import { expect, onTestFinished, test, vi } from 'vitest';
import { openPool } from '../../src/postgres/pool.ts';
import { readBacklog } from '../../src/webhooks/queue/backlog.ts';
import { useDatabase } from '../webhooks/database.ts';
import { deliver, openLog } from '../webhooks/loop.ts';

const database = useDatabase();
const { sql, subscribe, tank, until } = database;

test('a change that cannot become an event is set aside and logged, and those behind it are opened', async () => {
  const { log, lines } = openLog();
  await subscribe();
  await sql(
    `INSERT INTO webhook_outbox (resource, action, company_id, subscription_ids) VALUES ('tank', 'updated', 'acme', '{sub}')`,
  );
  await tank();
  await sql(`UPDATE tank SET note = 'x'`);
  await deliver(database.pool, { log });
  await until('SELECT FROM webhook_event');
  expect(await lines.next()).toEqual([
    { reason: expect.stringContaining('null value in column') },
    'a change could not become an event and was set aside',
  ]);
  expect(await sql('SELECT resource, error FROM webhook_outbox')).toEqual([
    { resource: 'tank', error: expect.stringContaining('null value in column') },
  ]);
  expect(await readBacklog(database.pool)).toMatchObject({ changes: 0, changesAge: 0, failed: 1 });
  await sql('UPDATE webhook_outbox SET error = NULL, after = (SELECT row_to_json(tank) FROM tank)');
  await until('SELECT FROM webhook_event OFFSET 1');
});

test('many changes that cannot become events hold up the good ones for no more than a moment', async () => {
  const { log, lines } = openLog();
  await subscribe();
  await sql(`INSERT INTO webhook_outbox (resource, action, company_id, subscription_ids)
    SELECT 'tank', 'updated', 'acme', '{sub}' FROM generate_series(1, 40)`);
  await tank();
  await sql(`UPDATE tank SET note = 'x'`);
  await deliver(database.pool, { log });
  await until('SELECT FROM webhook_event');
  // Beside other lines, such as one of a clock that is skewed.
  expect(lines.items.filter((line) => JSON.stringify(line).includes('set aside'))).toHaveLength(40);
  expect(await sql('SELECT FROM webhook_outbox WHERE error IS NOT NULL')).toHaveLength(40);
});

/** Makes a tank's events take longer than a statement may: the first times, each of which fails. */
async function slowDown(times: number): Promise<void> {
  await sql(`CREATE SEQUENCE slow_try`);
  await sql(`CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('slow_try') <= ${times} THEN PERFORM pg_sleep(60); END IF;
    RETURN NEW;
  END $$`);
  await sql(
    `CREATE TRIGGER slow BEFORE INSERT ON webhook_event FOR EACH ROW WHEN (NEW.resource_id = 'slow') EXECUTE FUNCTION slow()`,
  );
  onTestFinished(async () => {
    await sql('DROP TRIGGER slow ON webhook_event; DROP FUNCTION slow(); DROP SEQUENCE slow_try');
  });
}

test('a change that exceeds the statement timeout alone, and again, is set aside, and those behind it are opened', async () => {
  const { log, lines } = openLog();
  const pool = openPool(database.url, { size: 5, statementSeconds: 1 });
  onTestFinished(() => pool.end());
  await slowDown(1_000);
  await subscribe({ actions: ['created'] });
  await tank('slow');
  await tank('fast');
  await deliver(pool, { log });
  await until(`SELECT FROM webhook_event WHERE resource_id = 'fast'`);
  expect(lines.items.map(([, message]) => message)).toContain('a change could not become an event and was set aside');
  expect(await sql(`SELECT error FROM webhook_outbox WHERE after ->> 'id' = 'slow'`)).toEqual([
    { error: expect.stringContaining('timeout') },
  ]);
});

test('a change that exceeds the statement timeout alone only once is opened', async () => {
  const pool = openPool(database.url, { size: 5, statementSeconds: 1 });
  onTestFinished(() => pool.end());
  await slowDown(2);
  await subscribe({ actions: ['created'] });
  await tank('slow');
  await tank('fast');
  await deliver(pool);
  await until(`SELECT FROM webhook_event WHERE resource_id = 'fast'`);
  expect(await sql('SELECT resource_id AS id FROM webhook_event ORDER BY sequence')).toEqual([
    { id: 'slow' },
    { id: 'fast' },
  ]);
  expect(await sql('SELECT FROM webhook_outbox')).toEqual([]);
});

test('a row that was set aside and given back is found although the outbox is read beyond it', async () => {
  await subscribe();
  await tank();
  await sql(`UPDATE tank SET note = '1'`);
  await sql(`UPDATE webhook_outbox SET error = 'for later'`);
  await deliver(database.pool);
  for (let count = 1; count <= 10; count++) {
    await sql('UPDATE tank SET note = $1', [`${count + 1}`]);
    await until(`SELECT FROM webhook_event OFFSET ${count - 1}`);
  }
  await sql('UPDATE webhook_outbox SET error = NULL');
  const { now } = performance;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 61_000);
  onTestFinished(() => clock.mockRestore());
  await until('SELECT FROM webhook_event OFFSET 10');
});

test('a change that was set aside and given back keeps its place among the changes of its record', async () => {
  await subscribe();
  await tank();
  await sql(`UPDATE tank SET note = '1'`);
  await sql(`UPDATE webhook_outbox SET after = NULL, before = NULL`);
  expect(await sql('SELECT opened FROM open_outbox(1)')).toEqual([{ opened: -1 }]);
  await sql(`UPDATE tank SET note = '2'`);
  await database.open();
  await sql(`UPDATE webhook_outbox SET error = NULL, after = (SELECT row_to_json(t) FROM
    (SELECT id, company_id, version - 1 AS version FROM tank) t)`);
  await database.open();
  const [before, after] = await sql('SELECT version FROM webhook_event ORDER BY sequence');
  expect(after.version).toBe(before.version + 1);
});
