import { Client, type CombinedError, cacheExchange, fetchExchange, mapExchange } from '@urql/core';
import type { Issue } from './documents.ts';
import { Store } from './store.ts';

const KEY = 'token';
const given: { token: string } = JSON.parse(document.querySelector('#given')?.textContent ?? '{"token":""}');

/** What the session asks its user for: a token, with why the last one was refused. */
export interface Session {
  token: string;
  refusal: string | undefined;
  /** Whether the page came with the token, so that there is none to forget. */
  isGiven: boolean;
}

const stored = given.token || (sessionStorage.getItem(KEY) ?? '');
export const session = new Store<Session>({ token: stored, refusal: undefined, isGiven: given.token !== '' });

/** Uses a token until the browser tab is closed. GraphiQL finds it, too. */
export function useToken(token: string): void {
  sessionStorage.setItem(KEY, token);
  session.set({ token, refusal: undefined, isGiven: false });
}

export function forgetToken(refusal?: string): void {
  sessionStorage.removeItem(KEY);
  session.set({ token: '', refusal, isGiven: false });
}

/** Why the token of an operation was refused: in `errors[]`, or in the result of a mutation. */
function refusalOf(data: unknown, error: CombinedError | undefined): string | undefined {
  const found = error?.graphQLErrors.find(({ extensions }) => extensions.code === 'UNAUTHENTICATED');
  if (found !== undefined) return found.message;
  for (const result of Object.values(data ?? {}))
    if (result?.reason === 'UNAUTHENTICATED') return `${result.message ?? 'The token is not accepted.'}`;
  return undefined;
}

/** A client whose cache is that of one token. */
export const openClient = (token: string): Client =>
  new Client({
    url: '/graphql',
    exchanges: [
      mapExchange({
        onResult: ({ data, error }) => {
          const refusal = refusalOf(data, error);
          // A late answer to the token before says nothing about this one.
          if (refusal !== undefined && session.value.token === token) forgetToken(refusal);
        },
      }),
      cacheExchange,
      fetchExchange,
    ],
    fetchOptions: () => ({ headers: { authorization: `Bearer ${token}` } }),
    requestPolicy: 'cache-and-network',
    fetchSubscriptions: true,
    preferGetMethod: false,
  });

/** What a person reads about an error. */
export function messageOf(error: CombinedError): string {
  if (error.networkError) return 'The gateway does not answer. What you see may have changed.';
  return error.graphQLErrors.map(({ message }) => message).join(' ');
}

/** What GraphQL's own types refuse, in the form of an InvalidRequestError's issues. */
export const issuesIn = (error: CombinedError | undefined): Issue[] =>
  error?.graphQLErrors.flatMap(({ extensions: { issues } }) => (Array.isArray(issues) ? issues : [])) ?? [];
