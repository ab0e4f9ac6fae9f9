import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { readConfig } from './config.ts';
import { openPool } from './database.ts';
import { StartupError } from './errors.ts';
import { MIGRATIONS, migrate } from './migrations.ts';
import { runAsProgram, untilStopped } from './program.ts';
import { startDelivery } from './webhooks/deliver.ts';

const POOL_END_MS = 2_000;

/** A delivery loop without a gateway, for `WEBHOOKS=off` gateways or beside others that deliver as well. */
async function start(steps: (() => Promise<unknown>)[]): Promise<void> {
  const { database, webhooks, logLevel } = readConfig({ serves: false });
  if (database.url === undefined)
    throw new StartupError('The worker needs DATABASE_URL: on the embedded database the gateway itself delivers.');
  const log = pino({ level: logLevel });
  await migrate(database.url, MIGRATIONS);
  const pool = openPool(database.url, database.poolSize, (reason) =>
    log.warn({ reason }, 'an idle database connection was lost'),
  );
  // A statement that waits for a lock would hold this up for longer than a stop may take.
  steps.push(() => Promise.race([pool.end(), delay(POOL_END_MS, undefined, { ref: false })]));
  const delivery = startDelivery(pool, webhooks, log);
  steps.push(() => delivery.stop());
  log.info('delivering');
}

runAsProgram(() => untilStopped(start));
