import { closest, distance } from 'fastest-levenshtein';
import { v5 } from 'uuid';
import { unguarded } from '../src/import/formulas.ts';
import type { Row } from './documents.ts';
import type { Column, RecordModel } from './schema.ts';
import { isNumber, isSameValue, readValue, textOf } from './values.ts';

/** A line of a file: its number, and its cells by column. */
export interface Line {
  number: number;
  cells: Readonly<Record<string, string>>;
  /** Why it cannot be read. */
  fault?: string | undefined;
}

export interface Fault {
  line: Line;
  message: string;
}

/** What an import would do. Nothing is written before its user has seen it. */
export interface Plan {
  creates: { line: Line; input: Record<string, unknown> }[];
  updates: { line: Line; id: string; expectedVersion: number; input: Record<string, unknown> }[];
  /** Lines whose record already has these values. */
  unchanged: number;
  faults: Fault[];
}

const camel = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[_\s-]+(\w)/g, (_, letter: string) => letter.toUpperCase());

type Fields = ReadonlyMap<string, string | undefined>;

/**
 * The field that each column of a file names: as GraphQL does (`shipToId`), as events do (`ship_to_id`), or in words
 * (`Ship to ID`). Undefined for one that no record has.
 */
export function fieldsOf(names: readonly string[], { columns }: RecordModel): Fields {
  const known = new Map(columns.map(({ name }) => [name.toLowerCase(), name]));
  return new Map(
    names.map((name) => [name, known.get(name.trim().toLowerCase()) ?? known.get(camel(name).toLowerCase())]),
  );
}

/** How many letters of a name may differ from those of the field that is meant. */
const MOST_DIFFERENT = 2;

/** The name of a column that no record has, with the field that may be meant. */
export function suggested(name: string, fields: readonly string[]): string {
  const near = fields.length > 0 ? closest(camel(name), [...fields]) : '';
  return distance(camel(name), near) > MOST_DIFFERENT ? name : `${name} (do you mean ${near}?)`;
}

/** A field that two columns name; undefined if none is. */
export function namedTwice(fields: Fields, names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (const field of names.map((name) => fields.get(name))) {
    if (field !== undefined && seen.has(field)) return field;
    if (field !== undefined) seen.add(field);
  }
  return undefined;
}

export interface File {
  names: string[];
  rows: { number: number; cells: string[] }[];
  /** Whether a comma may be that of a number. */
  hasDecimalCommas: boolean;
}

/** Decimal numbers that the schema has as texts. */
const COORDINATES = ['latitude', 'longitude'];

/** The lines of a file, with the fields of the record for the names of its columns. */
export function linesOf({ names, rows, hasDecimalCommas }: File, { columns }: RecordModel, fields: Fields): Line[] {
  const numbers = new Set(columns.filter(({ type }) => isNumber(type)).map(({ name }) => name));
  for (const name of COORDINATES) numbers.add(name);
  return rows.map(({ number, cells }) => ({
    number,
    fault: cells.slice(names.length).some((text) => text.trim() !== '')
      ? `has ${cells.length} cells, and the first line ${names.length}`
      : undefined,
    cells: Object.fromEntries(
      names.flatMap((name, index): [string, string][] => {
        const [field, text] = [fields.get(name), cells[index]];
        if (field === undefined || text === undefined) return [];
        const isDecimal = hasDecimalCommas && numbers.has(field) && /^\s*-?\d+,\d+\s*$/.test(text);
        return [[field, isDecimal ? text.replace(',', '.') : unguarded(text)]];
      }),
    ),
  }));
}

/** Any UUID: that of nothing else. */
const LINES = '5e2b5a5d-7a0f-4a9c-9f43-0d6c7d3c1b52';

/**
 * The lines, where each that names no record has an id of its own: made from its cells, and from how many lines before
 * it have the same. The same file, also with other lines corrected, then creates nothing twice.
 */
export function withIds(lines: readonly Line[], { name, filters }: RecordModel, company: string | null): Line[] {
  const finds = filters.some((filter) => filter.name === 'externalId');
  const counts = new Map<string, number>();
  return lines.map((line) => {
    if (line.cells.id || (finds && line.cells.externalId)) return line;
    const cells = Object.entries(line.cells).filter(([, text]) => text !== '');
    const content = JSON.stringify([company, name, cells.sort(([a], [b]) => (a < b ? -1 : 1))]);
    const count = counts.get(content) ?? 0;
    counts.set(content, count + 1);
    return { ...line, cells: { ...line.cells, id: v5(`${count} ${content}`, LINES) } };
  });
}

