import { reasonOf } from '../errors.ts';
import { runAsProgram } from '../runtime/program.ts';
import { StartupError } from '../runtime/startup-error.ts';

/** Runs an entry point. With `--help` among the arguments, it only prints the usage. */
export function runCommand(usage: string, main: () => Promise<void>): void {
  runAsProgram(async () => {
    if (process.argv.includes('--help', 2)) process.stdout.write(`Usage: ${usage}\n`);
    else await main();
  });
}

/** Reads a program's arguments with `read`, whose errors become StartupErrors that end with the usage. */
export function readArguments<Arguments>(usage: string, read: () => Arguments): Arguments {
  try {
    return read();
  } catch (error) {
    throw new StartupError(`${reasonOf(error)}\nUsage: ${usage}`);
  }
}
