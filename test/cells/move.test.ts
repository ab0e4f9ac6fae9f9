import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { addCompanies, mapEntries } from '../../cells/companies.ts';
import { keyPrefixOf } from '../../src/cell-registry.ts';
import { cipher } from '../cipher.ts';
import { type TestGateway, tokenOf } from '../gateway.ts';
import { numbered } from '../import/importing.ts';
import { begin, send, sums } from '../import/sending.ts';
import { openEvents } from '../live/event-source.ts';
import { EMPTY } from '../postgres.ts';
import { until } from '../until.ts';
import { contentsOf, move, openCell } from './cells.ts';

const COUNT = '{ tanks { totalCount } }';
const UPDATE =
  'mutation ($id: ID!) { updateTank(id: $id, input: { name: "now" }) { __typename ... on Error { message } } }';
const SUBSCRIBE = `mutation {
  createSubscription(input: {
    workflowId: "flow", nodeId: "node", resource: "tank", actions: ["created", "updated", "deleted"], ordered: true, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    webhookUrl: "https://hooks.example.com/tank"
  }) { __typename ... on WebhookSubscription { id } }
}`;
/** Values that a copy by way of JSON or numbers would change. */
const SEED = `
  INSERT INTO tank (id, company_id, name, metadata, last_reading, alerts, days_to_empty, last_reading_date, ship_to_id) VALUES
    ('t1', 'acme', E'a\\tb\\\\c "d"', '{"n": 1.10, "big": 12345678901234567890}', 'null', '{a,"b,c",""}', 0.1, '2026-01-01 00:00:00.123+02', 's1'),
    ('t2', 'acme', NULL, '{}', NULL, '{}', 0.30000000000000004, '9999-12-31 23:59:59.999Z', NULL), ('t3', 'acme', '', '{}', '{"a": null}', '{}', 1e300, NULL, NULL),
    ('t4', 'acme', 'deleted', '{}', NULL, '{}', 0, NULL, NULL), ('other', 'beta', 'x', '{}', NULL, '{}', 0, NULL, NULL);
  INSERT INTO ship_to (id, company_id, name) VALUES ('s1', 'acme', 'S');
  INSERT INTO task (id, company_id, task_type_id, creator_id, status_id, title, priority, team_id, workflow_id, task_number, assignee_id, entity_id)
    VALUES ('k1', 'acme', 'ty', 'c', 's', 't', 'p', 'te', 'w', 7, 'u1', 't1');
  INSERT INTO expiration (id, company_id, expiration_date) VALUES ('e1', 'acme', '2026-02-29'::date - 0);
  INSERT INTO quick_order (id, company_id, order_items) VALUES ('q1', 'acme', '[{"a": 1}]')`.replace(
  "'2026-02-29'::date - 0",
  "'2026-02-28'",
);

let a: TestGateway;
let b: TestGateway;
beforeAll(async () => {
  [a, b] = [await openCell('a'), await openCell('b')];
});
afterAll(async () => {
  await a?.close();
  await b?.close();
});
beforeEach(async () => {
  for (const { sql } of [a, b]) await sql(`BEGIN; ${EMPTY} COMMIT; DELETE FROM cell_company; DELETE FROM api_key`);
  await addCompanies(a.pool, ['acme', 'beta']);
  await a.sql(SEED);
  const served = async (): Promise<boolean> => (await a.ask(COUNT)).status === 200;
  await until(served);
});
afterEach(async () => {
  // No guard is left.
  for (const { sql } of [a, b])
    expect(await sql(`SELECT tgname FROM pg_trigger WHERE tgname LIKE 'a\\_move\\_%'`)).toEqual([]);
});

/** Subscribes, and makes changes of each kind, all of which become events. */
async function change(): Promise<string> {
  const { data } = await a.ask(SUBSCRIBE);
  await a.sql(`UPDATE tank SET note = 'a' WHERE id = 't1'`);
  await a.sql(`UPDATE tank SET note = 'b' WHERE id = 't1'`);
  await a.sql(`DELETE FROM tank WHERE id = 't4'`);
  await a.sql(`UPDATE tank SET note = 'of beta' WHERE company_id = 'beta'`);
  while ((await a.sql('SELECT opened FROM open_outbox(500)'))[0]?.opened > 0);
  return data.createSubscription.id;
}

