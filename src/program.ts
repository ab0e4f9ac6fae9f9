import { StartupError } from './startup-error.ts';

/** A program that has not stopped by then, after its drain, is ended, whatever it waits for. */
const STOP_WITHIN_MS = 9_500;

function fail(error: unknown): void {
  const text = error instanceof StartupError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}

/** Runs an entry point. A StartupError prints only its message, other errors their stack; both exit 1. */
export function runAsProgram(main: () => Promise<void>): void {
  main().catch(fail);
}

/**
 * Runs a program until SIGINT or SIGTERM. `start` adds a cleanup for everything it opens; at a signal they run, last first, and the
 * process exits: 0 if all succeed, else 1, and 9.5 s after `drainSeconds` in any case. A signal during the start takes effect when the start is done.
 * If `start` fails, the cleanups run and the error is rethrown.
 */
export async function untilStopped(
  start: (cleanups: (() => Promise<unknown>)[]) => Promise<void>,
  drainSeconds = 0,
): Promise<void> {
  const cleanups: (() => Promise<unknown>)[] = [];
  const cleanUp = async (): Promise<void> => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  };
  const signalled = new Promise<void>((resolve) => {
    // The listeners stay, so that a second signal does not end the process: npm repeats the terminal's Ctrl-C.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
  void signalled.then(() => setTimeout(() => process.exit(1), STOP_WITHIN_MS + drainSeconds * 1000).unref());
  try {
    await start(cleanups);
  } catch (error) {
    await cleanUp();
    throw error;
  }
  void signalled
    .then(cleanUp)
    .catch(fail)
    .then(() => process.exit());
}
