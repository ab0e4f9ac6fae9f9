import { hash } from 'node:crypto';
import { closest, distance } from 'fastest-levenshtein';
import { StartupError } from '../base/startup-error.ts';
import { stringify } from '../exact-json.ts';
import type { Column } from '../prisma/sql/model.ts';
import { issuesOfValue } from '../records/values.ts';
import { createForms, type Notation } from './forms.ts';
import type { Row } from './upsert.ts';

interface Fields {
  columns: readonly Column[];
  company: string;
  model: string;
  ignoresUnknown: boolean;
  makesIds: boolean;
  notation: Notation;
}

/** The letters of a name, which people write in any case, with spaces or underscores between words. */
const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');

/** To look for what was meant takes time, and nobody reads more. */
const MOST_FAULTS = 20;
const LONGEST_NAME = 100;
const MOST_DIFFERENT = 2;

export type FieldReader = ReturnType<typeof createFieldReader>;

/**
 * Reads lines into rows. A column is named as in the database (`ship_to_id`) or in GraphQL (`shipToId`), in any case
 * and with spaces (`Ship-to ID`). Those that the server sets are left out.
 */
export function createFieldReader({ columns, company, model, ignoresUnknown, makesIds, notation }: Fields) {
  const formOf = createForms(notation);
  const settable = columns.filter(({ setByServer }) => !setByServer);
  const byLetters = new Map(
    settable.flatMap((column) =>
      [column.column, column.field].map((name): [string, Column] => [lettersOf(name), column]),
    ),
  );
  const columnNamed = (name: string): Column | undefined => byLetters.get(lettersOf(name));
  const serverSet = new Set(
    columns.filter(({ setByServer }) => setByServer).flatMap(({ column, field }) => [column, field].map(lettersOf)),
  );
  const hasExternalId = columnNamed('external_id') !== undefined;

  const faultOfName = (name: string): string | undefined => {
    const letters = lettersOf(name);
    if (byLetters.has(letters) || serverSet.has(letters) || ignoresUnknown) return undefined;
    if (letters === '') return 'a column has no name';
    const [shown, sought] = [name.slice(0, LONGEST_NAME), letters.slice(0, LONGEST_NAME)];
    const near = closest(sought, [...byLetters.keys()]);
    const meant = distance(sought, near) <= MOST_DIFFERENT ? byLetters.get(near)?.column : undefined;
    return `${shown} is not a column${meant === undefined ? '' : `. Did you mean ${meant}?`}`;
  };

  function add(values: Record<string, unknown>, column: Column, given: unknown): string | undefined {
    const { column: name, nullable } = column;
    if (given === undefined || given === null) {
      // An empty cell cannot say whether it is meant: where null is impossible, it counts as absent.
      if (given === null && !nullable) return `${name} cannot be null; leave it out to keep its value`;
      if (nullable) values[name] = null;
      return undefined;
    }
    const { words, schema } = formOf(column);
    const { data: value } = schema.safeParse(given);
    if (value === undefined) return `${name} must be ${words}`;
    const [issue] = issuesOfValue(column, value, [name]);
    if (issue !== undefined) return `${issue.path.join('.')} ${issue.message}`;
    values[name] = value;
    return undefined;
  }

  /** How many lines have had the same content, by its hash. */
  const repeats = new Map<number, number>();

  /**
   * An id made of a line's content, and of how many lines before it have the same: the same file, also with other lines
   * corrected, then creates nothing twice.
   */
  function madeId(values: Record<string, unknown>): string {
    const given = settable.flatMap(({ column }) => ((values[column] ?? null) === null ? [] : [column, values[column]]));
    const text = stringify([company, model, ...given]);
    const content = hashOf(text);
    const count = repeats.get(content) ?? 0;
    repeats.set(content, count + 1);
    return digestOf(`${count} ${text}`);
  }

  const keyOf = (id: unknown, externalId: unknown): Row['key'] | undefined => {
    if (typeof id === 'string' && id !== '') return { by: 'id', value: id };
    return typeof externalId === 'string' && externalId !== '' ? { by: 'external_id', value: externalId } : undefined;
  };

  return {
    /** Throws StartupError for unknown or repeated columns, and if none identifies records. */
    check(names: readonly string[]): void {
      const faults: string[] = [];
      for (const name of names) {
        const fault = faults.length < MOST_FAULTS ? faultOfName(name) : undefined;
        if (fault !== undefined) faults.push(fault);
      }
      const found = names.flatMap((name) => columnNamed(name)?.column ?? []);
      faults.push(...found.filter((name, index) => found.indexOf(name) < index).map((name) => `${name} appears twice`));
      if (!makesIds && !found.some((name) => name === 'id' || name === 'external_id'))
        faults.push(`a column ${hasExternalId ? 'id or external_id' : 'id'} is required to identify records`);
      if (faults.length === 0) return;
      const text = faults.join('; ');
      throw new StartupError(
        `The first line does not fit: ${text}${text.endsWith('?') ? '' : '.'}\nThe columns are ${settable.map(({ column }) => column).join(', ')}.`,
      );
    },
    ignored: (names: readonly string[]): string[] => names.filter((name) => serverSet.has(lettersOf(name))),
    read(given: Record<string, unknown>): Row | string {
      const all: Record<string, unknown> = {};
      const faults: string[] = [];
      const seen = new Set<Column>();
      for (const [name, value] of Object.entries(given)) {
        if (faults.length >= MOST_FAULTS) break;
        const column = columnNamed(name);
        if (column !== undefined) {
          if (seen.has(column)) faults.push(`${column.column} appears twice`);
          seen.add(column);
        }
        const fault = column === undefined ? faultOfName(name) : add(all, column, value);
        if (fault !== undefined) faults.push(fault);
      }
      const { id, company_id: owner = null, ...values } = all;
      if (owner !== null && owner !== company) faults.push(`company_id is not "${company}"`);
      let key = keyOf(id, values.external_id);
      if (key === undefined && faults.length === 0 && makesIds) key = { by: 'id', value: madeId(values) };
      if (key === undefined && faults.length === 0)
        faults.push(`has no ${hasExternalId ? 'id and no external_id' : 'id'}`);
      return key === undefined || faults.length > 0 ? faults.join('; ') : { key, values };
    },
  };
}

/** A hash in the form of a UUID, of the version whose content is one's own. */
function digestOf(text: string): string {
  const hex = hash('sha256', text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A number for a text, of 52 bits: a million keys take 30 MB, and two of them collide once in ten thousand imports. */
export const hashOf = (text: string): number => Number.parseInt(hash('sha256', text).slice(0, 13), 16);
