import type { Keyset } from '../../prisma/sql/order.ts';
import { isStorableText, parseJson } from '../../records/values.ts';

/** Writes a keyset as base64url of `[order, id, ...keys]`: a cursor holds for its order only. */
export const encodeCursor = (order: string, { keys, id }: Keyset): string =>
  Buffer.from(JSON.stringify([order, id, ...keys])).toString('base64url');

/** Reads a cursor of an order; undefined for anything else. */
export function decodeCursor(text: string, order: string): Keyset | undefined {
  const parsed = parseJson(Buffer.from(text, 'base64url').toString());
  const [of, ...texts]: unknown[] = Array.isArray(parsed) ? parsed : [];
  const storable = texts.filter((each) => typeof each === 'string').filter(isStorableText);
  const [id, ...keys] = storable;
  return of === order && id !== undefined && storable.length === texts.length ? { keys, id } : undefined;
}
