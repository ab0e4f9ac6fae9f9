import type { Keyset } from '../../prisma/methods/page.ts';
import { isStorableText, parseJson } from '../../records/values.ts';

/** Writes a keyset as base64url of `[order, key, id]`: a cursor holds for its order only. */
export const encodeCursor = (order: string, { key, id }: Keyset): string =>
  Buffer.from(JSON.stringify([order, key, id])).toString('base64url');

/** Reads a cursor of the given order; undefined for anything else. */
export function decodeCursor(text: string, order: string): Keyset | undefined {
  const parsed = parseJson(Buffer.from(text, 'base64url').toString());
  const [of, key, id]: unknown[] = Array.isArray(parsed) ? parsed : [];
  if (of !== order || typeof key !== 'string' || typeof id !== 'string') return undefined;
  return isStorableText(key) && isStorableText(id) ? { key, id } : undefined;
}
