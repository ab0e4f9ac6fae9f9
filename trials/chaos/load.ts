// The load of the chaos run: clients that create, update and delete records over GraphQL, one and several at once, and
// writers that do so in SQL. Both collect the changes that were acknowledged, and who made them.
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { writeDocument } from './documents.ts';
import { type Action, COMPANIES, clientOf, keyOf, TABLES } from './ledger.ts';

/** Few records, so that writers meet. */
const RECORDS = 12;
const CLIENTS = 6;
const WRITERS = 4;

export type Random = () => number;
export const pick = <Item>(items: readonly Item[], random: Random): Item => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
};

/** Asks a gateway. Throws if there is no answer, and for errors outside the mutation's union. */
export async function ask(address: string, token: string, query: string, variables: object) {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
    signal: AbortSignal.timeout(5_000),
  });
  const { data, errors } = await response.json();
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data;
}

/** The statements of writers. */
const STATEMENTS: Record<Action, string> = {
  created:
    'INSERT INTO % (id, company_id, external_id, name) SELECT * FROM given ON CONFLICT DO NOTHING RETURNING external_id',
  updated:
    'UPDATE % t SET external_id = given.external_id, name = given.name FROM given WHERE t.id = given.id RETURNING t.external_id',
  deleted: 'DELETE FROM % t USING given WHERE t.id = given.id RETURNING t.external_id',
};
/** Their transactions. Those that are rolled back must send nothing. */
const TRANSACTIONS: { actions: Action[]; end: 'COMMIT' | 'ROLLBACK' }[] = [
  { actions: ['created'], end: 'COMMIT' },
  { actions: ['created', 'updated'], end: 'COMMIT' },
  { actions: ['updated'], end: 'COMMIT' },
  { actions: ['updated', 'updated'], end: 'COMMIT' },
  { actions: ['deleted'], end: 'COMMIT' },
  { actions: ['deleted', 'created'], end: 'COMMIT' },
  { actions: ['deleted', 'created', 'updated'], end: 'COMMIT' },
  { actions: ['updated', 'deleted', 'created'], end: 'ROLLBACK' },
];

/** The names that writers give themselves; one gives itself none. */
const PROGRAMS = ['erp', 'sensors', ''];

/** What clients and writers see while a gateway or the database is down. */
const OUTAGE =
  /fetch failed|terminated|TimeoutError|"retryable":true|terminating connection|the database system is|not queryable|ECONNREFUSED|ECONNRESET/;

/** Starts the load on gateways, and on the database itself through `pool`. */
export function startLoad(gateways: () => string[], tokens: Map<string, string>, pool: pg.Pool, random: Random) {
  const acknowledged = new Set<string>();
  /** Who has made, or tried to make, a change. A deletion is known when it is acknowledged. */
  const actors = new Map<string, string>();
  /** What failed although it should not. */
  const faults: string[] = [];
  let running = true;
  let stamps = 0;
  const stamp = (way: string) => `${way} ${++stamps}`;
  const name = () => pick(['plain', 'Füllstand – 50 %', '"quoted" \\ \u2028', '{"a": [1]}', ''], random);
  const id = () => `00000000-0000-4000-8000-${`${Math.floor(random() * RECORDS)}`.padStart(12, '0')}`;

  async function request(): Promise<void> {
    const [table, company] = [pick(TABLES, random), pick(COMPANIES, random)];
    const action = pick(['updated', 'updated', 'created', 'deleted'] as const, random);
    const ids = new Set(Array.from({ length: random() < 0.6 ? 1 : 3 }, id));
    const items = [...ids].map((id) => {
      if (action === 'deleted') return { id };
      const externalId = stamp('GraphQL');
      actors.set(keyOf(`${table}.${action}`, { external_id: externalId }), clientOf(company));
      const input = {
        externalId,
        ...(random() < 0.5 && { name: name() }),
        ...(random() < 0.3 && { metadata: { a: [null, 0.1] } }),
      };
      return action === 'created' ? { id, ...input } : { id, input };
    });
    const { query, variables } = writeDocument(table, action, items);
    const { result } = await ask(pick(gateways(), random), tokens.get(company) ?? '', query, variables);
    for (const found of result.results ?? [result]) {
      const { externalId } = found.record ?? found;
      if (externalId === undefined) continue;
      const key = keyOf(`${table}.${action}`, { external_id: externalId });
      // A creation answers a record that was there and has changed since.
      if (action === 'created' && !items.some((item) => 'externalId' in item && item.externalId === externalId))
        continue;
      actors.set(key, clientOf(company));
      acknowledged.add(key);
    }
  }

  async function write(): Promise<void> {
    const table = pick(TABLES, random);
    const record = id();
    const { actions, end } = pick(TRANSACTIONS, random);
    const program = pick(PROGRAMS, random);
    const client = await pool.connect();
    try {
      const done: string[] = [];
      await client.query('BEGIN');
      const { rows } = await client.query(
        `SELECT 'sql ' || session_user || coalesce('/' || nullif(set_config('field_operations.writer', $1, true), ''), '') AS actor`,
        [program],
      );
      for (const action of actions) {
        const externalId = stamp('SQL');
        if (action !== 'deleted') actors.set(keyOf(`${table}.${action}`, { external_id: externalId }), rows[0].actor);
        const written = await client.query(
          `WITH given (id, company_id, external_id, name) AS (VALUES ($1, $2, $3, $4)) ${STATEMENTS[action].replace('%', table)}`,
          [record, pick(COMPANIES, random), externalId, name()],
        );
        for (const row of written.rows) done.push(keyOf(`${table}.${action}`, row));
      }
      await client.query(end);
      if (end === 'COMMIT')
        for (const change of done) {
          actors.set(change, rows[0].actor);
          acknowledged.add(change);
        }
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  const repeat = async (work: () => Promise<void>) => {
    while (running) {
      await work().catch((error: Error) => {
        if (!OUTAGE.test(String(error))) faults.push(String(error));
        return delay(50);
      });
      await delay(random() * 40);
    }
  };
  const loops = [...Array(CLIENTS).fill(request), ...Array(WRITERS).fill(write)].map(repeat);
  return {
    acknowledged,
    actors,
    faults,
    async stop() {
      running = false;
      await Promise.all(loops);
    },
  };
}
