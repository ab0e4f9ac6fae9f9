import { AnswerTooLargeError, UnavailableError } from '../base/errors.ts';

export interface BudgetLimits {
  /** The most bytes of rows that a request receives. */
  answerBytes: number;
  /** How long a request may start statements. */
  requestSeconds: number;
}

/** Bytes that the rows of all requests under way may take together. */
const MOST_BYTES_HELD = 128 * 1024 * 1024;
/** A company may have four times the bytes that it leaves free: alone four in five, and others find room. */
const GREED = 4;
/** The most reads of a request under way: its answer may have no room for more than these bring. */
const MOST_READS = 4;
/** What each may have in any case: writes are not ended, and take more. */
const LEAST_SHARE = MOST_BYTES_HELD / 16;
let held = 0;
const heldBy = new Map<string, number>();

function charge(company: string, bytes: number): void {
  held += bytes;
  const sum = (heldBy.get(company) ?? 0) + bytes;
  if (sum > 0) heldBy.set(company, sum);
  else heldBy.delete(company);
}

/** Asked for each chunk of rows and each statement, most often while little is held. */
const hasTooMany = (company: string): boolean =>
  held > MOST_BYTES_HELD / 2 && (heldBy.get(company) ?? 0) > Math.max(LEAST_SHARE, GREED * (MOST_BYTES_HELD - held));

/** Begins the span of a statement, which `requests` share. The function that it returns ends the span. */
export type Trace = (text: string, requests: number) => (error?: unknown) => void;

export interface RunningStatement {
  end(reason: Error): void;
}

/** What a request may use of the database: its bytes and time, and the statements under way, which its end cancels. */
export class RequestBudget {
  readonly limits: BudgetLimits;
  /** The key of the tenant, which its bytes count for. */
  readonly company: string;
  /** Whether replicas may answer what it reads. */
  readonly mayLag: boolean;
  bytes = 0;
  /** The statements so far, and the sum of their times in milliseconds, each with its wait for a connection. */
  statements = 0;
  databaseMs = 0;
  /** How many of the statements other requests had a part in. */
  shared = 0;
  /** The changes of records whose events it has asked for. */
  changes = 0;
  /** Why it has ended. */
  reason: Error | undefined;
  readonly #trace: Trace | undefined;
  readonly #deadline: number;
  readonly #running: RunningStatement[] = [];
  /** Reads under way, and rows that wait to become part of the answer. */
  #unknown = 0;
  readonly #waiting: (() => void)[] = [];
  #isOver = false;

  constructor(limits: BudgetLimits, company: string, trace?: Trace, mayLag = true) {
    this.limits = limits;
    this.company = company;
    this.mayLag = mayLag;
    this.#trace = trace;
    this.#deadline = performance.now() + limits.requestSeconds * 1000;
  }

  hasRoom(bytes: number): boolean {
    return this.bytes + bytes <= this.limits.answerBytes;
  }

  get isFull(): boolean {
    return !this.hasRoom(0);
  }

  /** Whether the request may start another statement. Ends it if it has taken too long, or its company too much. */
  mayGoOn(): boolean {
    this.#endIfTooMany();
    if (this.reason === undefined && performance.now() > this.#deadline)
      this.end(new UnavailableError('TIMEOUT', `The request took longer than ${this.limits.requestSeconds} s.`));
    return this.reason === undefined;
  }

  /** Cancels the reads under way, and finishes a write; statements that wait do not start. */
  end(reason: Error): void {
    this.reason ??= reason;
    for (const statement of this.#running) statement.end(this.reason);
  }

  /** Begins a read, now or when the size of what the others have brought is known. */
  enter(start: () => void): void {
    if (this.#unknown >= MOST_READS) this.#waiting.push(start);
    else {
      this.#unknown += 1;
      start();
    }
  }

  /** Notes that rows wait, until `leave`. */
  hold(): void {
    this.#unknown += 1;
  }

  /** Ends a read, or the wait of rows. The next read begins after what this one leads to at once. */
  leave(): void {
    this.#unknown -= 1;
    const next = this.#unknown < MOST_READS ? this.#waiting.shift() : undefined;
    if (next === undefined) return;
    this.#unknown += 1;
    setImmediate(next);
  }

  /** Registers a statement, which is cancelled when the request ends. */
  begin(statement: RunningStatement): void {
    this.#running.push(statement);
  }

  settle(statement: RunningStatement): void {
    const index = this.#running.indexOf(statement);
    if (index >= 0) this.#running.splice(index, 1);
  }

  /** Counts bytes of rows. Ends the request when its answer, or the requests of its company together, have too many. */
  receive(bytes: number): void {
    // An update that outlives its client, or rows on their way when their statement was cancelled.
    if (this.#isOver) return;
    this.bytes += bytes;
    charge(this.company, bytes);
    if (this.isFull) this.end(new AnswerTooLargeError(this.limits.answerBytes));
    else this.#endIfTooMany();
  }

  #endIfTooMany(): void {
    if (hasTooMany(this.company))
      this.end(
        new UnavailableError('OVERLOADED', 'Requests of this company have large answers. Try again in a second.'),
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

  /** Adds the figures of the budget before it, of the same operation. */
  addFiguresOf({ statements, databaseMs, shared }: RequestBudget): void {
    this.statements += statements;
    this.databaseMs += databaseMs;
    this.shared += shared;
  }

  /** Forgets the rows, after the answer. */
  release(): void {
    this.#isOver = true;
    charge(this.company, -this.bytes);
    this.bytes = 0;
  }
}
