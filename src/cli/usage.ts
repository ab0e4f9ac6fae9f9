import { reasonOf } from '../errors.ts';
import { runAsProgram } from '../runtime/program.ts';
import { StartupError } from '../runtime/startup-error.ts';

/**
 * Runs an entry point with the arguments that `parse` reads, whose errors become StartupErrors that end with the usage.
 * With `--help` among them, it only prints the usage.
 */
export function runCommand<Given>(usage: string, parse: () => Given, main: (given: Given) => Promise<void>): void {
  runAsProgram(async () => {
    if (process.argv.includes('--help', 2)) process.stdout.write(`Usage: ${usage}\n`);
    else await main(readArguments(usage, parse));
  });
}

function readArguments<Given>(usage: string, parse: () => Given): Given {
  try {
    return parse();
  } catch (error) {
    throw new StartupError(`${reasonOf(error)}\nUsage: ${usage}`);
  }
}
