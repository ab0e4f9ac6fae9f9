import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { addCompanies } from '../../cells/companies.ts';
import { companyTables } from '../../cells/company-tables.ts';
import { keepHistory } from '../../src/changes/keep-history.ts';
import type { TestGateway } from '../gateway.ts';
import { EMPTY } from '../postgres.ts';
import { until } from '../until.ts';
import { contentsOf, move, openCell } from './cells.ts';

const COUNT = '{ tanks { totalCount } }';
const SUBSCRIBE = `mutation { createSubscription(input: {
  workflowId: "flow", nodeId: "node", resource: "tank", actions: ["created", "updated", "deleted"], webhookUrl: "https://hooks.example.com/tank"
}) { ... on WebhookSubscription { id } } }`;
const OPEN_LOCK = `SELECT pg_advisory_xact_lock('webhook_outbox'::regclass::oid::bigint)`;
const WAITING = `INSERT INTO webhook_outbox (resource, action, company_id, subscription_ids, after)
  VALUES ('tank', 'updated', 'acme', '{}', '{"id": "t1", "company_id": "acme", "version": 1}')`;

let a: TestGateway;
let b: TestGateway;
let subscription: string;
beforeAll(async () => {
  [a, b] = [await openCell('a'), await openCell('b')];
});
afterAll(async () => {
  await a?.close();
  await b?.close();
});
beforeEach(async () => {
  for (const { sql, pool } of [a, b]) {
    await sql(`BEGIN; ${EMPTY} COMMIT; DELETE FROM cell_company; DELETE FROM api_key`);
    await keepHistory(pool, { keepDays: 30, ignore: [] });
  }
  await addCompanies(a.pool, ['acme']);
  await until(async () => (await a.ask(COUNT)).status === 200);
  await a.sql(`INSERT INTO tank (id, company_id, name) VALUES ('t1', 'acme', 'x')`);
  await opened(a);
  const { data } = await a.ask(SUBSCRIBE);
  subscription = data.createSubscription.id;
});

/** Makes events of all changes. */
async function opened({ sql }: TestGateway): Promise<void> {
  while ((await sql('SELECT opened FROM open_outbox(500)'))[0]?.opened > 0);
}

const countsOf = async ({ sql }: TestGateway) =>
  (
    await sql(`SELECT (SELECT count(*)::int FROM webhook_event) AS events,
      (SELECT count(*)::int FROM record_revision) AS revisions,
      (SELECT count(*)::int FROM webhook_delivery_pending d JOIN webhook_event e ON e.id = d.event_id) AS deliveries`)
  )[0];

/** Changes the tank as somebody did so many hours ago, while nobody made events of changes. */
async function changeLongAgo(hours: number): Promise<void> {
  await a.sql(`UPDATE tank SET note = 'of ${hours} hours ago' WHERE id = 't1'`);
  await a.sql(`UPDATE webhook_outbox SET occurred_at = occurred_at - interval '${hours} hours'
    WHERE after ->> 'note' = 'of ${hours} hours ago'`);
}

/** A dead delivery with its attempt. */
async function fail(): Promise<void> {
  await a.sql(`UPDATE tank SET note = 'fails' WHERE id = 't1'`);
  await opened(a);
  await a.sql(`WITH taken AS (DELETE FROM webhook_delivery_pending RETURNING *), dead AS (
      INSERT INTO webhook_delivery_finished (event_id, subscription_id, status, attempts, company_id, resource_id, sequence, finished_at)
      SELECT event_id, subscription_id, 'dead', 1, company_id, resource_id, sequence, now() FROM taken)
    INSERT INTO webhook_attempt (event_id, subscription_id, number, started_at, duration_ms)
    SELECT event_id, subscription_id, 1, now(), 5 FROM taken`);
}

test('changes that have waited for days become events and revisions of the other cell', async () => {
  for (const hours of [30, 60, 2]) await changeLongAgo(hours);
  await move(a, b);
  expect(await countsOf(b)).toEqual({ events: 3, revisions: 4, deliveries: 3 });
  expect(await countsOf(a)).toEqual({ events: 0, revisions: 0, deliveries: 0 });
});

test('a change of days ago that becomes an event between two passes moves, too', async () => {
  await changeLongAgo(30);
  const opening: Promise<void>[] = [];
  await move(a, b, { report: (text) => void (text.startsWith('holding') && opening.push(opened(a))) });
  await Promise.all(opening);
  expect(await countsOf(b)).toEqual({ events: 1, revisions: 2, deliveries: 1 });
});

