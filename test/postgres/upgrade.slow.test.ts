import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, inject, onTestFinished, test } from 'vitest';
import { MIGRATIONS } from '../../src/paths.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { cloneDatabase, type Data, openGateway, tokenOf } from '../gateway.ts';
import { openEvents } from '../live/event-source.ts';
import { ROOT } from '../markdown.ts';
import { databaseUrl, onServer } from '../postgres.ts';
import { startProgram, temporary } from '../programs.ts';
import { openReceiver, type Received } from '../webhooks/receiver.ts';
import { query, scripts } from './scripts.ts';

/** What scripts/released-data.mjs notes of the rows that it writes. */
interface Facts {
  now: string;
  /** The migrations of the release, and their checksums. */
  migrations: Record<string, string>;
  /** An API key, and the secret of both subscriptions. */
  key: string;
  secret: string;
  /** Where a stream stood before the changes. */
  since: string;
  /** The tank that was created, filled, and renamed in SQL; the one that was deleted. */
  changed: string;
  deleted: string;
  /** The highest sequence of an event. */
  sequence: string;
  receiver: string;
}

const RELEASED = join(ROOT, 'test/postgres/released');
const versions = readdirSync(RELEASED).flatMap((file) => (file.endsWith('.json') ? file.slice(0, -5) : []));
const read = (file: string): string => readFileSync(join(RELEASED, file), 'utf8');

const TABLES = `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
  AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> '_prisma_migrations'`;

/** Moves all times, and the times in ids of events, so that the rows are as old as they were when they were written. */
const AGE = `DO $$
DECLARE
  c record;
  age interval := clock_timestamp() - current_setting('released.now')::timestamptz;
BEGIN
  CREATE FUNCTION pg_temp.later(id uuid, age interval) RETURNS uuid LANGUAGE sql AS $f$
    SELECT (lpad(to_hex(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint
      + (extract(epoch FROM age) * 1000)::bigint), 12, '0') || substr(replace(id::text, '-', ''), 13))::uuid $f$;
  FOR c IN SELECT relname, attname, atttypid FROM pg_attribute JOIN pg_class r ON r.oid = attrelid
    WHERE relname IN (${TABLES}) AND attnum > 0 AND NOT attisdropped AND atttypid IN ('uuid'::regtype, 'timestamptz'::regtype)
  LOOP
    EXECUTE format(CASE c.atttypid WHEN 'uuid'::regtype THEN 'UPDATE %1$I SET %2$I = pg_temp.later(%2$I, %3$L)'
      ELSE 'UPDATE %1$I SET %2$I = %2$I + %3$L' END, c.relname, c.attname, age);
  END LOOP;
END $$`;
/** Live changes are kept for minutes, which a busy machine may take to start. */
const LINGER = `UPDATE live_change SET recorded_at = recorded_at + interval '1 hour';
  UPDATE live_lease SET until = until + interval '1 hour'`;

/** A database as the release leaves it, whose webhooks go to this receiver. */
async function restore(version: string, facts: Facts, receiver: string): Promise<string> {
  const { url: server } = inject('postgres');
  const name = `upgrade_test_${process.pid}`;
  await onServer(server, `CREATE DATABASE ${name}`);
  onTestFinished(() => onServer(server, `DROP DATABASE ${name} WITH (FORCE)`));
  const url = databaseUrl(server, name);
  const migrations = temporary();
  cpSync(join(MIGRATIONS, 'migration_lock.toml'), join(migrations, 'migration_lock.toml'));
  for (const migration of Object.keys(facts.migrations))
    cpSync(join(MIGRATIONS, migration), join(migrations, migration), { recursive: true });
  await migrate(url, migrations);
  const tables = (await query(url, TABLES)).join(', ');
  await onServer(
    url,
    'SET session_replication_role = replica',
    `TRUNCATE ${tables}`,
    read(`${version}.sql`).replaceAll(facts.receiver, new URL(receiver).host),
    `SET search_path = public; SET released.now = '${facts.now}'`,
    AGE,
    LINGER,
  );
  return url;
}

const SIGNED = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
/** The body of a message, if its signature is right. */
const verified = ({ headers, text }: Received, secret: string): Data => {
  const signed = Object.fromEntries(SIGNED.map((name) => [name, String(headers[name])]));
  return new Webhook(secret, { format: 'raw' }).verify(text, signed) as Data;
};

