import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { localSecret, mintingSecret } from '../../src/auth/mint.ts';
import { StartupError } from '../../src/base/startup-error.ts';

async function directory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'mint-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

test('processes that start together create one secret, which only its owner can read', async () => {
  const dataDir = join(await directory(), 'data');
  const secrets = await Promise.all([localSecret(dataDir), localSecret(dataDir), localSecret(dataDir)]);
  expect(new Set(secrets).size).toBe(1);
  expect(await localSecret(dataDir)).toBe(secrets[0]);
  expect(secrets[0]).toMatch(/^[\w-]{43}$/);
  expect(((await stat(join(dataDir, 'jwt-secret'))).mode & 0o777).toString(8)).toBe('600');
  expect(await readdir(dataDir)).toEqual(['jwt-secret']);
});

test.each(['', '\n', 'short'])('a damaged secret (%j) is an error', async (text) => {
  const dataDir = await directory();
  await writeFile(join(dataDir, 'jwt-secret'), text);
  await expect(localSecret(dataDir)).rejects.toThrow(StartupError);
});

test('a data directory that cannot be created is an error', async () => {
  const file = join(await directory(), 'file');
  await writeFile(file, '');
  await expect(localSecret(join(file, 'data'))).rejects.toThrow(StartupError);
});

test('with JWKS_URL there is no secret to sign tokens with', async () => {
  const dataDir = join(await directory(), 'data');
  expect(await mintingSecret({ secret: undefined, jwksUrl: 'https://keys.example.com' }, dataDir)).toBe(undefined);
  expect(await mintingSecret({ secret: 'given', jwksUrl: undefined }, dataDir)).toBe('given');
  expect(await mintingSecret({ secret: undefined, jwksUrl: undefined }, dataDir)).toBe(await localSecret(dataDir));
});
