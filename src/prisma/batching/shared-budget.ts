import { RequestBudget, type RunningStatement } from '../../load/request-budget.ts';
import type { Tenant } from '../tenancy/tenant.ts';

/** The budget of requests whose statement is one. It ends when all of them have ended. */
export class SharedBudget extends RequestBudget {
  readonly #budgets: readonly RequestBudget[];
  readonly #part: RunningStatement = {
    end: (reason) => {
      if (this.#budgets.every((budget) => budget.reason !== undefined)) this.end(reason);
    },
  };

  constructor(budgets: readonly RequestBudget[], company: string) {
    const answerBytes = Math.max(...budgets.map(({ limits }) => limits.answerBytes));
    super({ answerBytes, requestSeconds: Number.POSITIVE_INFINITY }, company);
    this.#budgets = budgets;
    for (const budget of budgets) budget.begin(this.#part);
  }

  /** How many requests share it. */
  get requests(): number {
    return this.#budgets.length;
  }

  override mayGoOn(): boolean {
    return this.#budgets.filter((budget) => budget.mayGoOn()).length > 0;
  }

  override time(text: string): (error?: unknown) => void {
    const ends = this.#budgets.map((budget) => budget.time(text, this.#budgets.length));
    return (error) => {
      for (const end of ends) end(error);
    };
  }

  /** Ends the statement, without rows that anybody keeps. */
  override release(): void {
    super.release();
    for (const budget of this.#budgets) budget.settle(this.#part);
  }

  /**
   * Ends the statement and charges each entry an equal part: the driver does not report the bytes of each row. Reads
   * whose request has no room for that are not charged, and returned: their own rows may be fewer.
   */
  share<Each extends { tenant: Tenant }>(entries: readonly Each[], areReads: boolean): ReadonlySet<Each> {
    const part = Math.ceil(this.bytes / entries.length);
    this.release();
    const unfit = new Set<Each>();
    for (const entry of entries) {
      const { budget } = entry.tenant;
      if (areReads && budget?.hasRoom(part) === false) unfit.add(entry);
      else budget?.receive(part);
    }
    return unfit;
  }
}
