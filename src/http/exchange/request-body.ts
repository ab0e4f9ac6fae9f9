import { GraphQLError } from 'graphql';

/** The most bytes of a request's body, over HTTP and WebSocket, with or without a Content-Length. */
export const LARGEST_BODY = 256 * 1024;

/** The answer to a larger one: 413. Yoga's own error does not say the limit. */
export const TOO_LARGE = new GraphQLError(
  `The body may have ${LARGEST_BODY / 1024} KB. Divide what it asks for among several requests.`,
  { extensions: { code: 'REQUEST_ENTITY_TOO_LARGE', mostBytes: LARGEST_BODY, http: { status: 413 } } },
);
