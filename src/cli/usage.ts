import { reasonOf } from '../base/errors.ts';
import { StartupError } from '../base/startup-error.ts';
import { isName } from '../records/actors.ts';
import { misspelledSettings } from '../settings/config.ts';
import { runAsProgram } from './program.ts';

/** Runs an entry point with the arguments that `parse` reads, whose errors become StartupErrors with the usage. */
export function runCommand<Given>(usage: string, parse: () => Given, main: (given: Given) => Promise<void>): void {
  runAsProgram(async () => {
    const given = readArguments(usage, parse);
    for (const fault of misspelledSettings()) process.stderr.write(`${fault}\n`);
    await main(given);
  }, usage);
}

/** The action of the command that the first argument names, of those of a program. */
export function commandIn<Action>(commands: Record<string, (args: string[]) => Action>): Action {
  const [name = '', ...args] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new Error(`The first argument must be one of ${Object.keys(commands).join(', ')}.`);
  return command(args);
}

/** Throws unless the value of an option, if it is given, can name a company, a user or a key. */
export function checkName(option: string, name: string | undefined): void {
  if (name !== undefined && !isName(name))
    throw new Error(`${option} must have 1 to 255 characters, none of them invisible.`);
}

const SECONDS = new Map(Object.entries({ s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800, y: 31_557_600 }));
const CENTURY = 100 * 31_557_600;

/** The seconds of a lifetime, as jose reads it. Throws unless it is from a second to 100 years. */
export function lifetimeOf(option: string, text: string): number {
  const [, count, unit = ''] = /^(\d+) ?([smhdwy])$/.exec(text) ?? [];
  const seconds = Number(count) * (SECONDS.get(unit) ?? 0);
  if (seconds > 0 && seconds <= CENTURY) return seconds;
  throw new Error(`${option} must be a lifetime such as 30m, 8h or 30d, from a second to 100 years.`);
}

function readArguments<Given>(usage: string, parse: () => Given): Given {
  try {
    return parse();
  } catch (error) {
    throw new StartupError(`${reasonOf(error)}\nUsage: ${usage}`);
  }
}
