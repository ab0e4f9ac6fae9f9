import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeDirectory } from '../paths.ts';
import { StartupError } from './startup-error.ts';

/** Reads a secret of the embedded database, 32 random bytes that it makes on first use. Throws StartupError. */
export async function readSecretFile(file: string, encoding: 'base64' | 'base64url', setting: string): Promise<string> {
  try {
    makeDirectory(dirname(file));
    if (!existsSync(file)) await create(file, randomBytes(32).toString(encoding));
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    const advice = `correct its path or permissions, or set ${setting}`;
    const reason = error instanceof Error ? error.message : error;
    throw new StartupError(`The secret in ${file} cannot be used (${reason}); ${advice}.`);
  }
}

/** link() is atomic and fails if the file exists: two processes that start together read the same secret. */
async function create(file: string, secret: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, secret, { mode: 0o600, flush: true });
  await link(draft, file).catch(() => {});
  await unlink(draft);
}
