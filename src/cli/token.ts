import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ALL_SCOPES, localSecretFile, mintingSecret, mintToken } from '../auth/mint.ts';
import { EVERY_COMPANY } from '../auth/scopes.ts';
import { StartupError } from '../base/startup-error.ts';
import { readConfig } from '../settings/config.ts';
import { ownOf, scopesOf } from './scope-option.ts';
import { checkName, lifetimeOf, runCommand } from './usage.ts';

const USAGE =
  'npm run --silent token -- --company acme [--scope "tanks:read tanks:write"] [--own \'{"tank":{"customer_id":"c-17"}}\'] [--subject anna] [--ttl 8h]';

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
  lifetimeOf('--ttl', ttl);
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
