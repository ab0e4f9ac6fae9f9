import type { ParseOptions, Source } from 'graphql';

const MOST_TOKENS = 10_000;
/** graphql-js counts the lines before each error that it reports. A longer document has errors without `locations`. */
const MOST_LINES = 500;

function isLong(document: string): boolean {
  const breaks = document.matchAll(/\r\n|[\n\r]/g);
  for (let lines = 1; lines <= MOST_LINES; lines++) if (breaks.next().done) return false;
  return true;
}

/** The options with which a document is parsed. */
export const parserOptions = (source: string | Source): ParseOptions => ({
  maxTokens: MOST_TOKENS,
  noLocation: isLong(typeof source === 'string' ? source : source.body),
});
