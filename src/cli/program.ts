import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { mapStack } from '../base/source-maps.ts';
import { StartupError } from '../base/startup-error.ts';
import { withTimeLimit } from '../base/time-limit.ts';

/** A program that has not stopped by then, after its drain, is ended, whatever it waits for. */
const STOP_WITHIN_MS = 9_500;

/** How long a signal lets a start go on: one that waits for a lock or a connection would go on for minutes. */
const START_MS = 1_000;

/** These ask for a stop: a supervisor, a terminal that is closed, and what reloads other programs. */
const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const;

/** How long a stop waits for a reader of the log that is slow. */
const FLUSH_MS = 3_000;

function fail(error: unknown): void {
  const text = error instanceof Error && !(error instanceof StartupError) ? error.stack : undefined;
  process.stderr.write(`${text === undefined ? messageOf(error) : mapStack(text)}\n`);
  process.exitCode = 1;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Runs an entry point. A StartupError prints its message alone, others their stack; all exit 1. `--help` prints the
 * usage.
 */
export function runAsProgram(main: () => Promise<void>, usage?: string): void {
  if (usage !== undefined && process.argv.includes('--help', 2)) return void process.stdout.write(`Usage: ${usage}\n`);
  process.once('uncaughtException', (error) => {
    fail(error);
    process.exit(1);
  });
  main().catch(fail);
}

/**
 * Runs a program until a signal, also during the start. `start` adds cleanups, which run at the stop or if it fails,
 * last first. The process exits 0 if all succeed, else 1, at the latest 9.5 s after `drainSeconds`. Throws StartupError
 * for any argument.
 */
export async function untilStopped(
  start: (cleanups: (() => Promise<unknown>)[]) => Promise<Logger | undefined>,
  drainSeconds = 0,
): Promise<void> {
  const [argument] = process.argv.slice(2);
  if (argument !== undefined)
    throw new StartupError(`Unknown argument ${argument}: settings are environment variables, such as PORT=4001.`);
  const cleanups: (() => Promise<unknown>)[] = [];
  const cleanUp = async (): Promise<void> => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  };
  const signalled = new Promise<string>((resolve) => {
    // The listeners stay, so that a second signal does not end the process: npm repeats the terminal's Ctrl-C.
    for (const signal of STOPS) process.on(signal, () => resolve(signal));
  });
  void signalled.then(() => setTimeout(() => process.exit(1), STOP_WITHIN_MS + drainSeconds * 1000).unref());
  let log: Logger | undefined;
  try {
    const givenUp = signalled.then(() => delay(START_MS, undefined, { ref: false }));
    log = await Promise.race([start(cleanups), givenUp]);
  } catch (error) {
    await cleanUp();
    throw error;
  }
  const stop = async (signal: string): Promise<void> => {
    const since = performance.now();
    log?.info({ signal }, 'stopping');
    await cleanUp();
    log?.info({ ms: Math.round(performance.now() - since) }, 'stopped');
    const flushed = new Promise<void>((resolve) => (log === undefined ? resolve() : log.flush(() => resolve())));
    await withTimeLimit(FLUSH_MS, flushed);
  };
  void signalled
    .then(stop)
    .catch(fail)
    .then(() => process.exit());
}
