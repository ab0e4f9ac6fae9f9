// Two cells behind HAProxy: databases, gateways and the proxy of deploy/haproxy-cells.cfg on ports of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/port.ts';
import { until } from '../../test/until.ts';
import { openScratch } from '../database.ts';
import { PROGRAM_ENV, startGateway } from '../http/gateway-process.ts';

export type Name = 'a' | 'b';
type Cell = Awaited<ReturnType<typeof openCell>>;

const SETTINGS = { WEBHOOKS: 'on', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', HISTORY_KEEP_DAYS: '30', LOG_LEVEL: 'warn' };

async function openCell(name: Name) {
  const database = await openScratch();
  const gateway = await startGateway(database.url, { ...SETTINGS, CELL: name, LOG_LEVEL: 'info' });
  return { name, database, gateway };
}

/** Runs a command of the product against the database of a cell; `seen` gets each line that it prints. */
async function run(cell: Cell, program: string, args: string[], seen = (_line: string, _kill: () => void) => {}) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(`../dist/${program}.js`, import.meta.url)), ...args], {
    env: { ...PROGRAM_ENV, DATABASE_URL: cell.database.url, CELL: cell.name },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const ended = once(child, 'close');
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    seen(line, () => child.kill('SIGKILL'));
  }
  const [code] = await ended;
  return { code, lines };
}

/** The proxy's configuration with the ports of these cells, in a folder of its own. */
function configure(folder: string, port: number, cells: Record<Name, Cell>): string {
  const text = readFileSync(resolve('deploy/haproxy-cells.cfg'), 'utf8')
    .replace('/run/haproxy/admin.sock', join(folder, 'admin.sock'))
    .replace('/etc/haproxy/cells.map', join(folder, 'cells.map'))
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace('cell-a-1:4000', `127.0.0.1:${cells.a.gateway.port}`)
    .replace('cell-b-1:4000', `127.0.0.1:${cells.b.gateway.port}`)
    .replace(/^.*-2:4000\n/gm, '');
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, text);
  return file;
}

/** Starts two cells behind a proxy. The companies begin in the cell a. */
export async function openCells(companies: string[]) {
  const cells = { a: await openCell('a'), b: await openCell('b') };
  const folder = mkdtempSync(join(tmpdir(), 'cells-'));
  const port = await freePort();
  const added = await run(cells.a, 'cell', ['add', ...companies]);
  if (added.code !== 0) throw new Error('The companies could not be added.');
  const map = join(folder, 'cells.map');
  writeFileSync(map, `${(await run(cells.a, 'cell', ['map'])).lines.join('\n')}\n`);
  const proxy = spawn('haproxy', ['-db', '-f', configure(folder, port, cells)], { stdio: 'ignore' });
  await until(async () => (await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined))?.ok === true);
  return {
    port,
    cells,
    /** Moves a company; `seen` may kill the command at a line. */
    async move(company: string, from: Name, to: Name, seen?: Parameters<typeof run>[3]) {
      const target = ['--company', company, '--to', to, '--database', cells[to].database.url];
      return run(cells[from], 'move', [...target, '--map', map, '--haproxy', join(folder, 'admin.sock')], seen);
    },
    /** Creates an API key. The map knows those of a registered company before they exist. */
    async keyOf(company: string, cell: Name): Promise<string> {
      const { lines } = await run(cells[cell], 'key', ['create', '--company', company, '--scope', 'tanks:read']);
      return lines[0] ?? '';
    },
    async stop(): Promise<void> {
      proxy.kill('SIGKILL');
      for (const { gateway, database } of Object.values(cells)) {
        await gateway.stop();
        await database.drop();
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
