import type { Tenant } from '../tenancy/tenant.ts';

/** A statement that takes longer than this many milliseconds, such as one that waits for a lock, holds up no other. */
const PATIENCE_MS = 50;
/** The most requests of one statement. */
const MOST_REQUESTS = 100;

/** What the statements of one name may be. */
export interface Limits {
  /** The most keys of one statement. */
  readonly keys: number;
  /** The most statements under way at once. One would leave the database idle in turn; more make smaller batches. */
  readonly statements: number;
}

/** The result of an ask that its shared statement has left out. It goes alone. */
export const LEFT_OUT = Symbol('left out');

/** How the items of a name are sent. */
export interface Sending<Item = unknown, Result = unknown> {
  alone(tenant: Tenant, item: Item): Promise<Result>;
  /** Sends them in one statement, and returns their results in the same order. Some may come later. */
  together(tenant: Tenant, items: Item[]): Promise<(Result | typeof LEFT_OUT | Promise<Result | typeof LEFT_OUT>)[]>;
}

/** One thing that a request asks for. */
export interface Ask {
  tenant: Tenant;
  key: string;
  item: unknown;
  sending: Sending;
  since: number;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** What a statement under way was sent for. */
export interface Sent {
  asks: Ask[];
  since: number;
  /** Whether it holds up its keys no longer. */
  isPassed: boolean;
}

/** What has been asked for under one name, and the statements of the name under way. */
export class Queue {
  readonly company: string;
  readonly name: string;
  /** Whether two asks of one key stay apart: they never share a statement, and the second waits for the first. */
  readonly isExclusive: boolean;
  readonly #limits: Limits;
  readonly #underWay = new Set<Sent>();
  #waiting: Ask[] = [];
  /** What waits behind each key that is under way, if the queue is exclusive. */
  readonly #behind = new Map<string, Ask[]>();
  #isAnyBehind = false;
  /** Since when the statements under way have been at their limit while something waits. */
  #fullSince: number | undefined;
  #retry: NodeJS.Timeout | undefined;
  /** Whether it is to be sent at the end of this poll phase. */
  isDue = false;

  constructor(company: string, name: string, isExclusive: boolean, limits: Limits) {
    this.company = company;
    this.name = name;
    this.isExclusive = isExclusive;
    this.#limits = limits;
  }

  /** How many asks wait for a statement. */
  get length(): number {
    return this.#waiting.length;
  }

  /** How long the first ask has waited for those under way, in milliseconds. What waits for its turn does not count. */
  waited(now: number): number {
    const [first] = this.#waiting;
    return first === undefined || this.#fullSince === undefined ? 0 : now - Math.max(first.since, this.#fullSince);
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0 && this.#underWay.size === 0;
  }

  add(ask: Ask): void {
    this.#waiting.push(ask);
  }

  /** Takes what the next statement is for; undefined if nothing can be sent now. Drops requests that have ended. */
  take(now: number): Sent | undefined {
    let current = 0;
    for (const sent of this.#underWay) {
      if (now - sent.since < PATIENCE_MS) current += 1;
      else this.#pass(sent);
    }
    if (current >= this.#limits.statements) {
      this.#fullSince ??= now;
      return undefined;
    }
    const asks: Ask[] = [];
    const [works, keys] = [new Set<unknown>(), new Set<string>()];
    let index = 0;
    const { keys: most } = this.#limits;
    for (; index < this.#waiting.length && keys.size < most && works.size < MOST_REQUESTS; index++) {
      const ask = this.#waiting[index];
      if (ask === undefined) break;
      const { work } = ask.tenant;
      const behind = this.#behind.get(ask.key);
      if (work?.mayGoOn() === false) ask.reject(work.reason);
      else if (behind !== undefined) this.#isAnyBehind = behind.push(ask) > 0;
      else {
        if (this.isExclusive) this.#behind.set(ask.key, []);
        asks.push(ask);
        works.add(work ?? ask);
        keys.add(ask.key);
      }
    }
    this.#waiting = this.#waiting.slice(index);
    if (this.#waiting.length === 0) this.#fullSince = undefined;
    if (asks.length === 0) return undefined;
    const sent = { asks, since: now, isPassed: false };
    this.#underWay.add(sent);
    return sent;
  }

  /** Forgets a statement that has ended. */
  settle(sent: Sent): void {
    this.#underWay.delete(sent);
    this.#pass(sent);
    if (!this.isIdle) return;
    clearTimeout(this.#retry);
    this.#retry = undefined;
  }

  /** Calls `send` again once the statements under way have taken too long for what waits. */
  retry(send: () => void): void {
    if (this.#waiting.length === 0 && !this.#isAnyBehind) return;
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined;
      send();
    }, PATIENCE_MS);
  }

  /** What waits behind the keys of a statement waits for one of its own. */
  #pass(sent: Sent): void {
    if (sent.isPassed) return;
    sent.isPassed = true;
    if (!this.isExclusive) return;
    const now = performance.now();
    const passed = sent.asks.flatMap(({ key }) => this.#behind.get(key) ?? []);
    for (const { key } of sent.asks) this.#behind.delete(key);
    // Before those that have come later.
    this.#waiting = [...passed.map((ask) => ({ ...ask, since: now })), ...this.#waiting];
    if (this.#behind.size === 0) this.#isAnyBehind = false;
  }
}

/** Sends what is asked in a statement of its own, for its own request. */
export const sendAlone = ({ tenant, item, sending, resolve, reject }: Ask): Promise<void> =>
  sending.alone(tenant, item).then(resolve, reject);

/** The asks that share a statement when requests share none: one change, or all that a request reads. */
export function apart({ isExclusive }: Queue, asks: Ask[]): Iterable<Ask[]> {
  const groups = new Map<unknown, Ask[]>();
  for (const ask of asks) {
    const requester = isExclusive ? ask : (ask.tenant.work ?? ask);
    const group = groups.get(requester);
    if (group === undefined) groups.set(requester, [ask]);
    else group.push(ask);
  }
  return groups.values();
}