test('everything that a company has is in the other cell, as it was to the last digit, and in the old one no more', async () => {
  const id = await change();
  await a.sql(
    `INSERT INTO api_key (id, company_id, scopes, hash) VALUES ('0011223344556677', 'acme', '{tanks:read}', 'x')`,
  );
  const before = await contentsOf(a, 'acme');
  expect(
    Object.entries(before)
      .filter(([, rows]) => rows.length === 0)
      .map(([table]) => table),
  ).toEqual(['record_revision', 'webhook_replay']);
  expect(before.webhook_delivery).toHaveLength(3);
  const { rows } = await move(a, b);
  expect(rows).toBeGreaterThan(10);
  expect(await contentsOf(b, 'acme')).toEqual(before);
  expect(Object.values(await contentsOf(a, 'acme')).flat()).toEqual([]);
  expect(await a.sql(`SELECT id, note FROM tank`)).toEqual([{ id: 'other', note: 'of beta' }]);
  expect(await b.sql('SELECT id, held_until FROM webhook_subscription')).toEqual([{ id, held_until: null }]);
  expect(await b.sql('SELECT * FROM webhook_outbox')).toEqual([]);
  await until(async () => (await b.ask(COUNT)).data?.tanks.totalCount === 3);
  expect((await a.ask(COUNT)).errors?.[0]?.extensions.code).toBe('WRONG_CELL');
});

test('sequences go on rising, and a stream gets one Resync and then every change', async () => {
  const id = await change();
  const [last] = await a.sql('SELECT max(sequence) AS last FROM webhook_event');
  const live =
    'subscription { changes(watch: [{ record: TANK }]) { __typename ... on TankChange { cursor sequence } ... on Resync { cursor } } }';
  const first = await openEvents(a, live);
  const { cursor } = await first.item();
  await move(a, b);
  await until(async () => (await b.ask(COUNT)).status === 200);
  const again = await openEvents(b, live.replace('watch', `since: "${cursor}", watch`));
  expect((await again.item()).__typename).toBe('Resync');
  await b.ask(UPDATE, { id: 't1' });
  expect((await again.item()).sequence).toBeGreaterThan(last?.last);
  await until(async () => (await b.sql(`SELECT FROM webhook_event WHERE sequence > ${last?.last}`)).length === 1);
  expect(await b.sql('SELECT subscription_id FROM webhook_delivery_pending')).toHaveLength(4);
  expect(id).toBe((await b.sql('SELECT id FROM webhook_subscription'))[0]?.id);
});

test('sequences go on rising when another company comes the other way during the move', async () => {
  for (const { sql } of [a, b]) await sql('SELECT begin_epoch()');
  await change();
  await move(a, b, { company: 'beta' });
  // A delivery in flight holds the move up.
  await a.sql(
    `UPDATE webhook_delivery_pending SET lease_token = gen_random_uuid(), leased_until = now() + interval '1 h'`,
  );
  let there: Promise<unknown> = Promise.resolve();
  await new Promise<void>((held) => {
    there = move(a, b, { report: (text) => text.startsWith('holding') && held() });
  });
  await move(b, a, { company: 'beta', to: 'a' });
  const touch = async ({ sql }: TestGateway, note: string): Promise<number> => {
    await sql('UPDATE tank SET note = $1 WHERE id = $2', [note, 't1']);
    while ((await sql('SELECT opened FROM open_outbox(500)'))[0]?.opened > 0);
    return (await sql('SELECT max(sequence) AS last FROM webhook_event'))[0]?.last;
  };
  const before = await touch(a, 'there');
  await a.sql('UPDATE webhook_delivery_pending SET lease_token = NULL, leased_until = NULL');
  await there;
  expect(await touch(b, 'here')).toBeGreaterThan(before);
});

