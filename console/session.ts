import '../src/http/graphiql/link.js';
import {
  Client,
  type CombinedError,
  cacheExchange,
  type Exchange,
  fetchExchange,
  makeOperation,
  type Operation,
} from '@urql/core';
import { map, pipe, tap } from 'wonka';
import type { Issue } from './documents.ts';
import { exactNumbers, fetchExact } from './exact-answers.ts';
import { provider } from './provider.ts';
import type { Viewer } from './schema.ts';
import { Store } from './store.ts';
import { isAnythingUnsaved, mayLeave } from './unsaved.ts';

const KEY = 'token';
/** In the place of a token, for a page that stays after a sign-out: the gateway refuses it. */
const NO_TOKEN = '-';
/** The token of the provider that the tab has taken over. Any other is that of a link, for this tab alone. */
const PROVIDED = 'provided';
const ofLink = (): string | undefined => {
  const token = sessionStorage.getItem(KEY);
  return token === null || token === sessionStorage.getItem(PROVIDED) ? undefined : token;
};

/** Who uses the page. A refused token leaves the page as it is, with what was typed, until there is another one. */
export interface Session {
  /** Empty before the first sign-in. */
  token: string;
  /** Why the gateway does not accept the token. */
  refusal: string | undefined;
  /** Counts the pages: a sign-in for another company begins a new one. */
  page: number;
}

/** The tab keeps the token, also for GraphiQL. A provider has the one of the moment. */
export const session = new Store<Session>({
  token: provider === undefined ? (sessionStorage.getItem(KEY) ?? '') : '',
  refusal: undefined,
  page: 0,
});

/** The viewer of the page, once it is read. */
let viewer: Viewer | undefined;

/** Whether the viewer has made a change. */
export const isOwn = (actor: Viewer['actor']): boolean =>
  actor !== null && actor.id !== null && actor.kind === viewer?.actor?.kind && actor.id === viewer.actor.id;

/** Below the same path as the console: a proxy may have the gateway below one of its own. */
export const GRAPHQL = location.pathname.replace(/console\/?$/, 'graphql');
const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const TRANSPORT = { url: GRAPHQL, fetch: fetchExact, fetchSubscriptions: true, preferGetMethod: false } as const;

/** Counts the sign-ins: what a later one, or a sign-out, has overtaken changes nothing. */
let latest = 0;

