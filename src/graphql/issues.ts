import { isStorableText } from '../db/values.ts';
import type { InputIssue } from '../errors.ts';

const JSON_DEPTH = 50;

/** Everything in a value that PostgreSQL or JSON cannot hold, or that is nested too deeply, each with its path. */
export function issuesIn(value: unknown, path: string[], depth = 0): InputIssue[] {
  if (typeof value === 'string' && !isStorableText(value))
    return [{ path, message: 'must not contain U+0000 or half of a surrogate pair' }];
  if (typeof value === 'number' && !Number.isFinite(value)) return [{ path, message: 'is too large a number' }];
  if (value instanceof Date)
    return value.getUTCFullYear() >= 1 ? [] : [{ path, message: 'must not lie before the year 1' }];
  if (typeof value !== 'object' || value === null) return [];
  if (depth === JSON_DEPTH) return [{ path, message: `must not be nested deeper than ${JSON_DEPTH} levels` }];
  if (Array.isArray(value)) return value.flatMap((item, index) => issuesIn(item, [...path, String(index)], depth + 1));
  return Object.entries(value).flatMap(([key, item]) => {
    if (!isStorableText(key)) return [{ path, message: 'has a key with U+0000 or half of a surrogate pair' }];
    return issuesIn(item, [...path, key], depth + 1);
  });
}
