import { LRUCache } from 'lru-cache';
import { Tenant } from '../tenancy/tenant.ts';

/** A look at the primary: its number, when it began (ms), and where the log stood (bytes). */
interface Look {
  number: number;
  at: number;
  position: number;
}

const MOST_LOOKS = 200;

/**
 * Tells how new a replica must be for a tenant to read its own writes there. The primary's log is looked at again and
 * again. A write is covered by the first look that begins after its commit, so it needs no statement of its own.
 */
export class Positions {
  #begun = 0;
  #looks: Look[] = [];
  /** The look that covers a tenant's last write. */
  readonly #writes: LRUCache<string, number>;
  /** The newest look of the tenants that had to be dropped, which then holds for all tenants. */
  #dropped = 0;

  constructor(mostTenants = 10_000) {
    this.#writes = new LRUCache({
      max: mostTenants,
      dispose: (look, _tenant, reason) => {
        if (reason === 'evict') this.#dropped = Math.max(this.#dropped, look);
      },
    });
  }

  /** Begins a look. Call the function it returns with what the look has found. */
  begin(at: number): (position: number) => void {
    const number = ++this.#begun;
    return (position) => {
      this.#looks.push({ number, at, position });
      if (this.#looks.length > MOST_LOOKS) this.#looks.shift();
    };
  }

  /** Notes that a write of the tenant has been committed. */
  wrote({ key }: Tenant): void {
    this.#writes.set(key, this.#begun + 1);
  }

  /** The look that a replica must have reached for the tenant's own writes and those of operators. */
  neededBy({ key }: Tenant): number {
    const ofKey = (each: string): number => this.#writes.get(each) ?? 0;
    return Math.max(ofKey(key), ofKey(Tenant.every.key), this.#dropped);
  }

  /** The newest look that a replica at `position` has reached, and when the oldest began that it has not. */
  reachedBy(position: number): { look: number; behindSince: number | undefined } {
    const ahead = this.#looks.findIndex((look) => look.position > position);
    const reached = ahead === -1 ? this.#looks.at(-1) : this.#looks[ahead - 1];
    return { look: reached?.number ?? 0, behindSince: this.#looks[ahead]?.at };
  }
}
