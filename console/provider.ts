import { type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import type { SignIn } from '../src/http/pages/console.ts';

/** How long before its end a token is renewed, in seconds. */
const EARLY_S = 60;
const LOCK = 'sign-in';
/** The query of a tab that only signs in, for those that are open. */
const ASIDE = '?sign-in';

/** What a sign-in comes back to. */
interface Return {
  hash: string;
  isAside: boolean;
}

interface Followers {
  /** The same person has another token. */
  renewed(token: string): void;
  /** Another tab has signed in, or out. */
  changed(token: string | undefined): void;
}

type Settings = SignIn & { metadata: { end_session_endpoint?: string } };

/**
 * Signs a person in at an identity provider: authorization code with PKCE. The browser keeps the sign-in for all tabs,
 * and one of them renews it for all: a refresh token may be good for one use. Where the provider gives none, the person
 * signs in again in a tab of its own, so that nothing is lost in those that are open.
 */
class Provider {
  readonly name: string;
  readonly #manager: UserManager;
  readonly #storageKey: string;
  readonly #hasSession: boolean;

  constructor({ issuer, clientId, scope, parameters, metadata }: Settings) {
    const page = location.origin + location.pathname;
    this.name = new URL(issuer).host;
    this.#hasSession = metadata.end_session_endpoint !== undefined;
    this.#storageKey = `oidc.user:${issuer}:${clientId}`;
    this.#manager = new UserManager({
      authority: issuer,
      metadata,
      client_id: clientId,
      scope,
      redirect_uri: page,
      post_logout_redirect_uri: page,
      extraQueryParams: { ...parameters },
      extraTokenParams: { ...parameters },
      userStore: new WebStorageStateStore({ store: localStorage }),
      accessTokenExpiringNotificationTimeInSeconds: EARLY_S,
      automaticSilentRenew: false,
    });
  }

  /** The token of the person who is signed in, or comes back from the provider. Throws what the provider says. */
  async begin({ renewed, changed }: Followers): Promise<string | undefined> {
    this.#manager.events.addAccessTokenExpiring(async () => {
      const token = await this.renew();
      if (token !== undefined) renewed(token);
    });
    addEventListener('storage', async ({ key }) => {
      if (key === this.#storageKey) changed((await this.#manager.getUser())?.access_token);
    });
    if (location.search === ASIDE) await this.signIn(true);
    const user = await this.#comeBack();
    return user?.expired ? this.renew() : user?.access_token;
  }

  async #comeBack(): Promise<User | null> {
    const query = new URLSearchParams(location.search);
    if (!query.has('state')) return this.#manager.getUser();
    const address = location.href;
    history.replaceState(history.state, '', location.pathname);
    // What comes back from a sign-out has no code.
    if (!query.has('code') && !query.has('error')) return this.#manager.getUser();
    const user = await this.#manager.signinRedirectCallback(address);
    const { hash, isAside } = returnOf(user.state);
    history.replaceState(history.state, '', location.pathname + hash);
    if (isAside) close();
    return user;
  }

  /** Goes to the provider, in this tab, and does not return. */
  async signIn(isAside = false): Promise<never> {
    const state: Return = { hash: location.hash, isAside };
    await this.#manager.signinRedirect({ state });
    return new Promise(() => {});
  }

  /** Signs in in a tab of its own. This one takes the token over. */
  signInAside(): void {
    open(ASIDE, '_blank');
  }

  /** The token of the moment, renewed if it has to be; undefined if the person must sign in again. */
  renew(): Promise<string | undefined> {
    return navigator.locks.request(LOCK, async () => {
      const user = await this.#manager.getUser();
      if (user === null || (user.expires_in ?? 0) > EARLY_S) return user?.access_token;
      if (user.refresh_token === undefined) return undefined;
      return this.#manager.signinSilent().then(
        (renewed) => renewed?.access_token,
        () => undefined,
      );
    });
  }

  /** Signs out here, in all tabs, and at the provider if it has a page for it. */
  async signOut(): Promise<void> {
    const user = await this.#manager.getUser();
    await this.#manager.removeUser();
    if (this.#hasSession && user?.id_token !== undefined)
      await this.#manager.signoutRedirect({ id_token_hint: user.id_token });
  }
}

const isReturn = (state: unknown): state is Return =>
  typeof state === 'object' && state !== null && 'hash' in state && 'isAside' in state;
const returnOf = (state: unknown): Return => (isReturn(state) ? state : { hash: '', isAside: false });

const given = document.querySelector('#sign-in')?.textContent ?? 'null';
const settings: Settings | null = JSON.parse(given);
/** Undefined where the gateway names none: then the console asks for a token. */
export const provider = settings === null ? undefined : new Provider(settings);
