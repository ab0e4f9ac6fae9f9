import { parseArgs } from 'node:util';
import { createKey } from '../auth/api-keys.ts';
import { EVERY_COMPANY } from '../auth/scopes.ts';
import { StartupError } from '../base/startup-error.ts';
import { keyPrefixOf } from '../cell-registry.ts';
import { Tenant } from '../prisma/tenancy/tenant.ts';
import { withClient } from './database.ts';
import { ownOf, SCOPES, scopesOf } from './scope-option.ts';
import { checkName, commandIn, lifetimeOf, runCommand } from './usage.ts';

const USAGE = `npm run --silent key -- create --company acme --scope "tanks:read tanks:write" [--own '{"tank":{"customer_id":"c-17"}}']
         [--expires 90d] [--name text]
       npm run --silent key -- list [--company acme]
       npm run --silent key -- revoke <id>`;

type Action = Parameters<typeof withClient<string>>[0];

/** To the minute, in UTC. */
const minuteOf = (time: Date | null): string | null => time && `${time.toISOString().slice(0, 16)}Z`;

function stateOf({ revokedAt, expiresAt }: { revokedAt: Date | null; expiresAt: Date | null }): string {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt.getTime() <= Date.now() ? 'expired' : 'active';
}

const commands: Record<string, (args: string[]) => Action> = {
  create: (args) => {
    const text = { type: 'string' } as const;
    const options = { company: text, scope: text, own: text, expires: text, name: text };
    const { company, scope = '', own: given, expires, name } = parseArgs({ args, options }).values;
    const scopes = [...new Set(scopesOf(scope))];
    if (scopes.length === 0) throw new Error(`A key needs --scope, one or more of ${SCOPES.join(', ')}.`);
    if (!company && !scopes.includes(EVERY_COMPANY))
      throw new Error(`A key needs --company, or the scope ${EVERY_COMPANY}.`);
    checkName('--company', company || undefined);
    const own = ownOf(given, scopes);
    checkName('--name', name);
    const seconds = expires === undefined ? undefined : lifetimeOf('--expires', expires);
    return async (prisma, pool) => {
      const { id, hash, key } = createKey(company ? await keyPrefixOf(pool, company) : undefined);
      const expiresAt = seconds === undefined ? null : new Date(Date.now() + seconds * 1_000);
      const data = { id, hash, companyId: company || null, scopes, expiresAt, name: name ?? null, ...(own && { own }) };
      await prisma.apiKey.of(Tenant.ALL_COMPANIES).create({ data });
      process.stderr.write(`The key ${id} is shown only once.\n`);
      return key;
    };
  },
  list: (args) => {
    const { company } = parseArgs({ args, options: { company: { type: 'string' } } }).values;
    return async (prisma) => {
      const where = company === undefined ? {} : { companyId: company };
      const keys = await prisma.apiKey
        .of(Tenant.ALL_COMPANIES)
        .findMany({ where, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
      const rows = keys.map((key): Cell[] => [
        key.id,
        key.companyId,
        stateOf(key),
        ...[key.createdAt, key.expiresAt, key.lastUsedAt].map(minuteOf),
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
    return async (prisma) => {
      const keys = prisma.apiKey.of(Tenant.ALL_COMPANIES);
      if ((await keys.count({ where: { id } })) === 0)
        throw new StartupError(`There is no key with the id "${id}"; list shows the ids.`);
      await keys.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: new Date() } });
      return `The key ${id} is revoked. Every gateway refuses it within 5 seconds.`;
    };
  },
};

type Cell = string | null;

function table(rows: Cell[][]): string {
  const cells = rows.map((row) => row.map((cell) => cell ?? '-'));
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return cells.map((row) => line(row).trimEnd()).join('\n');
}

/** Creates, lists and revokes API keys. `create` prints the key on standard output, and nothing else, for scripts. */
runCommand(
  USAGE,
  () => commandIn(commands),
  async (action) => {
    process.stdout.write(`${await withClient(action)}\n`);
  },
);
