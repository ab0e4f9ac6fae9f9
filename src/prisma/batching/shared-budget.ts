import { RequestBudget, type RunningStatement } from '../../load/request-budget.ts';
import type { Tenant } from '../tenancy/tenant.ts';

/** The budget of a statement that several requests share. A read is cancelled once all of them have ended. */
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

  override release(): void {
    super.release();
    for (const budget of this.#budgets) budget.settle(this.#part);
  }

  /** Charges each entry an equal part, and returns the reads without room for it: their own rows may be fewer. */
  share<Each extends { tenant: Tenant }>(entries: readonly Each[], areReads: boolean): ReadonlySet<Each> {
    const part = Math.ceil(this.bytes / entries.length);
    this.release();
    const overBudget = new Set<Each>();
    for (const entry of entries) {
      const { budget } = entry.tenant;
      if (areReads && budget?.hasRoom(part) === false) overBudget.add(entry);
      else budget?.receive(part);
    }
    return overBudget;
  }
}
