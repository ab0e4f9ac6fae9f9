import { LRUCache } from 'lru-cache';
import { Tenant } from '../prisma/tenancy/tenant.ts';

/** A sample at the primary: its number, when it began (ms), and where the log stood (bytes). */
interface Sample {
  number: number;
  at: number;
  position: number;
}

const MOST_SAMPLES = 200;

/**
 * Tells how new a replica must be for a tenant to read its own writes there. The primary's log is looked at again and
 * again. A write is covered by the first sample that begins after its commit, so it needs no statement of its own.
 */
export class Positions {
  #begun = 0;
  #samples: Sample[] = [];
  /** The sample that covers a tenant's last write. */
  readonly #writes: LRUCache<string, number>;
  /** The epoch of the primary; undefined before the first sample. */
  epoch: string | undefined;
  /** The newest sample of the tenants that had to be dropped, which then holds for all tenants. */
  #dropped = 0;

  constructor(mostTenants = 10_000) {
    this.#writes = new LRUCache({
      max: mostTenants,
      dispose: (sample, _tenant, reason) => {
        if (reason === 'evict') this.#dropped = Math.max(this.#dropped, sample);
      },
    });
  }

  /** Begins a sample. Call the function it returns with what the sample has found. */
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

  /** Notes that a write of the tenant has been committed. */
  wrote({ key }: Tenant): void {
    this.#writes.set(key, this.#begun + 1);
  }

  /** The sample that a replica must have reached for the tenant's own writes and those of operators. */
  neededBy({ key }: Tenant): number {
    const ofKey = (each: string): number => this.#writes.get(each) ?? 0;
    return Math.max(ofKey(key), ofKey(Tenant.every.key), this.#dropped);
  }

  /** The newest sample that a replica at `position` has reached, and when the oldest began that it has not. */
  reachedBy(position: number): { sample: number; behindSince: number | undefined } {
    const ahead = this.#samples.findIndex((sample) => sample.position > position);
    const reached = ahead === -1 ? this.#samples.at(-1) : this.#samples[ahead - 1];
    return { sample: reached?.number ?? 0, behindSince: this.#samples[ahead]?.at };
  }
}
