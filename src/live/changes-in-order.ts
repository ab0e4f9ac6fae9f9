import type pg from 'pg';
import { type Change, JsonRecord } from './live-change.ts';

/** How many changes a read returns at most. Each has the size of a message at most. */
export const READ_BATCH = 50;

/** Changes between two positions, in the order in which prisma/sql/open-outbox.sql opened them, and what is missing. */
const READ = `
SELECT state.*, c.position, c.watch_id AS "watchId", c.record_id AS "recordId", c.action, c.sequence,
  c.occurred_at AS "occurredAt",
  c.changed, c.data::text, c.was::text, c.truncated, c.actor
FROM (
  SELECT (SELECT coalesce(max(position), 0) FROM live_change)::bigint AS top,
    (SELECT CASE WHEN EXISTS (SELECT FROM database_epoch WHERE name = epoch_name())
      THEN last_value ELSE last_position() END FROM live_change_position_seq) AS drawn,
    (SELECT array_agg(id) FROM unnest($3::text[]) id
      WHERE NOT EXISTS (SELECT FROM live_lease WHERE watch_id = id)) AS lapsed,
    (SELECT max(since) FROM live_lease WHERE watch_id = ANY ($3)) AS since,
    (SELECT jsonb_object_agg(watch_id, since) FROM live_lease WHERE watch_id = ANY ($3) AND since > $1) AS passed,
    (SELECT jsonb_agg(jsonb_build_array(top, bottom)) FROM database_epoch WHERE top IS NOT NULL) AS lost
) state
LEFT JOIN LATERAL (
  SELECT * FROM live_change WHERE position > $1 AND position <= coalesce($2, position) AND watch_id = ANY ($3)
    ORDER BY position LIMIT $4
) c ON true
ORDER BY c.position`;

export type Stored = Omit<Change, 'kind' | 'resource'>;
interface Texts {
  data: string;
  was: string | null;
}
interface State {
  top: number;
  /** The position given out last. Before the epoch has begun, the sequence may still be among what is lost. */
  drawn: number;
  lapsed: string[] | null;
  since: number | null;
  passed: Record<string, number> | null;
  lost: [number, number][] | null;
}
type ReadRow = State & ((Omit<Stored, 'bytes' | keyof Texts> & Texts) | { position: null });

export interface Reading {
  changes: Stored[];
  /** The highest position that can be read, of a change or as `since`. */
  top: number;
  /** Watches without a lease: their changes are not recorded. */
  lapsed: string[];
  /** The position since which no change of the watches is missing. */
  since: number;
  /** For the watches of which changes after `after` may be missing: the position since which none is. */
  passed: Record<string, number>;
  /** Whether a position was given out by this database, and not by another one or in what it has lost. */
  isKnown: (position: number) => boolean;
}

const NO_STATE: State = { top: 0, drawn: 0, lapsed: null, since: null, passed: null, lost: null };

/** Reads the next changes of the watches after the position `after`, up to `upTo`, in their order. */
export async function readChanges(
  db: Pick<pg.ClientBase, 'query'>,
  watches: string[],
  { after, upTo = null }: { after: number; upTo?: number | null },
): Promise<Reading> {
  const { rows } = await db.query<ReadRow>({
    name: 'live_read',
    text: READ,
    values: [after, upTo, watches, READ_BATCH],
  });
  const [{ top, drawn, lapsed, since, passed, lost } = NO_STATE] = rows;
  const changes = rows.flatMap((row): Stored[] => {
    if (row.position === null) return [];
    const { data, was } = row;
    const bytes = data.length + (was?.length ?? 0);
    return [{ ...row, bytes, data: new JsonRecord(data), was: was === null ? null : new JsonRecord(was) }];
  });
  return {
    changes,
    top: Math.max(top, since ?? 0),
    lapsed: lapsed ?? [],
    since: since ?? Number.POSITIVE_INFINITY,
    passed: passed ?? {},
    isKnown: (position) => position <= drawn && !lost?.some(([last, first]) => last < position && position < first),
  };
}
