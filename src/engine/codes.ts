/** The codes of errors, and whether one refuses the request for a cause of its own. docs/errors.md explains them. */
export const CODES = {
  UNAUTHENTICATED: false,
  FORBIDDEN: false,
  BAD_USER_INPUT: true,
  BAD_REQUEST: true,
  DOCUMENT_TOO_LARGE: true,
  UNAVAILABLE: true,
  OVERLOADED: true,
  TIMEOUT: true,
  RECORD_LOCKED: true,
  CANCELLED: false,
  WRONG_CELL: true,
  ANSWER_TOO_LARGE: true,
  INDEX_MISSING: true,
  INEXPRESSIBLE_VALUE: false,
  PERSISTED_QUERY_NOT_SUPPORTED: false,
  PERSISTED_QUERY_NOT_FOUND: true,
  DOCUMENT_NOT_TRUSTED: true,
  INTERNAL_SERVER_ERROR: false,
  // These are yoga's.
  GRAPHQL_PARSE_FAILED: true,
  GRAPHQL_VALIDATION_FAILED: true,
  OPERATION_RESOLUTION_FAILURE: false,
  REQUEST_ENTITY_TOO_LARGE: true,
};

export type Code = keyof typeof CODES;

declare module 'graphql' {
  interface GraphQLErrorExtensions {
    code?: Code;
  }
}
