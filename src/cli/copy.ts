import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { localSecretFile } from '../auth/mint.ts';
import { StartupError } from '../base/startup-error.ts';
import { startEmbedded } from '../embedded/embedded-server.ts';
import { copyDatabase } from '../postgres/copy-database.ts';
import { readConfig } from '../settings/config.ts';
import { localKeyFile } from '../webhooks/secrets/cipher.ts';
import { targetOf } from './database.ts';
import { runCommand } from './usage.ts';

const USAGE = `npm run copy -- [--to postgresql://user@host/database]
  An address with a password is in TARGET_DATABASE_URL, and not in --to.`;

const parse = () => targetOf('--to', parseArgs({ options: { to: { type: 'string' } } }).values.to);

function nextSteps(dataDir: string): string {
  const secrets = [
    ['JWT_SECRET', localSecretFile(dataDir), 'the tokens that it signed are no longer valid'],
    ['SECRETS_KEY', localKeyFile(dataDir), 'the secrets of webhooks cannot be decrypted'],
  ] as const;
  const settings = secrets
    .filter(([, file]) => existsSync(file))
    .map(([name, file, otherwise]) => `- Set ${name} to the content of ${file}, or ${otherwise}.\n`);
  return `
Next:
- Start the gateways with DATABASE_URL set to the new database.
${settings.join('')}\
- Keep ${dataDir} as a backup, but start no gateway on it: it would send the pending webhooks a second time.
`;
}

runCommand(USAGE, parse, async (target) => {
  const { dataDir } = readConfig({ serves: false, delivers: false }).database;
  if (!existsSync(join(dataDir, 'postgresql')))
    throw new StartupError(`There is no embedded database in ${dataDir}; set DATA_DIR to its directory.`);
  const embedded = await startEmbedded(dataDir);
  try {
    const rows = await copyDatabase(embedded.url, target, (text) => process.stdout.write(text));
    process.stdout.write(`Copied ${rows} rows.\n${nextSteps(dataDir)}`);
  } finally {
    await embedded.stop();
  }
});
