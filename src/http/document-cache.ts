import { LRUCache } from 'lru-cache';

/**
 * A cache by document text, bounded in entries and in characters: a parsed document takes some 60 times its text's memory, and clients
 * choose the texts.
 */
export const documentCache = <Value extends object>(): LRUCache<string, Value> =>
  new LRUCache({ max: 500, maxSize: 500_000, sizeCalculation: (_value, text) => text.length + 1 });
