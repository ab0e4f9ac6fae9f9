import { closest, distance } from 'fastest-levenshtein';
import type { Notation } from './forms.ts';
import type { Decimal } from './lines.ts';
import { ENCODINGS, type Form } from './source.ts';

/** The options of an import, which the command and the address of an import over HTTP name alike. */
export const TEXTS = ['format', 'delimiter', 'encoding', 'decimal', 'dates', 'from-line'] as const;
export const FLAGS = ['dry-run', 'ignore-unknown', 'make-ids'] as const;

export type Texts = Partial<Record<(typeof TEXTS)[number], string>>;
export type Flags = Partial<Record<(typeof FLAGS)[number], boolean>>;

export interface Options extends Form {
  notation: Omit<Notation, 'decimal'> & { decimal: Decimal | undefined };
  from: number;
  dryRun: boolean;
  ignoresUnknown: boolean;
  /** Whether a line that names no record creates one, with an id made of its content. */
  makesIds: boolean;
}

const isOrder = (text: string): text is 'DMY' | 'MDY' => text === 'DMY' || text === 'MDY';

/** Reads options. `called` is how their names are written. Throws for a value that none has. */
export function readOptions(
  { 'from-line': from = '1', format, dates, decimal, ...texts }: Texts,
  flags: Flags,
  isJsonLines: boolean,
  called: (name: string) => string,
): Options {
  const delimiter = texts.delimiter === 'tab' || texts.delimiter === '\\t' ? '\t' : texts.delimiter;
  const encoding = texts.encoding?.toLowerCase();
  if (format !== undefined && format !== 'csv' && format !== 'jsonl')
    throw new Error(`${called('format')} must be csv or jsonl.`);
  if (delimiter !== undefined && delimiter.length !== 1)
    throw new Error(`${called('delimiter')} must be one character, or tab.`);
  if (encoding !== undefined && !ENCODINGS.includes(encoding))
    throw new Error(`${called('encoding')} must be one of ${ENCODINGS.join(', ')}.`);
  if (decimal !== undefined && decimal !== '.' && decimal !== ',')
    throw new Error(`${called('decimal')} must be a point or a comma.`);
  if (dates !== undefined && !isOrder(dates)) throw new Error(`${called('dates')} must be DMY or MDY.`);
  if (!/^[1-9]\d{0,14}$/.test(from)) throw new Error(`${called('from-line')} must be the number of a line.`);
  return {
    isJsonLines: format === undefined ? isJsonLines : format === 'jsonl',
    delimiter,
    encoding,
    notation: { decimal, dates },
    from: Number(from),
    dryRun: flags['dry-run'] ?? false,
    ignoresUnknown: flags['ignore-unknown'] ?? false,
    makesIds: flags['make-ids'] ?? false,
  };
}

const MOST_DIFFERENT = 3;
const isTextOption = (name: string): name is keyof Texts => TEXTS.some((known) => known === name);
const isFlagOption = (name: string): name is keyof Flags => FLAGS.some((known) => known === name);

/** Reads the options in the query of an address. Throws for an unknown one: a misspelled `dry-run` would write. */
export function readQuery(query: URLSearchParams, isJsonLines: boolean, delimiter: string | undefined): Options {
  const texts: Texts = delimiter === undefined ? {} : { delimiter };
  const flags: Flags = {};
  for (const [name, value] of query) {
    if (query.getAll(name).length > 1) throw new Error(`The parameter "${name}" is given twice.`);
    if (isTextOption(name)) texts[name] = value;
    else if (isFlagOption(name)) flags[name] = readFlag(name, value);
    else throw new Error(`There is no parameter "${name.slice(0, 100)}".${meant(name.slice(0, 100))}`);
  }
  return readOptions(texts, flags, isJsonLines, (name) => `The parameter "${name}"`);
}

function readFlag(name: string, value: string): boolean {
  if (['', '1', 'true'].includes(value)) return true;
  if (['0', 'false'].includes(value)) return false;
  throw new Error(`The parameter "${name}" must be true or false.`);
}

function meant(name: string): string {
  const known = [...TEXTS, ...FLAGS];
  const near = closest(name.toLowerCase(), known);
  return distance(name.toLowerCase(), near) <= MOST_DIFFERENT ? ` Did you mean ${near}?` : '';
}

/** Options that are given, as a query. */
export const toQuery = (given: Texts & Flags): URLSearchParams =>
  new URLSearchParams(
    [...TEXTS, ...FLAGS].flatMap((name) => (given[name] === undefined ? [] : [[name, `${given[name]}`]])),
  );
