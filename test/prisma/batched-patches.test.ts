import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openPool } from '../../src/postgres/pool.ts';
import { openClient } from '../../src/prisma/client.ts';
import { watchStatements } from '../gateway.ts';
import { PATIENT } from '../postgres.ts';
import { openProxy } from '../proxy.ts';
import { openBatching, settled } from './batching.ts';

const { url, pool, request, lookup, patch, tanks, hold, holdTank, waiting, versions } = await openBatching();

test('patches of a moment share a statement, and each sets its own fields', async () => {
  const ids = await tanks(40);
  const sent = watchStatements(pool);
  const rows = await Promise.all(ids.map((id, n) => patch(id, n % 2 === 0 ? { name: `n${n}` } : { note: `n${n}` })));
  expect(sent).toHaveLength(1);
  expect(rows).toEqual(
    ids.map((id, n) => ({ id, name: n % 2 === 0 ? `n${n}` : 'new', note: n % 2 === 0 ? null : `n${n}`, version: 2 })),
  );
});

test('patches of many users share a statement, and each change names its own', async () => {
  const [ids, [other = '']] = [await tanks(20), await tanks(1)];
  await pool.query(
    `INSERT INTO change_watch (company_id, resource, actions, live) VALUES ('acme', 'tank', '{updated}', false)`,
  );
  onTestFinished(() => pool.query('DELETE FROM change_watch').then(() => {}));
  const sent = watchStatements(pool);
  const users = ids.map((_, n) => (n < 18 ? `user:${n}` : undefined));
  await Promise.all(
    ids.map((id, n) => {
      const user = users[n];
      return patch(id, { name: `n${n}` }, { tenant: user === undefined ? request() : request().actingAs(user) });
    }),
  );
  expect(sent).toHaveLength(1);
  await pool.query(`UPDATE tank SET name = 'sql' WHERE id = $1`, [other]);
  const { rows } = await pool.query<{ id: string; actor: string }>(
    `WITH taken AS (DELETE FROM webhook_outbox RETURNING *) SELECT actor, after ->> 'id' AS id FROM taken`,
  );
  const [{ session_user: login = '' } = {}] = (await pool.query('SELECT session_user')).rows;
  expect(new Map(rows.map(({ id, actor }) => [id, actor]))).toEqual(
    new Map([...ids, other].map((id, n) => [id, users[n] ?? `sql:${login}`])),
  );
});

test('a single patch is a plain UPDATE', async () => {
  const [id = ''] = await tanks(1);
  const sent = watchStatements(pool);
  await patch(id, { name: 'one' });
  expect(sent).toEqual([expect.stringMatching(/^UPDATE "tank"/)]);
});

test('patches of one record are applied one after the other, and none is lost', async () => {
  const [id = '', ...others] = await tanks(10);
  const all = Array.from({ length: 100 }, (_, n) => patch(n % 5 === 0 ? (others[n % 9] ?? id) : id, { name: `n${n}` }));
  const rows = (await Promise.all(all)).filter((row) => row?.id === id);
  // The order is that of the calls only while no statement takes long.
  const reached = rows.map((row) => row?.version ?? 0).sort((a, b) => a - b);
  expect(reached).toEqual(rows.map((_, n) => n + 2));
  expect(await versions([id])).toEqual([rows.length + 1]);
});

test('patches that match nothing are null and leave the others of their statement alone', async () => {
  const ids = await tanks(5);
  const [foreign = ''] = await tanks(1, 'globex');
  const sent = watchStatements(pool);
  const misses = [
    patch(ids[0] ?? '', { name: 'a' }, { version: 7 }),
    patch('unknown', { name: 'b' }),
    patch(foreign, { name: 'c' }),
  ];
  const hits = [patch(ids[1] ?? '', { name: 'd' }, { version: 1 }), patch(ids[2] ?? '', { name: 'e' })];
  expect(await Promise.all(misses)).toEqual([null, null, null]);
  expect(await Promise.all(hits)).toMatchObject([{ name: 'd' }, { name: 'e' }]);
  expect(sent).toHaveLength(1 + misses.length);
  expect(await versions([...ids, foreign])).toEqual([1, 2, 2, 1, 1, 1]);
});