test('a change that was set aside moves with its error, and can be given back in the other cell', async () => {
  await a.sql(`UPDATE tank SET note = 'aside' WHERE id = 't1'`);
  await a.sql(`UPDATE webhook_outbox SET error = 'a fault of the row'`);
  const aside = `SELECT to_jsonb(o) - 'id' AS row FROM webhook_outbox o`;
  const before = await a.sql(aside);
  await move(a, b);
  expect(await b.sql(aside)).toEqual(before);
  expect(await a.sql(aside)).toEqual([]);
  await b.sql('UPDATE webhook_outbox SET error = NULL');
  await opened(b);
  expect(await countsOf(b)).toEqual({ events: 1, revisions: 2, deliveries: 1 });
});

test('a change that was set aside takes no number that the other cell has drawn or will draw', async () => {
  await a.sql(`UPDATE tank SET note = 'aside' WHERE id = 't1'`);
  await a.sql(`UPDATE webhook_outbox SET error = 'a fault of the row'`);
  const [{ id } = { id: 0 }] = await a.sql('SELECT id FROM webhook_outbox');
  await b.sql(`SELECT setval('webhook_outbox_id_seq', ${id} - 1)`);
  await b.sql(`INSERT INTO tank (id, company_id) VALUES ('other', 'beta')`);
  await move(a, b);
  for (const note of ['one', 'two']) await b.sql(`UPDATE tank SET note = '${note}' WHERE id = 'other'`);
  expect(await b.sql('SELECT company_id, error FROM webhook_outbox WHERE error IS NOT NULL')).toEqual([
    { company_id: 'acme', error: 'a fault of the row' },
  ]);
});

test('a delivery that is queued again while the company moves is pending in the other cell, and not dead', async () => {
  await fail();
  const redelivering: Promise<unknown>[] = [];
  const redeliver = async (): Promise<void> => {
    await a.sql(`WITH taken AS (DELETE FROM webhook_delivery_finished RETURNING *)
      INSERT INTO webhook_delivery_pending (event_id, subscription_id, attempts, company_id, resource_id, sequence)
      SELECT event_id, subscription_id, attempts, company_id, resource_id, sequence FROM taken`);
  };
  await move(a, b, { report: (text) => void (text.startsWith('holding') && redelivering.push(redeliver())) });
  await Promise.all(redelivering);
  expect(await b.sql('SELECT subscription_id, status FROM webhook_delivery')).toEqual([
    { subscription_id: subscription, status: 'pending' },
  ]);
  expect(await b.sql('SELECT number FROM webhook_attempt')).toEqual([{ number: 1 }]);
});

test('what a broken move has copied does not stand in the way of the next one', async () => {
  await fail();
  const broken = new AbortController();
  const report = (text: string): void => void (text.startsWith('holding') && broken.abort());
  await expect(move(a, b, { signal: broken.signal, report })).rejects.toThrow('The move was broken off.');
  expect(await b.sql('SELECT status FROM webhook_delivery')).toEqual([{ status: 'dead' }]);
  await a.sql('DELETE FROM webhook_delivery; DELETE FROM webhook_attempt');
  const before = await contentsOf(a, 'acme');
  await move(a, b);
  expect(await contentsOf(b, 'acme')).toEqual(before);
  expect(await b.sql('SELECT FROM webhook_attempt')).toEqual([]);
});

test('a copy that lacks anything is refused before the old cell removes it', async () => {
  await changeLongAgo(60);
  await fail();
  await a.sql(`UPDATE tank SET note = 'aside' WHERE id = 't1'; UPDATE webhook_outbox SET error = 'a fault'`);
  const before = [await contentsOf(a, 'acme'), await a.sql('SELECT to_jsonb(o) AS row FROM webhook_outbox o')];
  await b.sql(`CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`);
  for (const table of [
    'webhook_event',
    'record_revision',
    'webhook_outbox',
    'webhook_attempt',
    'webhook_delivery_finished',
  ]) {
    await b.sql(`CREATE TRIGGER swallow BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION swallow()`);
    await expect(move(a, b)).rejects.toThrow(`of ${table}.`);
    await b.sql(`DROP TRIGGER swallow ON ${table}`);
    expect([await contentsOf(a, 'acme'), await a.sql('SELECT to_jsonb(o) AS row FROM webhook_outbox o')]).toEqual(
      before,
    );
  }
  await b.sql('DROP FUNCTION swallow()');
  for (const table of ['webhook_event', 'record_revision', 'webhook_attempt', 'webhook_outbox']) {
    await b.sql(`CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN DELETE FROM ${table}; RETURN NULL; END';
      CREATE TRIGGER lose AFTER INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION lose()`);
    await expect(move(a, b)).rejects.toThrow(`The copy of ${table} differs: `);
    await b.sql(`DROP TRIGGER lose ON ${table}; DROP FUNCTION lose()`);
    expect([await contentsOf(a, 'acme'), await a.sql('SELECT to_jsonb(o) AS row FROM webhook_outbox o')]).toEqual(
      before,
    );
  }
});

