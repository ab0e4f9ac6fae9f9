import { type InputIssue, MOST_ISSUES } from '../errors.ts';

/** Maximum length of an indexed text. */
export const KEY_LENGTH = 255;
const JSON_DEPTH = 50;

/** Whether PostgreSQL can store the text: it has no place for U+0000, and UTF-8 none for half of a surrogate pair. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** A value in the form the driver takes: JSON and objects as JSON text, times in UTC, anything else as it is. */
export function toParameter(value: unknown, type?: string): unknown {
  if (value === null) return null;
  if (value instanceof Date) return value.toISOString();
  return type === 'Json' ? JSON.stringify(value) : value;
}

/** What PostgreSQL or JSON cannot hold in a value, or is nested too deeply, each with its path; at most the first hundred. */
export function issuesIn(value: unknown, path: readonly string[]): InputIssue[] {
  const issues: InputIssue[] = [];
  const inside = [...path];
  const add = (message: string): void => void issues.push({ path: [...inside], message });

  const examine = (item: unknown, depth: number): void => {
    if (typeof item === 'string' && !isStorableText(item)) add('must not contain U+0000 or half of a surrogate pair');
    if (typeof item === 'number' && !Number.isFinite(item)) add('is too large a number');
    if (item instanceof Date && item.getUTCFullYear() < 1) add('must not lie before the year 1');
    if (typeof item !== 'object' || item === null || item instanceof Date) return;
    if (depth === JSON_DEPTH) add(`must not be nested deeper than ${JSON_DEPTH} levels`);
    else for (const [key, each] of Object.entries(item)) enter(key, each, depth + 1);
  };
  const enter = (key: string, item: unknown, depth: number): void => {
    if (issues.length >= MOST_ISSUES) return;
    if (isStorableText(key)) {
      inside.push(key);
      examine(item, depth);
      inside.pop();
    } else add('has a key with U+0000 or half of a surrogate pair');
  };
  examine(value, 0);
  return issues;
}
