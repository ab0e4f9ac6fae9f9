import { LRUCache } from 'lru-cache';
import { Tenant } from '../prisma/tenancy/tenant.ts';

/** A sample at the primary: its number, when it began (ms), and where the log stood (bytes). */
interface Sample {
  number: number;
  at: number;
  position: number;
}

const MOST_SAMPLES = 200;
/** How long reads at the primary keep a tenant there. Later it may read what others changed as it was before. */
const MOST_HELD_MS = 5_000;

/** What a tenant has read or written at the primary: the sample that covers the last of it, and since when (ms). */
interface Seen {
  sample: number;
  since: number;
}

/** How new a replica must be for a tenant. The first sample of the primary's log after an answer covers the answer. */
export class ReplicaFreshness {
  #begun = 0;
  #samples: Sample[] = [];
  readonly #seen: LRUCache<string, Seen>;
  epoch: string | undefined;
  /** The newest sample of the tenants that had to be dropped, which then holds for all tenants. */
  #dropped = 0;

  constructor(mostTenants = 10_000) {
    this.#seen = new LRUCache({
      max: mostTenants,
      dispose: ({ sample }, _tenant, reason) => {
        if (reason === 'evict') this.#dropped = Math.max(this.#dropped, sample);
      },
    });
  }

  begin(at: number): (found: { epoch: string; position: number }) => void {
    const number = ++this.#begun;
    return ({ epoch, position }) => {
      // The log of another server may be shorter.
      if (epoch !== this.epoch) this.#samples = [];
      this.epoch = epoch;
      this.#samples.push({ number, at, position });
      if (this.#samples.length > MOST_SAMPLES) this.#samples.shift();
    };
  }

  wrote({ key }: Tenant, now = performance.now()): void {
    this.#seen.set(key, { sample: this.#begun + 1, since: now });
  }

  /** Notes that the tenant has read at the primary, where it is since its last write or a failure of its replica. */
  read(tenant: Tenant, now = performance.now()): void {
    // What operators see would hold for all tenants.
    if (tenant.key === Tenant.ALL_COMPANIES.key) return;
    const seen = this.#seen.get(tenant.key);
    if (seen === undefined || now - seen.since > 2 * MOST_HELD_MS) this.wrote(tenant, now);
    else if (now - seen.since < MOST_HELD_MS) seen.sample = this.#begun + 1;
  }

  /** The sample that a replica must have reached for what the tenant has seen, and for the writes of operators. */
  neededBy({ key }: Tenant): number {
    const ofKey = (each: string): number => this.#seen.get(each)?.sample ?? 0;
    return Math.max(ofKey(key), ofKey(Tenant.ALL_COMPANIES.key), this.#dropped);
  }

  /** The newest sample that a replica at `position` has reached, and when the oldest began that it has not. */
  reachedBy(position: number): { sample: number; behindSince: number | undefined } {
    const ahead = this.#samples.findIndex((sample) => sample.position > position);
    const reached = ahead === -1 ? this.#samples.at(-1) : this.#samples[ahead - 1];
    return { sample: reached?.number ?? 0, behindSince: this.#samples[ahead]?.at };
  }
}
