import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCodeOf, reasonOf } from '../src/base/errors.ts';
import { StartupError } from '../src/base/startup-error.ts';

const ANSWER_MS = 5_000;
/** A move has the file of the map for some milliseconds. */
const ABANDONED_MS = 10_000;
const RETRY_MS = 20;

/** Sends a command to HAProxy's runtime API and returns its answer. */
function command(socket: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const client = connect(socket);
    let answer = '';
    client.setTimeout(ANSWER_MS, () => client.destroy(new Error('it does not answer')));
    client.on('error', (error) =>
      reject(new StartupError(`HAProxy cannot be reached at ${socket}: ${reasonOf(error)}.`)),
    );
    client.on('data', (data) => {
      answer += data;
    });
    client.on('end', () => resolve(answer.trim()));
    client.end(`${text}\n`);
  });
}

/** The map that HAProxy has read from a file of this name, by its number. */
async function mapAt(socket: string, file: string): Promise<string> {
  const maps = (await command(socket, 'show map')).split('\n');
  const found = maps
    .map((line) => /^(-?\d+) \((.*)\)/.exec(line))
    .find((map) => map && basename(map[2] ?? '') === file);
  if (!found) throw new StartupError(`HAProxy at ${socket} has no map ${file}.`);
  return `#${found[1]}`;
}

export interface MapPlaces {
  /** The map's file, which a restarted proxy reads. */
  file?: string | undefined;
  /** Sockets of HAProxy's runtime API, with level admin. */
  sockets: string[];
}

/** Reads the file of a map. Throws StartupError if it cannot be read. */
async function readMap(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error) => {
    throw new StartupError(`The map ${file} cannot be read: ${errorCodeOf(error)}.`);
  });
}

/** Throws StartupError if the map cannot be switched. */
export async function checkMap({ file, sockets }: MapPlaces, name: string): Promise<void> {
  if (file !== undefined) await readMap(file);
  for (const socket of sockets) await mapAt(socket, name);
}

/** Leads the entries to a cell: in each running proxy, and in the file. */
export async function switchMap({ file, sockets }: MapPlaces, name: string, entries: string[], cell: string) {
  for (const socket of sockets) {
    const map = await mapAt(socket, name);
    for (const entry of entries) {
      const set = await command(socket, `set map ${map} ${entry} ${cell}`);
      const answer = set === '' ? '' : await command(socket, `add map ${map} ${entry} ${cell}`);
      if (answer !== '') throw new StartupError(`HAProxy at ${socket} refuses the entry ${entry}: ${answer}`);
    }
  }
  if (file === undefined) return;
  const draft = `${file}.new`;
  const opened = await openAlone(draft);
  try {
    const lines = (await readMap(file)).split('\n').filter((line) => line !== '');
    const others = lines.filter((line) => !entries.includes(line.trim().split(/\s/)[0] ?? ''));
    await opened.writeFile(`${[...others, ...entries.map((entry) => `${entry} ${cell}`)].join('\n')}\n`);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await opened.close();
  }
}

/** Creates a file that no other move has. One that is old is left of a move that was killed. */
async function openAlone(path: string): Promise<FileHandle> {
  for (;;) {
    try {
      return await open(path, 'wx');
    } catch (error) {
      if (errorCodeOf(error) !== 'EEXIST') throw error;
    }
    const made = await stat(path).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
    await delay(RETRY_MS);
  }
}
