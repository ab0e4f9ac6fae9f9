import type pg from 'pg';
import { type Columns, contains } from './match.ts';

/** A change of a record, as every gateway reads it. */
export interface Change {
  kind: 'change';
  position: number;
  watchId: string;
  /** The table of the record. */
  resource: string;
  recordId: string;
  action: 'created' | 'updated' | 'deleted';
  /** Rises with each change of the record, over its deletion. */
  sequence: number;
  occurredAt: string;
  /** The changed columns of an update. */
  changed: string[];
  /** The record after the change, or before its deletion; empty if it is too large. */
  data: Columns;
  /** The values that an update replaced, by column. */
  was: Columns | null;
  truncated: boolean;
  /** The length of `data` and `was` as JSON. */
  bytes: number;
}

/** Tells that changes up to the position may be missing. */
export interface Gap {
  kind: 'gap';
  position: number;
}

/** What a stream wants of a resource. */
export interface Wish {
  resource: string;
  /** Only these records. */
  ids?: ReadonlySet<string> | undefined;
  /** Only changes of records that contain this, before or after. */
  filter?: object | undefined;
}

/** A change on its way to a client. */
export interface Shown extends Change {
  /** Whether the record is there and has what the stream wants. */
  matches: boolean;
}

/** Whether a record contains a filter, by the filter's text: thousands of streams ask the same of one change. */
const compared = new WeakMap<Columns, Map<string, boolean>>();
const texts = new WeakMap<object, string>();
const earlier = new WeakMap<Change, Columns>();

/** The value of a key, which is made when it is first asked for. */
function kept<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}

function containsFilter(record: Columns, filter: object): boolean {
  const text = kept(texts, filter, () => JSON.stringify(filter));
  const answers = kept(compared, record, () => new Map<string, boolean>());
  return kept(answers, text, () => contains(record, filter));
}

/** Whether a wish is for the record in one of its states. A large record is not compared. */
const fits = ({ resource, recordId, truncated }: Change, wish: Wish, record: () => Columns): boolean =>
  wish.resource === resource &&
  (wish.ids?.has(recordId) ?? true) &&
  (wish.filter === undefined || truncated || containsFilter(record(), wish.filter));

/** Whether the record matches one of the wishes after the change. */
export const matchesNow = (change: Change, wishes: readonly Wish[]): boolean =>
  change.action !== 'deleted' && wishes.some((wish) => fits(change, wish, () => change.data));

/** Whether one of the wishes is for this change: the record matches it before or after. */
export const isWanted = (change: Change, wishes: readonly Wish[]): boolean => {
  const { data, was } = change;
  const before = (): Columns => kept(earlier, change, () => ({ ...data, ...was }));
  return wishes.some((wish) => fits(change, wish, () => data) || (was !== null && fits(change, wish, before)));
};

/** How many changes one statement reads. A record has at most 250 KB. */
export const READ_BATCH = 50;

/** The changes of these watches between two positions, and what tells whether there are more and whether any may be missing. */
const READ = `
SELECT state.*, c.position, c.watch_id AS "watchId", c.record_id AS "recordId", c.action, c.sequence, c.occurred_at AS "occurredAt",
  c.changed, c.data, c.was, c.truncated, octet_length(c.data::text) + coalesce(octet_length(c.was::text), 0) AS bytes
FROM (
  SELECT (SELECT coalesce(max(position), 0) FROM live_change)::bigint AS top,
    (SELECT last_value FROM live_change_position_seq) AS drawn,
    (SELECT max(since) FROM live_lease WHERE watch_id = ANY ($3)) AS since
) state
LEFT JOIN LATERAL (
  SELECT * FROM live_change WHERE position > $1 AND position <= coalesce($2, position) AND watch_id = ANY ($3) ORDER BY position LIMIT $4
) c ON true
ORDER BY c.position`;

/** A change as the database has it. Its watch tells the resource. */
export type Stored = Omit<Change, 'kind' | 'resource'>;
type Row = { top: number; drawn: number; since: number | null } & (Stored | { position: null });

export interface Reading {
  changes: Stored[];
  /** The highest position that can be read. */
  top: number;
  /** The highest position that was ever given to a change. */
  drawn: number;
  /** The position since which no change of the watches is missing. */
  since: number;
}

/** Reads up to `most` changes of the watches behind the position `after`, up to `upTo`, in their order. */
export async function readChanges(
  db: Pick<pg.ClientBase, 'query'>,
  watches: string[],
  { after, upTo = null, most = READ_BATCH }: { after: number; upTo?: number | null; most?: number },
): Promise<Reading> {
  const { rows } = await db.query<Row>({ name: 'live_read', text: READ, values: [after, upTo, watches, most] });
  const [{ top, drawn, since } = { top: 0, drawn: 0, since: null }] = rows;
  return { changes: rows.filter((row) => row.position !== null), top, drawn, since: since ?? Number.POSITIVE_INFINITY };
}
