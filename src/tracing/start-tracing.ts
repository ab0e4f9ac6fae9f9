import type { Logger } from 'pino';
import type { openTracing, Tracing } from './exporter.ts';

/** Traces if there is a collector. What that needs is loaded only then. */
export async function startTracing(
  settings: Parameters<typeof openTracing>[0] | undefined,
  log: Logger,
): Promise<Tracing | undefined> {
  if (settings === undefined) return undefined;
  const { openTracing } = await import('./exporter.ts');
  return openTracing(settings, log);
}
