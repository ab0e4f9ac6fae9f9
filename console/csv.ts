/** Rows as CSV, in the form that an import takes: names of fields first, null as an empty cell, objects as JSON. */
export function csvOf(names: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): string {
  const lines = rows.map((row) => names.map((name) => cellOf(row[name])).join(','));
  return `${[names.map(cellOf).join(','), ...lines].join('\r\n')}\r\n`;
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
