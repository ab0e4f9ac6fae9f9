import { literalOf } from './comparisons.ts';
import type { Bind, Model } from './model.ts';

/** The least letters of a word that an index finds anywhere in a text. */
const TRIGRAM = 3;

/** How many letters a word has without loose accents, which search_text() leaves out. */
export const lettersIn = (word: string): number => [...word.replace(/[\u0300-\u036f]/g, '')].length;

/** Whether a word is also found with a typo. A code that is like another one is that of another record. */
const isForgiven = (word: string): boolean => !/\p{N}/u.test(word) && (word.match(/\p{L}/gu)?.length ?? 0) >= 4;

/** The text contains the word. One of one or two letters is found where a word begins: trigrams find no other. */
function containing(word: string, bind: Bind): string {
  const like = (pattern: string) => `s."text" LIKE search_text(${bind(pattern)})`;
  const literal = literalOf(word);
  if (lettersIn(word) >= TRIGRAM) return like(`%${literal}%`);
  return `(${like(`% ${literal}%`)} OR ${like(`%-${literal}%`)})`;
}

const textsOf = ({ stored, alias }: Model): string =>
  `"record_search" s WHERE s."record_type" = '${stored}' AND s."record_id" = ${alias}."id"`;

/** The texts of a record, which track_record() keeps beside it, contain each word, or a part that is similar to it. */
export function searched(model: Model, words: unknown, bind: Bind, company?: string | null): string {
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string'))
    throw new Error(`A search of ${model.name} takes words.`);
  const conditions = words.map((word) => {
    const contains = containing(word, bind);
    return isForgiven(word) ? `(${contains} OR is_similar(s."text", search_text(${bind(word)})))` : contains;
  });
  // The index has the company. Texts of other records would not be of these rows anyway.
  if (company !== undefined) conditions.push(`s."record_company" = ${bind(company ?? '')}`);
  return `EXISTS (SELECT FROM ${textsOf(model)} AND ${conditions.join(' AND ')})`;
}

/** How well the texts of a record fit: those that contain all words first, then by similarity. Less is better. */
export function relevance(model: Model, words: readonly string[], bind: Bind): string {
  const contained = words.map((word) => containing(word, bind)).join(' AND ');
  const similarity = words.map((word) => `similarity_of(s."text", search_text(${bind(word)}))`).join(' + ');
  const most = 1000 * (words.length + 1);
  return `(SELECT (CASE WHEN ${contained} THEN ${-most} ELSE 0 END - 1000 * (${similarity}))::integer FROM ${textsOf(model)})`;
}
