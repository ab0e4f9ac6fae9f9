import type { InputIssue } from '../errors.ts';

/** A text in a searched column, which an index must be able to hold. */
export const KEY_LENGTH = 255;
const JSON_DEPTH = 50;

/** Whether PostgreSQL can hold the text: it has no place for U+0000, and UTF-8 none for half of a surrogate pair. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/**
 * The reasons why a value cannot be kept as it is, each with its path: text that PostgreSQL cannot hold, numbers that JSON cannot
 * write, objects nested deeper than 50 levels.
 */
export function issuesIn(value: unknown, path: string[], depth = 0): InputIssue[] {
  if (typeof value === 'string' && !isStorableText(value))
    return [{ path, message: 'must not contain U+0000 or half of a surrogate pair' }];
  if (typeof value === 'number' && !Number.isFinite(value))
    return [{ path, message: 'is too large a number to be kept' }];
  if (value instanceof Date) return dateIssues(value, path);
  if (typeof value !== 'object' || value === null) return [];
  if (depth === JSON_DEPTH) return [{ path, message: `must not be nested deeper than ${JSON_DEPTH} levels` }];
  if (Array.isArray(value)) return value.flatMap((item, index) => issuesIn(item, [...path, String(index)], depth + 1));
  return Object.entries(value).flatMap(([key, item]) => {
    if (!isStorableText(key)) return [{ path, message: 'has a key with U+0000 or half of a surrogate pair' }];
    return issuesIn(item, [...path, key], depth + 1);
  });
}

const dateIssues = (date: Date, path: string[]): InputIssue[] =>
  date.getUTCFullYear() < 1 || Number.isNaN(date.getTime())
    ? [{ path, message: 'must not lie before the year 1' }]
    : [];

/** The form in which the driver takes a value: objects as JSON text, moments in UTC; all else as it is. */
export function toParameter(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return JSON.stringify(value);
  return value;
}
