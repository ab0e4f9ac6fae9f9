import { type InputIssue, type IssueCode, MOST_ISSUES } from './errors.ts';

/** Maximum length of an indexed text. */
export const KEY_LENGTH = 255;
const JSON_DEPTH = 50;

/** Whether PostgreSQL can store the text: it has no place for U+0000, and UTF-8 none for an unpaired surrogate. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Whether PostgreSQL and RFC 3339 can both write the time: its year in UTC has four digits and is not 0. */
const isStorableTime = (time: Date): boolean => time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9999;

/** Whether JSON is nested more than `JSON_DEPTH` levels deep. */
export const isTooDeep = (value: unknown, depth = 0): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === JSON_DEPTH || Object.values(value).some((item) => isTooDeep(item, depth + 1)));

/** What an issue says of JSON that is too deep. */
export const TOO_DEEP = `must not be nested deeper than ${JSON_DEPTH} levels`;

/** What PostgreSQL or JSON cannot hold in a value, or is nested too deeply; at most the first hundred. */
export function issuesIn(value: unknown, path: readonly string[]): InputIssue[] {
  const issues: InputIssue[] = [];
  const inside = [...path];
  const add = (code: IssueCode, message: string): void => void issues.push({ path: [...inside], code, message });

  const examine = (item: unknown, depth: number): void => {
    if (typeof item === 'string' && !isStorableText(item))
      add('INVALID_CHARACTER', 'must not contain U+0000 or an unpaired surrogate');
    if (typeof item === 'number' && !Number.isFinite(item)) add('OUT_OF_RANGE', 'must be a finite number');
    if (item instanceof Date && !isStorableTime(item)) add('OUT_OF_RANGE', 'must lie in the years 1 to 9999, in UTC');
    if (typeof item !== 'object' || item === null || item instanceof Date) return;
    if (depth === JSON_DEPTH) add('TOO_DEEP', TOO_DEEP);
    else for (const [key, each] of Object.entries(item)) enter(key, each, depth + 1);
  };
  const enter = (key: string, item: unknown, depth: number): void => {
    if (issues.length >= MOST_ISSUES) return;
    if (isStorableText(key)) {
      inside.push(key);
      examine(item, depth);
      inside.pop();
    } else add('INVALID_CHARACTER', 'has a key with U+0000 or an unpaired surrogate');
  };
  examine(value, 0);
  return issues;
}
