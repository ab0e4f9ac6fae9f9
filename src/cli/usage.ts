import { reasonOf } from '../base/errors.ts';
import { StartupError } from '../base/startup-error.ts';
import { runAsProgram } from './program.ts';

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
