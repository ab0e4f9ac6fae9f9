import { once } from 'node:events';
import {
  appendFileSync,
  createReadStream,
  existsSync,
  fstatSync,
  lstatSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { errorCodeOf, reasonOf } from '../base/errors.ts';
import { StartupError } from '../base/startup-error.ts';

export interface Input {
  input: Readable;
  /** How much of it has been read, 0 to 1; undefined if its size is unknown. */
  shareOf(): number | undefined;
}

/** Opens a file, or standard input for `-`. Throws StartupError if it cannot be read, or is that of refused lines. */
export async function openInput(file: string, refusedFile: string): Promise<Input> {
  if ([refusedFile, earlierOf(refusedFile)].some((name) => resolve(name) === resolve(file)))
    throw new StartupError('--refused must name another file.');
  if (file === '-') return { input: process.stdin, shareOf: () => undefined };
  try {
    const stats = await stat(file);
    if (stats.isDirectory()) throw new Error('it is a directory');
    const { size } = stats;
    const input = createReadStream(file);
    await once(input, 'ready');
    return { input, shareOf: () => (size === 0 ? undefined : Math.min(1, input.bytesRead / size)) };
  } catch (error) {
    const isAbsent = errorCodeOf(error) === 'ENOENT';
    throw new StartupError(isAbsent ? `There is no file at ${file}.` : `${file} cannot be read: ${reasonOf(error)}.`);
  }
}

/**
 * Returns what appends refused lines to a file that begins with `head`. An earlier file, which may have corrections, is
 * renamed, unless it is continued, a link or a device. Throws StartupError if it cannot be written.
 */
export function openRefused(file: string, head: string, continues: boolean): (lines: string[]) => void {
  let target: string | number = file;
  const isFile = (): boolean => lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
  let isOurs = continues;
  let start = head;
  try {
    const isThere = existsSync(file);
    appendFileSync(file, '');
    // A second descriptor of the file that is standard output would overwrite it.
    target = [1, 2].find((descriptor) => isSameFile(fstatSync(descriptor), statSync(file))) ?? file;
    isOurs ||= target !== file;
    if (continues && statSync(file).size > 0) start = '';
    if (!isThere && isFile()) rmSync(file);
  } catch (error) {
    throw new StartupError(
      `The file of refused lines ${file} cannot be written: ${reasonOf(error)}. --refused names another.`,
    );
  }
  return (lines) => {
    if (!isOurs && isFile()) renameSync(file, earlierOf(file));
    isOurs = true;
    if (lines.length === 0) return;
    appendFileSync(target, `${start}${lines.join('')}`);
    start = '';
  };
}

const isSameFile = (one: Stats, other: Stats): boolean =>
  one.isFile() && one.dev === other.dev && one.ino === other.ino;

const earlierOf = (file: string): string => `${file}.old`;