test('of two opposite moves of a company at once, neither harms it', async () => {
  await change();
  const before = await contentsOf(a, 'acme');
  for (let round = 0; round < 3; round++) {
    const moves = await Promise.allSettled([move(a, b), move(b, a, { to: 'a' })]);
    // A server that is short of connections may refuse one of the move.
    const refusals =
      /^(Another process moves the company\.|The cell "b" does not serve|The connection to a database was lost)/;
    for (const each of moves.filter(({ status }) => status === 'rejected'))
      expect(each).toMatchObject({ reason: { message: expect.stringMatching(refusals) } });
    const isThere = moves[0]?.status === 'fulfilled';
    expect(await contentsOf(isThere ? b : a, 'acme')).toEqual(before);
    if (isThere) await move(b, a, { to: 'a' });
    expect(await contentsOf(a, 'acme')).toEqual(before);
  }
});

test('a company moves there and back, also after a move that was broken off', async () => {
  await change();
  const before = await contentsOf(a, 'acme');
  const broken = new AbortController();
  const report = (text: string): void => {
    if (text.startsWith('holding')) broken.abort();
  };
  await expect(move(a, b, { signal: broken.signal, report })).rejects.toThrow(
    'The move was broken off. The company is where it was.',
  );
  expect(await contentsOf(a, 'acme')).toEqual(before);
  expect((await a.ask(UPDATE, { id: 't2' })).data.updateTank.__typename).toBe('Tank');
  await a.sql(`DELETE FROM tank WHERE id = 't3'`);
  while ((await a.sql('SELECT opened FROM open_outbox(500)'))[0]?.opened > 0);
  const later = await contentsOf(a, 'acme');
  await move(a, b);
  expect(await contentsOf(b, 'acme')).toEqual(later);
  await move(b, a, { to: 'a' });
  expect(await contentsOf(a, 'acme')).toEqual(later);
  await until(async () => (await a.ask(COUNT)).data?.tanks.totalCount === 2);
});

