import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { StartupError } from '../src/base/startup-error.ts';
import { targetOf, withPool } from '../src/cli/database.ts';
import { runCommand } from '../src/cli/usage.ts';
import { openDatabase } from '../src/postgres/pool.ts';
import { CELL_NAME } from '../src/settings/environment.ts';
import { moveCompany } from './move-company.ts';
import { checkMap, switchMap } from './proxy-map.ts';

const USAGE = `npm run move -- --company acme --to b [--database postgresql://user@host/database]
    [--map cells.map] [--haproxy /run/haproxy/admin.sock]...
  DATABASE_URL is that of the cell that the company leaves. An address with a password is in TARGET_DATABASE_URL, and not
  in --database. --map is the file of the proxies' map, and each --haproxy
  a socket of HAProxy's runtime API.`;

function parse() {
  const text = { type: 'string' } as const;
  const options = { company: text, to: text, database: text, map: text, haproxy: { ...text, multiple: true } } as const;
  const { company, to: cell, database, map, haproxy = [] } = parseArgs({ options }).values;
  if (!company) throw new Error('--company must be the id of a company.');
  if (cell === undefined || !CELL_NAME.test(cell)) throw new Error('--to must be the name of a cell.');
  const target = targetOf('--database', database);
  return { company, cell, target, map, haproxy };
}

runCommand(USAGE, parse, async ({ company, cell, target, map, haproxy }) => {
  const name = map === undefined ? 'cells.map' : basename(map);
  const places = { file: map, sockets: haproxy };
  await checkMap(places, name);
  const broken = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => broken.abort());
  const began = performance.now();
  const report = (text: string): void => {
    process.stdout.write(`${((performance.now() - began) / 1000).toFixed(2).padStart(8)} s  ${text}\n`);
  };
  const lead = async (entries: string[]): Promise<void> => {
    await switchMap(places, name, entries, cell);
    if (map === undefined && haproxy.length === 0)
      report(
        `lead these to ${cell} in the proxies' maps now:\n${entries.map((entry) => `${entry} ${cell}`).join('\n')}`,
      );
  };
  await withPool({ size: 2 }, async (source) => {
    const { url, ...named } = target;
    const pool = await openDatabase(url, { size: 2, ...named });
    try {
      const { rows } = await moveCompany({ company, cell, source, target: pool, signal: broken.signal, report, lead });
      report(
        rows === 0
          ? `done: an earlier move had brought it to the cell "${cell}"`
          : `done: ${rows} rows are in the cell "${cell}"`,
      );
    } finally {
      await pool.end();
    }
  });
  if (broken.signal.aborted) throw new StartupError('The move was complete before it could be broken off.');
});