test.each(versions)(
  'a database of %s is migrated with its waiting webhooks, streams, history, deletions and keys',
  async (version) => {
    const facts: Facts = JSON.parse(read(`${version}.json`));
    const receiver = await openReceiver();
    const url = await restore(version, facts, receiver.url);
    const applied = 'SELECT migration_name, checksum FROM _prisma_migrations ORDER BY migration_name';
    expect(Object.fromEntries(await query(url, applied))).toEqual(facts.migrations);
    const [[waiting] = []] = await query(url, 'SELECT event_id FROM webhook_delivery_pending');

    const settings = { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', HISTORY_KEEP_DAYS: '3650' };
    const gateway = startProgram('main', { DATABASE_URL: url, ...settings });
    const address = (await gateway.logged('ready')).address.replace('/graphql', '');
    const ask = async (text: string, variables: object, token: string): Promise<Data> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ query: text, variables });
      const answer = await (await fetch(`${address}/graphql`, { method: 'POST', headers, body })).json();
      expect(answer.errors).toBeUndefined();
      return answer.data;
    };
    const all = readdirSync(MIGRATIONS).filter((name) => /^\d/.test(name));
    expect((await query(url, applied)).map(([name]) => name)).toEqual(all.toSorted());

    // What waited for its next attempt, and what was no event yet.
    const at = async (path: string): Promise<Data> => {
      for (;;) {
        const found = receiver.received.find((each) => each.path === path);
        if (found !== undefined) return { id: found.headers['webhook-id'], ...verified(found, facts.secret) };
        await receiver.next();
      }
    };
    expect(await at('/waiting')).toMatchObject({
      id: expect.stringContaining(String(waiting)),
      type: 'tank.deleted',
      data: { id: facts.deleted },
    });
    const renamed = await at('/received');
    expect(renamed).toMatchObject({ type: 'tank.updated', data: { id: facts.changed, name: 'North 2' } });
    expect(BigInt(renamed.sequence)).toBeGreaterThan(BigInt(facts.sequence));

    const events = await openEvents(
      { address },
      `subscription ($since: String) { changes(watch: [{ record: TANK }], since: $since) {
        __typename ... on TankChange { action tank { id } } ... on Resync { __typename } } }`,
      { variables: { since: facts.since } },
    );
    const missed: Data[] = [];
    for (let n = 0; n < 5; n++) missed.push(await events.item());
    expect(missed.map(({ action }) => action)).toEqual(['CREATED', 'CREATED', 'UPDATED', 'DELETED', 'UPDATED']);

    const { tank, history } = await ask(
      `query ($id: ID!) { tank(id: $id) { name fillPercentage version }
        history(record: TANK, id: $id) { nodes { version action actor { kind } } } }`,
      { id: facts.changed },
      facts.key,
    );
    expect(tank).toEqual({ name: 'North 2', fillPercentage: 42.5, version: 3 });
    expect(history.nodes).toEqual([
      { version: 3, action: 'UPDATED', actor: { kind: 'SQL' } },
      { version: 2, action: 'UPDATED', actor: { kind: 'USER' } },
      { version: 1, action: 'CREATED', actor: { kind: 'USER' } },
    ]);

    const { deletions } = await ask('{ deletions(record: TANK) { nodes { recordId } } }', {}, facts.key);
    expect(deletions.nodes).toEqual([{ recordId: facts.deleted }]);
    const { restoreTank } = await ask(
      'mutation ($id: ID!) { restoreTank(id: $id, version: 1) { __typename ... on Tank { name version } } }',
      { id: facts.deleted },
      await tokenOf('acme'),
    );
    expect(restoreTank).toEqual({ __typename: 'Tank', name: 'South', version: 2 });
    expect((await gateway.stop()).status).toBe(0);
  },
);

test('a tank that was never read comes back with unknown levels, also if it was deleted when they were 0', async () => {
  const url = await restore('0.1.0', JSON.parse(read('0.1.0.json')), 'http://127.0.0.1:1');
  const levels = { days_to_empty: 0, reading_volume: 0, available_capacity: '0' };
  const deleted = (id: string, given: object): Promise<unknown> =>
    query(
      url,
      `INSERT INTO record_deletion (record_type, company_id, id, deleted_at, version, data)
       SELECT 'tank', 'acme', '${id}', now(), 1, (data::jsonb || '${JSON.stringify({ id, ...levels, ...given })}')::json
       FROM record_deletion LIMIT 1`,
    );
  await deleted('never-read', {});
  await deleted('read', { last_reading_date: '2026-11-01T00:00:00Z' });
  await deleted('by hand', { days_to_empty: 0, reading_volume: null, available_capacity: null });
  await migrate(url, MIGRATIONS);
  const gateway = await openGateway({ database: { url, drop: async () => {} } });
  onTestFinished(gateway.close);
  const { data } = await gateway.ask(
    `mutation ($records: [RecordToRestore!]!) { restoreTanks(records: $records) { ... on RestoreTanksSuccess {
      results { ... on Tank { id daysToEmptyIsKnown readingVolumeIsKnown availableCapacityIsKnown } } } } }`,
    { records: ['never-read', 'read', 'by hand'].map((id) => ({ id, version: 1 })) },
  );
  const known = (id: string, daysToEmptyIsKnown: boolean, others: boolean) => ({
    ...{ id, daysToEmptyIsKnown, readingVolumeIsKnown: others, availableCapacityIsKnown: others },
  });
  expect(data.restoreTanks.results).toEqual([
    known('never-read', false, false),
    known('read', true, true),
    known('by hand', true, false),
  ]);
});

test('a gateway of the release before serves on after a migration, and its next start is refused', async () => {
  const { url, drop } = await cloneDatabase();
  onTestFinished(drop);
  const gateway = startProgram('main', { DATABASE_URL: url });
  const { address } = await gateway.logged('ready');
  const next = temporary();
  cpSync(MIGRATIONS, next, { recursive: true });
  scripts({ '99990101000000_next': 'ALTER TABLE tank ADD COLUMN colour TEXT;' }, next);
  expect(await migrate(url, next)).toEqual(['99990101000000_next']);

  const answer = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf('acme')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'mutation { createTank(input: { name: "North" }) { ... on Tank { name } } }' }),
  });
  expect(await answer.json()).toEqual({ data: { createTank: { name: 'North' } } });
  const { status, stderr } = await startProgram('main', { DATABASE_URL: url }).ended;
  expect(status).toBe(1);
  expect(stderr).toContain('Migration 99990101000000_next was applied to the database but is missing');
});
