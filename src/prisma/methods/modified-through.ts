import type { Run } from '../../postgres/statements.ts';
import type { Batching } from '../batching/batching.ts';
import type { Tenant } from '../tenancy/tenant.ts';

/**
 * A moment, the id that the looking transaction got after it (exact up to 2^53), and the oldest that writes. There is
 * no moment while the first look at a database is under way.
 */
export interface Look {
  at: string | null;
  own: number;
  oldest: number;
}

/**
 * The end of a snapshot is no substitute for an id of its own: it is the one behind the last transaction that has
 * ended, and others may already have later ones.
 */
const LOOK = 'SELECT at, own, oldest FROM look_at_modifications()';
const MOST_MARKS = 100;
/** Most transactions take a few milliseconds, which is a few looks. */
const MOST_LOOKS = 10;

/**
 * The time up to which all modifications are visible. A writer notes the time of a modification after its transaction
 * has got its id, and may commit much later. Transactions with an id after a look's own note times after the look; once
 * all older ones have ended, what they have noted is visible or will never be.
 */
export class Horizon {
  #marks: Look[] = [];
  #through: string | null = null;

  /** The id of the latest look; 0 before the first one. */
  get latest(): number {
    return this.#marks.at(-1)?.own ?? 0;
  }

  /**
   * Learns from a look, which was sent when `latest` was the latest, and returns the time; null while a transaction is
   * open that began before the first look. Looks may be answered in any order.
   */
  rise(look: Look, latest: number): string | null {
    // Another database, or one that was restored.
    if (look.own < latest) {
      this.#marks = [];
      this.#through = null;
    }
    if (look.own > this.latest) this.#marks.push(look);
    const reached = this.#marks.findLastIndex(({ own }) => own <= look.oldest);
    if (reached > 0) this.#marks.splice(0, reached);
    else if (this.#marks.length > MOST_MARKS) this.#marks.splice(-2, 1);
    if (reached !== -1) this.#through = this.#marks[0]?.at ?? null;
    return this.#through;
  }
}

/** Looks at the transactions of the primary, once for all lists that are read at the same moment. */
export const modifiedThrough = (
  { run, horizon, batching }: { run: Run; horizon: Horizon; batching: Batching },
  { current }: Tenant,
): Promise<string | null> =>
  batching.read(current, 'modified through', '', async (tenant) => {
    let through: string | null = null;
    for (let looks = 0; looks < MOST_LOOKS && through === null; looks++) {
      const { latest } = horizon;
      for (const look of await run<Look>(tenant, 'read', LOOK, [])) through = horizon.rise(look, latest);
    }
    return () => through;
  });
