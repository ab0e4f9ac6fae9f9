import { closest, distance } from 'fastest-levenshtein';
import { StartupError } from '../base/startup-error.ts';
import type { Column } from '../prisma/sql/model.ts';
import { issuesOfValue } from '../records/values.ts';
import { createForms, type Notation } from './forms.ts';
import type { Row } from './upsert.ts';

interface Fields {
  columns: readonly Column[];
  company: string;
  ignoresUnknown: boolean;
  notation: Notation;
}

/** The letters of a name, which people write in any case, with spaces or underscores between words. */
const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');

const MOST_DIFFERENT = 2;

export type FieldReader = ReturnType<typeof createFieldReader>;

/**
 * Reads lines into rows. A column is named as in the database (`ship_to_id`) or in GraphQL (`shipToId`), in any case
 * and with spaces (`Ship-to ID`). Those that the server sets are left out.
 */
export function createFieldReader({ columns, company, ignoresUnknown, notation }: Fields) {
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
    const near = closest(letters, [...byLetters.keys()]);
    const meant = distance(letters, near) <= MOST_DIFFERENT ? byLetters.get(near)?.column : undefined;
    return `${name} is not a column${meant === undefined ? '' : `; do you mean ${meant}?`}`;
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

  const keyOf = (id: unknown, externalId: unknown): Row['key'] | undefined => {
    if (typeof id === 'string' && id !== '') return { by: 'id', value: id };
    return typeof externalId === 'string' && externalId !== '' ? { by: 'external_id', value: externalId } : undefined;
  };

  return {
    /** Throws StartupError for unknown or repeated columns, and if none identifies records. */
    check(names: readonly string[]): void {
      const faults = names.flatMap((name) => faultOfName(name) ?? []);
      const found = names.flatMap((name) => columnNamed(name)?.column ?? []);
      faults.push(...found.filter((name, index) => found.indexOf(name) < index).map((name) => `${name} appears twice`));
      if (!found.some((name) => name === 'id' || name === 'external_id'))
        faults.push(`a column ${hasExternalId ? 'id or external_id' : 'id'} is required to identify records`);
      if (faults.length === 0) return;
      throw new StartupError(
        `The first line does not fit: ${faults.join('; ')}.\nThe columns are ${settable.map(({ column }) => column).join(', ')}.`,
      );
    },
    ignored: (names: readonly string[]): string[] => names.filter((name) => serverSet.has(lettersOf(name))),
    read(given: Record<string, unknown>): Row | string {
      const all: Record<string, unknown> = {};
      const faults: string[] = [];
      const seen = new Set<Column>();
      for (const [name, value] of Object.entries(given)) {
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
      const key = keyOf(id, values.external_id);
      if (key === undefined && faults.length === 0)
        faults.push(`has no ${hasExternalId ? 'id and no external_id' : 'id'}`);
      return key === undefined || faults.length > 0 ? faults.join('; ') : { key, values };
    },
  };
}
