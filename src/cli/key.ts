import { parseArgs } from 'node:util';
import { createKey } from '../auth/keys.ts';
import { EVERY_COMPANY } from '../auth/scopes.ts';
import type { Client } from '../db/prisma.ts';
import { StartupError } from '../runtime/startup-error.ts';
import { withDatabase } from './database.ts';
import { ownOf, SCOPES, scopesOf } from './scope-option.ts';
import { runCommand } from './usage.ts';

const USAGE = `
  npm run --silent key -- create --company acme --scope "tanks:read tanks:write" [--own '{"tank":{"customer_id":"c-17"}}']
    [--expires 90d] [--name text]
  npm run --silent key -- list [--company acme]
  npm run --silent key -- revoke <id>`;

const HOUR = 3_600_000;
const UNITS: Record<string, number> = { h: HOUR, d: 24 * HOUR, w: 7 * 24 * HOUR, y: 365 * 24 * HOUR };

/** Runs a command and returns its output. */
type Action = (prisma: Client) => Promise<string>;

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
    const expiresAt = expires === undefined ? null : endOf(expires);
    return async (prisma) => {
      const { key, ...row } = createKey();
      await prisma.apiKey.create({
        data: { ...row, companyId: company || null, scopes, ...(own && { own }), expiresAt, name },
      });
      process.stderr.write(`The key ${row.id} is shown only once.\n`);
      return key;
    };
  },
  list: (args) => {
    const { company } = parseArgs({ args, options: { company: { type: 'string' } } }).values;
    return async (prisma) => {
      const keys = await prisma.apiKey.findMany({
        where: company === undefined ? {} : { companyId: company },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        omit: { hash: true },
      });
      const rows = keys.map((key) => [
        key.id,
        key.companyId,
        stateOf(key, new Date()),
        timeOf(key.createdAt),
        timeOf(key.expiresAt),
        timeOf(key.lastUsedAt),
        key.name,
        key.scopes.join(' '),
        key.own === null ? null : JSON.stringify(key.own),
      ]);
      return table([['id', 'company', 'state', 'created', 'expires', 'last used', 'name', 'scopes', 'own'], ...rows]);
    };
  },
  revoke: (args) => {
    const [id, ...others] = parseArgs({ args, allowPositionals: true }).positionals;
    if (id === undefined || others.length > 0) throw new Error('revoke needs the id of one key, as list shows it.');
    return async ({ apiKey }) => {
      const { count } = await apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: new Date() } });
      if (count === 0 && (await apiKey.count({ where: { id } })) === 0)
        throw new StartupError(`There is no key with the id "${id}"; list shows the ids.`);
      return `The key ${id} is revoked. Every gateway refuses it within 5 seconds.`;
    };
  },
};

/** The end of a lifetime that begins now. Throws if the text is not a lifetime. */
function endOf(lifetime: string): Date {
  const [, count, unit = ''] = /^([1-9]\d{0,2})([hdwy])$/.exec(lifetime) ?? [];
  const length = UNITS[unit];
  if (length === undefined) throw new Error('--expires must be a lifetime such as 12h, 90d, 8w or 1y.');
  return new Date(Date.now() + Number(count) * length);
}

const stateOf = (key: { revokedAt: Date | null; expiresAt: Date | null }, now: Date): string => {
  if (key.revokedAt !== null) return 'revoked';
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active';
};

const timeOf = (time: Date | null): string | null => (time === null ? null : `${time.toISOString().slice(0, 16)}Z`);

/** Rows in aligned columns; an absent value is a dash. */
function table(rows: (string | null)[][]): string {
  const cells = rows.map((row) => row.map((cell) => cell ?? '-'));
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
  process.stdout.write(`${await withDatabase(action)}\n`);
});
