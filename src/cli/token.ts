import { parseArgs } from 'node:util';
import { ALL_SCOPES, mintingSecret, mintToken } from '../auth/mint.ts';
import { type Config, readConfig } from '../config.ts';
import { runAsProgram } from '../program.ts';
import { StartupError } from '../startup-error.ts';

const USAGE = 'Usage: npm run --silent token -- --company acme [--scope "tanks:read tanks:write"] [--ttl 8h]';

function readArguments() {
  try {
    const options = { company: { type: 'string' }, scope: { type: 'string' }, ttl: { type: 'string' } } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

async function secretOf({ auth, database }: Config): Promise<string> {
  const secret = await mintingSecret(auth, database.dataDir);
  if (secret === undefined) throw new StartupError('With JWKS_URL, tokens are minted by the owner of those keys.');
  return secret;
}

/** Prints a token for HS256 on standard output, and nothing else, so that a script can take it. */
runAsProgram(async () => {
  const { company, scope = ALL_SCOPES, ttl = '8h' } = readArguments();
  if (company === undefined && !scope.split(' ').includes('companies:all'))
    throw new StartupError(`A token needs a company, or the scope companies:all.\n${USAGE}`);
  if (!/^\d+ ?(s|m|h|d|w|y)$/.test(ttl))
    throw new StartupError(`--ttl must be a span such as 30m, 8h or 30d.\n${USAGE}`);
  const config = readConfig();
  const { companyClaim, issuer, audience } = config.auth;
  const token = await mintToken({ company, companyClaim, scope, ttl, issuer, audience }, await secretOf(config));
  process.stdout.write(`${token}\n`);
});
