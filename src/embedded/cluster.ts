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
import { type Account, postgresEnvironment } from './binaries.ts';

/** Where a database lives and as whom it runs. */
export interface Place {
  dataDir: string;
  cluster: string;
  binaries: string;
  account: Account;
}

/**
 * Whom PostgreSQL, which refuses root, runs as where this process is root: the owner of the data, or for new data the user id that
 * by custom owns nothing.
 */
export function accountFor(cluster: string): Account {
  if (process.getuid?.() !== 0) return {};
  const nobody = { uid: 65_534, gid: 65_534 };
  if (!existsSync(cluster)) return nobody;
  const { uid, gid } = statSync(cluster);
  if (uid !== 0) return { uid, gid };
  // Brought back from a copy that root made.
  const files = readdirSync(cluster, { recursive: true, encoding: 'utf8' }).map((name) => join(cluster, name));
  for (const path of [...files, cluster]) chownSync(path, nobody.uid, nobody.gid);
  chmodSync(cluster, 0o700);
  return nobody;
}

/**
 * Options and `-D` argument under which the server's programs reach `directory`. Where this process is root, the other user may be
 * barred from a directory above; the working directory is entered before the user changes, and Linux names it without a walk
 * from the top.
 */
export function inside(directory: string, { account }: Place) {
  const behindDoors = account.uid !== undefined && process.platform === 'linux';
  const options = { ...account, ...postgresEnvironment, cwd: directory, windowsHide: true };
  return { options, directory: behindDoors ? '/proc/self/cwd' : directory };
}

/** Makes the database beside its place and then moves it there: half a database is never found. False if another start was first. */
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
      // One collation on every machine, whatever its C library knows.
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
    throw new StartupError(
      `The embedded database cannot be created in ${dataDir}; you may set DATABASE_URL instead.\n${complaint.trim()}`,
    );
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

/** Makes the names in a directory survive a power cut. */
function flush(directory: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(directory, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Clears away what killed starts left behind. Only the owner may: a start that is under way has a draft too. */
export function removeDrafts(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith('postgresql.new-'))) {
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true });
    } catch {
      // Its initdb still writes, having outlived its start: the next start finds it at rest.
    }
  }
}

/** The password of the database, which no one else can read. It moves and is copied together with the data. */
export const passwordOf = (cluster: string): string => readFileSync(join(cluster, 'gateway.password'), 'utf8');
