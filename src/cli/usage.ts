import { StartupError } from '../startup-error.ts';

/** Reads a program's arguments with `read`, whose errors become StartupErrors that end with the usage. */
export function readArguments<Arguments>(usage: string, read: () => Arguments): Arguments {
  try {
    return read();
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : error}\nUsage: ${usage}`);
  }
}
