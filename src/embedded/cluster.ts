import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartupError } from '../base/startup-error.ts';
import { type Account, postgresEnvironment, remedy, shippedVersion } from './binaries.ts';

export interface Installation {
  dataDir: string;
  cluster: string;
  binaries: string;
  account: Account;
}

/** Character types, the first that the system has. Under C, pg_trgm indexes no letters beyond ASCII. */
const CTYPES = ['C.UTF-8', 'en_US.UTF-8', 'C'];

/** The user of this process. PostgreSQL refuses root: then the owner of the data, or `nobody` if that is root. */
export function accountFor(cluster: string): Account {
  if (process.getuid?.() !== 0) return {};
  const nobody = { uid: 65_534, gid: 65_534 };
  const owner = fs.statSync(cluster, { throwIfNoEntry: false });
  if (owner === undefined) return nobody;
  if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  // Root restored the data from a backup.
  const files = fs.readdirSync(cluster, { recursive: true, encoding: 'utf8' }).map((name) => join(cluster, name));
  for (const path of [...files, cluster]) fs.chownSync(path, nobody.uid, nobody.gid);
  fs.chmodSync(cluster, 0o700);
  return nobody;
}

/** Throws StartupError if another major version of PostgreSQL made the database. */
export function checkVersion({ dataDir, cluster }: Installation): void {
  const file = join(cluster, 'PG_VERSION');
  if (!fs.existsSync(file)) return;
  const made = fs.readFileSync(file, 'utf8').trim();
  if (made === '')
    throw new StartupError(`The file ${file} is empty: restore a copy of the whole data directory, made at a stop.`);
  const [ours = ''] = shippedVersion().split('.');
  if (made !== ours)
    throw new StartupError(
      `The data directory ${dataDir} was made by PostgreSQL ${made}, and the gateway has PostgreSQL ${ours}; start the release that made it, or set DATA_DIR to another directory.`,
    );
}

/** Folders that are empty most of the time, which some copies leave out. */
const FOLDERS = [
  ...['pg_commit_ts', 'pg_dynshmem', 'pg_logical/mappings', 'pg_logical/snapshots', 'pg_notify', 'pg_replslot'],
  ...['pg_serial', 'pg_snapshots', 'pg_stat', 'pg_stat_tmp', 'pg_subtrans', 'pg_tblspc', 'pg_twophase'],
  'pg_wal/archive_status',
];

/** Gives a copy of a database what copies lose: the access of its owner alone, and empty folders. */
export function repair({ cluster, account }: Installation): void {
  if (process.platform === 'win32') return;
  if ((fs.statSync(cluster).mode & 0o027) !== 0) fs.chmodSync(cluster, 0o700);
  for (const folder of FOLDERS.map((name) => join(cluster, name))) {
    // Without the folder above, more is lost than what was empty.
    if (fs.existsSync(folder) || !fs.existsSync(dirname(folder))) continue;
    fs.mkdirSync(folder, { mode: 0o700 });
    if (account.uid !== undefined) fs.chownSync(folder, account.uid, account.gid);
  }
}

/** The spawn options and the `-D` argument with which PostgreSQL's programs reach `directory`. */
export function processOptionsFor(directory: string, { account }: Installation) {
  // Another user may have no access to a parent directory. Spawn enters `cwd` first and then changes the user.
  const isBarred = account.uid !== undefined && process.platform === 'linux';
  const options = { ...account, ...postgresEnvironment, cwd: directory, windowsHide: true };
  return { options, directory: isBarred ? '/proc/self/cwd' : directory };
}

/** Creates the database under another name, so that it is complete or absent. False if another process was first. */
export async function createCluster(installation: Installation): Promise<boolean> {
  const { dataDir, cluster, binaries, account } = installation;
  const draft = fs.mkdtempSync(join(dataDir, 'postgresql.new-'));
  const [drafted, password] = [join(draft, 'cluster'), join(draft, 'password')];
  fs.mkdirSync(drafted, { mode: 0o700 });
  fs.writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
  if (account.uid !== undefined)
    for (const path of [draft, drafted, password]) fs.chownSync(path, account.uid, account.gid);

  const { options, directory } = processOptionsFor(drafted, installation);
  const access = [`--pwfile=${directory}/../password`, '--username=postgres', '--auth=scram-sha-256'];
  // The builtin collation sorts alike on every machine; those of the C library and ICU do not.
  const encoding = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const initdb = async (ctype: string) => {
    const flags = ['-D', directory, ...access, ...encoding, `--lc-ctype=${ctype}`];
    const started = spawn(join(binaries, 'bin', 'initdb'), flags, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    const [[code], complaint] = await Promise.all([once(started, 'close'), text(started.stderr)]);
    return code === 0 ? undefined : complaint;
  };
  let complaint: string | undefined = '';
  try {
    for (const ctype of CTYPES) if (complaint !== undefined) complaint = await initdb(ctype);
    if (complaint !== undefined)
      throw new StartupError(`The database in ${dataDir} cannot be created; ${remedy}.\n${complaint.trim()}`);
    fs.renameSync(password, join(drafted, 'gateway.password'));
    fs.renameSync(drafted, cluster);
    return true;
  } catch (error) {
    // The process that was first has deleted this draft, at any of these steps.
    if (fs.existsSync(cluster)) return false;
    throw error;
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
  }
}

/** Deletes what killed starts left. Only for the owner: a start in progress has such a directory too. */
export function removeDrafts(dataDir: string): void {
  for (const name of fs.readdirSync(dataDir).filter((entry) => entry.startsWith('postgresql.new-'))) {
    try {
      fs.rmSync(join(dataDir, name), { recursive: true, force: true });
    } catch {
      // An initdb that outlived its start still writes to it; the next start deletes it.
    }
  }
}

/** The database's password. It is part of the data, so that a copy of the data contains it. */
export function passwordOf(cluster: string): string {
  const file = join(cluster, 'gateway.password');
  const password = fs.readFileSync(file, 'utf8').trim();
  if (password === '')
    throw new StartupError(`The file ${file} is empty: restore it from a copy of the data directory.`);
  return password;
}
