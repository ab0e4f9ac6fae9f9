import type pg from 'pg';

export type Columns = Readonly<Record<string, unknown>>;

/** A record as JSON. It is parsed when it is needed: as objects, it can take twenty times the memory of its text. */
export class JsonRecord {
  readonly text: string;
  #parsed: WeakRef<Columns> | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get columns(): Columns {
    const kept = this.#parsed?.deref();
    if (kept !== undefined) return kept;
    const columns: Columns = JSON.parse(this.text);
    this.#parsed = new WeakRef(columns);
    return columns;
  }
}

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
  /** Who made it, as the database has it. */
  actor: string | null;
  /** The changed columns of an update. */
  changed: string[];
  /** The record after the change, or before its deletion; empty if it is too large. */
  data: JsonRecord;
  /** The values that an update replaced, by column. */
  was: JsonRecord | null;
  truncated: boolean;
  /** The length of `data` and `was`. */
  bytes: number;
}

/** Changes up to the position may be missing. */
export interface Gap {
  kind: 'gap';
  position: number;
}

/** A change on its way to a client. */
export interface Shown extends Change {
  /** Whether the record is there and has what the stream wants. */
  matches: boolean;
}

/** The length of the records that wait for all clients of this process. A record that waits for several counts once. */
const MOST_BYTES_HELD = 64 * 1024 * 1024;
let held = 0;
const holders = new Map<JsonRecord, number>();

export function hold({ data, bytes }: Change): void {
  const before = holders.get(data) ?? 0;
  if (before === 0) held += bytes;
  holders.set(data, before + 1);
}

export function letGo({ data, bytes }: Change): void {
  const left = (holders.get(data) ?? 0) - 1;
  if (left > 0) holders.set(data, left);
  else if (holders.delete(data)) held -= bytes;
}

/** Whether more waits than may, also with so many bytes more. */
export const holdsTooMuch = (more = 0): boolean => held + more > MOST_BYTES_HELD;

/** How many changes one statement reads. A record has at most 250 KB. */
export const READ_BATCH = 50;

/**
 * Changes between two positions, and positions that show whether more follow or some may be missing. Their order is that
 * in which prisma/sql/open-outbox.sql has opened the outbox.
 */
const READ = `
SELECT state.*, c.position, c.watch_id AS "watchId", c.record_id AS "recordId", c.action, c.sequence, c.occurred_at AS "occurredAt",
  c.changed, c.data::text, c.was::text, c.truncated, c.actor
FROM (
  SELECT (SELECT coalesce(max(position), 0) FROM live_change)::bigint AS top,
    (SELECT last_value FROM live_change_position_seq) AS drawn,
    (SELECT max(since) FROM live_lease WHERE watch_id = ANY ($3)) AS since
) state
LEFT JOIN LATERAL (
  SELECT * FROM live_change WHERE position > $1 AND position <= coalesce($2, position) AND watch_id = ANY ($3) ORDER BY position LIMIT $4
) c ON true
ORDER BY c.position`;

/** A change as the database has it. Its watch has the resource. */
export type Stored = Omit<Change, 'kind' | 'resource'>;
interface Texts {
  data: string;
  was: string | null;
}
type Row = { top: number; drawn: number; since: number | null } & (
  | (Omit<Stored, 'bytes' | keyof Texts> & Texts)
  | { position: null }
);

export interface Reading {
  changes: Stored[];
  /** The highest position that can be read. */
  top: number;
  /** The highest position that was ever given to a change. */
  drawn: number;
  /** The position since which no change of the watches is missing. */
  since: number;
}

/** Reads the next changes of the watches behind the position `after`, up to `upTo`, in their order. */
export async function readChanges(
  db: Pick<pg.ClientBase, 'query'>,
  watches: string[],
  { after, upTo = null }: { after: number; upTo?: number | null },
): Promise<Reading> {
  const { rows } = await db.query<Row>({ name: 'live_read', text: READ, values: [after, upTo, watches, READ_BATCH] });
  const [{ top, drawn, since } = { top: 0, drawn: 0, since: null }] = rows;
  const changes = rows.flatMap((row): Stored[] => {
    if (row.position === null) return [];
    const { data, was } = row;
    const bytes = data.length + (was?.length ?? 0);
    return [{ ...row, bytes, data: new JsonRecord(data), was: was === null ? null : new JsonRecord(was) }];
  });
  return { changes, top, drawn, since: since ?? Number.POSITIVE_INFINITY };
}
