import { chmodSync, chownSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkout, run } from './checkout.ts';

const root = process.getuid?.() === 0;

test('a bundle starts from a package without symbolic links', async () => {
  const directory = await checkout(false);
  const started = run(directory, join(directory, 'data'));
  expect(await started.next()).toMatchObject({ fresh: true });
});

test.runIf(root)('an ordinary user starts from a read-only package without symbolic links', async () => {
  const directory = await checkout(false);
  chmodSync(directory, 0o755);
  const dataDir = join(directory, 'data');
  mkdirSync(dataDir);
  chownSync(dataDir, 65_534, 65_534);
  const started = run(directory, dataDir, { uid: 65_534, gid: 65_534 });
  expect(await started.next()).toMatchObject({ fresh: true });
});

test('without the package, the message says what to do', async () => {
  const directory = await checkout(true);
  rmSync(join(directory, 'node_modules'), { recursive: true });
  const { refused } = await run(directory, join(directory, 'data')).next();
  expect(refused).toContain('set DATABASE_URL');
});
