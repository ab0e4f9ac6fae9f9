import { join } from 'node:path';
import { SignJWT } from 'jose';
import { readSecretFile } from '../base/secret-file.ts';
import { StartupError } from '../base/startup-error.ts';
import { HISTORY, RECORDS } from '../records/records.ts';

const ACTIONS = ['read', 'write', 'create', 'delete'];

const OF_RECORDS = Array.from(RECORDS.values()).flatMap(({ scope, event }) =>
  (event === null ? ['read', 'write'] : ACTIONS).map((action) => `${scope}:${action}`),
);

/** All scopes of a company, in the format of the `scope` claim. */
export const ALL_SCOPES = [...OF_RECORDS, HISTORY].join(' ');

/** The secret that signs tokens; undefined with JWKS_URL, whose keys the gateway does not have. */
export const mintingSecret = async (
  { secret, jwksUrl }: { secret: string | undefined; jwksUrl: string | undefined },
  dataDir: string,
): Promise<string | undefined> => secret ?? (jwksUrl === undefined ? localSecret(dataDir) : undefined);

export const localSecretFile = (dataDir: string): string => join(dataDir, 'jwt-secret');

/** The embedded database's secret, in a file: tokens outlive a restart. Throws StartupError if it is unusable. */
export async function localSecret(dataDir: string): Promise<string> {
  const file = localSecretFile(dataDir);
  const secret = await readSecretFile(file, 'base64url', 'JWT_SECRET');
  if (secret.length < 32)
    throw new StartupError(`The secret in ${file} is damaged; delete the file and create new tokens.`);
  return secret;
}

interface Grant {
  /** Undefined for a token without a company, which needs the scope `companies:all`. */
  company: string | undefined;
  companyClaim: string;
  /** Whom its changes name; nobody without one. */
  subject?: string | undefined;
  actorClaim?: string;
  scope: string;
  /** The records that its scopes with `:own` are on. */
  own?: object | undefined;
  ownClaim?: string;
  /** A lifetime such as `30m`, `8h` or `30d`. */
  ttl: string;
  issuer: string[] | undefined;
  audience: string[] | undefined;
}

/** A token for gateways with the same secret, issuer and audience. Throws TypeError if `ttl` is invalid. */
export async function mintToken(grant: Grant, secret: string): Promise<string> {
  const company = grant.company === undefined ? {} : { [grant.companyClaim]: grant.company };
  const subject = grant.subject === undefined ? {} : { [grant.actorClaim ?? 'sub']: grant.subject };
  const own = grant.own === undefined ? {} : { [grant.ownClaim ?? 'own']: grant.own };
  const token = new SignJWT({ ...company, ...subject, ...own, scope: grant.scope })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime(grant.ttl);
  const issuer = grant.issuer?.[0];
  if (issuer !== undefined) token.setIssuer(issuer);
  if (grant.audience !== undefined) token.setAudience(grant.audience);
  return token.sign(new TextEncoder().encode(secret));
}
