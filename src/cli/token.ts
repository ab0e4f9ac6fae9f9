import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ALL_SCOPES, localSecretFile, mintingSecret, mintToken } from '../auth/mint.ts';
import { EVERY_COMPANY } from '../auth/scopes.ts';
import { StartupError } from '../base/startup-error.ts';
import { readConfig } from '../settings/config.ts';
import { ownOf, scopesOf } from './scope-option.ts';
import { checkName, runCommand } from './usage.ts';

const USAGE =
  'npm run --silent token -- --company acme [--scope "tanks:read tanks:write"] [--own \'{"tank":{"customer_id":"c-17"}}\'] [--subject anna] [--ttl 8h]';

const SECONDS = new Map(Object.entries({ s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800, y: 31_557_600 }));
const CENTURY = 100 * 31_557_600;

/** Whether jose can read the lifetime, and it is from a second to 100 years. */
function isLifetime(ttl: string): boolean {
  const [, count, unit = ''] = /^(\d+) ?([smhdwy])$/.exec(ttl) ?? [];
  const seconds = Number(count) * (SECONDS.get(unit) ?? 0);
  return seconds > 0 && seconds <= CENTURY;
}

function parse() {
  const text = { type: 'string' } as const;
  const options = { company: text, scope: text, own: text, subject: text, ttl: text };
  const { company, scope, own, subject, ttl = '8h' } = parseArgs({ options }).values;
  if (own !== undefined && scope === undefined) throw new Error('--own needs --scope, such as "tanks:read:own".');
  const scopes = scopesOf(scope ?? ALL_SCOPES);
  if (!company && !scopes.includes(EVERY_COMPANY))
    throw new Error('A token needs --company, or the scope companies:all.');
  checkName('--company', company || undefined);
  checkName('--subject', subject);
  if (!isLifetime(ttl)) throw new Error('--ttl must be a lifetime such as 30m, 8h or 30d, from a second to 100 years.');
  return { company: company || undefined, scope: scopes.join(' '), own: ownOf(own, scopes), subject, ttl };
}

/** Prints an HS256 token, and nothing else, so that a script can use the output. */
runCommand(USAGE, parse, async (given) => {
  const { auth, database } = readConfig({ delivers: false });
  const { dataDir } = database;
  const isFirst = !existsSync(localSecretFile(dataDir));
  const secret = await mintingSecret(auth, dataDir);
  if (secret === undefined)
    throw new StartupError('Tokens are signed elsewhere when JWKS_URL is set; get one from the issuer of those keys.');
  if (isFirst && existsSync(localSecretFile(dataDir)))
    process.stderr.write(`No gateway has started with ${dataDir}: the token is for one that does.\n`);
  process.stdout.write(`${await mintToken({ ...auth, ...given }, secret)}\n`);
});
