import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';
import { type Account, postgresEnvironment, remedy } from './binaries.ts';

/** The paths of a database, and the user that PostgreSQL runs as. */
export interface Place {
  dataDir: string;
  cluster: string;
  binaries: string;
  account: Account;
}

/**
 * The user that PostgreSQL runs as: this process's own, unless that is root, which PostgreSQL refuses. Then it is the owner of the
 * data; for new data and for data that belongs to root, it is `nobody`.
 */
export function accountFor(cluster: string): Account {
  if (process.getuid?.() !== 0) return {};
  const nobody = { uid: 65_534, gid: 65_534 };
  if (!existsSync(cluster)) return nobody;
  const { uid, gid } = statSync(cluster);
  if (uid !== 0) return { uid, gid };
  // Root restored the data from a backup.
  const files = readdirSync(cluster, { recursive: true, encoding: 'utf8' }).map((name) => join(cluster, name));
  for (const path of [...files, cluster]) chownSync(path, nobody.uid, nobody.gid);
  chmodSync(cluster, 0o700);
  return nobody;
}

/**
 * The spawn options and the `-D` argument with which PostgreSQL's programs reach `directory`. When they run as another user, that
 * user may have no access to a parent directory. Spawn enters the working directory before it changes the user, and on Linux
 * /proc/self/cwd names it without its parents.
 */
export function inside(directory: string, { account }: Place) {
  const isBarred = account.uid !== undefined && process.platform === 'linux';
  const options = { ...account, ...postgresEnvironment, cwd: directory, windowsHide: true };
  return { options, directory: isBarred ? '/proc/self/cwd' : directory };
}

/**
 * Creates the database in a temporary directory and then renames it, so that no one finds half a database. Returns false if another
 * process created it first.
 */
export async function createCluster(place: Place): Promise<boolean> {
  const { dataDir, cluster, binaries, account } = place;
  const draft = mkdtempSync(join(dataDir, 'postgresql.new-'));
  const [drafted, password] = [join(draft, 'cluster'), join(draft, 'password')];
  mkdirSync(drafted, { mode: 0o700 });
  writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
  if (account.uid !== undefined && account.gid !== undefined)
    for (const path of [draft, drafted, password]) chownSync(path, account.uid, account.gid);

  const { options, directory } = inside(drafted, place);
  const initdb = spawn(
    join(binaries, 'bin', 'initdb'),
    [
      ...['-D', directory, `--pwfile=${directory}/../password`, '--username=postgres', '--auth=scram-sha-256'],
      // The builtin collation sorts alike on every machine; those of the C library and ICU do not.
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let complaint = '';
  initdb.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const [code] = await once(initdb, 'close');
  if (code !== 0 && !existsSync(cluster)) {
    rmSync(draft, { recursive: true, force: true });
    throw new StartupError(`The database in ${dataDir} cannot be created; ${remedy}.\n${complaint.trim()}`);
  }
  try {
    renameSync(password, join(drafted, 'gateway.password'));
    flush(drafted);
    renameSync(drafted, cluster);
    flush(dataDir);
    return true;
  } catch (error) {
    if (existsSync(cluster)) return false;
    throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Writes the names in a directory to disk, so that they survive a power cut. */
function flush(directory: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(directory, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Deletes what killed starts left behind. Only for the directory's owner: a start in progress has such a directory too. */
export function removeDrafts(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith('postgresql.new-'))) {
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true });
    } catch {
      // An initdb that outlived its start still writes to it; the next start deletes it.
    }
  }
}

/** The database's password. It is part of the data, so that a copy of the data contains it. */
export const passwordOf = (cluster: string): string => readFileSync(join(cluster, 'gateway.password'), 'utf8');
