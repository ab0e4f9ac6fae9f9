import { expect, onTestFinished, test } from 'vitest';
import { openPool } from '../../src/db/connections/pool.ts';
import { useDatabase } from './database.ts';
import { deliver, openLog } from './loop.ts';

const database = useDatabase();
const { sql, subscribe, tank, lock, until } = database;

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
    for (let failures = 0; failures < 5; ) {
      const [, message] = await lines.next();
      expect(message).not.toContain('set aside');
      if (!message.startsWith('could not read changes from the outbox')) continue;
      failures += 1;
      loop.nudge();
    }
    await unlock();
    await until('SELECT FROM webhook_event');
    expect(await sql('SELECT FROM webhook_outbox')).toEqual([]);
  },
);
