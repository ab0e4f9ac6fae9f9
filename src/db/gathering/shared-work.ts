import type { Tenant } from '../tenancy/tenant.ts';
import { type UnderWay, Work } from '../tenancy/work.ts';

/** The work of requests whose statement is one. It ends when all of them have ended. */
export class SharedWork extends Work {
  readonly #works: readonly Work[];
  readonly #part: UnderWay = {
    end: (reason) => {
      if (this.#works.every((work) => work.reason !== undefined)) this.end(reason);
    },
  };

  constructor(works: readonly Work[], company: string) {
    const answerBytes = Math.max(...works.map(({ limits }) => limits.answerBytes));
    super({ answerBytes, requestSeconds: Number.POSITIVE_INFINITY }, company);
    this.#works = works;
    for (const work of works) work.begin(this.#part);
  }

  /** How many requests share it. */
  get requests(): number {
    return this.#works.length;
  }

  override mayGoOn(): boolean {
    return this.#works.filter((work) => work.mayGoOn()).length > 0;
  }

  override time(text: string): (error?: unknown) => void {
    const ends = this.#works.map((work) => work.time(text, this.#works.length));
    return (error) => {
      for (const end of ends) end(error);
    };
  }

  /** Ends the statement, without rows that anybody keeps. */
  override release(): void {
    super.release();
    for (const work of this.#works) work.settle(this.#part);
  }

  /**
   * Ends the statement and charges each ask an equal part: the driver does not say which row has how many bytes. Reads
   * whose request has no room for that are not charged, and returned: their own rows may be fewer.
   */
  share<Each extends { tenant: Tenant }>(asks: readonly Each[], areReads: boolean): ReadonlySet<Each> {
    const part = Math.ceil(this.bytes / asks.length);
    this.release();
    const unfit = new Set<Each>();
    for (const ask of asks) {
      const { work } = ask.tenant;
      if (areReads && work?.hasRoom(part) === false) unfit.add(ask);
      else work?.receive(part);
    }
    return unfit;
  }
}
