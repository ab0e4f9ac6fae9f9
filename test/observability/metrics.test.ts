import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cloneDatabase, type Data, tokenOf } from '../gateway.ts';
import { onServer } from '../postgres.ts';
import { startProgram } from '../programs.ts';
import { openReceiver } from '../webhooks/receiver.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
beforeEach(async () => {
  database = await cloneDatabase();
});
afterEach(() => database.drop());

const sql = (...statements: string[]) => onServer(database.url, ...statements);

/** Starts a program with metrics, and returns how to ask it and what it measures. */
async function start(name: 'main' | 'worker', env: Record<string, string> = {}) {
  const program = startProgram(name, {
    DATABASE_URL: database.url,
    METRICS_PORT: '0',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    ...env,
  });
  const { address: metrics } = await program.logged('metrics');
  /** The metrics by name with labels, as Prometheus reads them. */
  const scrape = async (): Promise<Record<string, number>> => {
    const response = await fetch(metrics);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/plain/),
    ]);
    const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return Object.fromEntries(lines.map((line) => [line.replace(/ [^ ]*$/, ''), Number(line.replace(/.* /, ''))]));
  };
  const ask = async (query: string, { variables = {}, token = 'acme', headers = {} }: Data = {}): Promise<Response> => {
    const { address } = await program.logged('ready');
    const authorization = `Bearer ${token === 'acme' ? await tokenOf('acme') : token}`;
    return fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization, ...headers },
      body: JSON.stringify({ query, variables }),
    });
  };
  return { program, scrape, ask, metrics };
}

const UPDATE =
  'mutation Any($id: ID!, $v: Int) { a: updateTank(id: $id, input: { name: "n" }, expectedVersion: $v) { __typename } }';
const MANY = `mutation { updateTanks(patches: [${['t', 'absent', 'none'].map((id) => `{ id: "${id}", input: {} }`)}]) { ... on UpdateTanksSuccess { results { __typename } } } }`;

test('requests are counted by kind, status and result, the same on both ways', async () => {
  await sql("INSERT INTO tank (id, company_id) VALUES ('t', 'acme')");
  const { scrape, ask } = await start('main');
  for (const _again of [1, 2, 3]) {
    for (const v of [undefined, 99]) await ask(UPDATE, { variables: { id: 't', v } });
    await ask(MANY);
    await ask('{ tanks { totalCount } shipTos(first: 500) { totalCount } }');
    await ask('{ x }', { headers: { accept: 'application/graphql-response+json' } });
  }
  const expected = {
    'gateway_requests_total{kind="mutation",status="200"}': 9,
    'gateway_requests_total{kind="query",status="200"}': 3,
    'gateway_requests_total{kind="query",status="400"}': 3,
    'gateway_results_total{kind="mutation",field="updateTank",result="Tank"}': 3,
    'gateway_results_total{kind="mutation",field="updateTank",result="TankConflictError"}': 3,
    'gateway_results_total{kind="mutation",field="updateTanks",result="UpdateTanksSuccess"}': 3,
    'gateway_patches_total{field="updateTanks",result="Tank"}': 3,
    'gateway_patches_total{field="updateTanks",result="NotFoundError"}': 6,
    'gateway_results_total{kind="query",field="tanks",result="ok"}': 3,
    'gateway_results_total{kind="query",field="shipTos",result="BAD_USER_INPUT"}': 3,
    'gateway_refusals_total{cause="GRAPHQL_VALIDATION_FAILED"}': 3,
    'gateway_request_duration_seconds_count{kind="mutation"}': 9,
    'gateway_request_duration_seconds_bucket{le="+Inf",kind="query"}': 6,
    gateway_pool_waiting: 0,
    gateway_pool_in_use: 0,
  };
  // The last answer may arrive before its request is counted.
  await expect.poll(scrape).toMatchObject(expected);
  const found = await scrape();
  expect(found.gateway_pool_open).toBeGreaterThan(0);
  expect(found.nodejs_eventloop_lag_p99_seconds).toBeGreaterThan(0);
});

test('of a cell, each metric and each line of the log names it, and other companies get WRONG_CELL', async () => {
  const { program, scrape, ask } = await start('main', { CELL: 'eu-1' });
  expect((await ask('{ tanks { totalCount } }')).status).toBe(421);
  // fetch() repeats a request once that is answered with 421.
  await expect.poll(scrape).toMatchObject({ 'gateway_refusals_total{cause="WRONG_CELL",cell="eu-1"}': 2 });
  expect(Object.keys(await scrape()).filter((name) => !name.includes('cell="eu-1"'))).toEqual([]);
  expect(program.lines.map((line) => JSON.parse(line).cell).filter((cell) => cell !== 'eu-1')).toEqual([]);
  const { stderr } = await startProgram('main', { DATABASE_URL: database.url, CELL: 'us-1' }).ended;
  expect(stderr).toContain('CELL is "us-1", and the database belongs to the cell "eu-1".');
});

