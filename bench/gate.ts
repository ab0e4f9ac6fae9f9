import { isDeepStrictEqual } from 'node:util';
import { COMPANY } from './database.ts';
import * as dialects from './dialects.ts';
import { PAGE, reads, readTank, tankColumns, toColumn } from './records.ts';
import { ask, headers, type Server } from './servers.ts';
import { type Update, type Workload, workloads } from './workloads.ts';

/** Each workload is checked with this many calls. */
const CALLS = 8;
/** The load asks for this many pages. */
const PAGES = 100;

/** JSON in which equal records are equal: servers write one instant in different ways. */
const canonical = (value: unknown) =>
  JSON.parse(JSON.stringify([value], (key, item) => (key === 'lastModifiedDate' ? Date.parse(item) : item)));

function expectSame({ title }: Server, what: string, seen: unknown, expected: unknown): void {
  const [left, right] = [canonical(seen), canonical(expected)];
  if (!isDeepStrictEqual(left, right))
    throw new Error(`${title} cannot be measured: ${what} is ${JSON.stringify(left)}, not ${JSON.stringify(right)}`);
}

async function rowsOf({ database }: Server, text: string, ...values: unknown[]) {
  return (await database.client.query(text, values)).rows;
}

/** Demands that the table holds every key that was sent and no other change, and one version more if anything changed. */
async function checkUpdates(server: Server, workload: string, updates: Update[]): Promise<void> {
  const stored = async ({ id }: Update) => {
    const text = `SELECT to_jsonb(t) - 'version' - 'last_modified_date' AS row, version FROM tank t WHERE id = $1`;
    return (await rowsOf(server, text, id))[0];
  };
  const expected = new Map<Update, unknown>();
  for (const update of updates) {
    const old = await stored(update);
    const sent = Object.fromEntries(Object.entries(update.input).map(([key, value]) => [toColumn(key), value]));
    const row = { ...old?.row, ...sent };
    expected.set(update, old && { row, version: old.version + (isDeepStrictEqual(row, old.row) ? 0 : 1) });
  }
  const { records } = await ask(server, workload, { updates });
  for (const [index, update] of updates.entries()) {
    expectSame(server, 'what an update stores', await stored(update), expected.get(update));
    const [tank = null] = await rowsOf(server, readTank, update.id);
    expectSame(server, 'what an update answers', records[index], tank);
  }
}

async function checkPage(server: Server, after: string | null): Promise<void> {
  const { records } = await ask(server, 'page', { after });
  const [first, last] = [records[0]?.id, records.at(-1)?.id];
  const text = `SELECT ${tankColumns} FROM tank t WHERE id BETWEEN $1 AND $2 AND (company_id = $3 OR NOT $4) ORDER BY id`;
  const expected = await rowsOf(server, text, first, last, COMPANY, server.dialect === dialects.gateway);
  expectSame(server, 'a page', records, expected);
  expectSame(server, 'the length of a page', records.length, PAGE);
}

async function check(server: Server, { name, next }: Workload): Promise<void> {
  const call = next(server.stock);
  if ('after' in call) await checkPage(server, call.after);
  else if ('updates' in call) await checkUpdates(server, name, call.updates);
  else {
    const { records } = await ask(server, name, call);
    expectSame(server, name, records, await rowsOf(server, reads[name] ?? '', call.id));
  }
}

/** Demands that the gateway answers nothing without a token, and nothing about another company's tank. */
async function checkSecurity(server: Server): Promise<void> {
  const { dialect, port, database } = server;
  const foreign: Update = { id: database.foreignTank, input: { brand: 'taken' } };
  const { records } = await ask(server, 'update', { updates: [foreign] });
  expectSame(server, "an update of another company's tank", records, [null]);
  const { authorization, ...anonymous } = headers;
  const body = dialect.body('tank', { id: database.tanks[0] ?? '' });
  const response = await fetch(`http://127.0.0.1:${port}${dialect.path}`, { method: 'POST', headers: anonymous, body });
  const { errors } = await response.json();
  expectSame(server, 'the answer without a token', errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
}

/** Compares a server's answers with the table, and collects the cursors of its pages. Throws for the first difference. */
export async function pass(server: Server): Promise<void> {
  const { cursors } = server.stock;
  while (cursors.length < PAGES) {
    const { endCursor } = await ask(server, 'page', { after: cursors.at(-1) ?? null });
    cursors.push(endCursor ?? '');
  }
  for (const workload of workloads.filter(({ name }) => server.dialect.knows(name)))
    for (let time = 0; time < CALLS; time++) await check(server, workload);
  if (server.dialect === dialects.gateway) await checkSecurity(server);
}
