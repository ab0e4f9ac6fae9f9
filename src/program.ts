import { StartupError } from './startup-error.ts';

/** Whatever hangs on the way down must not keep the process: it is over this long after the signal. */
const STOP_WITHIN_MS = 9_500;

function report(error: unknown): void {
  const text = error instanceof StartupError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
}

/** Runs an entry point: a person's mistake is printed as its message alone, anything else with its stack; either way the exit code is 1. */
export function runAsProgram(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    report(error);
    process.exitCode = 1;
  });
}

/**
 * Starts a program that runs until SIGINT or SIGTERM, and then undoes its steps, the last one first, and exits: 0 when all went well. A
 * signal that comes during the start waits for it; a start that fails undoes what it had done and rejects.
 */
export async function untilStopped(start: (steps: (() => Promise<unknown>)[]) => Promise<void>): Promise<void> {
  const steps: (() => Promise<unknown>)[] = [];
  const undo = async (): Promise<void> => {
    for (const step of steps.splice(0).reverse()) await step();
  };
  const signalled = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  void signalled.then(() => setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref());
  try {
    await start(steps);
  } catch (error) {
    await undo();
    throw error;
  }
  void signalled.then(undo).then(
    () => process.exit(0),
    (error: unknown) => {
      report(error);
      process.exit(1);
    },
  );
}
