/** Something in an input that is not accepted. `path` leads to it from the field's arguments: `['input', 'name']`. */
export interface InputIssue {
  path: string[];
  message: string;
}

/** The caller's company has no such record. Another company's record and an absent one have the same message. */
export class NotFoundError extends Error {
  constructor(label: string, id: string) {
    super(`${label} not found: ${id}`);
  }
}

/** The input cannot be stored, and nothing was written. Has every issue, not only the first. */
export class InvalidRequestError extends Error {
  readonly success = false;
  readonly issues: InputIssue[];

  constructor(issues: InputIssue[]) {
    super(
      issues.map(({ path, message }) => [path.join('.'), message].filter((part) => part !== '').join(': ')).join('; '),
    );
    this.issues = issues;
  }

  /** The message, under the name that the interface document gives it. */
  get error(): string {
    return this.message;
  }
}

/** There is no valid token, or it lacks a scope or a company. */
export class UnauthorizedError extends Error {
  readonly code: 'UNAUTHENTICATED' | 'FORBIDDEN';

  constructor(code: 'UNAUTHENTICATED' | 'FORBIDDEN', message: string) {
    super(message);
    this.code = code;
  }
}

/** The record is no longer at the expected version, and nothing was written. */
export class ConflictError extends Error {
  readonly currentVersion: number;

  constructor(label: string, expectedVersion: number, currentVersion: number) {
    super(`${label} is at version ${currentVersion}, not ${expectedVersion}`);
    this.currentVersion = currentVersion;
  }
}
