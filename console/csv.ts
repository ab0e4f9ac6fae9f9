import { stringify } from '../src/exact-json.ts';
import { guarded } from '../src/import/formulas.ts';

/** Without it, Excel takes UTF-8 for another encoding. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Rows as CSV, in the form that an import takes: names of fields first, null as an empty cell, objects as JSON. What
 * spreadsheets would run as a formula is guarded.
 */
export function csvOf(names: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): string {
  const lines = rows.map((row) => names.map((name) => cellOf(row[name])).join(','));
  return `${BYTE_ORDER_MARK}${[names.map(cellOf).join(','), ...lines].join('\r\n')}\r\n`;
}

/** Gives a file to the browser. */
export function download(name: string, parts: BlobPart[]): void {
  const href = URL.createObjectURL(new Blob(parts));
  Object.assign(document.createElement('a'), { href, download: name }).click();
  URL.revokeObjectURL(href);
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = guarded(typeof value === 'object' ? stringify(value) : String(value));
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
