import { jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { UnavailableError } from '../base/errors.ts';
import { NOBODY } from '../load/event-loop.ts';
import { turnsOfUnknownTokens } from '../load/turns.ts';
import type { Client } from '../prisma/client.ts';
import { createKeyAuthenticator } from './api-keys.ts';
import { type AuthSettings, readPayload, tokenRefusal } from './claims.ts';
import { openKeySet } from './key-set.ts';
import { type Caller, refusedCaller } from './scopes.ts';

/** The longest time that a verified token is accepted after its key was withdrawn. */
const REMEMBER_MS = 5 * 60_000;

const ASYMMETRIC = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');

const ANONYMOUS = refusedCaller('A token is needed: send the header "Authorization: Bearer <token>".');
const UNREADABLE = refusedCaller('The Authorization header must be "Bearer <token>".');

/**
 * Turns an Authorization header into a caller, a bad one into one with a refusal. Throws UnavailableError when the key
 * server or the database fails. Verifying costs more than the rest of a request, so 1,000 tokens are remembered for
 * five minutes.
 */
export function createAuthenticator(
  settings: AuthSettings,
  prisma: Client,
  log: Logger,
): (header: string | undefined) => Caller | Promise<Caller> {
  const { issuer, audience, jwksUrl, leewaySeconds } = settings;
  const accepted = {
    ...(issuer !== undefined && { issuer }),
    ...(audience !== undefined && { audience }),
    requiredClaims: ['exp'],
    algorithms: jwksUrl ? ASYMMETRIC : ['HS256'],
    clockTolerance: leewaySeconds,
  };
  const secret = new TextEncoder().encode(settings.secret);
  const keys = jwksUrl ? openKeySet(new URL(jwksUrl), log) : () => secret;
  const known = new LRUCache<string, { caller: Caller; expires: number }>({ max: 1000, ttl: REMEMBER_MS });
  const authenticateKey = createKeyAuthenticator(prisma);
  const inTurn = turnsOfUnknownTokens();
  /** The first request of each token that is not known yet. */
  const verifying = new Map<string, Promise<Caller>>();

  const knownBy = (header: string): Caller | undefined => {
    const hit = known.get(header);
    return hit !== undefined && hit.expires > Date.now() ? hit.caller : undefined;
  };

  const verify = async (header: string, token: string): Promise<Caller> => {
    try {
      const { payload } = await jwtVerify(token, keys, accepted);
      const caller = readPayload(payload, settings);
      known.set(header, { caller, expires: ((payload.exp ?? 0) + leewaySeconds) * 1000 });
      return caller;
    } catch (error) {
      if (error instanceof UnavailableError) throw error;
      return refusedCaller(tokenRefusal(error, token, settings));
    }
  };
  // A key server that hangs delays nobody else at the gate.
  const enter = (header: string, token: string): Promise<Caller> =>
    inTurn(NOBODY, () => {}).then(() => knownBy(header) ?? verify(header, token));

  /** Verifies a token once for the requests that a client sends at once. Those of a bad token enter one by one. */
  const verifyOnce = (header: string, token: string): Promise<Caller> => {
    const next = () => knownBy(header) ?? enter(header, token);
    const first = verifying.get(header);
    if (first !== undefined) return first.then(next, next);
    const verified = enter(header, token).finally(() => verifying.delete(header));
    verifying.set(header, verified);
    return verified;
  };

  return (given) => {
    if (given === undefined || given === '') return inTurn(NOBODY, () => ANONYMOUS);
    const caller = knownBy(given);
    if (caller !== undefined) return caller;
    const token = /^Bearer +(\S+)$/i.exec(given)?.[1];
    if (token === undefined) return inTurn(NOBODY, () => UNREADABLE);
    if (token.startsWith('fog_')) return authenticateKey(token);
    // A token is remembered once, and not for each way to write its header.
    const header = `Bearer ${token}`;
    return knownBy(header) ?? verifyOnce(header, token);
  };
}
