import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  type FetchImplementation,
  type JWTVerifyGetKey,
} from 'jose';
import type { Logger } from 'pino';
import { reasonOf, UnavailableError } from '../base/errors.ts';

/** The least time between two fetches, within which a new key or a repaired key server is noticed. */
const REFETCH_MS = 3_000;
const TIMEOUT_MS = 5_000;

/** Fetches the keys that verify tokens: now, for an unknown key, and every ten minutes. Throws UnavailableError. */
export function openKeySet(url: URL, log: Logger): JWTVerifyGetKey {
  let failure: { error: UnavailableError; until: number } | undefined;
  const fetchKeys: FetchImplementation = async (address, options) => {
    if (failure !== undefined && Date.now() < failure.until) throw failure.error;
    try {
      const keys = await readKeys(address, options);
      if (failure !== undefined) log.info('the key server answers again');
      failure = undefined;
      return keys;
    } catch (cause) {
      // `fetch` says only that it failed, and has the reason as its cause.
      const reason = reasonOf((cause instanceof Error && cause.cause) || cause);
      log.warn({ url: address, reason }, 'the key server fails; tokens cannot be verified');
      const error = new UnavailableError('UNAVAILABLE', 'The keys of tokens are not available now. Try again.', {
        cause,
      });
      failure = { error, until: Date.now() + REFETCH_MS };
      throw error;
    }
  };
  const options = { cooldownDuration: REFETCH_MS, timeoutDuration: TIMEOUT_MS, [customFetch]: fetchKeys };
  const keys = createRemoteJWKSet(url, options);
  void keys.reload().catch(() => {});
  return keys;
}

/** Reads the whole answer, so that the time limit and every fault of the key server count here. */
async function readKeys(...request: Parameters<FetchImplementation>): Promise<Response> {
  const response = await fetch(...request);
  if (response.status !== 200) throw new Error(`The key server answered ${response.status}, not 200.`);
  const text = await response.text();
  createLocalJWKSet(JSON.parse(text));
  return new Response(text);
}