/** How a line names its record: by its id or, without one, by its external id. */
export const keyOf = ({ cells }: Line): { by: 'id' | 'externalId'; value: string } | undefined => {
  if (cells.id) return { by: 'id', value: cells.id };
  return cells.externalId ? { by: 'externalId', value: cells.externalId } : undefined;
};

/** What the gateway takes as the id of a new record. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** What an import of these lines would do to the records that it has found by `keyOf`. */
export function planOf(lines: readonly Line[], record: RecordModel, found: readonly Row[]): Plan {
  const plan: Plan = { creates: [], updates: [], unchanged: 0, faults: [] };
  const seen = new Set<string>();
  const byKey = { id: rowsBy('id', found), externalId: rowsBy('externalId', found) };
  for (const line of lines) {
    if (line.fault !== undefined) {
      plan.faults.push({ line, message: line.fault });
      continue;
    }
    const key = keyOf(line);
    const name = key && `${key.by} ${key.value}`;
    if (name !== undefined && seen.has(name)) {
      plan.faults.push({ line, message: `names ${key?.value} again` });
      continue;
    }
    if (name !== undefined) seen.add(name);
    const matches = (key && byKey[key.by].get(key.value)) ?? [];
    if (matches.length > 1) plan.faults.push({ line, message: `${key?.value} is the external ID of several records` });
    else if (matches[0] !== undefined) update(plan, line, record, matches[0]);
    else if (key?.by === 'id' && !UUID.test(key.value))
      plan.faults.push({ line, message: `no ${record.noun} has the id ${key.value}; leave it empty for a new one` });
    else create(plan, line, record);
  }
  return plan;
}

function rowsBy(column: string, rows: readonly Row[]): Map<unknown, Row[]> {
  const found = new Map<unknown, Row[]>();
  for (const row of new Map(rows.map((row) => [row.id, row])).values()) {
    const same = found.get(row[column]);
    if (same === undefined) found.set(row[column], [row]);
    else same.push(row);
  }
  return found;
}

function update(plan: Plan, line: Line, { update, noun }: RecordModel, row: Row): void {
  if (update === undefined) return void plan.faults.push({ line, message: `a ${noun} cannot be changed` });
  const changed = update.columns.filter((column) => {
    const text = line.cells[column.name];
    return text !== undefined && !isSame(text, row[column.name], column);
  });
  const { input, faults } = inputOf(line, changed);
  if (faults.length > 0) plan.faults.push(...faults);
  else if (Object.keys(input).length === 0) plan.unchanged += 1;
  else plan.updates.push({ line, id: row.id, expectedVersion: row.version, input });
}

function create(plan: Plan, line: Line, { create, noun }: RecordModel): void {
  if (create === undefined) return void plan.faults.push({ line, message: `there is no such ${noun}` });
  const given = create.columns.filter(({ name }) => (line.cells[name] ?? '') !== '');
  const missing = create.columns.filter(
    ({ name, isRequired }) => isRequired && !given.some((each) => each.name === name),
  );
  const { input, faults } = inputOf(line, given);
  if (missing.length > 0)
    faults.push({ line, message: `a new ${noun} needs ${missing.map(({ label }) => label).join(', ')}` });
  if (faults.length > 0) plan.faults.push(...faults);
  else plan.creates.push({ line, input });
}

/** Whether a cell means the value of the record. */
function isSame(text: string, value: unknown, column: Column): boolean {
  const read = readValue(text, column);
  return text === textOf(value) || ('value' in read && isSameValue(read.value, value));
}

function inputOf(line: Line, columns: readonly Column[]): { input: Record<string, unknown>; faults: Fault[] } {
  const input: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const column of columns) {
    const read = readValue(line.cells[column.name] ?? '', column);
    if ('fault' in read) faults.push({ line, message: `${column.label} ${read.fault}` });
    else input[column.name] = read.value;
  }
  return { input, faults };
}
