import type { Logger } from 'pino';
import type { openTracing, Tracing } from './open.ts';

/** Traces if there is a collector. What that needs is loaded only then. */
export async function startTracing(
  settings: Parameters<typeof openTracing>[0] | undefined,
  log: Logger,
): Promise<Tracing | undefined> {
  if (settings === undefined) return undefined;
  const { openTracing } = await import('./open.ts');
  return openTracing(settings, log);
}
