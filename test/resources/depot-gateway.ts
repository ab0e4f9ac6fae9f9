import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { cloneDatabase, type Data, tokenOf } from '../gateway.ts';
import { runProgram, startProgram } from '../programs.ts';
import { applySteps } from './depot.ts';
import { copy, run } from './project-copy.ts';

const SCOPES =
  'depots:read depots:write depots:create depots:delete history:read tasks:read subscriptions:read subscriptions:write';

/** A checkout of what runs, with the new resource and nothing else. */
function checkout(): string {
  const folder = copy();
  applySteps(folder);
  return folder;
}
const CSV = 'id,name,code,rack_count\n%-1,North depot,D-1,4\n%-2,Süddepot,D-2,2\n%-3,,D-3,0\n';

/** A checkout with the new resource, which is built before the tests of a file, and its gateway. */
export function useDepots() {
  const folder = checkout();
  let database: Awaited<ReturnType<typeof cloneDatabase>>;
  beforeAll(async () => {
    [database] = await Promise.all([cloneDatabase(), run(process.execPath, ['scripts/build.mjs'], { cwd: folder })]);
  });
  afterAll(() => database.drop());

  /** Starts the gateway of the checkout, for one test, and returns how to ask it as a company of its own. */
  async function start(settings: Record<string, string> = {}) {
    const { program, env } = { program: join(folder, 'dist'), env: { DATABASE_URL: database.url, ...settings } };
    const gateway = startProgram('main', { ...env, FEDERATION: 'on', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' }, program);
    const { address } = await gateway.logged('ready');
    const company = randomUUID();
    const token = await tokenOf(company, SCOPES);
    /** The data of a request that has no errors. */
    const ask = async (query: string, variables: object = {}): Promise<Data> => {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = await response.json();
      expect(errors).toBeUndefined();
      return data;
    };
    /** Imports lines of CSV, or of JSON, and returns what the import prints. */
    const load = async (lines: string, resource = 'depots'): Promise<string> => {
      const format = lines.startsWith('{') ? ['--format', 'jsonl'] : [];
      const args = [resource, '-', '--company', company, ...format];
      const { stdout, stderr } = await runProgram('import', args, env, lines, program);
      return stdout + stderr;
    };
    return { ask, load, company, token, origin: new URL(address).origin };
  }

  /** Three depots of a company of its own. */
  async function startWithDepots(settings?: Record<string, string>) {
    const gateway = await start(settings);
    const ids = [1, 2, 3].map((number) => `${gateway.company}-${number}`);
    expect(await gateway.load(CSV.replaceAll('%', gateway.company))).toMatch(/^3 lines .*3 created, 0 updated/);
    return { ...gateway, ids };
  }

  return { folder, start, startWithDepots };
}
