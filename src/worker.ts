import { pino } from 'pino';
import { readConfig } from './config.ts';
import { migrate } from './db/migrations.ts';
import { endPool, openPool } from './db/pool.ts';
import { MIGRATIONS } from './files.ts';
import { runAsProgram, untilStopped } from './program.ts';
import { StartupError } from './startup-error.ts';
import { startDelivery } from './webhooks/loop.ts';

/** A delivery loop without a gateway, for `WEBHOOKS=off` gateways or beside others that deliver as well. */
async function start(steps: (() => Promise<unknown>)[]): Promise<void> {
  const { database, webhooks, logLevel } = readConfig({ serves: false });
  if (database.url === undefined)
    throw new StartupError('The worker needs DATABASE_URL: on the embedded database the gateway itself delivers.');
  const log = pino({ level: logLevel });
  const applied = await migrate(database.url, MIGRATIONS);
  if (applied.length > 0) log.info({ applied }, 'migrations applied');
  const pool = openPool(database.url, database.poolSize, (reason) =>
    log.warn({ reason }, 'an idle database connection was lost'),
  );
  steps.push(() => endPool(pool));
  const delivery = startDelivery(pool, webhooks, log);
  steps.push(() => delivery.stop());
  log.info('delivering');
}

runAsProgram(() => untilStopped(start));
