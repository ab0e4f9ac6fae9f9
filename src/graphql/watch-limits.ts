import type { InputIssue } from '../errors.ts';
import { issuesOfFilter } from '../events/subscription-filter.ts';
import { issuesIn, KEY_LENGTH } from '../values.ts';

/** How many records a live operation may name, how many watches it may have, and their bytes as JSON. */
export const MOST_IDS = 1_000;
export const MOST_WATCHES = 10;
const MOST_BYTES = 64 * 1024;

/** Records of a type that a client wants to watch. */
interface Watch {
  record: string;
  ids?: readonly string[] | null | undefined;
  filter?: object | null | undefined;
}

export const issuesOfId = (id: string, path: string[]): InputIssue[] =>
  id.length > KEY_LENGTH ? [{ path, code: 'TOO_LONG', message: `must have at most ${KEY_LENGTH} characters` }] : [];

/** What a live operation may not watch. A stream keeps the ids and the filters as long as it is open. */
export function issuesOfWatches(watches: readonly Watch[]): InputIssue[] {
  const tooLong = (message: string): InputIssue[] => [{ path: ['watch'], code: 'TOO_LONG', message }];
  if (watches.length === 0) return [{ path: ['watch'], code: 'REQUIRED', message: 'must have at least one item' }];
  if (watches.length > MOST_WATCHES) return tooLong(`must have at most ${MOST_WATCHES} items`);
  if (watches.reduce((sum, { ids }) => sum + (ids?.length ?? 0), 0) > MOST_IDS)
    return tooLong(`must have at most ${MOST_IDS} ids in all`);
  const issues = watches.flatMap(({ record, ids, filter }, index) => {
    const path = ['watch', `${index}`];
    const faults = filter ? issuesIn(filter, [...path, 'filter']) : [];
    if (filter && faults.length === 0) faults.push(...issuesOfFilter(filter, record, [...path, 'filter']));
    return [...(ids ?? []).flatMap((id, at) => issuesOfId(id, [...path, 'ids', `${at}`])), ...faults];
  });
  if (issues.length > 0) return issues;
  return Buffer.byteLength(JSON.stringify(watches)) > MOST_BYTES ? tooLong('must be at most 64 KB as JSON') : [];
}