test('refusals are counted by cause, and no client can add a label', async () => {
  const { scrape, ask } = await start('main');
  await ask('{ tanks { totalCount } }', { token: 'x.y.z' });
  await ask('mutation { updateTank(id: "x", input: {}) { __typename } }', { token: 'x.y.z' });
  await ask('{ tanks { totalCount } }', { token: await tokenOf('acme', 'tasks:read') });
  await ask(`{ ${Array.from({ length: 101 }, (_, n) => `a${n}: __typename`).join(' ')} }`);
  await ask('x'.repeat(256 * 1024));
  await ask('{ __typename }', { headers: { 'content-type': 'text/plain' } });
  await ask('{ __typename }', { headers: { 'x-long': 'x'.repeat(20_000) } });
  for (let n = 0; n < 5; n++) await ask(`query Name${n} { alias${n}: tank(id: "${n}") { id } }`);
  await expect.poll(scrape).toMatchObject({
    'gateway_refusals_total{cause="token"}': 2,
    'gateway_refusals_total{cause="scope"}': 1,
    'gateway_refusals_total{cause="DOCUMENT_TOO_LARGE"}': 1,
    'gateway_refusals_total{cause="REQUEST_ENTITY_TOO_LARGE"}': 1,
    'gateway_refusals_total{cause="415"}': 1,
    'gateway_refusals_total{cause="431"}': 1,
    'gateway_results_total{kind="query",field="tank",result="ok"}': 5,
  });
  expect(JSON.stringify(await scrape())).not.toMatch(/Name\d|alias\d/);
});

test('a scrape needs no connection of the requests, and reports how many wait', async () => {
  await sql("INSERT INTO tank (id, company_id) VALUES ('t', 'acme')");
  const { scrape, ask } = await start('main', {
    DATABASE_POOL: '1',
    WEBHOOKS: 'off',
    LOCK_TIMEOUT_SECONDS: '60',
    STATEMENT_TIMEOUT_SECONDS: '60',
    REQUEST_TIMEOUT_SECONDS: '60',
  });
  const lock = `SELECT pg_advisory_lock(1); CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END'; CREATE TRIGGER hold BEFORE UPDATE ON tank FOR EACH ROW EXECUTE FUNCTION hold()`;
  const blocker = new pg.Client({ connectionString: database.url });
  await blocker.connect();
  await blocker.query(lock);
  const answers = [1, 2, 3].map(() => ask(UPDATE, { variables: { id: 't' } }));
  await expect.poll(scrape).toMatchObject({ gateway_pool_in_use: 1, gateway_pool_waiting: 2, gateway_database_up: 1 });
  await blocker.end();
  for (const answer of answers) expect((await answer).status).toBe(200);
});

const SUBSCRIBE = `INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions, state, breaker_open_until)`;

test('a worker shows what waits and what became of its deliveries', async () => {
  const receiver = await openReceiver((response, { path }) => response.writeHead(path === '/gone' ? 410 : 204).end());
  await sql(
    `${SUBSCRIBE} VALUES ('good', 'acme', 'f', 'n', '${receiver.url}/good', 'tank', '{created}', 'active', NULL),
       ('gone', 'acme', 'f', 'n', '${receiver.url}/gone', 'tank', '{created}', 'active', NULL),
       ('open', 'acme', 'f', 'n', '${receiver.url}/open', 'task', '{created}', 'active', now() + interval '1 day')`,
    "INSERT INTO tank (id, company_id) VALUES ('t', 'acme')",
  );
  const { scrape } = await start('worker');
  await expect.poll(scrape).toMatchObject({
    'gateway_deliveries_total{outcome="delivered"}': 1,
    'gateway_deliveries_total{outcome="dead"}': 1,
    'gateway_deliveries_total{outcome="pending"}': 0,
    gateway_outbox_changes: 0,
    gateway_outbox_oldest_seconds: 0,
    gateway_outbox_failed: 0,
    gateway_deliveries_overdue_seconds: 0,
    gateway_breakers_open: 1,
    gateway_companies_full: 0,
    gateway_subscriptions_disabled: 1,
    gateway_database_up: 1,
  });
});

