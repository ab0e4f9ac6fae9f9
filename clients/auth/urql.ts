import { Client, CombinedError, cacheExchange, fetchExchange, mapExchange } from '@urql/core';
import { authExchange } from '@urql/exchange-auth';
import { isUnauthenticated, type Session, UNAUTHENTICATED } from './session.ts';

// Behind authExchange, which looks at errors only.
const refusals = mapExchange({
  onResult: (result) =>
    isUnauthenticated(result.data)
      ? { ...result, error: new CombinedError({ graphQLErrors: [UNAUTHENTICATED] }) }
      : result,
});

export function connect(url: string, session: Session): Client {
  let refused: string | undefined;
  const auth = authExchange(async ({ appendHeaders }) => ({
    addAuthToOperation: (operation) => {
      const context = { ...operation.context, token: session.token };
      return appendHeaders({ ...operation, context }, { authorization: `Bearer ${session.token}` });
    },
    didAuthError: ({ graphQLErrors }, operation) => {
      refused = operation.context.token;
      return graphQLErrors.some(({ extensions }) => extensions.code === UNAUTHENTICATED.extensions.code);
    },
    refreshAuth: async () => {
      // Another operation may have refreshed the token since.
      if (refused === session.token) session.token = await session.refresh();
    },
  }));
  return new Client({ url, exchanges: [cacheExchange, auth, refusals, fetchExchange] });
}
