import type { Model } from '../../prisma/sql/model.ts';
import { lettersIn } from '../../prisma/sql/search.ts';
import { isPlain, KEY_LENGTH } from '../../records/values.ts';
import type { Condition, Conditions } from './read-filter.ts';

const LEAST_LETTERS = 2;
const MOST_WORDS = 10;

/** The words of a search, in one form of their letters. Accents alone are none: without them, every text matches. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .split(/\s+/)
    .filter((word) => /\P{M}/u.test(word));

/** How many records a list brings into the order of how well they fit: that reads all of their texts. */
export const MOST_RANKED = 500;

/** The order of a list with a search: what fits best comes first. Undefined without one. */
export const ranked = (filter: unknown): { name: string; orderBy: { relevance: string[] }[] } | undefined =>
  isPlain(filter) && typeof filter.search === 'string'
    ? { name: 'RELEVANCE', orderBy: [{ relevance: wordsOf(filter.search) }] }
    : undefined;

/** The condition `search`, that the searched columns contain each word of a text; none if no column is searched. */
export function search(model: Model): Conditions {
  const fields = [...model.columns.values()].flatMap(({ field, searched }) => (searched ? [`\`${field}\``] : []));
  if (fields.length === 0) return {};
  const condition: Condition = {
    type: 'String',
    description: `Each word of this text is in one of ${fields.join(', ')}, in any order and case, with or without accents. A word of four letters or more without digits is also found with a typo. Words of one or two characters are found where a word begins. It has ${LEAST_LETTERS} to ${KEY_LENGTH} characters and at most ${MOST_WORDS} words. Of each field, the first 1,000 characters are searched.`,
    where: (text: string) => ({ search: { words: wordsOf(text) } }),
    fault: (text: string) => {
      const words = wordsOf(text);
      const all = words.join(' ');
      const message = `must have ${LEAST_LETTERS} to ${KEY_LENGTH} characters`;
      if (lettersIn(all) < LEAST_LETTERS) return { code: 'OUT_OF_RANGE', message };
      if ([...all].length > KEY_LENGTH) return { code: 'TOO_LONG', message };
      return words.length > MOST_WORDS
        ? { code: 'TOO_LONG', message: `must have at most ${MOST_WORDS} words` }
        : undefined;
    },
  };
  return { search: condition };
}
