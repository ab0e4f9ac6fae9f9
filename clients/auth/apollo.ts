import { ApolloClient, ApolloLink, CombinedGraphQLErrors, HttpLink, InMemoryCache } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { from, map, mergeMap } from 'rxjs';
import generated from '../../operations/generated/possible-types.json' with { type: 'json' };
import { isUnauthenticated, type Session, UNAUTHENTICATED } from './session.ts';

// Behind the error link, which looks at errors only.
const refusals = new ApolloLink((operation, forward) =>
  forward(operation).pipe(
    map((result) => (isUnauthenticated(result.data) ? { ...result, errors: [UNAUTHENTICATED] } : result)),
  ),
);

export function connect(uri: string, session: Session): ApolloClient {
  let refreshing: Promise<void> | undefined;
  const refresh = async () => {
    try {
      session.token = await session.refresh();
    } finally {
      refreshing = undefined;
    }
  };
  const errors = new ErrorLink(({ error, operation, forward }) => {
    if (!CombinedGraphQLErrors.is(error)) return undefined;
    if (!error.errors.some(({ extensions }) => extensions?.code === UNAUTHENTICATED.extensions.code)) return undefined;
    // Another operation may have refreshed the token since.
    if (operation.getContext().token === session.token) refreshing ??= refresh();
    return from(Promise.resolve(refreshing)).pipe(mergeMap(() => forward(operation)));
  });
  const authorize = new SetContextLink(({ headers }) => {
    const { token } = session;
    return { token, headers: { ...headers, authorization: `Bearer ${token}` } };
  });
  return new ApolloClient({
    link: ApolloLink.from([errors, authorize, refusals, new HttpLink({ uri })]),
    cache: new InMemoryCache({ possibleTypes: generated.possibleTypes }),
  });
}