/** Goes on with a token: in the page that is shown, if it is for the same company. A link is a good answer, too. */
export async function signIn(text: string, isProvided = false): Promise<void> {
  const own = ++latest;
  const token = text.trim().replace(/^Bearer\s+|^.*#token=/i, '');
  const client = new Client({ ...TRANSPORT, exchanges: [fetchExchange], fetchOptions: withToken(token) });
  const { data, error } = await client.query<{ viewer: Viewer }>('{ viewer { companyId scopes } }', {}).toPromise();
  if (own !== latest) return;
  const { page, token: before, refusal } = session.value;
  if (data === undefined || error !== undefined)
    return session.set({ ...session.value, refusal: error ? messageOf(error) : 'There is no answer.' });
  const isSame = viewer?.companyId === data.viewer.companyId;
  const isAsGood = viewer?.scopes.every((scope) => data.viewer.scopes.includes(scope)) ?? true;
  if (!(isSame && isAsGood) && !mayLeave()) {
    // A link has put its token there.
    sessionStorage.setItem(KEY, before);
    const why = isSame ? 'The token has fewer rights.' : 'The token is for another company.';
    return session.set({ ...session.value, refusal: refusal && why });
  }
  goOn(token, isProvided, isSame ? page : page + 1);
}

function goOn(token: string, isProvided: boolean, page = session.value.page): void {
  sessionStorage.setItem(KEY, token);
  if (isProvided) sessionStorage.setItem(PROVIDED, token);
  session.set({ token, refusal: undefined, page });
}

function forget(): void {
  latest += 1;
  for (const key of [KEY, PROVIDED]) sessionStorage.removeItem(key);
}

function leave(): void {
  forget();
  viewer = undefined;
  session.set({ token: '', refusal: undefined, page: session.value.page + 1 });
}

/** After a sign-out in another tab: what is not saved stays, behind the question to sign in again. */
function leaveToo(): void {
  if (!isAnythingUnsaved()) leave();
  else {
    forget();
    session.set({ ...session.value, token: NO_TOKEN, refusal: 'You have signed out in another tab.' });
  }
}

export function signOut(): void {
  leave();
  void provider?.signOut();
}

/** Signs in at the identity provider, which takes the place of the token of a link. */
export function signInThere(isAside: boolean): void {
  sessionStorage.setItem(PROVIDED, sessionStorage.getItem(KEY) ?? '');
  if (isAside) provider?.signInAside();
  else void provider?.signIn();
}

/** Takes over what the identity provider knows of the person, now and from then on. */
export async function begin(): Promise<void> {
  try {
    const token = await provider?.begin({
      renewed: (token) => ofLink() ?? goOn(token, true),
      changed: (token) => ofLink() ?? (token === undefined ? leaveToo() : void signIn(token, true)),
    });
    const found = ofLink() ?? token;
    if (found !== undefined) await signIn(found, found === token);
    else if (provider) leave();
  } catch (error) {
    session.set({ ...session.value, refusal: error instanceof Error ? error.message : `${error}` });
  }
}

// A link that was opened in this tab.
addEventListener('token', () => void signIn(sessionStorage.getItem(KEY) ?? ''));

/** Why the token of an operation was refused: in `errors[]`, or in the result of a mutation. */
function refusalOf(data: unknown, error: CombinedError | undefined): string | undefined {
  const found = error?.graphQLErrors.find(({ extensions }) => extensions.code === 'UNAUTHENTICATED');
  if (found !== undefined) return found.message;
  for (const result of Object.values(data ?? {}))
    if (result?.reason === 'UNAUTHENTICATED') return `${result.message ?? 'The token is not accepted.'}`;
  return undefined;
}

/** After the gateway has refused a token: with a new one of the provider, or with the question to sign in again. */
async function goOnWithout(refused: string, refusal: string): Promise<void> {
  const token = ofLink() === undefined ? await provider?.renew() : undefined;
  if (token !== undefined && token !== refused) goOn(token, true);
  else session.set({ ...session.value, refusal });
}

/** The queries that the page shows. */
const shown = new Map<number, Operation>();

/** Sends the token of the moment with every operation, and notes when the gateway refuses it. */
const signed: Exchange =
  ({ forward }) =>
  (operations) =>
    pipe(
      operations,
      map((operation) => {
        if (operation.kind === 'query') shown.set(operation.key, operation);
        if (operation.kind === 'teardown') shown.delete(operation.key);
        const { token } = session.value;
        return makeOperation(operation.kind, operation, {
          ...operation.context,
          token,
          fetchOptions: withToken(token),
        });
      }),
      forward,
      tap(({ operation, data, error }) => {
        if (data?.viewer) viewer = data.viewer;
        const refusal = refusalOf(data, error);
        const isNews = session.value.refusal === undefined && session.value.token === operation.context.token;
        // A late answer to the token before says nothing about this one.
        if (refusal !== undefined && isNews) void goOnWithout(operation.context.token, refusal);
      }),
    );

/** A client whose cache is that of one page. */
export function openClient(): Client {
  shown.clear();
  return new Client({
    ...TRANSPORT,
    exchanges: [cacheExchange, signed, exactNumbers, fetchExchange],
    requestPolicy: 'cache-and-network',
  });
}

/** Reads all that is shown again. */
export function readAgain(client: Client): void {
  for (const { kind, context, ...request } of shown.values())
    client.reexecuteOperation(makeOperation(kind, request, { ...context, requestPolicy: 'network-only' }));
}

/** What a person reads about an error. */
export function messageOf({ networkError, graphQLErrors, response }: CombinedError): string {
  if (networkError === undefined) return graphQLErrors.map(({ message }) => message).join(' ');
  const isOther = response instanceof Response;
  return `${isOther ? `Something in front of the gateway has answered, with status ${response.status}` : 'The gateway does not answer'}. What you see may have changed.`;
}

/** What GraphQL's own types refuse, in the form of an InvalidRequestError's issues. */
export const issuesIn = (error: CombinedError | undefined): Issue[] =>
  error?.graphQLErrors.flatMap(({ extensions: { issues } }) => (Array.isArray(issues) ? issues : [])) ?? [];
