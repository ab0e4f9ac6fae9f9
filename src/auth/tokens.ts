import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { UnauthorizedError } from '../errors.ts';

/** Who sends a request: what the token grants, or why there is no good token. */
export interface Caller {
  company: string | undefined;
  scopes: ReadonlySet<string>;
  refusal?: string;
}

export interface AuthSettings {
  secret: string | undefined;
  jwksUrl: string | undefined;
  issuer: string | undefined;
  audience: string | undefined;
  companyClaim: string;
}

const nobody = (refusal: string): Caller => ({ company: undefined, scopes: new Set(), refusal });
const ANONYMOUS = nobody('A token is needed: send the header "Authorization: Bearer <token>".');
const UNREADABLE = nobody('The Authorization header must be "Bearer <token>".');

/** Not the token's fault: the key server did not answer, or not with a key set. */
const KEY_SERVER_FAULTS: string[] = [errors.JWKSTimeout.code, errors.JWKSInvalid.code, errors.JOSEError.code];

const words = (claim: unknown): string[] => {
  if (typeof claim === 'string') return claim.split(' ').filter((word) => word !== '');
  return Array.isArray(claim) ? claim.filter((word) => typeof word === 'string') : [];
};

const companyOf = (claim: unknown): string | undefined =>
  typeof claim === 'string' && claim !== '' ? claim : undefined;

const refusalOf = (error: unknown): string => {
  if (error instanceof errors.JWTExpired) return 'The token has expired.';
  if (error instanceof errors.JWTClaimValidationFailed)
    return `The token's claim "${error.claim}" is not accepted here.`;
  return 'The token is not valid.';
};

/**
 * Makes the function that turns an Authorization header into a caller. It never throws for a bad token, so that a mutation can
 * answer with UnauthorizedError; only a key server that cannot be reached is an error. A verified token is remembered for five minutes
 * or until it expires, at most 1,000 of them, because verifying costs more than the rest of the request's way to its resolver.
 */
export function createAuthenticator(settings: AuthSettings): (header: string | undefined) => Caller | Promise<Caller> {
  const accepted = {
    ...(settings.issuer !== undefined && { issuer: settings.issuer }),
    ...(settings.audience !== undefined && { audience: settings.audience }),
    requiredClaims: ['exp'],
  };
  const verify = settings.jwksUrl
    ? verifyWithJwks(new URL(settings.jwksUrl), accepted)
    : verifyWithSecret(settings.secret ?? '', accepted);
  const known = new LRUCache<string, { caller: Caller; expires: number }>({ max: 1000, ttl: REMEMBER_MS });

  const authenticate = async (token: string): Promise<Caller> => {
    try {
      const { payload } = await verify(token);
      const scopes = new Set([...words(payload.scope), ...words(payload.scp), ...words(payload.permissions)]);
      const caller = { company: companyOf(payload[settings.companyClaim]), scopes };
      known.set(token, { caller, expires: (payload.exp ?? 0) * 1000 });
      return caller;
    } catch (error) {
      if (!(error instanceof errors.JOSEError) || KEY_SERVER_FAULTS.includes(error.code)) throw error;
      return nobody(refusalOf(error));
    }
  };

  return (header) => {
    if (header === undefined || header === '') return ANONYMOUS;
    const token = /^Bearer +(\S+)$/i.exec(header)?.[1];
    if (token === undefined) return UNREADABLE;
    const hit = known.get(token);
    if (hit !== undefined && hit.expires > Date.now()) return hit.caller;
    return authenticate(token);
  };
}

/** A key that its server has withdrawn is believed no longer than this. */
const REMEMBER_MS = 5 * 60_000;

type Accepted = { issuer?: string; audience?: string; requiredClaims: string[] };
type Verify = (token: string) => Promise<{ payload: JWTPayload }>;

function verifyWithSecret(secret: string, accepted: Accepted): Verify {
  const key = new TextEncoder().encode(secret);
  return (token) => jwtVerify(token, key, { ...accepted, algorithms: ['HS256'] });
}

function verifyWithJwks(url: URL, accepted: Accepted): Verify {
  const keys = createRemoteJWKSet(url);
  const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
  return (token) => jwtVerify(token, keys, { ...accepted, algorithms });
}

/** The tenant whose records a caller may touch; `ALL` for a token that may see every company's, and those of none. */
export const ALL = Symbol('every company');
export type Tenant = string | typeof ALL;

/** The caller's tenant, if the token grants the scope. Throws UnauthorizedError, with the reason in words a person can act on. */
export function authorize(caller: Caller, scope: string): Tenant {
  if (caller.refusal !== undefined) throw new UnauthorizedError('UNAUTHENTICATED', caller.refusal);
  if (!caller.scopes.has(scope)) throw new UnauthorizedError('FORBIDDEN', `The token lacks the scope "${scope}".`);
  if (caller.scopes.has('companies:all')) return ALL;
  if (caller.company === undefined) throw new UnauthorizedError('FORBIDDEN', 'The token names no company.');
  return caller.company;
}
