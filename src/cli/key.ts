import { parseArgs } from 'node:util';
import { createKey } from '../auth/keys.ts';
import { EVERY_COMPANY } from '../auth/scopes.ts';
import { StartupError } from '../runtime/startup-error.ts';
import { withPool } from './database.ts';
import { ownOf, SCOPES, scopesOf } from './scope-option.ts';
import { runCommand } from './usage.ts';

const USAGE = `
  npm run --silent key -- create --company acme --scope "tanks:read tanks:write" [--own '{"tank":{"customer_id":"c-17"}}']
    [--expires 90d] [--name text]
  npm run --silent key -- list [--company acme]
  npm run --silent key -- revoke <id>`;

/** PostgreSQL reads it as an interval. */
const LIFETIME = /^[1-9]\d{0,2}[hdwy]$/;

/** Runs a command and returns its output. */
type Action = Parameters<typeof withPool<string>>[1];

const time = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')`;
const LIST = `SELECT id, company_id AS company,
  CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= now() THEN 'expired' ELSE 'active' END AS state,
  ${time('created_at')} AS created, ${time('expires_at')} AS expires, ${time('last_used_at')} AS "last used",
  name, array_to_string(scopes, ' ') AS scopes, own
FROM api_key WHERE $1::text IS NULL OR company_id = $1 ORDER BY created_at, id`;

const commands: Record<string, (args: string[]) => Action> = {
  create: (args) => {
    const text = { type: 'string' } as const;
    const options = { company: text, scope: text, own: text, expires: text, name: text };
    const { company, scope = '', own: given, expires, name = null } = parseArgs({ args, options }).values;
    const scopes = [...new Set(scopesOf(scope))];
    if (scopes.length === 0) throw new Error(`A key needs --scope, one or more of ${SCOPES.join(', ')}.`);
    if (!company && !scopes.includes(EVERY_COMPANY))
      throw new Error(`A key needs --company, or the scope ${EVERY_COMPANY}.`);
    const own = ownOf(given, scopes);
    if (expires !== undefined && !LIFETIME.test(expires))
      throw new Error('--expires must be a lifetime such as 12h, 90d, 8w or 1y.');
    return async (pool) => {
      const { id, hash, key } = createKey();
      await pool.query(
        `INSERT INTO api_key (id, hash, company_id, scopes, own, expires_at, name)
         VALUES ($1, $2, $3, $4, $5, now() + $6::interval, $7)`,
        [id, hash, company || null, scopes, own, expires, name],
      );
      process.stderr.write(`The key ${id} is shown only once.\n`);
      return key;
    };
  },
  list: (args) => {
    const { company } = parseArgs({ args, options: { company: { type: 'string' } } }).values;
    return async (pool) => {
      const { fields, rows } = await pool.query<Cell[]>({ text: LIST, values: [company], rowMode: 'array' });
      return table([fields.map(({ name }) => name), ...rows]);
    };
  },
  revoke: (args) => {
    const [id, ...others] = parseArgs({ args, allowPositionals: true }).positionals;
    if (id === undefined || others.length > 0) throw new Error('revoke needs the id of one key, as list shows it.');
    return async (pool) => {
      const revoke = 'UPDATE api_key SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1';
      if ((await pool.query(revoke, [id])).rowCount === 0)
        throw new StartupError(`There is no key with the id "${id}"; list shows the ids.`);
      return `The key ${id} is revoked. Every gateway refuses it within 5 seconds.`;
    };
  },
};

type Cell = string | object | null;

/** Rows in aligned columns; an absent value is a dash. */
function table(rows: Cell[][]): string {
  const textOf = (cell: string | object): string => (typeof cell === 'string' ? cell : JSON.stringify(cell));
  const cells = rows.map((row) => row.map((cell) => textOf(cell ?? '-')));
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return cells.map((row) => line(row).trimEnd()).join('\n');
}

function parse(): Action {
  const [name = '', ...args] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new Error(`The first argument must be one of ${Object.keys(commands).join(', ')}.`);
  return command(args);
}

/** Creates, lists and revokes API keys. `create` prints the key on standard output, and nothing else, for scripts. */
runCommand(USAGE, parse, async (action) => {
  process.stdout.write(`${await withPool({ size: 1 }, action)}\n`);
});
