import { AnswerTooLargeError, UnavailableError } from '../../errors.ts';

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

  /** Whether the answer may have so many bytes more. */
  hasRoom(bytes: number): boolean {
    return this.bytes + bytes <= this.limits.answerBytes;
  }

  /** Whether more bytes have arrived than the answer may have. */
  get isFull(): boolean {
    return !this.hasRoom(0);
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