/** Columns that say whose a row is, in tables that stay behind, and why. */
const STAY = {
  cell_company: 'which cell a company is in',
  change_watch: 'made with the subscriptions; those of live operations end with them',
  webhook_delivery: 'its parts are copied',
  webhook_pace: 'begins anew',
  live_change: 'minutes of live operations, which start anew',
  live_lease: 'of live operations',
  history_watch: 'of the whole cell',
};

test('every table with rows of a company moves, or is known to stay', async () => {
  const found = await a.sql(`SELECT DISTINCT relname AS name FROM pg_class c JOIN pg_attribute ON attrelid = c.oid
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
      AND (NOT relispartition OR relname IN ('webhook_delivery_finished', 'webhook_delivery_pending'))
      AND (attname LIKE '%company%' OR attname LIKE '%subscription_id%' OR attname = 'watch_id') ORDER BY 1`);
  const moved = (await companyTables(a.pool)).map(({ name }) => name);
  expect([...moved, ...Object.keys(STAY)].toSorted()).toEqual(found.map(({ name }) => name).toSorted());
});

/** Starts a move, and waits until the company is frozen and the move waits for an opening of the outbox. */
async function frozenMove() {
  const blocker = await a.pool.connect();
  await blocker.query(`BEGIN; ${OPEN_LOCK}`);
  await a.sql(WAITING);
  let isFrozen = false;
  const report = (text: string): void => {
    if (text.startsWith('the company cannot write')) isFrozen = true;
  };
  const moving = move(a, b, { report });
  moving.catch(() => {});
  // A move that fails before says why here.
  await Promise.race([until(async () => isFrozen), moving]);
  let isReleased = false;
  const release = async (): Promise<void> => {
    if (isReleased) return;
    isReleased = true;
    await blocker.query('COMMIT');
    blocker.release();
  };
  onTestFinished(release);
  return { moving, release };
}

test('a move back is refused while the move is under way', async () => {
  const { moving, release } = await frozenMove();
  await expect(move(b, a, { to: 'a' })).rejects.toThrow('Another process moves the company.');
  await release();
  await moving;
  expect(await countsOf(b)).toMatchObject({ revisions: 1 });
});

test('a move whose database restarts says what to do, and the next one does it', async () => {
  const { moving, release } = await frozenMove();
  // It says that it has frozen the company before it waits for the lock.
  const end = `SELECT pg_terminate_backend(pid) FROM pg_locks
    WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  await until(async () => (await a.sql(end)).length > 0);
  await expect(moving).rejects.toThrow('Run the same command again: it finds out where the company is and goes on.');
  await release();
  await move(a, b);
  expect((await b.sql('SELECT id FROM tank')).length).toBe(1);
});

test('a move that loses its freeze does not let the company leave, so that no write is lost', async () => {
  const { moving, release } = await frozenMove();
  await a.sql(`SELECT pg_terminate_backend(pid) FROM pg_locks
    WHERE locktype = 'advisory' AND classid = 'cell_company'::regclass AND granted AND mode = 'ExclusiveLock'`);
  await until(async () =>
    a.sql(`UPDATE tank SET note = 'late' WHERE id = 't1'`).then(
      () => true,
      () => false,
    ),
  );
  await release();
  await expect(moving).rejects.toThrow('Run the same command again');
  await move(a, b);
  expect(await b.sql('SELECT note FROM tank')).toEqual([{ note: 'late' }]);
});

test('a company that no proxy can lead to its cell does not move', async () => {
  await a.sql(`INSERT INTO cell_company (company_id, key_prefix) VALUES ('o;d', '00000000')`);
  await expect(move(a, b, { company: 'o;d' })).rejects.toThrow('cannot hold the company "o;d"');
  expect(await b.sql('SELECT FROM cell_company')).toEqual([]);
});
