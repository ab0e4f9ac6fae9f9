import type { RunStatement } from '../../postgres/statements.ts';
import type { Batching } from '../batching/batching.ts';
import type { Tenant } from '../tenancy/tenant.ts';

/** A moment, an id that the looking transaction got after it (exact up to 2^53), and the oldest that writes. */
export interface HorizonSample {
  at: string | null;
  own: number;
  oldest: number;
  epoch: string;
}

/** The time up to which all modifications are visible, if there is one, and the epoch for which that holds. */
export interface VisibleThrough {
  at: string | null;
  epoch: string;
}

/** The end of a snapshot is no such id: others may already have later ones. */
const LOOK = 'SELECT at, own, oldest, epoch_name() AS epoch FROM look_at_modifications()';
const MOST_MARKS = 100;
/** Most transactions take a few milliseconds, which is a few looks. */
const MOST_LOOKS = 10;

/**
 * The time up to which all modifications are visible. A writer notes the time of a modification after its transaction
 * has got its id, and may commit much later. Transactions with an id after a look's own note times after the look; once
 * all older ones have ended, what they have noted is visible or will never be.
 */
export class Horizon {
  #marks: HorizonSample[] = [];
  #through: string | null = null;
  #epoch = '';

  /** Learns from looks, in any order. Null while a transaction is open that began before the first. */
  rise(look: HorizonSample): string | null {
    // Ids of transactions of another epoch say nothing of this one.
    if (look.epoch !== this.#epoch) {
      this.#marks = [];
      this.#through = null;
      this.#epoch = look.epoch;
    }
    if (look.own > (this.#marks.at(-1)?.own ?? 0)) this.#marks.push(look);
    const reached = this.#marks.findLastIndex(({ own }) => own <= look.oldest);
    if (reached > 0) this.#marks.splice(0, reached);
    else if (this.#marks.length > MOST_MARKS) this.#marks.splice(-2, 1);
    if (reached !== -1) this.#through = this.#marks[0]?.at ?? null;
    return this.#through;
  }
}

export const modifiedThrough = (
  { run, horizon, batching }: { run: RunStatement; horizon: Horizon; batching: Batching },
  { onPrimary }: Tenant,
): Promise<VisibleThrough> =>
  batching.read(onPrimary, 'modified through', '', async (tenant) => {
    const through: VisibleThrough = { at: null, epoch: '' };
    for (let looks = 0; looks < MOST_LOOKS && through.at === null; looks++)
      for (const look of await run<HorizonSample>(tenant, 'read', LOOK, [])) {
        through.at = horizon.rise(look);
        through.epoch = look.epoch;
      }
    return () => through;
  });
