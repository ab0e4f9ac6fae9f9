import type { Keyset } from '../../db/methods/page.ts';
import { isStorableText } from '../../values.ts';

/** Writes a keyset as base64url of `[order, key, id]`: a cursor holds for its order only. */
export const encodeCursor = (order: string, { key, id }: Keyset): string =>
  Buffer.from(JSON.stringify([order, key, id])).toString('base64url');

/** Reads a cursor of the given order; undefined for anything else. */
export function decodeCursor(text: string, order: string): Keyset | undefined {
  try {
    const [of, key, id]: unknown[] = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (of !== order || typeof key !== 'string' || typeof id !== 'string') return undefined;
    return isStorableText(key) && isStorableText(id) ? { key, id } : undefined;
  } catch {
    return undefined;
  }
}