test('a worker whose clock is ten minutes ahead signs with the time of the database, and shows and logs the difference', async () => {
  const receiver = await openReceiver();
  await sql(
    `${SUBSCRIBE} VALUES ('s', 'acme', 'f', 'n', '${receiver.url}', 'tank', '{created}', 'active', NULL)`,
    "INSERT INTO tank (id, company_id) VALUES ('t', 'acme')",
  );
  const ahead = 'const now = Date.now; Date.now = () => now() + 600_000';
  const { scrape, program } = await start('worker', {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(ahead)}`,
  });
  const { headers } = await receiver.next();
  expect(Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp']))).toBeLessThan(30);
  expect(Math.round((await scrape()).gateway_clock_ahead_seconds ?? 0)).toBe(600);
  const { level, seconds } = await program.logged('clock skew against the database; webhook timestamps use its clock');
  expect([level, seconds]).toEqual(['warn', 600]);
});

test('a gateway that delivers nothing shows what waits', async () => {
  await sql(
    `${SUBSCRIBE} VALUES ('s', 'acme', 'f', 'n', 'http://127.0.0.1:9/', 'tank', '{created}', 'active', NULL)`,
    "INSERT INTO tank (id, company_id) VALUES ('t1', 'acme'), ('t2', 'acme')",
    "UPDATE webhook_outbox SET occurred_at = now() - interval '1 hour'",
  );
  const { scrape } = await start('main', { WEBHOOKS: 'off' });
  const found = await scrape();
  expect(found.gateway_outbox_changes).toBe(2);
  expect(found.gateway_outbox_oldest_seconds).toBeGreaterThanOrEqual(3600);
  expect(found).not.toHaveProperty('gateway_deliveries_total{outcome="delivered"}');
  await sql('SELECT open_outbox(10)', "UPDATE webhook_delivery SET next_attempt_at = now() - interval '2 hours'");
  await expect.poll(async () => (await scrape()).gateway_deliveries_overdue_seconds).toBeGreaterThanOrEqual(7200);
});

test('the age of a snapshot that somebody keeps open is shown', async () => {
  const { scrape } = await start('worker');
  const reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await reader.query('SELECT FROM tank');
  await expect.poll(async () => (await scrape()).gateway_oldest_snapshot_seconds).toBeGreaterThan(1);
  await reader.query('COMMIT');
  await expect.poll(async () => (await scrape()).gateway_oldest_snapshot_seconds).toBeLessThan(1);
  await reader.end();
});

test('without the database, a scrape has everything else', async () => {
  const { scrape } = await start('main');
  expect((await scrape()).gateway_database_up).toBe(1);
  const name = new URL(database.url).pathname.slice(1);
  const elsewhere = new URL(database.url);
  elsewhere.pathname = '/postgres';
  await onServer(
    elsewhere.href,
    `ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  );
  await expect.poll(async () => (await scrape()).gateway_database_up).toBe(0);
  const found = await scrape();
  expect(found).not.toHaveProperty('gateway_outbox_changes');
  expect(found).toHaveProperty('gateway_pool_open');
  await onServer(elsewhere.href, `ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
  await expect.poll(async () => (await scrape()).gateway_database_up).toBe(1);
});

test('other paths are 404, and a taken port is named at the start', async () => {
  const { metrics } = await start('main');
  for (const path of ['/metrics', '/metrics/', '/metrics?format=prometheus'])
    expect((await fetch(metrics.replace('/metrics', path))).status).toBe(200);
  expect((await fetch(metrics, { method: 'POST' })).status).toBe(405);
  expect((await fetch(metrics.replace('/metrics', '/'))).status).toBe(404);
  const second = startProgram('main', {
    DATABASE_URL: database.url,
    METRICS_PORT: new URL(metrics).port,
  });
  expect(await second.ended).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Set METRICS_PORT to another one.'),
  });
});

test('replicas are counted by state', async () => {
  // The primary is no replica, so it is skipped.
  const { scrape } = await start('main', { DATABASE_REPLICA_URLS: database.url });
  const expected = { 'gateway_replicas{state="usable"}': 0, 'gateway_replicas{state="skipped"}': 1 };
  expect(await scrape()).toMatchObject(expected);
});

test.each(['grafana.json', 'alerts.yaml'])('every metric in deploy/%s exists', async (file) => {
  const { metrics } = await start('main', { DATABASE_REPLICA_URLS: database.url });
  const exposed = [...(await (await fetch(metrics)).text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  const text = await readFile(new URL(`../../deploy/${file}`, import.meta.url), 'utf8');
  const used = [...text.matchAll(/\b(?:gateway|nodejs|process)_[a-z0-9_]+(?=\{|\[|\)| )/g)].map(([name]) =>
    name.replace(/_bucket$/, ''),
  );
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((name) => !exposed.includes(name))).toEqual([]);
});
