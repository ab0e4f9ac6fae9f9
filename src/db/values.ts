/** Maximum length of an indexed text. */
export const KEY_LENGTH = 255;

/** Whether PostgreSQL can store the text: it has no place for U+0000, and UTF-8 none for half of a surrogate pair. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** A value in the form the driver takes: JSON and objects as JSON text, times in UTC, anything else as it is. */
export function toParameter(value: unknown, type?: string): unknown {
  if (value === null) return null;
  if (value instanceof Date) return value.toISOString();
  return type === 'Json' ? JSON.stringify(value) : value;
}
