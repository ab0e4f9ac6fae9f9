import { parse } from 'csv-parse/browser/esm/sync';
import { unguarded } from '../../src/import/formulas.ts';
import { type Row, titleOf } from '../documents.ts';
import type { Column, RecordModel } from '../schema.ts';
import { isNumber, isSameValue, readValue } from '../values.ts';
import type { Item } from './jobs.ts';

export interface PastedCell {
  row: Row;
  column: Column;
  text: string;
  /** Why it cannot be set. */
  fault: string | undefined;
}

export interface Pasted {
  /** The cells that would change, and those with a fault. */
  cells: PastedCell[];
  items: Item[];
  /** The columns that nobody sets here. */
  readOnly: Column[];
  /** How many lines and columns of the clipboard are beyond the grid. */
  linesBeyond: number;
  columnsBeyond: number;
}

/** The cells that a spreadsheet has copied: tabs between them, quotes around those with line breaks. */
export const tableIn = (text: string): string[][] =>
  parse(text, { delimiter: '\t', relax_quotes: true, relax_column_count: true });

interface Grid {
  record: RecordModel;
  rows: readonly Row[];
  columns: readonly Column[];
}

/** What a paste would change from a cell on, to the right and down. Cells with a fault change nothing. */
export function pasteOf(table: readonly string[][], { record, rows, columns }: Grid, id: string, name: string): Pasted {
  const settable = new Map(record.update?.columns.map((column) => [column.name, column]));
  const top = rows.findIndex((row) => row.id === id);
  const left = columns.findIndex((column) => column.name === name);
  const width = Math.max(0, ...table.map((line) => line.length));
  const under = columns.slice(left, left + width);
  const pasted: Pasted = {
    cells: [],
    items: [],
    readOnly: under.filter((column) => !settable.has(column.name)),
    linesBeyond: Math.max(0, top + table.length - rows.length),
    columnsBeyond: Math.max(0, left + width - columns.length),
  };
  for (const [index, line] of table.entries()) {
    const row = rows[top + index];
    if (row === undefined) break;
    const input: Record<string, unknown> = {};
    for (const [at, given] of line.entries()) {
      const column = settable.get(under[at]?.name ?? '');
      if (column === undefined) continue;
      const text = isNumber(column.type) ? withPoint(given) : unguarded(given);
      const read = readPasted(text, column);
      if ('value' in read && isSameValue(read.value, row[column.name])) continue;
      if ('value' in read) input[column.name] = read.value;
      pasted.cells.push({ row, column, text, fault: 'fault' in read ? read.fault : undefined });
    }
    if (Object.keys(input).length > 0)
      pasted.items.push({ id: row.id, title: titleOf(record, row), version: row.version, input });
  }
  return pasted;
}

/** A number with a decimal comma; with three digits behind it, it may as well be a thousand. */
const withPoint = (text: string): string =>
  /^\s*-?\d+,(\d{1,2}|\d{4,})\s*$/.test(text) ? text.replace(',', '.') : text;

function readPasted(text: string, column: Column): ReturnType<typeof readValue> {
  const read = readValue(text, column);
  if (column.values.length > 0 && 'value' in read && typeof read.value === 'string' && !column.values.includes(text))
    return { fault: `must be one of ${column.values.join(', ')}` };
  return read;
}
