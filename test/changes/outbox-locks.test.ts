import { expect, onTestFinished, test } from 'vitest';
import { openPool } from '../../src/postgres/pool.ts';
import { until as untilSo } from '../until.ts';
import { useDatabase } from '../webhooks/database.ts';
import { deliver, openLog } from '../webhooks/loop.ts';

const database = useDatabase();
const { sql, subscribe, tank, lock, until } = database;

const ATTEMPTS = `SELECT query_start::text AS attempt FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%open_outbox%'`;

test.for(['webhook_event', 'webhook_delivery_pending'])(
  'a lock on %s, however long, sets no change aside, and the change is opened after it',
  async (table) => {
    const pool = openPool(database.url, { size: 5, statementSeconds: 1 });
    onTestFinished(() => pool.end());
    const { log, lines } = openLog();
    await subscribe({ actions: ['created'] });
    await tank();
    const unlock = await lock(`${table} IN EXCLUSIVE MODE`);
    const loop = await deliver(pool, { log });
    const attempts = new Set<string>();
    await untilSo(async () => {
      for (const { attempt } of await sql(ATTEMPTS)) attempts.add(attempt);
      loop.nudge();
      return attempts.size >= 5;
    });
    expect(lines.items.filter(([, message]) => message.includes('outbox')).map(([, message]) => message)).toEqual([
      'could not read changes from the outbox; trying again in 1 s',
    ]);
    await unlock();
    await until('SELECT FROM webhook_event');
    expect(await sql('SELECT FROM webhook_outbox')).toEqual([]);
  },
);
