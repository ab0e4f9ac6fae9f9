import type pg from 'pg';

/** A statement that keeps the lanes runs again after this many times its own duration, so that it takes a tenth of the time at most. */
const REST = 10;
/** Rows behind a mark that is as old cost a claim next to nothing. */
const LEAST_REST_MS = 50;

/**
 * The subscriptions that can be sent something, each with the time at which its first pending delivery was due, leased or not. It skips
 * from one subscription to the next in the index, so its cost grows with the number of those that wait and not with the length of the
 * queue. But it also reads the rows that were deleted and cannot be vacuumed yet.
 */
const SURVEY = `
WITH RECURSIVE waiting (id, mark) AS (
  (SELECT subscription_id, next_attempt_at FROM webhook_delivery_pending ORDER BY subscription_id, next_attempt_at LIMIT 1)
  UNION ALL
  SELECT d.* FROM waiting w CROSS JOIN LATERAL (
    SELECT subscription_id, next_attempt_at FROM webhook_delivery_pending
    WHERE subscription_id > w.id ORDER BY subscription_id, next_attempt_at LIMIT 1
  ) d
)
SELECT w.id, w.mark, s.ordered
FROM waiting w CROSS JOIN LATERAL (
  SELECT s.ordered FROM webhook_subscription s
  WHERE s.id = w.id AND s.state = 'active' AND (s.breaker_open_until IS NULL OR s.breaker_open_until <= now())
    AND (s.held_until IS NULL OR s.held_until <= now())
  OFFSET 0
) s
WHERE w.mark <= now()`;

/** The same for known lanes, read from their marks on. */
const ADVANCE = `
SELECT lane.id, d.mark
FROM unnest($1::text[], $2::timestamptz[]) AS lane (id, mark)
CROSS JOIN LATERAL (
  SELECT next_attempt_at AS mark FROM webhook_delivery_pending
  WHERE subscription_id = lane.id AND next_attempt_at >= lane.mark AND next_attempt_at <= now() ORDER BY next_attempt_at LIMIT 1
) d`;

/** A subscription with due deliveries, and the time before which none of them is due. */
export interface Lane {
  id: string;
  mark: string;
}

/**
 * What a process knows of the queue, so that a claim reads no further back than it must: while an old snapshot exists, before a mark lie
 * all the deliveries that have been finished since.
 *
 * A mark can be too high, never for long. Whatever is queued, retried, replayed or resumed is due at the time of its transaction or later,
 * and a mark is never later than the time it was read at, so only what was committed after that and began before it is missed, until the
 * next survey. A released delivery and one whose lease has ended keep the time at which they were due; while they were leased, they held
 * the mark. What other processes queue for a subscription without a lane is found by the next survey as well.
 */
export class Lanes {
  #known = new Map<string, Lane>();
  /** Added since the statement under way began, which may have missed them. */
  #added = new Map<string, string>();
  #ordered: readonly Lane[] = [];
  #surveyAt = Number.NEGATIVE_INFINITY;
  #advanceAt = Number.NEGATIVE_INFINITY;

  get all(): readonly Lane[] {
    return [...this.#known.values()];
  }

  /** The lanes of ordered subscriptions that a survey has found since the last call. */
  takeOrdered(): readonly Lane[] {
    const lanes = this.#ordered;
    this.#ordered = [];
    return lanes;
  }

  /** How long to wait, in milliseconds, before the next refresh: until a survey, unless that must rest for longer than `most`. */
  rest(most: number): number {
    const survey = this.#surveyAt - performance.now();
    return Math.max(0, survey <= most ? survey : Math.min(most, this.#advanceAt - performance.now()));
  }

  /** Learns that this process has queued deliveries, which are due since `at`. */
  add(ids: string[], at: string): void {
    for (const id of ids) {
      this.#added.set(id, earlier(at, this.#added.get(id)));
      this.#known.set(id, { id, mark: earlier(at, this.#known.get(id)?.mark) });
    }
  }

  /** Reads the queue from its beginning, or from the marks on if that is not yet due. Returns whether there may be more to claim. */
  async refresh(pool: pg.Pool): Promise<boolean> {
    const began = performance.now();
    this.#added.clear();
    const rested = () => performance.now() + Math.max(LEAST_REST_MS, REST * (performance.now() - began));
    if (began >= this.#surveyAt) {
      const { rows } = await pool.query<Lane & { ordered: boolean }>({ name: 'survey', text: SURVEY }).finally(() => {
        this.#surveyAt = rested();
      });
      this.#ordered = rows.filter(({ ordered }) => ordered);
      const isMore = rows.some(({ id, mark }) => mark < (this.#known.get(id)?.mark ?? '~'));
      this.#know(rows);
      return isMore;
    }
    if (began >= this.#advanceAt && this.#known.size > 0) {
      const values = [[...this.#known.keys()], this.all.map(({ mark }) => mark)];
      const { rows } = await pool.query<Lane>({ name: 'advance', text: ADVANCE, values }).finally(() => {
        this.#advanceAt = rested();
      });
      this.#know(rows);
    }
    return false;
  }

  #know(lanes: Lane[]): void {
    this.#known = new Map(lanes.map((lane) => [lane.id, lane]));
    for (const [id, at] of this.#added) this.add([id], at);
  }
}

/** Times of the database compare as texts. */
const earlier = (one: string, other = one): string => (other < one ? other : one);
