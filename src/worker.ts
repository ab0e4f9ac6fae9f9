import type { Logger } from 'pino';
import { readConfig } from './config.ts';
import { openDatabase } from './db/open.ts';
import { endPool } from './db/pool.ts';
import { openLog } from './log.ts';
import { startMetrics } from './metrics/start.ts';
import { runAsProgram, untilStopped } from './program.ts';
import { StartupError } from './startup-error.ts';
import { startTracing } from './tracing/start.ts';
import { openCipher } from './webhooks/cipher.ts';
import { startDays } from './webhooks/days.ts';
import { encryptSecrets } from './webhooks/encryption.ts';
import { startDelivery } from './webhooks/loop.ts';
import { createSender } from './webhooks/request.ts';

/** Delivers webhooks without serving requests. */
async function start(cleanups: (() => Promise<unknown>)[]): Promise<Logger> {
  const { database, secretsKeys, webhooks, metrics, tracing, log: settings } = readConfig({ serves: false });
  if (database.url === undefined)
    throw new StartupError('The worker needs DATABASE_URL: on the embedded database the gateway itself delivers.');
  const log = openLog(settings);
  const pool = await openDatabase(database.url, database.pool, log);
  cleanups.push(() => endPool(pool));
  const cipher = await openCipher(secretsKeys, database.dataDir);
  await encryptSecrets(pool, cipher, log);
  const days = await startDays(pool, log);
  cleanups.push(async () => days.stop());
  const traces = await startTracing(tracing, log);
  if (traces) cleanups.push(() => traces.stop());
  const sender = traces?.traced(createSender(webhooks.allowCidrs, log));
  const delivery = startDelivery(pool, cipher, webhooks, log, sender);
  cleanups.push(() => delivery.stop());
  const exposed = await startMetrics(metrics, { pool, delivery }, log);
  if (exposed) cleanups.push(() => exposed.stop());
  log.info('delivering');
  return log;
}

runAsProgram(() => untilStopped(start));
