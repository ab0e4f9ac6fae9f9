import { stringify } from '../exact-json.ts';
import { mustYield, yieldTurn } from '../load/event-loop.ts';
import type { Rule } from '../prisma/tenancy/rule.ts';
import { type Budget, MOST_PAIRED } from './json-contains.ts';
import { type Change, JsonRecord, type Shown } from './live-change.ts';
import { type Interest, matches } from './matching.ts';
import type { Item, Stream } from './stream.ts';

/** Makes something of a change once for all streams: they hold the same objects. */
function once<Made>(make: (change: Change) => Made): (change: Change) => Made {
  const known = new WeakMap<Change, Made>();
  return (change) => {
    const made = known.get(change) ?? make(change);
    known.set(change, made);
    return made;
  };
}

const matching = once((change): Shown => ({ ...change, matches: true }));
const unmatching = once((change): Shown => ({ ...change, matches: false }));

/** An update by which a record comes into a rule: nothing of what it was before. */
const coming = once((change): Change => ({ ...change, action: 'created', changed: [], was: null }));

/** An update by which a record leaves a rule: what it was before, and nothing of what it is now. */
const leaving = once((change): Change => {
  const data = new JsonRecord(stringify({ ...change.data.columns, ...change.was?.columns }));
  return { ...change, action: 'deleted', changed: [], data, was: null, bytes: data.text.length };
});

/** A change as a rule shows it; undefined if neither state is seen, and null if that cannot be decided. */
function under(rule: Rule, change: Change): Change | null | undefined {
  const { action, recordId, data, was } = change;
  if (!rule.admits('id', recordId)) return undefined;
  const named = rule.columns.filter(({ field }) => field !== 'id');
  if (named.length === 0) return change;
  const isKnown = named.every(({ column }) => column in data.columns) && (action !== 'updated' || was !== null);
  if (!isKnown) return null;
  const isSeen = rule.holds(data.columns);
  if (was === null || !named.some(({ column }) => column in was.columns)) return isSeen ? change : undefined;
  const wasSeen = rule.holds({ ...data.columns, ...was.columns });
  if (isSeen) return wasSeen ? change : coming(change);
  return wasSeen ? leaving(change) : undefined;
}

/** What a stream gets of a change: nothing, or a gap, after which its client reads what the token may see. */
export function viewOf(change: Change, interests: readonly Interest[], budget: Budget): Item | undefined {
  const rule = interests.find(({ resource }) => resource === change.resource)?.rule;
  const seen = rule === undefined ? change : under(rule, change);
  if (seen === undefined) return undefined;
  if (seen === null) {
    const { position, resource, recordId } = change;
    const isMeant = interests.some(
      (interest) => interest.resource === resource && (interest.ids?.has(recordId) ?? true),
    );
    return isMeant ? { kind: 'gap', position } : undefined;
  }
  const isMatching = matches(seen, interests, budget);
  return isMatching === undefined ? undefined : isMatching ? matching(seen) : unmatching(seen);
}

/** What the streams get. */
type Views = Map<Stream, Item | undefined>;

/** Compares one change after the other with all streams, each within one budget and in many turns of the event loop. */
export class Comparison {
  #position: number | undefined;
  #budget = { left: 0 };
  readonly #views: Views = new Map();

  /** Compares a change with the streams. Called again for the same change, it goes on. */
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
