/** The JSON value of a column, or of a part of it. */
export type Json = unknown;

/** A record by its columns, as events have it. */
export type Columns = Readonly<Record<string, Json>>;

const isObject = (value: Json): value is Columns =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether one JSON value contains another, as PostgreSQL's `@>` has it: an object some of its keys, a list some of its items in any order. */
export function contains(whole: Json, part: Json): boolean {
  if (Array.isArray(part))
    return Array.isArray(whole) && part.every((item) => whole.some((candidate) => contains(candidate, item)));
  if (isObject(part))
    return (
      isObject(whole) &&
      Object.entries(part).every(([key, value]) => Object.hasOwn(whole, key) && contains(whole[key], value))
    );
  return whole === part;
}
