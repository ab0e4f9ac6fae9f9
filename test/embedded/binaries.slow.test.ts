import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkout, run, start, temporary } from './checkout.ts';

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

/** What a shell reads in a path, between quotes and outside them, and letters beyond ASCII. */
const ODD = `a $HOME "x" \`id\` ' % ü文 `;
const user = root ? { uid: 65_534, gid: 65_534 } : {};

/** A directory that PostgreSQL's user has. */
function owned(name?: string): string {
  const directory = temporary(name);
  if (root) chownSync(directory, 65_534, 65_534);
  return directory;
}

test('a checkout whose path a shell reads otherwise starts, with the data elsewhere or as root', async () => {
  const directory = await checkout(false, ODD);
  chmodSync(directory, 0o755);
  expect(await run(directory, owned(), user).next()).toMatchObject({ fresh: true });
  if (root) expect(await run(directory, join(directory, 'data')).next()).toMatchObject({ fresh: true });
});

test('a data directory whose path a shell reads otherwise starts', async () => {
  const dataDir = owned(`${ODD}\\`);
  const { stop } = await start(dataDir);
  await stop();
  expect((await start(dataDir)).fresh).toBe(false);
});

test('where neither path can be between quotes of a shell, the message says what to do', async () => {
  const directory = await checkout(false, ODD);
  chmodSync(directory, 0o755);
  const dataDir = owned(ODD);
  const { refused } = await run(directory, dataDir, user).next();
  expect(refused).toMatch(
    /^The embedded PostgreSQL does not run in .* set DATA_DIR to a directory without them, or .*\.$/,
  );
  expect(readdirSync(dataDir).filter((name) => name.startsWith('postgresql'))).toEqual([]);
});

test('without the package, the message says what to do', async () => {
  const directory = await checkout(true);
  rmSync(join(directory, 'node_modules'), { recursive: true });
  const { refused } = await run(directory, join(directory, 'data')).next();
  expect(refused).toContain('set DATABASE_URL');
});
