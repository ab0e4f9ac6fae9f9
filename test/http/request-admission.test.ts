import type { PoolClient } from 'pg';
import { Client } from 'undici';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';

/** More requests than a company may have in progress while another one is active. */
const MANY = 40;
const UPDATE = 'mutation ($id: ID!) { updateTank(id: $id, input: { name: "new" }) { __typename } }';

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
  vi.useRealTimers();
  // The gateway closes when its requests have ended, which wait for this transaction if the test has failed.
  blocker?.release(true);
  blocker = undefined;
  await gateway.close();
});

/** Sends a request on a connection of its own. Rejects if `client` is closed. */
async function ask(company: Company, client = openClient()): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKENS[company]}` };
  const sent = {
    path: '/graphql',
    method: 'POST',
    headers,
    body: JSON.stringify({ query: '{ __typename }' }),
  } as const;
  const { body } = await client.request(sent);
  expect(await body.json()).toEqual({ data: { __typename: 'Query' } });
  answered.push(company);
}

function openClient(): Client {
  const client = new Client(gateway.address);
  onTestFinished(() => client.destroy());
  return client;
}

/** No company becomes idle, and nothing has waited long, until the clock goes on. */
function stopClock(): void {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  vi.useFakeTimers({ toFake: ['setTimeout'] });
}
/** Has many requests of `acme` in progress until `release`, which checks their answers. */
async function holdUp() {
  let [begun, ended] = [0, 0];
  const count = () => {
    begun += 1;
    return () => {
      ended += 1;
    };
  };
  const limits = { answerBytes: 1024 * 1024, requestSeconds: 60 };
  gateway = await openGateway({ limits, observers: [count] });
  const { id } = await create(gateway, tank);
  const holding = await gateway.pool.connect();
  blocker = holding;
  await holding.query('BEGIN');
  await holding.query('SELECT FROM tank WHERE id = $1 FOR UPDATE', [id]);
  const updates = Array.from({ length: MANY }, () => gateway.ask(UPDATE, { id }));
  await expect.poll(() => begun).toBe(MANY);
  const release = async (): Promise<void> => {
    vi.restoreAllMocks();
    vi.useRealTimers();
    await holding.query('ROLLBACK');
    for (const { data } of await Promise.all(updates)) expect(data.updateTank.__typename).toBe('Tank');
  };
  /** Resolves when so many more requests have arrived, or ended. */
  const arrive = (more: number) => expect.poll(() => begun).toBe(MANY + more);
  const end = (more: number) => expect.poll(() => ended).toBe(more);
  return { release, arrive, end };
}

test('while others are active, a company with many requests in progress waits, and nobody else', async () => {
  const { release, arrive } = await holdUp();
  stopClock();
  await ask('few');
  const next = ask('acme');
  await arrive(2);
  await ask('few');
  expect(answered).toEqual(['few', 'few']);
  await release();
  await next;
  expect(answered).toEqual(['few', 'few', 'acme']);
});

test('what has waited for a second is answered, whatever those before it wait for', async () => {
  const { release } = await holdUp();
  await ask('few');
  await Promise.all([ask('acme'), ask('acme')]);
  expect(answered).toEqual(['few', 'acme', 'acme']);
  await release();
});

test('a client that hangs up while its request waits takes nothing from those behind it', async () => {
  const { release, arrive, end } = await holdUp();
  stopClock();
  await ask('few');
  const client = openClient();
  const lost = expect(ask('acme', client)).rejects.toThrow();
  await arrive(2);
  await client.destroy();
  await lost;
  await end(2);
  const next = ask('acme');
  await arrive(3);
  await release();
  await next;
  expect(answered).toEqual(['few', 'acme']);
});

test('a stop answers the request that waits', async () => {
  const { release, arrive } = await holdUp();
  await ask('few');
  const next = ask('acme');
  await arrive(2);
  const stopped = gateway.stop(60_000);
  await next;
  await release();
  await stopped;
});

test('a company alone does not wait for its own requests', async () => {
  const { release } = await holdUp();
  stopClock();
  await ask('acme');
  await ask('acme');
  expect(answered).toEqual(['acme', 'acme']);
  await release();
});

test('requests without a token do not make a company wait for its own', async () => {
  const { release } = await holdUp();
  stopClock();
  await ask('acme');
  await gateway.ask('{ __typename }', {}, null);
  await ask('acme');
  expect(answered).toEqual(['acme', 'acme']);
  await release();
});
