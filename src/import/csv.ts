import { pipeline, type Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { StartupError } from '../base/startup-error.ts';
import { unguarded } from './formulas.ts';
import { DAMAGED, isDamaged, isRefusal, type Line, LONGEST, REFUSAL, type Source } from './lines.ts';

interface Parsed {
  record: string[];
  raw: string;
  info: { empty_lines: number };
}

/** A line of more cells than columns is refused with this many of those that are too many. */
const MOST_EXTRA = 1_000;
const MOST_COLUMNS = 1_000;

/** Whether a later line closes the quote of a cell: the parser, which allows quotes within cells, joins the lines. */
const isTorn = (cell: string, raw: string): boolean =>
  /^"[^"]*[\r\n]/.test(cell) && !raw.includes(`"${cell.replaceAll('"', '""')}"`);

/** With delimiters and quotes. The parser limits what cells hold: millions of commas take minutes and gigabytes. */
const LONGEST_RAW = 3 * LONGEST;

/** Ends the input in a line that is longer than a record may be. */
async function* withinLines(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const part of input) {
    const end = Math.max(part.lastIndexOf('\n'), part.lastIndexOf('\r'));
    length = end < 0 ? length + part.length : part.length - end - 1;
    yield part;
    if (length > LONGEST_RAW) return;
  }
}

/** Reads CSV behind `before` lines. Throws StartupError for a first line without names, and an unclosed quote. */
export async function readCsv(input: Readable, delimiter: string, before = 0): Promise<Source> {
  const faults: CsvError[] = [];
  const parser = parse({
    bom: true,
    delimiter,
    max_record_size: LONGEST,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    info: true,
    raw: true,
    // An error would discard the records before it that nobody has read yet.
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error !== undefined) faults.push(error);
      return undefined;
    },
  });
  // Errors of the input reach the parser, and those who read from it.
  pipeline(input, withinLines, parser, () => {});
  const records: AsyncIterator<Parsed> = parser[Symbol.asyncIterator]();
  const first = await records.next();
  if (faults[0]?.records === 0) throw unclosed(0);
  if (first.done) throw new StartupError('The file is empty. Its first line must name the columns.');
  const header = withoutTrailing(first.value.record.map((name) => name.trim()));
  if (header.length > MOST_COLUMNS) throw new StartupError(`The first line has more than ${MOST_COLUMNS} columns.`);
  if (header.some(isDamaged)) throw new StartupError(`The first line ${DAMAGED}.`);
  if (header.length === 1 && header.some((name) => /[,;|\t]/.test(name)))
    throw new StartupError(`The first line has no "${delimiter}" between names; name another delimiter.`);
  const names = header.filter((name) => !isRefusal(name));
  const write = (cells: readonly (string | number)[]): string =>
    `${cells.map((cell) => quoted(`${cell}`, delimiter)).join(delimiter)}\n`;

  function lineOf(all: string[], raw: string, number: number): Line {
    // A comma at the end of a line adds an empty cell.
    const filled = all.length > header.length ? withoutTrailing(all, header.length) : all;
    const cells = filled.length > header.length + MOST_EXTRA ? filled.slice(0, header.length + MOST_EXTRA) : filled;
    // Cells too many are before those that a refusal added at the end.
    const extra = Math.max(0, cells.length - header.length);
    const own = cells.filter((_, index) => !isRefusal(header[index - extra] ?? ''));
    const padding = () => Array<string>(Math.max(0, names.length - own.length)).fill('');
    return {
      number,
      size: cells.reduce((sum, { length }) => sum + length, 0),
      values: filled.length === header.length ? valuesOf(names, own, raw) : countFault(filled.length, header.length),
      refuse: (reason) => write([...own, ...padding(), number, reason]),
    };
  }

  async function* lines(): AsyncGenerator<Line> {
    // Counted here: the parser counts a line break of two characters within a cell as two lines.
    let read = before + linesIn(first.value.record);
    for (let number = 1; ; number++) {
      const { value, done } = await records.next();
      // What follows the fault in the stream is not to be trusted.
      if (faults[0]?.records === number) throw unclosed(read);
      if (done) return;
      if (value.raw.length > LONGEST_RAW) throw unclosed(read);
      if (!value.record.every(isBlank)) yield lineOf(value.record, value.raw, read + value.info.empty_lines + 1);
      read += linesIn(value.record);
    }
  }
  const decimal = delimiter === ',' ? '.' : 'either';
  return { names, head: write([...names, ...REFUSAL]), decimal, lines: lines() };
}

/** Empty, or what pads the end of a file: spaces, NUL and the end mark of old systems. */
const isBlank = (cell: string): boolean => /^[\s\p{Cc}]*$/u.test(cell);

/** The cells without empty ones at their end, `least` of them at least. */
function withoutTrailing(cells: string[], least = 1): string[] {
  let end = cells.length;
  while (end > least && cells[end - 1]?.trim() === '') end--;
  return cells.slice(0, end);
}

function valuesOf(names: readonly string[], cells: readonly string[], raw: string): Line['values'] {
  if (cells.some(isDamaged)) return DAMAGED;
  if (cells.some((cell) => isTorn(cell, raw)))
    return 'has a quote that is closed within a cell of a later line: a quote in a text is written twice';
  if (cells.length > 1 && cells.every((cell, index) => cell.replace(/^\ufeff/, '').trim() === names[index]))
    return 'repeats the first line of the file';
  const values: Record<string, unknown> = {};
  for (const [index, name] of names.entries()) values[name] = unguarded(cells[index] ?? '') || undefined;
  return values;
}

const countFault = (cells: number, columns: number): string =>
  `has ${cells} ${cells === 1 ? 'cell' : 'cells'}, and the first line ${columns}`;

const linesIn = (cells: string[]): number =>
  cells.reduce((lines, cell) => (cell.includes('\n') ? lines + cell.split('\n').length - 1 : lines), 1);

const quoted = (cell: string, delimiter: string): string =>
  [delimiter, '"', '\n', '\r'].some((special) => cell.includes(special)) ? `"${cell.replaceAll('"', '""')}"` : cell;

const unclosed = (read: number) =>
  new StartupError(
    `The record after line ${read} does not end: a quote is not closed, or it has more than ${LONGEST} characters.`,
  );
