import { pino } from 'pino';
import { readConfig } from './config.ts';
import { openPool } from './database.ts';
import { StartupError } from './errors.ts';
import { MIGRATIONS, migrate } from './migrations.ts';
import { runAsProgram } from './program.ts';
import { startDelivery } from './webhooks/deliver.ts';

/** A delivery loop without a gateway, for `WEBHOOKS=off` gateways or beside others that deliver as well. */
runAsProgram(async () => {
  const { database, webhooks, logLevel } = readConfig({ serves: false });
  if (database.url === undefined)
    throw new StartupError('The worker needs DATABASE_URL: on the embedded database the gateway itself delivers.');
  const log = pino({ level: logLevel });
  await migrate(database.url, MIGRATIONS);
  const pool = openPool(database.url, database.poolSize);
  pool.on('error', (err) => log.warn({ err }, 'an idle database connection was lost'));
  const delivery = startDelivery(pool, webhooks, log);
  log.info({}, 'delivering');
  const stop = async () => {
    await delivery.stop();
    await pool.end();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      // Whatever hangs on the way down must not keep the process: it is over within 10 s.
      setTimeout(() => process.exit(1), 9_500).unref();
      void stop().then(() => process.exit(0));
    });
  }
});
