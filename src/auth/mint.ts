import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SignJWT } from 'jose';
import { StartupError } from '../startup-error.ts';

const RESOURCES = ['tanks', 'tasks', 'expirations', 'quick-orders', 'ship-tos', 'subscriptions'];

/** Every scope of one company, as the `scope` claim writes them. */
export const ALL_SCOPES = RESOURCES.flatMap((resource) => [`${resource}:read`, `${resource}:write`]).join(' ');

/** The secret to mint tokens with; undefined where JWKS_URL verifies them, whose owner mints them. */
export const mintingSecret = async (
  { secret, jwksUrl }: { secret: string | undefined; jwksUrl: string | undefined },
  dataDir: string,
): Promise<string | undefined> => secret ?? (jwksUrl === undefined ? localSecret(dataDir) : undefined);

/**
 * The embedded database's own secret: 32 random bytes, made on first use and kept in the data directory for its owner's eyes only,
 * so that a token outlives a restart. Throws StartupError when the file cannot be made, read or used.
 */
export async function localSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'jwt-secret');
  const secret = await readOrMake(file).catch((error: unknown) => {
    throw new StartupError(`The secret in ${file} cannot be used: ${error instanceof Error ? error.message : error}`);
  });
  if (secret.length < 32)
    throw new StartupError(`The secret in ${file} is damaged: delete the file, and mint your tokens anew.`);
  return secret;
}

async function readOrMake(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim();
  // A link appears whole or not at all, and the first of two starters wins, so that both read the same secret.
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  await link(draft, file).catch(() => {});
  await unlink(draft);
  return (await readFile(file, 'utf8')).trim();
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
