import type { Logger } from 'pino';
import type { Measured, Metrics } from './serve-metrics.ts';

/** Serves /metrics if there is a port for it. What that needs is loaded only then. */
export async function startMetrics(
  settings: { host: string; port: number } | undefined,
  measured: Measured,
  log: Logger,
): Promise<Metrics | undefined> {
  if (settings === undefined) return undefined;
  const { openMetrics } = await import('./serve-metrics.ts');
  const metrics = await openMetrics(settings, measured);
  log.info({ address: metrics.address }, 'metrics');
  return metrics;
}
