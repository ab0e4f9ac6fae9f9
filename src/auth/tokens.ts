import { errors, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { isActor } from '../actors.ts';
import type { Config } from '../config.ts';
import type { Client } from '../db/client.ts';
import { UnavailableError } from '../errors.ts';
import { openKeySet } from './key-set.ts';
import { createKeyAuthenticator } from './keys.ts';
import { type Caller, callerOf, refused } from './scopes.ts';
import { createGate } from './strangers.ts';

export type AuthSettings = Config['auth'];

/** The longest time that a verified token is accepted after its key was withdrawn. */
const REMEMBER_MS = 5 * 60_000;

const ASYMMETRIC = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

const ANONYMOUS = refused('A token is needed: send the header "Authorization: Bearer <token>".');
const UNREADABLE = refused('The Authorization header must be "Bearer <token>".');

const words = (claim: unknown): string[] => {
  if (typeof claim === 'string') return claim.split(' ').filter((word) => word !== '');
  return Array.isArray(claim) ? claim.filter((word) => typeof word === 'string') : [];
};

const refusalOf = (error: unknown): string => {
  if (error instanceof errors.JWTExpired) return 'The token has expired.';
  if (error instanceof errors.JWTClaimValidationFailed)
    return `The token's claim "${error.claim}" is missing or not accepted.`;
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return 'The token is not valid: it is not signed with the key of this gateway.';
  if (error instanceof errors.JOSEError) return 'The token is not valid.';
  return 'The key of the token cannot be used. An RSA key needs at least 2048 bits.';
};

/** The claim that names the sender of a token: a client's own token may have no subject. */
const namedBy = (payload: JWTPayload, actorClaim: string): string | undefined =>
  [actorClaim, 'client_id', 'azp'].find((claim) => isName(payload[claim]));
const isName = (value: unknown): boolean => (typeof value === 'string' && value !== '') || Number.isSafeInteger(value);

function readPayload(payload: JWTPayload, { companyClaim, actorClaim, ownClaim }: AuthSettings): Caller {
  const scopes = new Set([...words(payload.scope), ...words(payload.scp), ...words(payload.permissions)]);
  const company = payload[companyClaim];
  const claim = namedBy(payload, actorClaim);
  const actor = claim === undefined ? 'user' : `user:${payload[claim]}`;
  // Not cut: two of them would be one.
  if (!isActor(actor))
    return refused(`The token's claim "${claim}" is longer than 255 characters, or has control characters.`);
  const named = typeof company === 'string' && company !== '' ? company : undefined;
  return callerOf({ company: named, scopes, actor, own: payload[ownClaim], source: `The token's claim "${ownClaim}"` });
}

/**
 * Turns an Authorization header, a JWT or an API key, into a caller; a bad one into a caller with a refusal, which a
 * mutation answers. Throws UnavailableError when the key server or the database fails. Verifying a token costs more
 * than the rest of the way to the resolver, so 1,000 are remembered for five minutes.
 */
export function createAuthenticator(
  settings: AuthSettings,
  prisma: Client,
  log: Logger,
): (header: string | undefined) => Caller | Promise<Caller> {
  const { issuer, audience, jwksUrl } = settings;
  const accepted = {
    ...(issuer !== undefined && { issuer }),
    ...(audience !== undefined && { audience }),
    requiredClaims: ['exp'],
    algorithms: jwksUrl ? ASYMMETRIC : ['HS256'],
  };
  const secret = new TextEncoder().encode(settings.secret);
  const keys = jwksUrl ? openKeySet(new URL(jwksUrl), log) : () => secret;
  const known = new LRUCache<string, { caller: Caller; expires: number }>({ max: 1000, ttl: REMEMBER_MS });

  const authenticateKey = createKeyAuthenticator(prisma);
  const gate = createGate();
  /** The first request of each header whose token is not known yet. */
  const verifying = new Map<string, Promise<Caller>>();

  const knownBy = (header: string): Caller | undefined => {
    const hit = known.get(header);
    return hit !== undefined && hit.expires > Date.now() ? hit.caller : undefined;
  };

  const authenticate = async (header: string, token: string): Promise<Caller> => {
    try {
      const { payload } = await jwtVerify(token, keys, accepted);
      const caller = readPayload(payload, settings);
      known.set(header, { caller, expires: (payload.exp ?? 0) * 1000 });
      return caller;
    } catch (error) {
      if (error instanceof UnavailableError) throw error;
      return refused(refusalOf(error));
    }
  };
  // A key server that hangs delays nobody else at the gate.
  const enter = (header: string, token: string): Promise<Caller> =>
    gate(() => {}).then(() => knownBy(header) ?? authenticate(header, token));

  const callerBy = (header: string | undefined): Caller | Promise<Caller> => {
    if (header === undefined || header === '') return gate(() => ANONYMOUS);
    const caller = knownBy(header);
    if (caller !== undefined) return caller;
    const token = /^Bearer +(\S+)$/i.exec(header)?.[1];
    if (token === undefined) return gate(() => UNREADABLE);
    if (token.startsWith('fog_')) return authenticateKey(token);
    // A token is remembered once, and not for each way to write its header.
    const usual = `Bearer ${token}`;
    if (header !== usual) return callerBy(usual);
    const first = verifying.get(header);
    if (first !== undefined) {
      // A client with a new token often sends several requests at once. Those of a bad token enter one by one.
      const follow = () => knownBy(header) ?? enter(header, token);
      return first.then(follow, follow);
    }
    const verified = enter(header, token).finally(() => verifying.delete(header));
    verifying.set(header, verified);
    return verified;
  };
  return callerBy;
}
