import { stringify } from '../exact-json.ts';
import { mustYield, yieldTurn } from '../load/event-loop.ts';
import type { Rule } from '../prisma/tenancy/rule.ts';
import { type Budget, MOST_PAIRED } from './json-contains.ts';
import { type Change, JsonRecord, type MatchedChange } from './live-change.ts';
import { type Interest, matches } from './matching.ts';
import type { Item, Stream } from './stream.ts';

/*
 * How a stream sees a change: as it is, or, under the rule of a narrowed token, as a creation when the record enters
 * the rule and as a deletion when it leaves.
 */

/** Makes something of a change once for all streams. */
function memoized<Made>(make: (change: Change) => Made): (change: Change) => Made {
  const all = new WeakMap<Change, Made>();
  return (change) => {
    const made = all.get(change) ?? make(change);
    all.set(change, made);
    return made;
  };
}

const matched = memoized((change): MatchedChange => ({ ...change, matches: true }));
const unmatched = memoized((change): MatchedChange => ({ ...change, matches: false }));

/** An update by which a record comes into a rule shows nothing of before. */
const asCreated = memoized((change): Change => ({ ...change, action: 'created', changed: [], was: null }));

/** One by which it leaves shows nothing of now. */
const asDeleted = memoized((change): Change => {
  const data = new JsonRecord(stringify({ ...change.data.columns, ...change.was?.columns }));
  return { ...change, action: 'deleted', changed: [], data, was: null, bytes: data.text.length };
});

/** A change as a rule shows it; undefined if neither state is seen, null if that is not known. */
function visibleUnder(rule: Rule, change: Change): Change | null | undefined {
  const { action, recordId, data, was } = change;
  if (!rule.admits('id', recordId)) return undefined;
  const named = rule.columns.filter(({ field }) => field !== 'id');
  if (named.length === 0) return change;
  const isKnown = named.every(({ column }) => column in data.columns) && (action !== 'updated' || was !== null);
  if (!isKnown) return null;
  const isSeen = rule.holds(data.columns);
  if (was === null || !named.some(({ column }) => column in was.columns)) return isSeen ? change : undefined;
  const wasSeen = rule.holds({ ...data.columns, ...was.columns });
  if (isSeen) return wasSeen ? change : asCreated(change);
  return wasSeen ? asDeleted(change) : undefined;
}

/** What a stream gets of a change: the change, nothing, or a gap if what the rule shows is not known. */
export function viewOf(change: Change, interests: readonly Interest[], budget: Budget): Item | undefined {
  const rule = interests.find(({ resource }) => resource === change.resource)?.rule;
  const seen = rule === undefined ? change : visibleUnder(rule, change);
  if (seen === undefined) return undefined;
  if (seen === null) {
    const { position, resource, recordId } = change;
    const isMeant = interests.some(
      (interest) => interest.resource === resource && (interest.ids?.has(recordId) ?? true),
    );
    return isMeant ? { kind: 'gap', position } : undefined;
  }
  const isMatching = matches(seen, interests, budget);
  return isMatching === undefined ? undefined : isMatching ? matched(seen) : unmatched(seen);
}

type Views = Map<Stream, Item | undefined>;

/** Compares a change with the streams of its watch, within one budget and in several turns of the event loop. */
export class Comparison {
  #position: number | undefined;
  #budget = { left: 0 };
  readonly #views: Views = new Map();

  /** Goes on if it is called again for the same change. */
  async of(change: Change, streams: ReadonlySet<Stream>): Promise<Views> {
    if (this.#position !== change.position) this.end();
    if (this.#position === undefined) this.#budget = { left: MOST_PAIRED };
    this.#position = change.position;
    // A stream that joins meanwhile comes last.
    for (const stream of streams) {
      if (this.#views.has(stream)) continue;
      if (mustYield()) await yieldTurn(stream.company);
      this.#views.set(stream, viewOf(change, stream.interests, this.#budget));
    }
    return this.#views;
  }

  end(): void {
    this.#position = undefined;
    this.#views.clear();
  }
}
