import { expect, onTestFinished, test } from 'vitest';
import { openPool } from '../../src/postgres/pool.ts';
import { PATIENT } from '../postgres.ts';
import { openProxy } from '../proxy.ts';
import { useDatabase } from './database.ts';
import { deliver, openLog } from './loop.ts';
import { openReceiver } from './receiver.ts';

const database = useDatabase();

test('deliveries go on over other connections when the network has silently dropped those to the database', async () => {
  const receiver = await openReceiver();
  await database.subscribe({ url: receiver.url });
  const proxy = await openProxy(database.url);
  const pool = openPool(proxy.url, { ...PATIENT, statementSeconds: 2 });
  pool.on('error', () => {});
  onTestFinished(async () => {
    proxy.close();
    await pool.end();
  });
  const { log, lines } = openLog();
  await deliver(pool, { log });
  await database.change();
  await receiver.next();
  await database.until("SELECT FROM webhook_delivery WHERE status = 'delivered'");
  proxy.forget();
  await database.change();
  expect((await receiver.next()).body.data.id).toBe('acme');
  // Logged once a ping has an answer, or none.
  const errors = () => lines.items.map(([fields]) => ('err' in fields ? String(fields.err) : ''));
  await expect.poll(errors).toContain('Error: The database has sent nothing for 3 s.');
});
