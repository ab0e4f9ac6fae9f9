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

/** Whether a wish is for the record in one of its states. A large record is not compared. */
const fits = ({ resource, recordId, truncated }: Change, record: Columns, wish: Wish): boolean =>
  wish.resource === resource &&
  (wish.ids?.has(recordId) ?? true) &&
  (wish.filter === undefined || truncated || contains(record, wish.filter));

/** Whether the record matches one of the wishes after the change. */
export const matchesNow = (change: Change, wishes: readonly Wish[]): boolean =>
  change.action !== 'deleted' && wishes.some((wish) => fits(change, change.data, wish));

/** Whether one of the wishes is for this change: the record matches it before or after. */
export const isWanted = (change: Change, wishes: readonly Wish[]): boolean =>
  wishes.some(
    (wish) =>
      fits(change, change.data, wish) || (change.was !== null && fits(change, { ...change.data, ...change.was }, wish)),
  );

/** How many changes one statement reads. A record has at most 250 KB. */
export const READ_BATCH = 100;

/** The changes of these watches between two positions, and what tells whether there are more and whether any may be missing. */
const READ = `
SELECT state.*, c.position, c.watch_id AS "watchId", c.record_id AS "recordId", c.action, c.sequence, c.occurred_at AS "occurredAt",
  c.changed, c.data, c.was, c.truncated
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
