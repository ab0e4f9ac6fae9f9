import { once } from 'node:events';
import { appendFileSync, createReadStream, existsSync, lstatSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { StartupError } from '../startup-error.ts';

interface Input {
  input: Readable;
  /** How much of it has been read, 0 to 1; undefined if its size is unknown. */
  shareOf(): number | undefined;
}

/** Opens a file, or standard input for `-`. Throws StartupError if it cannot be read. */
export async function openInput(file: string): Promise<Input> {
  if (file === '-') return { input: process.stdin, shareOf: () => undefined };
  try {
    const stats = await stat(file);
    if (stats.isDirectory()) throw new Error('it is a directory');
    const { size } = stats;
    const input = createReadStream(file);
    await once(input, 'ready');
    return { input, shareOf: () => (size === 0 ? undefined : Math.min(1, input.bytesRead / size)) };
  } catch (error) {
    throw new StartupError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * Returns what appends lines to a file of refused ones, which begins with `head` and exists once there is a line. An earlier file is
 * continued or replaced. Throws StartupError if it cannot be written.
 */
export function openRefused(file: string, head: string, continues: boolean): (lines: string[]) => void {
  let begins = !continues || !existsSync(file);
  try {
    if (begins) writeFileSync(file, '');
    // Not what is a link or a device, such as /dev/stderr.
    if (begins && lstatSync(file).isFile()) rmSync(file);
  } catch (error) {
    throw new StartupError(`${file} cannot be written: ${error instanceof Error ? error.message : error}`);
  }
  return (lines) => {
    if (lines.length === 0) return;
    appendFileSync(file, `${begins ? head : ''}${lines.join('')}`);
    begins = false;
  };
}
