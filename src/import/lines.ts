export interface Line {
  /** Where it begins; the first line of the file is 1. */
  number: number;
  size: number;
  /** Its values by the names that the file gives them, undefined for an empty cell; or why it cannot be read. */
  values: Record<string, unknown> | string;
  refuse(reason: string): string;
}

export type Decimal = '.' | ',' | 'either';

export interface Source {
  /** The names of the columns. JSON lines have none: each has names of its own. */
  names: string[];
  head: string;
  /** How its numbers are written unless somebody says it: where commas do not divide cells, also with a comma. */
  decimal: Decimal;
  lines: AsyncIterable<Line>;
}

/** A record may have this many characters. In CSV, a longer one is most likely a quote that nothing closes. */
export const LONGEST = 1_000_000;

/** What a file of refused lines adds to each. An import of that file leaves them out. */
export const REFUSAL = ['refused_line', 'refused_reason'] as const;
export const isRefusal = (name: string): boolean => REFUSAL.some((known) => known === name);

/** Whether a text has bytes that are not UTF-8: they are read as this character. */
export const isDamaged = (text: string): boolean => text.includes('\ufffd');
export const DAMAGED = 'has bytes that are not UTF-8';
