import { LRUCache } from 'lru-cache';
import { Tenant } from '../prisma/tenancy/tenant.ts';

/** A sample at the primary: when it began (ms), and where the log stood (bytes). */
interface Sample {
  at: number;
  position: number;
}

const MOST_SAMPLES = 200;
/** How long reads at the primary keep a tenant there. Later it may read what others changed as it was before. */
const MOST_HELD_MS = 5_000;

/** How new a replica must be for a tenant. A sample of the primary's log covers all answers before it began. */
export class ReplicaFreshness {
  #samples: Sample[] = [];
  /** When a tenant has last read or written at the primary, and since when it is held there (ms). */
  readonly #seen: LRUCache<string, { last: number; since: number }>;
  epoch: string | undefined;
  /** The latest time of the tenants that had to be dropped, which then holds for all tenants. */
  #dropped = 0;

  constructor(mostTenants = 10_000) {
    this.#seen = new LRUCache({
      max: mostTenants,
      dispose: ({ last }, _tenant, reason) => {
        if (reason === 'evict') this.#dropped = Math.max(this.#dropped, last);
      },
    });
  }

  add({ epoch, at, position }: Sample & { epoch: string }): void {
    // The log of another server may be shorter.
    if (epoch !== this.epoch) this.#samples = [];
    this.epoch = epoch;
    this.#samples.push({ at, position });
    if (this.#samples.length > MOST_SAMPLES) this.#samples.shift();
  }

  wrote({ key }: Tenant, now = performance.now()): void {
    this.#seen.set(key, { last: now, since: now });
  }

  /** Notes that the tenant has read at the primary, where it is since its last write or a failure of its replica. */
  read(tenant: Tenant, now = performance.now()): void {
    // What operators see would hold for all tenants.
    if (tenant.key === Tenant.ALL_COMPANIES.key) return;
    const seen = this.#seen.get(tenant.key);
    if (seen === undefined || now - seen.since > 2 * MOST_HELD_MS) this.wrote(tenant, now);
    else if (now - seen.since < MOST_HELD_MS) seen.last = now;
  }

  /** The time up to which a replica must have all that the tenant has seen, and the writes of operators. */
  neededBy({ key }: Tenant): number {
    const ofKey = (each: string): number => this.#seen.get(each)?.last ?? 0;
    return Math.max(ofKey(key), ofKey(Tenant.ALL_COMPANIES.key), this.#dropped);
  }

  /** The time up to which a replica at `position` has all, and when the oldest sample began that it has not reached. */
  reachedBy(position: number): { until: number; behindSince: number | undefined } {
    const ahead = this.#samples.findIndex((sample) => sample.position > position);
    const reached = ahead === -1 ? this.#samples.at(-1) : this.#samples[ahead - 1];
    return { until: reached?.at ?? 0, behindSince: this.#samples[ahead]?.at };
  }
}
