// The load of the chaos run: clients that update records over GraphQL, and writers that create, update, delete and
// create them again in SQL. Both collect the changes that were acknowledged.
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { COMPANIES, keyOf, TABLES } from './ledger.ts';

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

const UPDATES = {
  tank: 'mutation ($id: ID!, $input: UpdateTankInput!) { result: updateTank(id: $id, input: $input) { __typename } }',
  ship_to:
    'mutation ($id: ID!, $input: UpdateShipToInput!) { result: updateShipTo(id: $id, input: $input) { __typename } }',
};

/** The statements of writers. */
const STATEMENTS = {
  created:
    'INSERT INTO % (id, company_id, external_id, name) SELECT * FROM given ON CONFLICT DO NOTHING RETURNING external_id',
  updated:
    'UPDATE % t SET external_id = given.external_id, name = given.name FROM given WHERE t.id = given.id RETURNING t.external_id',
  deleted: 'DELETE FROM % t USING given WHERE t.id = given.id RETURNING t.external_id',
};
/** Their transactions. Those that are rolled back must send nothing. */
const TRANSACTIONS: { actions: (keyof typeof STATEMENTS)[]; end: 'COMMIT' | 'ROLLBACK' }[] = [
  { actions: ['created'], end: 'COMMIT' },
  { actions: ['created', 'updated'], end: 'COMMIT' },
  { actions: ['updated'], end: 'COMMIT' },
  { actions: ['updated', 'updated'], end: 'COMMIT' },
  { actions: ['deleted'], end: 'COMMIT' },
  { actions: ['deleted', 'created'], end: 'COMMIT' },
  { actions: ['deleted', 'created', 'updated'], end: 'COMMIT' },
  { actions: ['updated', 'deleted', 'created'], end: 'ROLLBACK' },
];

/** What clients and writers see while a gateway or the database is down. */
const OUTAGE =
  /fetch failed|terminated|TimeoutError|"retryable":true|terminating connection|the database system is|not queryable|ECONNREFUSED|ECONNRESET/;

/** Starts the load on gateways, and on the database itself through `pool`. */
export function startLoad(gateways: () => string[], tokens: Map<string, string>, pool: pg.Pool, random: Random) {
  const acknowledged = new Set<string>();
  /** What failed although it should not. */
  const faults: string[] = [];
  let running = true;
  let stamps = 0;
  const stamp = (way: string) => `${way} ${++stamps}`;
  const name = () => pick(['plain', 'Füllstand – 50 %', '"quoted" \\ \u2028', '{"a": [1]}', ''], random);
  const id = () => `r${Math.floor(random() * RECORDS)}`;

  async function update(): Promise<void> {
    const table = pick(TABLES, random);
    const externalId = stamp('GraphQL');
    const input = {
      externalId,
      ...(random() < 0.5 && { name: name() }),
      ...(random() < 0.3 && { metadata: { a: [null, 0.1] } }),
    };
    const token = tokens.get(pick(COMPANIES, random)) ?? '';
    const { result } = await ask(pick(gateways(), random), token, UPDATES[table], { id: id(), input });
    if (result.__typename !== 'NotFoundError') acknowledged.add(keyOf(`${table}.updated`, { external_id: externalId }));
  }

  async function write(): Promise<void> {
    const table = pick(TABLES, random);
    const record = id();
    const { actions, end } = pick(TRANSACTIONS, random);
    const client = await pool.connect();
    try {
      const done: string[] = [];
      await client.query('BEGIN');
      for (const action of actions) {
        const { rows } = await client.query(
          `WITH given (id, company_id, external_id, name) AS (VALUES ($1, $2, $3, $4)) ${STATEMENTS[action].replace('%', table)}`,
          [record, pick(COMPANIES, random), stamp('SQL'), name()],
        );
        for (const row of rows) done.push(keyOf(`${table}.${action}`, row));
      }
      await client.query(end);
      if (end === 'COMMIT') for (const change of done) acknowledged.add(change);
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
  const loops = [...Array(CLIENTS).fill(update), ...Array(WRITERS).fill(write)].map(repeat);
  return {
    acknowledged,
    faults,
    async stop() {
      running = false;
      await Promise.all(loops);
    },
  };
}
