import { isStorableText } from '../db/storable.ts';

/** Where a page ends: the value of the order's expression and the id that breaks ties. */
export interface Cursor {
  key: string;
  id: string;
}

/** Writes a cursor that a client passes back unread. It names its order, so that it cannot be used in another one. */
export const encodeCursor = (order: string, key: unknown, id: string): string =>
  Buffer.from(JSON.stringify([order, String(key), id])).toString('base64url');

/** Reads a cursor of the given order; undefined for anything else. */
export function decodeCursor(text: string, order: string): Cursor | undefined {
  try {
    const [of, key, id]: unknown[] = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (of !== order || typeof key !== 'string' || typeof id !== 'string') return undefined;
    return isStorableText(key) && isStorableText(id) ? { key, id } : undefined;
  } catch {
    return undefined;
  }
}
