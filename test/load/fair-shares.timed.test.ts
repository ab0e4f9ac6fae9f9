import type { PoolClient } from 'pg';
import { Client } from 'undici';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';

/** Requests of one company, more than the connections that its writes may take. */
const MANY = 40;
const UPDATE = 'mutation ($id: ID!) { updateTank(id: $id, input: { name: "new" }) { __typename } }';
const WAITING = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";

const TOKENS = { acme: await tokenOf('acme'), few: await tokenOf('few') };
type Company = keyof typeof TOKENS;

let gateway: TestGateway;
/** The transaction that updates wait for. */
let blocker: PoolClient | undefined;
/** The companies whose requests were answered, in order. */
let answered: Company[];
beforeEach(() => {
  answered = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  // The gateway closes when its requests have ended, which wait for this transaction if the test has failed.
  blocker?.release(true);
  blocker = undefined;
  await gateway.close();
});

/** Sends a request on a connection of its own. Rejects if `client` is closed. Returns the answer, to be read. */
async function send(company: Company, query: string, client = openClient()) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKENS[company]}` };
  const sent = { path: '/graphql', method: 'POST', headers, body: JSON.stringify({ query }) } as const;
  const { statusCode, body } = await client.request(sent);
  expect(statusCode).toBe(200);
  // Its client is closed at the end of the test.
  return body.on('error', () => {});
}

async function ask(company: Company, client?: Client): Promise<void> {
  const body = await send(company, '{ __typename }', client);
  expect(await body.json()).toEqual({ data: { __typename: 'Query' } });
  answered.push(company);
}

function openClient(): Client {
  const client = new Client(gateway.address);
  onTestFinished(() => client.destroy());
  return client;
}

/** Has each look at the clock take a millisecond, so that each piece of work takes a turn of the event loop. */
function slowDown(): void {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1.01;
    return now;
  });
}

/** Connections of `acme`, and behind them one of `few`. Each has had an answer, and the companies are active. */
async function connectMany(): Promise<[Company, Client][]> {
  gateway = await openGateway({ connectsEarly: true });
  const companies: Company[] = [...Array.from({ length: MANY }, () => 'acme' as const), 'few'];
  const clients = companies.map((company): [Company, Client] => [company, openClient()]);
  await Promise.all(clients.map(([company, client]) => ask(company, client)));
  answered = [];
  slowDown();
  return clients;
}

test('a request is not behind all those that another company has sent', async () => {
  const clients = await connectMany();
  await Promise.all(clients.map(([company, client]) => ask(company, client)));
  expect(answered.indexOf('few')).toBeLessThan(MANY / 2);
});

test('a client that hangs up while its request waits takes nothing from those behind it', async () => {
  const clients = await connectMany();
  const asked = clients.map(([company, client]) => ask(company, client));
  const [, lost, ...others] = asked;
  const hungUp = expect(lost).rejects.toThrow();
  await clients[1]?.[1].destroy();
  await hungUp;
  await Promise.all(others);
  expect(answered).toHaveLength(MANY);
});

/** Sends changes of `acme` that wait for a lock, while `few` is active. Returns connections, and what lets them end. */
async function changeLocked() {
  gateway = await openGateway({ limits: { answerBytes: 1024 * 1024, requestSeconds: 60 } });
  const { id } = await create(gateway, tank);
  const holding = await gateway.pool.connect();
  blocker = holding;
  await holding.query('BEGIN');
  await holding.query('SELECT FROM tank WHERE id = $1 FOR UPDATE', [id]);
  const clients = { acme: openClient(), few: openClient() };
  await ask('acme', clients.acme);
  await ask('few', clients.few);
  const updates = Array.from({ length: MANY }, () => gateway.ask(UPDATE, { id }));
  // As many as their places for writes, which are more than a company's reads may take.
  await expect.poll(async () => (await gateway.pool.query(WAITING)).rowCount).toBeGreaterThan(4);
  await ask('few');
  answered = [];
  const end = async (): Promise<void> => {
    await holding.query('ROLLBACK');
    for (const { data } of await Promise.all(updates)) expect(data.updateTank.__typename).toBe('Tank');
  };
  return { id, clients, end };
}

test('while others are active, changes of a company that wait for a lock leave a connection to its reads', async () => {
  const { id, end } = await changeLocked();
  expect((await gateway.ask('query ($id: ID!) { tank(id: $id) { name } }', { id })).errors).toBe(undefined);
  await end();
});

test('while others are active, a request behind many of its company waits for these, for a second at most', async () => {
  const { clients, end } = await changeLocked();
  const own = ask('acme', clients.acme);
  await ask('few', clients.few);
  expect(answered).toEqual(['few']);
  // The changes still wait.
  await own;
  await end();
});

test('while others are active, answers that clients do not read hold up no other request of their company', async () => {
  gateway = await openGateway({ limits: { answerBytes: 48 * 1024 * 1024, requestSeconds: 60 } });
  const { id } = await create(gateway, tank, { note: 'x'.repeat(1_000_000) });
  const large = `{ tank(id: "${id}") { ${Array.from({ length: 6 }, (_, n) => `a${n}: note`)} } }`;
  await ask('few');
  // More than are executed at once.
  await Promise.all(Array.from({ length: 30 }, () => send('acme', large)));
  await ask('few');
  answered = [];
  const own = ask('acme');
  for (let times = 0; times < 5; times += 1) await ask('few');
  expect(answered).toContain('acme');
  await own;
});
