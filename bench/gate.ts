import { isDeepStrictEqual } from 'node:util';
import { COMPANY } from './database.ts';
import * as dialects from './dialects.ts';
import { PAGE, readFiltered, reads, readUnindexed, tankColumns, tankFields, toColumn } from './records.ts';
import { ask, type Server } from './servers.ts';
import type { Update, Workload } from './workloads.ts';

/** Each workload is checked with this many calls. */
const CALLS = 8;
/** The load asks for this many pages. */
const PAGES = 100;

/** A page of the tanks of a company or, if `$2`, of all tanks. */
const PAGE_ROWS = `SELECT ${tankColumns} FROM tank t WHERE company_id = $1 OR $2 ORDER BY id LIMIT ${PAGE} OFFSET $3`;
/** The rows of these ids, in their order; null for an unknown id. */
const ROWS = `SELECT to_jsonb(t) AS row FROM unnest($1::text[]) WITH ORDINALITY AS sent (id, place) LEFT JOIN tank t USING (id) ORDER BY place`;

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

/**
 * Demands that the table holds every key that was sent and no other change, and one version more if anything changed.
 */
async function checkUpdates(server: Server, workload: string, updates: Update[]): Promise<void> {
  const ids = updates.map(({ id }) => id);
  const before = await rowsOf(server, ROWS, ids);
  const { records } = await ask(server, workload, { updates });
  const after = await rowsOf(server, ROWS, ids);
  for (const [index, { input }] of updates.entries()) {
    const [old, row] = [before[index].row, after[index].row];
    const sent = Object.entries(input).map(([key, value]) => [toColumn(key), value]);
    const set = { ...old, ...Object.fromEntries(sent) };
    const version = old?.version + (isDeepStrictEqual(set, old) ? 0 : 1);
    const { last_modified_date } = row ?? {};
    expectSame(server, 'what an update stores', row, old && { ...set, version, last_modified_date });
    const tank = tankFields.map((field) => [field, row?.[toColumn(field)]]);
    expectSame(server, 'what an update answers', records[index], row && Object.fromEntries(tank));
  }
}

/** Demands that the gateway answers nothing about another company's tank, and nothing without a token. */
async function checkSecurity(server: Server): Promise<void> {
  const updates = [{ id: server.database.foreignTank, input: { brand: 'taken' } }];
  const { records } = await ask(server, 'update', { updates });
  expectSame(server, "an update of another company's tank", records, [null]);
  const failure = await ask(server, 'tank', { id: '' }, '').catch(String);
  if (!`${failure}`.includes('"UNAUTHENTICATED"'))
    throw new Error(`${server.title} answers without a token: ${failure}`);
}

/**
 * Compares a server's answers to the workloads with the table, and collects the cursors of its pages. Throws for the
 * first difference.
 */
export async function pass(server: Server, workloads: Workload[]): Promise<void> {
  const isGateway = server.dialect === dialects.gateway;
  const { cursors } = server.stock;
  while (cursors.length < PAGES) {
    const { records, endCursor } = await ask(server, 'page', { after: cursors.at(-1) ?? null });
    expectSame(server, 'a page', records, await rowsOf(server, PAGE_ROWS, COMPANY, !isGateway, cursors.length * PAGE));
    cursors.push(endCursor ?? '');
  }
  for (const { name, next } of workloads.filter((workload) => server.dialect.knows(workload.name))) {
    for (let time = 0; time < CALLS; time++) {
      const call = next(server.stock);
      if ('updates' in call) await checkUpdates(server, name, call.updates);
      if ('customer' in call) {
        const { records } = await ask(server, name, call);
        expectSame(server, name, records, await rowsOf(server, readFiltered, call.customer));
      }
      if ('monitor' in call) {
        const { records } = await ask(server, name, call);
        expectSame(server, name, records, await rowsOf(server, readUnindexed, call.monitor));
      }
      if (!('id' in call)) continue;
      const { records } = await ask(server, name, call);
      expectSame(server, name, records, await rowsOf(server, reads[name] ?? '', call.id));
    }
  }
  if (isGateway) await checkSecurity(server);
}
