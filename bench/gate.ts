import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { COMPANY } from './contenders.ts';
import type { Database } from './database.ts';
import { type Tank, tankFields, toColumn } from './fields.ts';
import { ask, headers, type Server } from './processes.ts';
import { type Call, PAGE, type Stock, workloads } from './workloads.ts';

const columns = tankFields.map((field) => `"${toColumn(field)}" AS "${field}"`).join(', ');

/** Comparable whatever a server's way to write an instant: 09:00:00.5Z and 09:00:00.500000+00:00 are the same one. */
function canonical(tank: Tank | null | undefined): string {
  if (!tank) return 'no tank';
  const values = tankFields.map((field) => {
    const value = tank[field];
    if (field !== 'lastModifiedDate') return value;
    return new Date(value instanceof Date ? value : String(value)).getTime();
  });
  return JSON.stringify([...values, Object.keys(tank).length]);
}

async function stored(client: pg.Client, id: string): Promise<Tank> {
  const { rows } = await client.query(`SELECT ${columns} FROM tank WHERE id = $1`, [id]);
  return rows[0];
}

async function wholeRow(client: pg.Client, id: string): Promise<Record<string, unknown>> {
  const { rows } = await client.query(`SELECT to_jsonb(tank) AS "row" FROM tank WHERE id = $1`, [id]);
  return rows[0].row;
}

function demand(holds: boolean, server: Server, what: string, seen: unknown): void {
  if (!holds) throw new Error(`${server.title} cannot be measured: ${what}: ${JSON.stringify(seen).slice(0, 2_000)}`);
}

/**
 * Each update must be in the table: every key it sent and no other changed, one version more if that was a change, and the answer
 * what the table now holds.
 */
async function checkUpdates(server: Server, client: pg.Client, call: Call): Promise<void> {
  const updates = call.kind === 'batch' ? call.updates : call.kind === 'update' ? [call] : [];
  const before: Record<string, unknown>[] = [];
  for (const { id } of updates) before.push(await wholeRow(client, id));
  const { tanks } = await ask(server, call);
  for (const [index, { id, input }] of updates.entries()) {
    const now = await stored(client, id);
    demand(canonical(tanks[index]) === canonical(now), server, 'an update answers not what the table holds', {
      answer: tanks[index],
      now,
    });
    const { version, last_modified_date, ...row } = await wholeRow(client, id);
    const { version: old, last_modified_date: _, ...was } = before[index] ?? {};
    const meant = {
      ...was,
      ...Object.fromEntries(Object.entries(input).map(([key, value]) => [toColumn(key), value])),
    };
    demand(isDeepStrictEqual(row, meant), server, 'an update is not in the table as it was sent', { input, row });
    const rise = isDeepStrictEqual(was, meant) ? 0 : 1;
    demand(version === Number(old) + rise, server, `the version was not raised by ${rise}`, { old, version });
  }
}

async function checkPage(server: Server, client: pg.Client, after: string): Promise<string> {
  const { tanks, endCursor = '' } = await ask(server, { kind: 'page', after });
  const ids = tanks.map((tank) => tank?.id);
  const { rows } = await client.query(`SELECT ${columns} FROM tank WHERE id = ANY($1) ORDER BY id`, [ids]);
  demand(tanks.length === PAGE && tanks.map(canonical).join() === rows.map(canonical).join(), server, 'a page', tanks);
  const between = await client.query(
    `SELECT count(*)::int AS all, count(*) FILTER (WHERE id = ANY($1))::int AS answered FROM tank
     WHERE company_id = $2 AND id BETWEEN $3 AND $4`,
    [ids, COMPANY, ids[0], ids.at(-1)],
  );
  demand(between.rows[0].all === between.rows[0].answered, server, 'a page with gaps', between.rows);
  return endCursor;
}

/** That the gateway is measured with its door shut: no token, or another company's tank, and there is nothing to be had. */
async function checkTenantRule(server: Server, database: Database): Promise<void> {
  const call: Call = { kind: 'refused', id: database.foreignId, input: { brand: 'taken' } };
  const { tanks } = await ask(server, call);
  demand(tanks[0] === null, server, "another company's tank was updated", tanks);
  const { authorization, ...anonymous } = headers;
  const body = server.dialect.body({ kind: 'tank', id: database.ids[0] ?? '' });
  const address = `http://127.0.0.1:${server.port}${server.dialect.path}`;
  const response = await fetch(address, { method: 'POST', headers: anonymous, body });
  const text = await response.text();
  demand(text.includes('UNAUTHENTICATED'), server, 'a request without a token was let in', text);
}

/**
 * Proves that a server does the work that is measured: the same seven fields, really stored, read back from the table. Throws
 * with what was seen if not. Returns what its requests are drawn from.
 */
export async function pass(server: Server, database: Database): Promise<Stock> {
  const { client, ids } = database;
  const stock: Stock & { cursors: string[] } = { ids, cursors: [] };
  for (let page = 0, after = ''; page < 100; page++) {
    after = page < 5 ? await checkPage(server, client, after) : await nextCursor(server, after);
    stock.cursors.push(after);
  }
  for (const workload of workloads)
    for (let time = 0; time < 8; time++) {
      const call = workload.next(stock);
      if (call.kind === 'page') await checkPage(server, client, call.after);
      else if (call.kind === 'refused') {
        const { tanks } = await ask(server, call);
        demand(tanks.length === 1 && tanks[0] === null, server, 'an unknown id was not refused', tanks);
      } else if (call.kind === 'tank') {
        const { tanks } = await ask(server, call);
        const row = await stored(client, call.id);
        demand(canonical(tanks[0]) === canonical(row), server, 'a tank reads other than the table', [tanks, row]);
      } else await checkUpdates(server, client, call);
    }
  if (server.name === 'gateway') await checkTenantRule(server, database);
  return stock;
}

async function nextCursor(server: Server, after: string): Promise<string> {
  const { endCursor } = await ask(server, { kind: 'page', after });
  demand(Boolean(endCursor), server, 'a page without an end cursor', endCursor);
  return endCursor ?? '';
}
