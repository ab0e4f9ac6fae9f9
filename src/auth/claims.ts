import { decodeProtectedHeader, errors, type JWTPayload } from 'jose';
import { isActor, isName } from '../records/actors.ts';
import { isPlain } from '../records/values.ts';
import type { Config } from '../settings/config.ts';
import { type Caller, callerOf, refusedCaller } from './scopes.ts';

export type AuthSettings = Config['auth'];

const MOST_SHOWN = 100;

/** A claim's value in a message for the developer who set up the identity provider. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

/** The claim at a path such as `realm_access.roles`. The whole path may be a name: `https://example.com/company`. */
function claimAt(claims: object, path: string): unknown {
  if (Object.hasOwn(claims, path)) return Reflect.get(claims, path);
  for (let end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1)) {
    const head = path.slice(0, end);
    const within: unknown = Object.hasOwn(claims, head) ? Reflect.get(claims, head) : undefined;
    const found = isPlain(within) ? claimAt(within, path.slice(end + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

const words = (claim: unknown): string[] => {
  if (typeof claim === 'string') return claim.split(' ').filter((word) => word !== '');
  return Array.isArray(claim) ? claim.filter((word) => typeof word === 'string') : [];
};

/** The scope without the prefix of its resource server, such as `gateway/`. */
const withoutPrefix = (scope: string, prefixes: readonly string[]): string =>
  scope.slice(prefixes.find((prefix) => scope.startsWith(prefix))?.length ?? 0);

const textOf = (claim: unknown): string | undefined =>
  (typeof claim === 'string' && claim !== '') || Number.isSafeInteger(claim) ? `${claim}` : undefined;

function nameIn(claim: unknown): string | undefined {
  const name = textOf(Array.isArray(claim) && claim.length === 1 ? claim[0] : claim);
  return name !== undefined && isName(name) ? name : undefined;
}

const faultOfCompany = (path: string, claim: unknown): string =>
  claim === undefined
    ? `its claim "${path}" is missing`
    : `its claim "${path}" is ${shown(claim)}, and must be a text, a whole number, or a list of one, of up to 255 characters, none of them invisible`;

export function readPayload(payload: JWTPayload, settings: AuthSettings): Caller {
  const { companyClaim, actorClaim, ownClaim, scopeClaims, scopePrefixes } = settings;
  const given = scopeClaims.flatMap((path) => words(claimAt(payload, path)));
  const scopes = new Set(given.map((scope) => withoutPrefix(scope, scopePrefixes)));
  const actorIn = (path: string) => textOf(claimAt(payload, path));
  const claim = [actorClaim, 'client_id', 'azp'].find((path) => actorIn(path) !== undefined);
  const actor = claim === undefined ? 'user' : `user:${actorIn(claim)}`;
  // Not cut: two of them would be one.
  if (!isActor(actor))
    return refusedCaller(`The token's claim "${claim}" is longer than 255 characters, or has invisible ones.`);
  const inClaim = claimAt(payload, companyClaim);
  const company = nameIn(inClaim);
  const caller = callerOf({
    company,
    scopes,
    actor,
    own: claimAt(payload, ownClaim),
    source: `The token's claim "${ownClaim}"`,
  });
  if (company === undefined) caller.noCompany = faultOfCompany(companyClaim, inClaim);
  if (scopes.size === 0) caller.noScopes = `its claims ${scopeClaims.join(', ')} hold no scopes`;
  return caller;
}

const timeOf = (seconds: unknown): string =>
  typeof seconds === 'number' && Number.isFinite(seconds) && Math.abs(seconds) < 1e11
    ? new Date(seconds * 1000).toISOString()
    : shown(seconds);

const oneOf = (accepted: readonly string[]): string => accepted.map(shown).join(' or ');

export function tokenRefusal(error: unknown, token: string, { issuer, audience, jwksUrl }: AuthSettings): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired.';
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, payload } = error;
    const value = payload[claim];
    if (claim === 'nbf' && value !== undefined)
      return `The token is not valid yet: its claim "nbf" is ${timeOf(value)}, and the gateway's clock ${timeOf(Date.now() / 1000)}. Check the clocks.`;
    if (value === undefined) return `The token's claim "${claim}" is missing or not accepted.`;
    const accepted = { iss: issuer, aud: audience }[claim];
    return accepted === undefined
      ? `The token's claim "${claim}" is ${shown(value)}, which is not accepted.`
      : `The token's claim "${claim}" is ${shown(value)}, and must be ${oneOf(accepted)}.`;
  }
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return 'The token is not valid: it is not signed with the key of this gateway.';
  if (error instanceof errors.JOSEAlgNotAllowed)
    return `The token is not valid: it is signed with ${shown(decodeProtectedHeader(token).alg)}, and the gateway accepts ${jwksUrl ? 'RS, PS, ES and EdDSA' : 'HS256'}.`;
  if (error instanceof errors.JOSEError) return 'The token is not valid.';
  return 'The key of the token cannot be used. An RSA key needs at least 2048 bits.';
}
