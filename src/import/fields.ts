import * as z from 'zod';
import type { Column } from '../db/sql/model.ts';
import { StartupError } from '../runtime/startup-error.ts';
import { faultOf, isPlain, issuesIn, KEY_LENGTH, parseJson } from '../values.ts';
import type { Row } from './upsert.ts';

const DECIMAL = /^\s*[+-]?\d+(\.\d+)?(e[+-]?\d+)?\s*$/i;
const number = (schema: z.ZodType) =>
  z.preprocess((value) => (typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value), schema);
const json = (schema: z.ZodType) =>
  z.preprocess((value) => (typeof value === 'string' ? parseJson(value) : value), schema);
const boolean = z.stringbool({ truthy: ['true', 'yes', '1'], falsy: ['false', 'no', '0'] });

/** The values of a file, which in CSV are text, in words and as a schema, by the type of the column. */
const FORMS: Record<string, [words: string, schema: z.ZodType]> = {
  String: ['a text', z.string()],
  // Not every object can become text.
  Boolean: ['true or false', z.preprocess((value) => (typeof value === 'object' ? value : String(value)), boolean)],
  Float: ['a number, such as 42.5', number(z.number())],
  Int: ['a whole number between -2,147,483,648 and 2,147,483,647', number(z.int32())],
  DateTime: [
    'a time with its zone, such as 2026-01-31T10:00:00Z',
    // A Date, whose year is that of UTC: the text may name another. As in GraphQL, it ends at milliseconds.
    z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  ],
  Day: ['a date, such as 2026-01-31', z.iso.date()],
  Json: ['a JSON object, such as {"unit": "gal"}', json(z.custom(isPlain))],
  list: ['a JSON list of texts, such as ["leak"]', json(z.array(z.string()))],
};

interface Fields {
  columns: readonly Column[];
  indexed: ReadonlySet<string>;
  isServerSet(name: string): boolean;
  company: string;
  ignoresUnknown: boolean;
}

export type FieldReader = ReturnType<typeof createFieldReader>;

/** Reads lines into rows. A column is named as in the database (`ship_to_id`) or in GraphQL (`shipToId`). */
export function createFieldReader({ columns, indexed, isServerSet, company, ignoresUnknown }: Fields) {
  const settable = columns.filter(({ column }) => !isServerSet(column));
  const byName = new Map(
    settable.flatMap((column) => [column.column, column.field].map((name): [string, Column] => [name, column])),
  );
  const serverSet = new Set(
    columns.filter(({ column }) => isServerSet(column)).flatMap(({ column, field }) => [column, field]),
  );
  const hasExternalId = byName.has('external_id');

  const faultOfName = (name: string): string | undefined => {
    if (byName.has(name) || ignoresUnknown) return undefined;
    if (name === '') return 'a column has no name';
    return serverSet.has(name) ? `${name} is set by the server; leave it out` : `${name} is not a column`;
  };

  /** Adds a value to those of a row. Returns what is wrong with it. */
  function add(values: Record<string, unknown>, column: Column, given: unknown): string | undefined {
    const { column: name, type, nullable } = column;
    if (given === undefined || given === null) {
      // An empty cell cannot say whether it is meant: where null is impossible, it counts as absent.
      if (given === null && !nullable) return `${name} cannot be null; leave it out to keep its value`;
      if (nullable) values[name] = null;
      return undefined;
    }
    const form = FORMS[column.isList ? 'list' : column.isDay ? 'Day' : type];
    if (form === undefined) throw new Error(`An import has no form for the column ${name} of type ${type}.`);
    const [words, schema] = form;
    const { data: value } = schema.safeParse(given);
    if (value === undefined) return `${name} must be ${words}`;
    if (typeof value === 'string' && indexed.has(name) && value.length > KEY_LENGTH)
      return `${name} must be at most ${KEY_LENGTH} characters long`;
    const [issue] = issuesIn(value, [name]);
    if (issue !== undefined) return `${issue.path.join('.')} ${issue.message}`;
    const fault = faultOf(column.field, value);
    if (fault !== undefined) return `${name} ${fault.message}`;
    values[name] = value;
    return undefined;
  }

  const keyOf = (id: unknown, externalId: unknown): Row['key'] | undefined => {
    if (typeof id === 'string' && id !== '') return { by: 'id', value: id };
    return typeof externalId === 'string' && externalId !== '' ? { by: 'external_id', value: externalId } : undefined;
  };

  return {
    /** Throws StartupError for unknown or repeated columns, and if none identifies records. */
    check(names: readonly string[]): void {
      const faults = names.flatMap((name) => faultOfName(name) ?? []);
      const found = names.flatMap((name) => byName.get(name)?.column ?? []);
      faults.push(...found.filter((name, index) => found.indexOf(name) < index).map((name) => `${name} appears twice`));
      if (!found.some((name) => name === 'id' || name === 'external_id'))
        faults.push(`a column ${hasExternalId ? 'id or external_id' : 'id'} is required to identify records`);
      if (faults.length === 0) return;
      throw new StartupError(
        `The first line does not fit: ${faults.join('; ')}.\nThe columns are ${settable.map(({ column }) => column).join(', ')}.`,
      );
    },
    /** The row of a line, or what is wrong with it. */
    read(given: Record<string, unknown>): Row | string {
      const all: Record<string, unknown> = {};
      const faults: string[] = [];
      const seen = new Set<Column>();
      for (const [name, value] of Object.entries(given)) {
        const column = byName.get(name);
        if (column !== undefined) {
          if (seen.has(column)) faults.push(`${column.column} appears twice`);
          seen.add(column);
        }
        const fault = column === undefined ? faultOfName(name) : add(all, column, value);
        if (fault !== undefined) faults.push(fault);
      }
      const { id, company_id: owner = null, ...values } = all;
      if (owner !== null && owner !== company) faults.push(`company_id is not "${company}"`);
      const key = keyOf(id, values.external_id);
      if (key === undefined && faults.length === 0)
        faults.push(`has no ${hasExternalId ? 'id and no external_id' : 'id'}`);
      return key === undefined || faults.length > 0 ? faults.join('; ') : { key, values };
    },
  };
}