test('records that other transactions hold delay their own requests only', async () => {
  const ids = await tanks(30);
  const held = ids.slice(0, 3);
  const releases = await Promise.all(held.map(holdTank));
  // Two of them are under way alone, and take both places of their statement.
  const alone = [patch(held[0] ?? '', { name: 'late' })];
  await waiting(1);
  alone.push(patch(held[1] ?? '', { name: 'late' }));
  await waiting(2);
  const late = patch(held[2] ?? '', { name: 'late' });
  const rows = await Promise.all(ids.slice(3).map((id) => patch(id, { name: 'soon' })));
  expect(rows.map((row) => row?.version)).toEqual(rows.map(() => 2));
  await waiting(3);
  for (const release of releases) await release();
  expect(await Promise.all([...alone, late])).toMatchObject([{ name: 'late' }, { name: 'late' }, { name: 'late' }]);
});

test('a patch that the database refuses fails alone', async () => {
  await pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.name = 'locked' THEN RAISE EXCEPTION 'locked' USING ERRCODE = '55P03'; END IF;
    RAISE EXCEPTION 'refused' USING ERRCODE = '23514'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE ON tank FOR EACH ROW WHEN (NEW.name IN ('refused', 'locked')) EXECUTE FUNCTION refuse()`);
  onTestFinished(async () => void (await pool.query('DROP FUNCTION refuse CASCADE')));
  const ids = await tanks(6);
  const names = ['a', 'refused', 'b', 'locked', 'c', '\0'];
  const results = await settled(ids.map((id, n) => patch(id, { name: names[n] ?? '' })));
  expect(results).toMatchObject([
    { name: 'a', version: 2 },
    { code: '23514' },
    { name: 'b', version: 2 },
    { code: 'RECORD_LOCKED' },
    { name: 'c', version: 2 },
    { issues: [{ code: 'INVALID' }] },
  ]);
  expect(await versions(ids)).toEqual([2, 1, 2, 1, 2, 1]);
  // For a while, the neighbours of such patches go alone.
  const sent = watchStatements(pool);
  await Promise.all(ids.slice(0, 3).map((id) => patch(id, { name: 'again' })));
  expect(sent).toHaveLength(3);
});

test('a patch that the database refuses fails alone, and keeps its connection, in every language of the server', async () => {
  await pool.query('ALTER TABLE tank ADD CONSTRAINT refused CHECK (name <> $$refused$$)');
  onTestFinished(async () => void (await pool.query('ALTER TABLE tank DROP CONSTRAINT refused')));
  const german = openPool(url, { ...PATIENT, size: 1 });
  onTestFinished(() => german.end());
  let opened = 0;
  german.on('connect', ({ connection }) => {
    opened += 1;
    connection.prependListener('errorMessage', (error: pg.DatabaseError) =>
      Object.assign(error, { severity: 'FEHLER' }),
    );
  });
  const client = openClient(german);
  const ids = await tanks(3);
  const names = ['a', 'refused', 'b'];
  const results = await settled(ids.map((id, n) => patch(id, { name: names[n] ?? '' }, { client })));
  expect(results).toMatchObject([{ name: 'a' }, { code: '23514' }, { name: 'b' }]);
  expect(opened).toBe(1);
});

test('a patch that the database refuses fails alone settable those of its own request too', async () => {
  const ids = await tanks(3, 'single');
  const tenant = request('single');
  const results = await settled(ids.map((id, n) => patch(id, { name: n === 1 ? '\0' : 'a' }, { tenant })));
  expect(results).toMatchObject([{ name: 'a' }, { issues: [{ code: 'INVALID' }] }, { name: 'a' }]);
  expect(await versions(ids)).toEqual([2, 1, 2]);
});

test('when the connection is lost, all who share a statement get UNAVAILABLE, and what had not begun goes on', async () => {
  const proxy = await openProxy(url);
  onTestFinished(() => proxy.close());
  const lossy = openPool(proxy.url, PATIENT);
  lossy.on('error', () => {});
  const client = openClient(lossy);
  onTestFinished(async () => {
    await lossy.end();
  });
  const ids = await tanks(10);
  const release = await hold('LOCK TABLE tank IN ACCESS EXCLUSIVE MODE');
  const shared = settled(ids.map((id) => patch(id, { name: 'lost' }, { client })));
  await waiting(1);
  proxy.away();
  expect(await shared).toMatchObject(ids.map(() => ({ code: 'UNAVAILABLE' })));
  proxy.back();
  await release();
  expect(await settled(ids.map((id) => lookup(id, request(), client)))).toMatchObject(ids.map((id) => ({ id })));
});
