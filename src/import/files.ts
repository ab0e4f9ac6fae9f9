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
import { Readable } from 'node:stream';
import { errorCodeOf, reasonOf } from '../base/errors.ts';
import { StartupError } from '../base/startup-error.ts';

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
    const isAbsent = errorCodeOf(error) === 'ENOENT';
    throw new StartupError(isAbsent ? `There is no file at ${file}.` : `${file} cannot be read: ${reasonOf(error)}.`);
  }
}

export const ENCODINGS = new Map([
  ['utf-8', 'utf-8'],
  ['utf-16', 'utf-16le'],
  ['utf-16le', 'utf-16le'],
  ['utf-16be', 'utf-16be'],
  ['windows-1252', 'windows-1252'],
  ['ansi', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['iso-8859-1', 'windows-1252'],
  ['iso-8859-15', 'iso-8859-15'],
  ['windows-1250', 'windows-1250'],
  ['macroman', 'macintosh'],
]);

export function decoded(input: Readable, encoding: string): Readable {
  if (encoding === 'utf-8') return input;
  const decoder = new TextDecoder(encoding);
  async function* texts(): AsyncGenerator<string> {
    for await (const chunk of input) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  }
  return Readable.from(texts(), { objectMode: false });
}

const unread = (input: Readable, part: Buffer): void => {
  if (part.length > 0) input.unshift(part);
};

/**
 * Throws StartupError for UTF-16 and the files of programs. Takes the spreadsheet's line `sep=;`, and returns its
 * delimiter.
 */
export async function readStart(input: Readable): Promise<string | undefined> {
  await Promise.race([once(input, 'readable'), once(input, 'end')]);
  const start: unknown = input.read();
  if (!Buffer.isBuffer(start)) return undefined;
  const begin = start.subarray(0, 2);
  if (begin.includes(0) || ['fffe', 'feff'].includes(begin.toString('hex'))) {
    unread(input, start);
    throw new StartupError('The file is UTF-16. Save it as UTF-8, or import it with --encoding utf-16.');
  }
  const program = PROGRAMS.find(([mark]) => begin.toString('latin1') === mark)?.[1];
  if (program !== undefined) throw new StartupError(program);
  const [line, delimiter] = /^(?:\xef\xbb\xbf)?"?sep=(.)"?\r?\n/i.exec(start.subarray(0, 32).toString('latin1')) ?? [];
  unread(input, line === undefined ? start : start.subarray(line.length));
  return delimiter;
}

const PROGRAMS: [mark: string, message: string][] = [
  ['PK', 'The file is a workbook or an archive. Save its sheet as CSV in UTF-8, and import that.'],
  ['\x1f\x8b', 'The file is compressed with gzip. Unpack it: gunzip -c file.gz | npm run import -- … -'],
];

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

export const earlierOf = (file: string): string => `${file}.old`;
