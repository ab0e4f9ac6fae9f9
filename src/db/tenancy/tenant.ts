import { AnswerTooLargeError, UnavailableError } from '../../errors.ts';
import { raw, type Sql, sql } from './fragment.ts';

export interface WorkLimits {
  /** The most bytes of rows that a request receives. */
  answerBytes: number;
  /** How long a request may start statements. */
  requestSeconds: number;
}

/** Bytes that the rows of all requests under way may take together. */
const MOST_BYTES_HELD = 128 * 1024 * 1024;
let held = 0;

/** Begins the span of a statement, which `requests` share. The function that it returns ends the span. */
export type Trace = (text: string, requests: number) => (error?: unknown) => void;

/** A statement under way. */
export interface UnderWay {
  /** Ends the statement. */
  end(reason: Error): void;
}

/** What a request does in the database: the bytes received, the statements under way, and an end that stops them. */
export class Work {
  readonly limits: WorkLimits;
  /** Whether replicas may answer what it reads. */
  readonly mayLag: boolean;
  bytes = 0;
  /** The statements so far, and the sum of their times in milliseconds, each with its wait for a connection. */
  statements = 0;
  databaseMs = 0;
  /** How many of the statements other requests had a part in. */
  shared = 0;
  readonly #trace: Trace | undefined;
  readonly #deadline: number;
  readonly #underWay: UnderWay[] = [];
  #reason: Error | undefined;
  #isOver = false;

  constructor(limits: WorkLimits, trace?: Trace, mayLag = true) {
    this.limits = limits;
    this.mayLag = mayLag;
    this.#trace = trace;
    this.#deadline = performance.now() + limits.requestSeconds * 1000;
  }

  /** The error that ended the work. */
  get reason(): Error | undefined {
    return this.#reason;
  }

  /** Whether more bytes have arrived than the answer may have. */
  get isFull(): boolean {
    return this.bytes > this.limits.answerBytes;
  }

  /** Whether the request may start another statement. Ends it if it has taken too long. */
  mayGoOn(): boolean {
    if (this.#reason === undefined && performance.now() > this.#deadline)
      this.end(new UnavailableError('TIMEOUT', `The request took longer than ${this.limits.requestSeconds} s.`));
    return this.#reason === undefined;
  }

  /** Cancels the statements under way; those that wait do not start. */
  end(reason: Error): void {
    this.#reason ??= reason;
    for (const statement of this.#underWay) statement.end(this.#reason);
  }

  /** Notes a statement that ends with the work. */
  begin(statement: UnderWay): void {
    this.#underWay.push(statement);
  }

  settle(statement: UnderWay): void {
    const place = this.#underWay.indexOf(statement);
    if (place >= 0) this.#underWay.splice(place, 1);
  }

  /** Counts bytes of rows. Ends the work when its answer, or all requests together, have too many. */
  receive(bytes: number): void {
    // An update that outlives its client, or rows on their way when their statement was cancelled.
    if (this.#isOver) return;
    this.bytes += bytes;
    held += bytes;
    if (this.isFull) this.end(new AnswerTooLargeError(this.limits.answerBytes));
    else if (held > MOST_BYTES_HELD)
      this.end(
        new UnavailableError('OVERLOADED', 'Other requests are receiving large answers. Try again in a second.'),
      );
  }

  /** Begins to time a statement, which `requests` share. The function that it returns ends it. */
  time(text: string, requests = 1): (error?: unknown) => void {
    const end = this.#trace?.(text, requests);
    if (requests > 1) this.shared += 1;
    const since = performance.now();
    return (error) => {
      this.statements += 1;
      this.databaseMs += performance.now() - since;
      end?.(error);
    };
  }

  /** Forgets the rows, after the answer. */
  release(): void {
    this.#isOver = true;
    held -= this.bytes;
    this.bytes = 0;
  }
}

interface Particulars {
  key?: string;
  work?: Work | undefined;
  mayLag?: boolean;
  actor?: string | undefined;
}

/**
 * The companies whose records a statement may read or write: one company, every company, or the records of no company.
 * Every data method takes one. Only this class makes them: the private field keeps objects of the same shape out, and
 * undefined is no company.
 */
export class Tenant {
  /** Every company, and the records of none: for tokens with the scope `companies:all` and for operator tools. */
  static readonly every = new Tenant(undefined);

  /** Every company, for what is read before the caller is known. It has a share of the connections of its own. */
  static readonly gateway = new Tenant(undefined, { key: 'gateway' });

  readonly #company: string | null | undefined;
  /** Equal for equal tenants. */
  readonly key: string;
  /** What the request of this tenant does in the database; undefined in operator tools. */
  readonly work: Work | undefined;
  /** Whether a replica may answer: it has the tenant's own writes, but may lack the latest of others. */
  readonly mayLag: boolean;
  /** Who makes the changes, such as `user:42`. Without one, the database says which of its users does. */
  readonly actor: string | undefined;

  private constructor(company: string | null | undefined, { key, work, mayLag = false, actor }: Particulars = {}) {
    this.#company = company;
    this.key = key ?? JSON.stringify(company) ?? 'every';
    this.work = work;
    this.mayLag = mayLag;
    this.actor = actor;
  }

  /** The tenant of one company. Throws for anything but a non-empty string. */
  static of(company: string): Tenant {
    if (typeof company !== 'string' || company === '') throw new Error('A tenant needs the id of a company.');
    return new Tenant(company);
  }

  /** The id of the company; null for the records of no company, undefined for all records. */
  get company(): string | null | undefined {
    return this.#company;
  }

  /** The tenant for relations of a record of this company, which find no other's. Throws for undefined. */
  within(company: string | null): Tenant {
    if (typeof company !== 'string' && company !== null) throw new Error('A record has a company or null.');
    return this.company === undefined
      ? new Tenant(company, { work: this.work, mayLag: this.mayLag, actor: this.actor })
      : this;
  }

  /** The tenant in a request, whose statements end with it. */
  during(work: Work, mayLag: boolean): Tenant {
    return new Tenant(this.company, { key: this.key, work, mayLag, actor: this.actor });
  }

  /** The same tenant for what must be read as it is now. */
  get current(): Tenant {
    return new Tenant(this.company, { key: this.key, work: this.work, actor: this.actor });
  }

  /** The same tenant for an actor, whom its changes name. */
  as(actor: string): Tenant {
    return new Tenant(this.company, { key: this.key, work: this.work, mayLag: this.mayLag, actor });
  }

  /** The condition as Prisma's `where`. */
  get where(): { companyId?: string | null } {
    return this.company === undefined ? {} : { companyId: this.company };
  }

  /** The condition as SQL on a table's alias. */
  on(alias: string): Sql {
    if (this.company === undefined) return sql`true`;
    const column = raw(`${alias}.company_id`);
    return this.company === null ? sql`${column} IS NULL` : sql`${column} = ${this.company}`;
  }
}
