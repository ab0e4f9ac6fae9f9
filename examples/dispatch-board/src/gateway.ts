import { authExchange } from '@urql/exchange-auth';
import { Client, CombinedError, cacheExchange, fetchExchange, mapExchange } from 'urql';
import { newToken } from './session';

export const UNAUTHENTICATED = 'UNAUTHENTICATED';

let token = '';

/** What a person reads about an error. */
export function messageOf({ networkError, graphQLErrors, response }: CombinedError): string {
  if (!networkError) return graphQLErrors.map(({ message }) => message).join(' ');
  if (!(response instanceof Response)) return 'The gateway does not answer. Try again.';
  return `Something in front of the gateway has answered, with status ${response.status}. Try again.`;
}

export type Issue = { path: (string | number)[]; message: string };

/** What GraphQL's own types refuse in a form, in the form of an InvalidRequestError's issues. */
export const issuesOf = (error: CombinedError | undefined): Issue[] =>
  error?.graphQLErrors.flatMap(({ extensions }) => (extensions.issues ?? []) as Issue[]) ?? [];

/** Those of the issues whose fields have not been edited since. */
export const notEdited = (issues: Issue[], sent: Record<string, string>, draft: Record<string, string>): Issue[] =>
  issues.filter(({ path: [, field = ''] }) => draft[field] === sent[field]);

/** Whether a mutation was refused because of its token. It selects `... on UnauthorizedError { reason }`. */
const isUnauthenticated = (data: object | null | undefined): boolean =>
  Object.values(data ?? {}).some((result) => result?.reason === UNAUTHENTICATED);

/** Gives a refused mutation the error that a refused query has: `authExchange` looks at errors only. */
const refusals = mapExchange({
  onResult: (result) => {
    if (!isUnauthenticated(result.data)) return result;
    const refusal = { message: 'Your session has ended.', extensions: { code: UNAUTHENTICATED } };
    return { ...result, error: new CombinedError({ graphQLErrors: [refusal] }) };
  },
});

/** Sends the token with every operation. When it is refused, gets a new one and repeats what was refused. */
const auth = authExchange(async ({ appendHeaders }) => {
  let refused: string | undefined;
  return {
    addAuthToOperation: (operation) => {
      const context = { ...operation.context, token };
      return appendHeaders({ ...operation, context }, { authorization: `Bearer ${token}` });
    },
    willAuthError: () => token === '',
    didAuthError: ({ graphQLErrors }, operation) => {
      refused = operation.context.token;
      return graphQLErrors.some(({ extensions }) => extensions.code === UNAUTHENTICATED);
    },
    refreshAuth: async () => {
      // Another operation may have refreshed the token since.
      if (token === '' || refused === token) token = await newToken();
    },
  };
});

export const client = new Client({
  url: import.meta.env.VITE_GATEWAY ?? '/graphql',
  exchanges: [cacheExchange, auth, refusals, fetchExchange],
  // Live changes are answered as text/event-stream.
  fetchSubscriptions: true,
  preferGetMethod: false,
});
