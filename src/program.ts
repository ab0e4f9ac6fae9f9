import { StartupError } from './errors.ts';

/** Runs an entry point: a person's mistake is printed as its message alone, anything else with its stack; either way the exit code is 1. */
export function runAsProgram(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    const text = error instanceof StartupError ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  });
}
