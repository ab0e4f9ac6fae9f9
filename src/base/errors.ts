export const ISSUE_CODES = {
  REQUIRED: { description: 'A value is required: it is null, empty or missing.' },
  WRONG_TYPE: { description: 'The value is of another type, such as a text in place of a number.' },
  WRONG_FORMAT: {
    description: 'The text does not have the form of such values: an address, a time, base64, a cursor.',
  },
  TOO_LONG: { description: 'The text, the list or the object is too long.' },
  TOO_DEEP: { description: 'The JSON is nested too deeply.' },
  OUT_OF_RANGE: { description: 'The number or the time is too small or too large.' },
  INVALID_CHARACTER: { description: 'The text or a key contains U+0000 or an unpaired surrogate.' },
  UNKNOWN_VALUE: { description: 'The value is not one of those that are accepted.' },
  UNKNOWN_FIELD: { description: 'There is no field of this name.' },
  DUPLICATE: { description: 'The same value is given twice.' },
  DELETED: { description: 'The id is that of a record that was deleted; only restoring it brings it back.' },
  INCOMPATIBLE: {
    description: 'The value conflicts with another argument, or with an earlier request of the same key.',
  },
  LIMIT_REACHED: { description: 'The limit is reached: of subscriptions, or of running replays.' },
  INVALID: { description: 'The value cannot be stored or compared for another reason.' },
};

export type IssueCode = keyof typeof ISSUE_CODES;

/** A fault in an input. `path` leads to it from the field's arguments: `['input', 'name']`. */
export interface InputIssue {
  path: string[];
  code: IssueCode;
  message: string;
}

/** The most issues of an error. A client that sends thousands of faults would get an answer many times its input. */
export const MOST_ISSUES = 100;
/** The most errors of an answer. Each record of a list may have one for each of its fields. */
export const MOST_ERRORS = 100;
const ISSUES_IN_MESSAGE = 10;
const READABLE = 100;

/** The first 100 characters. Clients choose the length of keys and ids. */
const cut = (text: string): string =>
  text.length <= READABLE ? text : `${text.slice(0, READABLE - 1).toWellFormed()}…`;

/** The reason of a failure, in one line for the log. */
export function reasonOf(failure: unknown): string {
  // An AggregateError has one error for each address of a name, and no message of its own.
  const parts = failure instanceof AggregateError ? failure.errors : [failure];
  return parts.map((part) => (part instanceof Error ? part.message : String(part))).join('; ');
}

/** The code of an error of the system, a library or the database; undefined if it has none. */
export const errorCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

/** Makes an error without a stack trace, which costs more than all else that a refusal takes. */
export function withoutStack<Made>(make: () => Made): Made {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** An error with a meaning for clients; of any other they get no more than its id in the log. It has no stack trace. */
export class ClientError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message, options);
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The caller's company has no such record. A record of another company gets the same message. */
export class NotFoundError extends ClientError {
  constructor(label: string, id: string) {
    super(`${label} not found: ${cut(id)}`);
  }
}

/** The input is invalid, and nothing was written. It has up to 100 issues; its message names ten. */
export class InvalidRequestError extends ClientError {
  readonly success = false;
  readonly issues: InputIssue[];

  constructor(issues: InputIssue[], options?: ErrorOptions) {
    const reported = issues.slice(0, MOST_ISSUES).map(({ path, ...issue }) => ({ path: path.map(cut), ...issue }));
    const parts = reported
      .slice(0, ISSUES_IN_MESSAGE)
      .map(({ path, message }) => [path.join('.'), message].filter((part) => part !== '').join(': '));
    if (reported.length > parts.length) parts.push(`and ${reported.length - parts.length} more`);
    super(parts.join('; '), options);
    this.issues = reported;
  }

  /** The message, under the name that the interface document gives it. */
  get error(): string {
    return this.message;
  }
}

export function refuse(issues: InputIssue[]): void {
  if (issues.length > 0) throw new InvalidRequestError(issues);
}

export class UnauthorizedError extends ClientError {
  readonly code: 'UNAUTHENTICATED' | 'FORBIDDEN';
  /** Null unless the token is valid and lacks this scope. */
  readonly missingScope: string | null;

  constructor(code: UnauthorizedError['code'], message: string, missingScope: string | null = null) {
    super(message);
    this.code = code;
    this.missingScope = missingScope;
  }
}

export class ConflictError extends ClientError {
  readonly currentVersion: number;
  /** The record as it is now: the fields that the client has selected. */
  readonly record: { id: string };
  /** Reads the names of the fields changed since the expected version; null if they are not known. */
  readonly changedFields: () => Promise<string[] | null>;
  /** Whether the record has changed to all that was to be written: so it may be a repeat, and no conflict. */
  readonly isRepeat: boolean;

  constructor(
    { label }: { label: string },
    expectedVersion: number,
    record: { id: string; version: number },
    changedFields: ConflictError['changedFields'],
    isRepeat: boolean,
  ) {
    super(`${label} is at version ${record.version}, not ${expectedVersion}`);
    this.currentVersion = record.version;
    this.record = record;
    this.changedFields = changedFields;
    this.isRepeat = isRepeat;
  }
}

/** A field of a stored record has a value that GraphQL cannot express, such as NaN or `infinity`. */
export class InexpressibleValueError extends ClientError {
  readonly type: string;
  readonly id: string;
  readonly field: string;

  /** The cause is what the field's resolver has thrown; `outcome` begins the message for the result of a write. */
  constructor(type: string, id: string, field: string, options?: ErrorOptions, outcome = '') {
    super(`${outcome}GraphQL cannot express the value that ${type} ${cut(id)} has in ${field}.`, options);
    this.type = type;
    this.id = id;
    this.field = field;
  }
}

/** The request cannot be served now; repeating it may help. */
export class UnavailableError extends ClientError {
  /**
   * UNAVAILABLE: no database, or no key server. OVERLOADED: too many requests. TIMEOUT: it took too long.
   * RECORD_LOCKED: another transaction holds the record. CANCELLED: the client has closed the connection.
   * WRONG_CELL: another cell serves the company.
   */
  readonly code: 'UNAVAILABLE' | 'OVERLOADED' | 'TIMEOUT' | 'RECORD_LOCKED' | 'CANCELLED' | 'WRONG_CELL';

  constructor(code: UnavailableError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export const disconnected = () => new UnavailableError('CANCELLED', 'The client has closed the connection.');

export const tooManyWaiting = () =>
  new UnavailableError('OVERLOADED', 'Too many requests are waiting. Try again in a second.');

/** A read took too long, and no index serves its conditions or its order: repeating it does not help. */
export class IndexMissingError extends ClientError {
  readonly fields: readonly string[];

  constructor(fields: readonly string[], options?: ErrorOptions) {
    const list = fields.map((field) => `"${field}"`).join(', ');
    super(`The list took too long, and no index serves ${list}. Add a condition on an indexed field.`, options);
    this.fields = fields;
  }
}

/** The answer would exceed the limit; `wasWritten` says that it is that of changes. */
export class AnswerTooLargeError extends ClientError {
  readonly mostBytes: number;

  constructor(mostBytes: number, wasWritten = false) {
    const advice = `Select fewer records or fields.${wasWritten ? ' The accepted changes were written.' : ''}`;
    super(`The answer would exceed ${Math.floor(mostBytes / 1024 / 1024)} MB. ${advice}`);
    this.mostBytes = mostBytes;
  }
}
