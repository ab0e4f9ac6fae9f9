import { useSyncExternalStore } from 'react';

const KEY = 'key';
const USER = 'user';

const asked = new URLSearchParams(location.search);
/** Whose tasks the page shows; null for the board. A portal of your own knows it from the login. */
export const driver = asked.get('driver');
const LINK = /[#&]key=([\w.~+-]+)/;

/** Why the page has no token; undefined while it has one, or gets one. */
let refusal: string | undefined;
const listeners = new Set<() => void>();

function set(next: string | undefined): void {
  refusal = next;
  for (const listen of listeners) listen();
}

/** Goes on with a key, or with the link that has it. This browser tab keeps it. */
export function signIn(text: string): void {
  sessionStorage.setItem(KEY, LINK.exec(text)?.[1] ?? text.trim());
  set(undefined);
}

/** Moves the key of a link out of the address and the history. */
function takeKey(): void {
  const { hash, pathname, search } = location;
  if (!LINK.test(hash)) return;
  history.replaceState(history.state, '', pathname + search);
  signIn(hash);
}
takeKey();
addEventListener('hashchange', takeKey);

function listenTo(listen: () => void): () => void {
  listeners.add(listen);
  return () => void listeners.delete(listen);
}

/** Why the user has to sign in again; undefined if not. */
export const useRefusal = (): string | undefined => useSyncExternalStore(listenTo, () => refusal);

/** The dispatcher, whom changes name: of the address, or as it was given once. Null if it is to be asked. */
export const useUser = (): string | null =>
  useSyncExternalStore(listenTo, () => asked.get(USER) ?? localStorage.getItem(USER));

/** Keeps the name in this browser. Your identity provider knows it without asking. */
export function nameUser(name: string): void {
  localStorage.setItem(USER, name);
  set(refusal);
}

const signedIn = (why: string): Promise<void> =>
  new Promise((resolve) => {
    const unlisten = listenTo(() => {
      if (refusal !== undefined) return;
      unlisten();
      resolve();
    });
    set(why);
  });

/** Gets a new token from the page's own server. Put the refresh of your identity provider here. */
async function refresh(): Promise<Response> {
  const headers = { authorization: `Bearer ${sessionStorage.getItem(KEY) ?? ''}` };
  const user = asked.get(USER) ?? localStorage.getItem(USER) ?? '';
  const whose = new URLSearchParams(driver === null ? { user } : { driver });
  return fetch(`/token?${whose}`, { method: 'POST', headers });
}

/** A new token. While there is none, the page asks its user to sign in, and keeps what was typed. */
export async function newToken(): Promise<string> {
  for (;;) {
    const response = await refresh();
    const text = await response.text();
    if (response.ok) return text;
    if (response.status !== 401) throw new Error(`No token: ${text}`);
    await signedIn(text);
  }
}