test('a move that ends between leaving and arriving is finished by the next one', async () => {
  await change();
  const before = await contentsOf(a, 'acme');
  await b.sql(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no commit'; END $$;
    CREATE CONSTRAINT TRIGGER fail AFTER INSERT OR UPDATE ON cell_company DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.moved_to IS NULL) EXECUTE FUNCTION fail()`);
  const remove = () => b.sql('DROP TRIGGER IF EXISTS fail ON cell_company; DROP FUNCTION IF EXISTS fail()');
  onTestFinished(async () => void (await remove()));
  await expect(move(a, b)).rejects.toThrow('nobody serves it. Run the same command again. no commit');
  await until(async () => (await a.ask(COUNT)).errors?.[0]?.extensions.code === 'WRONG_CELL');
  expect((await b.ask(COUNT)).errors?.[0]?.extensions.code).toBe('WRONG_CELL');
  await expect(a.sql(`UPDATE tank SET note = 'late' WHERE id = 't1'`)).rejects.toThrow('has moved to the cell "b"');
  await remove();
  await move(a, b);
  expect(await contentsOf(b, 'acme')).toEqual(before);
  expect(await b.sql('SELECT held_until FROM webhook_subscription')).toEqual([{ held_until: null }]);
});

/** Holds a move while the company cannot write: it waits for openings, and those for one under way. */
async function holdMove(): Promise<() => Promise<void>> {
  const blocker = await a.pool.connect();
  await blocker.query(`BEGIN; SELECT pg_advisory_xact_lock('webhook_outbox'::regclass::oid::bigint)`);
  await a.sql(
    `INSERT INTO webhook_outbox (resource, action, company_id, subscription_ids, after) VALUES ('tank', 'updated', 'acme', '{}', '{"id": "t1", "company_id": "acme", "version": 1}')`,
  );
  return async () => {
    await blocker.query('COMMIT');
    blocker.release();
  };
}

test('while the last changes are copied, writes of the company are refused for now, and those of others are not', async () => {
  const outcomes: unknown[] = [];
  const writes: Promise<void>[] = [];
  const beta = await tokenOf('beta');
  const report = (text: string): void => {
    if (!text.startsWith('the company cannot write')) return;
    for (const [id, token] of [['t1'], ['other', beta]] as const)
      writes.push(
        a
          .ask(UPDATE, { id }, token)
          .then(
            ({ status, errors, data }) =>
              void outcomes.push([id, status, errors?.[0]?.extensions ?? data?.updateTank.__typename]),
          ),
      );
  };
  const goOn = await holdMove();
  const moving = move(a, b, { report });
  await until(async () => outcomes.length === 2);
  await goOn();
  await Promise.all([moving, ...writes]);
  expect(outcomes.toSorted()).toEqual([
    ['other', 200, 'Tank'],
    ['t1', 503, { code: 'UNAVAILABLE', retryable: true }],
  ]);
});

test('an import ends while its company moves, without refused lines, and continues in the other cell', async () => {
  const { req, read } = await begin(a);
  const lines = (from: number, to: number): string => `${from > 1 ? '' : 'external_id,name\n'}${numbered(from, to)}`;
  req.write(lines(1, 1500));
  await until(async () => (await a.sql('SELECT FROM tank')).length > 1000);
  const goOn = await holdMove();
  const report = (text: string): void => {
    if (text.startsWith('the company cannot write')) req.end(lines(1501, 3000));
  };
  const moving = move(a, b, { report });
  expect((await read()).end).toMatchObject({
    ...{ created: 1000, refused: 0, reached: 1001 },
    error: { code: 'UNAVAILABLE', message: 'The company is moving to another cell. Try again in a second.' },
  });
  await goOn();
  await moving;
  await until(async () => (await b.ask(COUNT)).status === 200);
  expect((await send(b, lines(1, 3000))).end).toEqual(sums(2000, 0, 1000, 0));
});

test('what cannot move is refused with a reason, and nothing has changed', async () => {
  const before = await contentsOf(a, 'acme');
  await expect(move(a, b, { company: 'unknown' })).rejects.toThrow('The cell "a" does not serve the company "unknown"');
  await expect(move(a, b, { to: 'c' })).rejects.toThrow('--database is that of the cell "b", not "c".');
  await expect(move(a, a, { to: 'a' })).rejects.toThrow('The company is in the cell "a" already.');
  await b.sql(`INSERT INTO tank (id, company_id) VALUES ('t2', 'zeta')`);
  await expect(move(a, b)).rejects.toThrow(
    'The target has a tank of another company with an id of this one’s: Key (id)=(t2)',
  );
  await b.sql(`DELETE FROM tank; DELETE FROM ship_to; DELETE FROM task; DELETE FROM expiration; DELETE FROM quick_order;
    INSERT INTO tank (id, company_id) VALUES ('t9', 'acme'); DELETE FROM cell_company`);
  await expect(move(a, b)).rejects.toThrow('The target has records of "acme" in tank, which it does not serve.');
  await b.sql(`DELETE FROM tank`);
  await change();
  await b.sql(`UPDATE cell SET secret_keys = '{00000000}'`);
  await expect(move(a, b)).rejects.toThrow(`SECRETS_KEY of the cell "b" lacks the key ${cipher.keyIds[0]}`);
  await b.sql(`UPDATE cell SET secret_keys = $1`, [cipher.keyIds]);
  expect((await contentsOf(a, 'acme')).task).toEqual(before.task);
  expect((await a.ask(UPDATE, { id: 't2' })).data.updateTank.__typename).toBe('Tank');
});

test('a proxy finds the cell of a company and of each of its keys', async () => {
  const prefix = await keyPrefixOf(a.pool, 'acme');
  await a.sql(`INSERT INTO api_key (id, company_id, scopes, hash) VALUES ('${prefix}aaaaaaaa', 'acme', '{}', 'x'),
    ('0123456789abcdef', 'acme', '{}', 'x'), ('fedcba9876543210', NULL, '{}', 'x')`);
  expect(await mapEntries(a.pool, 'acme')).toEqual(['acme', 'fog_01234567', `fog_${prefix}`].toSorted());
  expect(await mapEntries(a.pool)).toContain('fog_fedcba98');
  const led: string[][] = [];
  await move(a, b, { lead: async (entries) => void led.push(entries) });
  expect(led).toEqual([['acme', 'fog_01234567', `fog_${prefix}`].toSorted()]);
  expect((await mapEntries(a.pool)).filter((entry) => led[0]?.includes(entry))).toEqual([]);
  expect(await keyPrefixOf(b.pool, 'acme')).toBe(prefix);
});
