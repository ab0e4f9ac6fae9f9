/** Every code that `extensions.code` of an error can have. docs/errors.md explains them to clients. */
export const CODES = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'DOCUMENT_TOO_LARGE',
  'UNAVAILABLE',
  'OVERLOADED',
  'TIMEOUT',
  'RECORD_LOCKED',
  'CANCELLED',
  'ANSWER_TOO_LARGE',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'INTERNAL_SERVER_ERROR',
  // These are yoga's.
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'REQUEST_ENTITY_TOO_LARGE',
] as const;

export type Code = (typeof CODES)[number];

declare module 'graphql' {
  interface GraphQLErrorExtensions {
    code?: Code;
  }
}
