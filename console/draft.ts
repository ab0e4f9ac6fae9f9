import type { Issue } from './documents.ts';
import type { Column } from './schema.ts';
import { isSameValue, readValue, textOf } from './values.ts';

/** The texts of a form, by column. */
export type Draft = Readonly<Record<string, string>>;

export const draftOf = (row: Readonly<Record<string, unknown>> | undefined, columns: readonly Column[]): Draft =>
  Object.fromEntries(columns.map(({ name }) => [name, textOf(row?.[name])]));

/** The columns whose texts differ. */
export const differing = (a: Draft, b: Draft): string[] => Object.keys(a).filter((name) => a[name] !== b[name]);

/**
 * The columns that others have set to something else than the draft. A value that both have set is no conflict, also
 * one that the gateway writes in another way.
 */
export const contested = (draft: Draft, base: Draft, now: Draft, columns: readonly Column[]): string[] =>
  differing(now, base).filter((name) => {
    const column = columns.find((each) => each.name === name);
    return column === undefined || !means(draft[name] ?? '', now[name] ?? '', column);
  });

/** Whether two texts have the same value. */
function means(a: string, b: string, column: Column): boolean {
  if (a === b) return true;
  const [one, other] = [readValue(a, column), readValue(b, column)];
  return 'value' in one && 'value' in other && isSameValue(one.value, other.value);
}

/** The draft on a newer state of the record: what it does not change is as it is now. */
export const moved = (draft: Draft, base: Draft, now: Draft): Draft =>
  Object.fromEntries(Object.keys(now).map((name) => [name, (draft[name] === base[name] ? now : draft)[name] ?? '']));

export interface Changes {
  input: Record<string, unknown>;
  issues: Issue[];
}

/** What the draft changes, and what of it cannot be sent. A column that is left out keeps its value. */
export function changesOf(draft: Draft, base: Draft, columns: readonly Column[]): Changes {
  const changes: Changes = { input: {}, issues: [] };
  for (const name of differing(draft, base)) {
    const column = columns.find((each) => each.name === name);
    const read = column && readValue(draft[name] ?? '', column);
    if (read === undefined) continue;
    if ('fault' in read) changes.issues.push({ path: ['input', name], message: read.fault });
    else changes.input[name] = read.value;
  }
  return changes;
}

/** What is still said once a column has another text. */
export const issuesWithout = (issues: readonly Issue[], name: string): Issue[] =>
  issues.filter((issue) => issueOf([issue], name) === undefined);

/** What is said against a column. */
export const issueOf = (issues: readonly Issue[], name: string): string | undefined =>
  issues.find(({ path }) => path.at(-1) === name || path[path.indexOf('input') + 1] === name)?.message;
