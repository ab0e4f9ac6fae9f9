import type pg from 'pg';

/** A statement that reads the queue rests for this many times its own duration: it takes a tenth of the time. */
const REST = 10;
/** To claim past rows that were finished since then costs next to nothing. */
const LEAST_REST_MS = 50;

/**
 * The subscriptions with pending deliveries, and when the first of each is due. It skips through the index: the cost is
 * that of the subscriptions, and of deleted rows that cannot be vacuumed yet.
 */
export const WAITING = `
WITH RECURSIVE waiting (id, due_since) AS (
  (SELECT subscription_id, next_attempt_at FROM webhook_delivery_pending ORDER BY subscription_id, next_attempt_at
    LIMIT 1)
  UNION ALL
  SELECT d.* FROM waiting w CROSS JOIN LATERAL (
    SELECT subscription_id, next_attempt_at FROM webhook_delivery_pending
    WHERE subscription_id > w.id ORDER BY subscription_id, next_attempt_at LIMIT 1
  ) d
)`;

/** Whether a subscription may be sent to now. */
export const SENDABLE = `s.state = 'active' AND (s.breaker_open_until IS NULL OR s.breaker_open_until <= now())
    AND (s.held_until IS NULL OR s.held_until <= now())`;

export const DUE = `${WAITING}
SELECT w.id, w.due_since AS "dueSince"
FROM waiting w CROSS JOIN LATERAL (
  SELECT FROM webhook_subscription s
  WHERE s.id = w.id AND ${SENDABLE} OFFSET 0
) s
WHERE w.due_since <= now()`;

/** A subscription with due deliveries, and the time before which none of them is due. */
export interface DueSubscription {
  id: string;
  dueSince: string;
}

/**
 * The subscriptions with due deliveries that this process knows. A claim reads only from `dueSince` on: before it lie
 * the finished deliveries that an old snapshot keeps in the index.
 * A time can be too late, but never for long. What is queued, retried, replayed or resumed is due at its transaction's
 * time or later; what a reading misses was committed after it, and the next one finds it. A leased delivery holds
 * `dueSince`.
 */
export class DueSubscriptions {
  #known = new Map<string, DueSubscription>();
  /** Added since the statement under way began, which may have missed them. */
  #added = new Map<string, string>();
  #readAt = Number.NEGATIVE_INFINITY;

  get all(): readonly DueSubscription[] {
    return [...this.#known.values()];
  }

  /** Adds subscriptions for which this process has queued deliveries that are due since `at`. */
  add(ids: string[], at: string): void {
    for (const id of ids) {
      this.#added.set(id, earlier(at, this.#added.get(id)));
      this.#known.set(id, { id, dueSince: earlier(at, this.#known.get(id)?.dueSince) });
    }
  }

  /** Milliseconds until the next refresh may run, `most` at most. */
  rest(most: number): number {
    return Math.min(most, Math.max(0, this.#readAt - performance.now()));
  }

  /** Reads them, unless it is too early. Returns whether there may be more to claim. */
  async refresh(pool: pg.Pool): Promise<boolean> {
    const began = performance.now();
    if (began < this.#readAt) return false;
    this.#added.clear();
    const { rows } = await pool.query<DueSubscription>({ name: 'due', text: DUE }).finally(() => {
      const now = performance.now();
      this.#readAt = now + Math.max(LEAST_REST_MS, REST * (now - began));
    });
    const isMore = rows.some(({ id, dueSince }) => dueSince < (this.#known.get(id)?.dueSince ?? '~'));
    this.#known = new Map(rows.map((each) => [each.id, each]));
    for (const [id, at] of this.#added) this.add([id], at);
    return isMore;
  }
}

/** Times of the database compare as texts. */
const earlier = (one: string, other = one): string => (other < one ? other : one);
