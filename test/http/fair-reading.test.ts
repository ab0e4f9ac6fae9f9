import type { PoolClient } from 'pg';
import { Client } from 'undici';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Shares } from '../../src/db/tenancy/fair-shares.ts';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';

/** More than go on at once while another company is active. */
const CROWD = 40;
const UPDATE = 'mutation ($id: ID!) { updateTank(id: $id, input: { name: "new" }) { __typename } }';

/** One token each: those of another second differ, and the gateway knows a company by its token. */
const TOKENS = { acme: await tokenOf('acme'), few: await tokenOf('few') };
type Company = keyof typeof TOKENS;

let gateway: TestGateway;
/** The transaction that updates wait for. */
let blocker: PoolClient | undefined;
/** Whose requests were answered on the connections of `connect`, in order. */
let answered: string[];
beforeEach(() => {
  answered = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  // The gateway closes when its requests have ended, which wait for this transaction if the test has failed.
  blocker?.release(true);
  blocker = undefined;
  await gateway.close();
});

function send(client: Client, company: Company, query = '{ __typename }', variables?: object) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKENS[company]}` };
  return client.request({ path: '/graphql', method: 'POST', headers, body: JSON.stringify({ query, variables }) });
}

function openClient(): Client {
  const client = new Client(gateway.address);
  onTestFinished(() => client.destroy());
  return client;
}

/** Opens a connection, on which any company may ask. */
function connect() {
  const client = openClient();
  return async (company: Company): Promise<void> => {
    const { body } = await send(client, company);
    // Some of a company whose statements wait for long are refused.
    await body.dump();
    answered.push(company);
  };
}

/** Nothing is late while the clock stands still, until `release`. */
const stopClock = () => vi.spyOn(performance, 'now').mockReturnValue(performance.now());

/**
 * Has many requests of `acme` under way until `release`, which checks their answers, and so many others until `hangUp`,
 * which closes their connections.
 */
async function holdUpBeside(others: number) {
  const requests = new Shares(500);
  const limits = { answerBytes: 1024 * 1024, requestSeconds: 60 };
  gateway = await openGateway({ limits, requests });
  const { id } = await create(gateway, tank);
  const holding = await gateway.pool.connect();
  blocker = holding;
  await holding.query('BEGIN');
  await holding.query('SELECT FROM tank WHERE id = $1 FOR UPDATE', [id]);
  const updates = Array.from({ length: CROWD }, () => gateway.ask(UPDATE, { id }));
  const clients = Array.from({ length: others }, openClient);
  const lost = clients.map((client) => expect(send(client, 'acme', UPDATE, { id })).rejects.toThrow());
  await expect.poll(() => requests.held('"acme"')).toBe(CROWD + others);
  const hangUp = async (): Promise<void> => {
    await Promise.all([...clients.map((client) => client.destroy()), ...lost]);
    await expect.poll(() => requests.held('"acme"')).toBe(CROWD);
  };
  const release = async (): Promise<void> => {
    vi.restoreAllMocks();
    await holding.query('ROLLBACK');
    for (const { data } of await Promise.all(updates)) expect(data.updateTank.__typename).toBe('Tank');
  };
  return { release, hangUp };
}

const holdUp = async () => (await holdUpBeside(0)).release;

/**
 * Sends a request on a connection of `acme` that rests, and waits until one of another company is answered after it.
 */
async function rest() {
  const release = await holdUp();
  const [many, few] = [connect(), connect()];
  stopClock();
  await few('few');
  await many('acme');
  const next = many('acme');
  await few('few');
  return { release, few, next };
}

test('a connection of a company with many requests under way is read after those of others', async () => {
  const { release, few, next } = await rest();
  await few('few');
  expect(answered).toEqual(['few', 'acme', 'few', 'few']);
  await release();
  await next;
});

test('on a connection that carries requests of several companies, they wait for their company alone', async () => {
  const release = await holdUp();
  const [proxied, few] = [connect(), connect()];
  stopClock();
  for (const company of ['few', 'acme'] as const) await connect()(company);
  for (const company of ['few', 'few'] as const) await proxied(company);
  const next = proxied('acme');
  await few('few');
  expect(answered).toEqual(['few', 'acme', 'few', 'few', 'few']);
  await release();
  await next;
  await proxied('few');
});

test('what has waited long is answered, even if there is no place for it', async () => {
  const release = await holdUp();
  const [many, few] = [connect(), connect()];
  await few('few');
  for (const company of ['acme', 'acme', 'acme'] as const) await many(company);
  await release();
});

test('connections that were closed during their requests take no turns from those that rest', async () => {
  // Each tick ends the turns of connections that have sent nothing.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const { release, hangUp } = await holdUpBeside(CROWD);
  stopClock();
  const few = connect();
  await few('few');
  await connect()('acme');
  await hangUp();
  const next = connect()('acme');
  await few('few');
  expect(answered).toEqual(['few', 'acme', 'few']);
  await release();
  await next;
});

test('a stop answers the request of a connection that was not read', async () => {
  const { release, next } = await rest();
  const stopped = gateway.stop(60_000);
  await next;
  await release();
  await stopped;
});

test('a company alone does not wait for its own requests', async () => {
  const release = await holdUp();
  const alone = connect();
  stopClock();
  for (const company of ['acme', 'acme', 'acme'] as const) await alone(company);
  await release();
});
