import { parseArgs } from 'node:util';
import { ALL_SCOPES, mintingSecret, mintToken } from '../auth/mint.ts';
import { EVERY_COMPANY } from '../auth/scopes.ts';
import { readConfig } from '../config.ts';
import { StartupError } from '../runtime/startup-error.ts';
import { scopesOf } from './scope-option.ts';
import { readArguments, runCommand } from './usage.ts';

const USAGE = 'npm run --silent token -- --company acme [--scope "tanks:read tanks:write"] [--ttl 8h]';

function parse(): { company: string | undefined; scope: string; ttl: string } {
  const options = { company: { type: 'string' }, scope: { type: 'string' }, ttl: { type: 'string' } } as const;
  const { company, scope = ALL_SCOPES, ttl = '8h' } = parseArgs({ options }).values;
  const scopes = scopesOf(scope);
  if (company === undefined && !scopes.includes(EVERY_COMPANY))
    throw new Error('A token needs --company, or the scope companies:all.');
  if (!/^\d+ ?(s|m|h|d|w|y)$/.test(ttl)) throw new Error('--ttl must be a lifetime such as 30m, 8h or 30d.');
  return { company, scope: scopes.join(' '), ttl };
}

/** Prints an HS256 token, and nothing else, so that a script can use the output. */
runCommand(USAGE, async () => {
  const given = readArguments(USAGE, parse);
  const { auth, database } = readConfig({ delivers: false });
  const secret = await mintingSecret(auth, database.dataDir);
  if (secret === undefined)
    throw new StartupError('Tokens are signed elsewhere when JWKS_URL is set; get one from the issuer of those keys.');
  const { companyClaim, issuer, audience } = auth;
  process.stdout.write(`${await mintToken({ ...given, companyClaim, issuer, audience }, secret)}\n`);
});
