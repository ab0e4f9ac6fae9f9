import { Readable } from 'node:stream';
import { StartupError } from '../base/startup-error.ts';
import { readCsv } from './csv.ts';
import { readJsonLines } from './json-lines.ts';
import type { Source } from './lines.ts';

/** How a file is written. */
export interface Form {
  isJsonLines: boolean;
  /** Of CSV; undefined for what a line `sep=` says, or what the first line has most of a comma, a semicolon, a tab. */
  delimiter: string | undefined;
  /** Undefined for UTF-8, and UTF-16 with its mark. */
  encoding: string | undefined;
}

export const ENCODINGS = [
  ...['utf-8', 'utf-16', 'utf-16le', 'utf-16be', 'windows-1252', 'ansi', 'latin1', 'iso-8859-1'],
  ...['iso-8859-15', 'windows-1250', 'macroman', 'macintosh'],
];
/** What TextDecoder calls those that it has under other names. */
const NAMES: Record<string, string> = { ansi: 'windows-1252', macroman: 'macintosh' };

/** A first line has its end within so many bytes. */
const MOST_START = 64 * 1024;
const LINE_BREAK = 10;

const MARKS = new Map([
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]);

const PROGRAMS: [mark: string, message: string][] = [
  ['PK', 'The file is a workbook or an archive. Save its sheet as CSV in UTF-8, and import that.'],
  ['\x1f\x8b', 'The file is compressed with gzip. Unpack it, and import what is in it.'],
];

/** Reads a file in any form. Throws StartupError for UTF-16 without its mark, and the files of programs. */
export async function openSource(bytes: Readable, form: Form, mostArray?: number): Promise<Source> {
  const parts: AsyncIterator<Buffer | string> = bytes[Symbol.asyncIterator]();
  let begin: Buffer = Buffer.alloc(0);
  while (begin.length < MOST_START && !begin.includes(LINE_BREAK)) {
    const { value, done } = await parts.next();
    if (done) break;
    begin = Buffer.concat([begin, Buffer.from(value)]);
  }
  const mark = begin.subarray(0, 2);
  const encoding = form.encoding ?? MARKS.get(mark.toString('hex')) ?? 'utf-8';
  if (encoding === 'utf-8') {
    if (mark.includes(0) || MARKS.has(mark.toString('hex')))
      throw new StartupError('The file is UTF-16. Save it as UTF-8, or name its encoding: utf-16.');
    const program = PROGRAMS.find(([start]) => mark.toString('latin1') === start)?.[1];
    if (program !== undefined) throw new StartupError(program);
  }
  const decoder = encoding === 'utf-8' ? undefined : new TextDecoder(NAMES[encoding] ?? encoding);
  const decode = (part: Buffer | string): Buffer =>
    Buffer.from(decoder?.decode(Buffer.from(part), { stream: true }) ?? part);
  const start = decode(begin);
  const [line = '', separator] =
    /^(?:\xef\xbb\xbf)?"?sep=(.)"?\r?\n/i.exec(start.subarray(0, 32).toString('latin1')) ?? [];
  async function* all(): AsyncGenerator<Buffer> {
    yield start.subarray(line.length);
    for (let next = await parts.next(); !next.done; next = await parts.next()) yield decode(next.value);
    yield Buffer.from(decoder?.decode() ?? '');
  }
  const input = Readable.from(all(), { objectMode: false });
  if (form.isJsonLines) return readJsonLines(input, mostArray);
  const delimiter = form.delimiter ?? separator ?? delimiterOf(start.toString());
  return readCsv(input, delimiter, separator === undefined ? 0 : 1);
}

/** What the first line has most. */
function delimiterOf(text: string): string {
  const [first = ''] = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const countIn = (each: string): number => first.split(each).length;
  return [',', ';', '\t'].reduce((most, each) => (countIn(each) > countIn(most) ? each : most));
}
