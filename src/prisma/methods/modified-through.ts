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
/** Most transactions take a few milliseconds, which is a few looks. */
const MOST_LOOKS = 10;

/**
 * The time up to which all modifications are visible. A writer notes the time of a modification after its transaction
 * has got its id, and may commit much later. Transactions with an id after a look's own note times after the look; once
 * all older ones have ended, what they have noted is visible or will never be.
 */
export class Horizon {
  #reached: HorizonSample | undefined;
  /** The look that is reached next, or has been. */
  #next: HorizonSample | undefined;

  /** Learns from looks, in any order. Null while a transaction is open that began before the first. */
  rise(look: HorizonSample): string | null {
    // Ids of transactions of another epoch say nothing of this one.
    if (look.epoch !== this.#next?.epoch) this.#next = this.#reached = undefined;
    const reached = [look, this.#next].find((each) => each !== undefined && each.own <= look.oldest);
    if (reached !== undefined && reached.own > (this.#reached?.own ?? 0)) this.#reached = reached;
    if (this.#next === undefined || this.#next.own <= look.oldest) this.#next = look;
    return this.#reached?.at ?? null;
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
