import type { Logger } from 'pino';
import { openLog } from './base/log.ts';
import { StartupError } from './base/startup-error.ts';
import { claimCell } from './cell-registry.ts';
import { runAsProgram, untilStopped } from './cli/program.ts';
import { endPool, openDatabase } from './postgres/pool.ts';
import { openClient } from './prisma/client.ts';
import { misspelledSettings, readConfig } from './settings/config.ts';
import { startDeliverer } from './webhooks/deliver.ts';
import { openCipher } from './webhooks/secrets/cipher.ts';

const USAGE = `npm run worker
  Delivers webhooks without serving requests. Its settings are environment variables; docs/configuration.md lists them.`;

async function start(cleanups: (() => Promise<unknown>)[]): Promise<Logger> {
  const { database, secretsKeys, webhooks, metrics, tracing, log: settings, cell } = readConfig({ serves: false });
  const faults = misspelledSettings();
  const lack = 'The worker needs DATABASE_URL: on the embedded database the gateway itself delivers.';
  if (database.url === undefined) throw new StartupError([lack, ...faults].join('\n'));
  const log = openLog(settings);
  for (const fault of faults) log.warn(fault);
  const pool = await openDatabase(database.url, { ...database.pool, needsRights: true }, log);
  cleanups.push(() => endPool(pool));
  const cipher = await openCipher(secretsKeys, database.dataDir);
  if (cell !== undefined) await claimCell(pool, cell, cipher.keyIds);
  const traces = tracing && (await import('./observability/exporter.ts')).openTracing(tracing, log);
  if (traces) cleanups.push(() => traces.stop());
  const deliverer = await startDeliverer(
    pool,
    openClient(pool, log),
    cipher,
    { ...webhooks, deliver: true },
    log,
    traces?.traced,
  );
  cleanups.push(() => deliverer.stop());
  const measured = { pool, outcomes: deliverer.outcomes, cell };
  const exposed =
    metrics && (await (await import('./observability/serve-metrics.ts')).openMetrics(metrics, measured, log));
  if (exposed) cleanups.push(() => exposed.stop());
  log.info('delivering');
  return log;
}

runAsProgram(() => untilStopped(start), USAGE);
