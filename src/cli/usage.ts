import { reasonOf } from '../errors.ts';
import { runAsProgram } from '../runtime/program.ts';
import { StartupError } from '../runtime/startup-error.ts';

/** Runs an entry point with the arguments that `parse` reads, whose errors become StartupErrors with the usage. */
export function runCommand<Given>(usage: string, parse: () => Given, main: (given: Given) => Promise<void>): void {
  runAsProgram(async () => main(readArguments(usage, parse)), usage);
}

function readArguments<Given>(usage: string, parse: () => Given): Given {
  try {
    return parse();
  } catch (error) {
    throw new StartupError(`${reasonOf(error)}\nUsage: ${usage}`);
  }
}
