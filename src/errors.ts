/** Something in an input that the service cannot accept; `path` leads to it from the field's arguments, as in `['input', 'name']`. */
export interface InputIssue {
  path: string[];
  message: string;
}

/** No such record in the caller's company. Another company's record and an absent one read the same. */
export class NotFoundError extends Error {
  constructor(what: string, id: string) {
    super(`${what} not found: ${id}`);
  }
}

/** The input was understood but cannot be stored; nothing was written. Holds every issue, not only the first. */
export class InvalidRequestError extends Error {
  readonly success = false;
  readonly issues: InputIssue[];

  constructor(issues: InputIssue[]) {
    super(
      issues.map(({ path, message }) => [path.join('.'), message].filter((part) => part !== '').join(': ')).join('; '),
    );
    this.issues = issues;
  }

  /** What the interface's description calls the message. */
  get error(): string {
    return this.message;
  }
}

/** The caller has no good token, or the token lacks what the operation needs. */
export class UnauthorizedError extends Error {
  readonly code: 'UNAUTHENTICATED' | 'FORBIDDEN';

  constructor(code: 'UNAUTHENTICATED' | 'FORBIDDEN', message: string) {
    super(message);
    this.code = code;
  }
}

/** The record has moved on since the caller read it: `expectedVersion` no longer holds, and nothing was written. */
export class ConflictError extends Error {
  readonly currentVersion: number;

  constructor(what: string, expectedVersion: number, currentVersion: number) {
    super(`${what} is at version ${currentVersion}, not ${expectedVersion}`);
    this.currentVersion = currentVersion;
  }
}
