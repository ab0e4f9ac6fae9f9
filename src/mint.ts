import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SignJWT } from 'jose';

const RESOURCES = ['tanks', 'tasks', 'expirations', 'quick-orders', 'ship-tos', 'subscriptions'];

/** Every scope of one company, as the `scope` claim writes them. */
export const ALL_SCOPES = RESOURCES.flatMap((resource) => [`${resource}:read`, `${resource}:write`]).join(' ');

/**
 * The embedded database's own secret: 32 random bytes, made on first use and kept in the data directory for its owner's eyes only,
 * so that a token outlives a restart.
 */
export async function localSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'jwt-secret');
  await mkdir(dataDir, { recursive: true });
  // The flag makes the first of two starters win, so that both read the same secret.
  await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  return readFile(file, 'utf8');
}

export interface Grant {
  /** Left out for a token of no company, which needs the scope `companies:all`. */
  company: string | undefined;
  companyClaim: string;
  scope: string;
  /** A span such as `30m`, `8h` or `30d`. */
  ttl: string;
  issuer: string | undefined;
  audience: string | undefined;
}

/** Mints an HS256 token that the gateway with the same secret, issuer and audience accepts. Throws for a span it cannot read. */
export async function mintToken(grant: Grant, secret: string): Promise<string> {
  const company = grant.company === undefined ? {} : { [grant.companyClaim]: grant.company };
  const token = new SignJWT({ ...company, scope: grant.scope })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime(grant.ttl);
  if (grant.issuer !== undefined) token.setIssuer(grant.issuer);
  if (grant.audience !== undefined) token.setAudience(grant.audience);
  return token.sign(new TextEncoder().encode(secret));
}
