import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { UnavailableError } from '../../src/base/errors.ts';
import { areSeveralCompaniesActive } from '../../src/load/event-loop.ts';
import { RequestBudget } from '../../src/load/request-budget.ts';
import { openPool, type Pool } from '../../src/postgres/pool.ts';
import { type Client, openClient } from '../../src/prisma/client.ts';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';
import { cloneDatabase, LIMITS, watchStatements } from '../gateway.ts';
import { PATIENT } from '../postgres.ts';
import { openProxy } from '../proxy.ts';

let url: string;
let pool: Pool;
let prisma: Client;
/** Looks on from outside: statements that wait may have all connections of the pool. */
let observer: pg.Client;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ url, drop } = await cloneDatabase());
  observer = new pg.Client({ connectionString: url });
  await observer.connect();
  pool = openPool(url, PATIENT);
  pool.on('error', () => {});
  prisma = openClient(pool);
});
afterAll(async () => {
  await observer.end();
  await pool.end();
  await drop();
});

const budgets: RequestBudget[] = [];
// All files of a worker share the bytes that requests may hold.
afterEach(() => {
  for (const budget of budgets.splice(0)) budget.release();
});

/** What requests of a company ask through, each with a budget of its own. */
function request(company = 'acme', limits = LIMITS): Tenant {
  const budget = new RequestBudget(limits, 'acme');
  budgets.push(budget);
  return Tenant.of(company).forRequest(budget, false);
}
const SELECT = Object.freeze({ id: true, name: true, note: true, version: true } as const);
const AMONG = ['name', 'note', 'status'] as const;
type Data = { name?: string; note?: string; status?: string };

const lookup = (id: string, tenant = request(), client = prisma) =>
  client.tank.of(tenant).lookup({ where: { id }, select: SELECT });
const patch = (id: string, data: Data, { version, tenant = request(), client = prisma }: Options = {}) =>
  client.tank.of(tenant).patch({ where: { id, version }, data, settable: AMONG, select: SELECT });
interface Options {
  version?: number;
  tenant?: Tenant;
  client?: Client;
}

async function tanks(count: number, company = 'acme'): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await pool.query(`INSERT INTO tank (id, company_id, name) SELECT id, $2, 'new' FROM unnest($1::text[]) id`, [
    ids,
    company,
  ]);
  return ids;
}

/** Holds the lock of what the statement locks until the function is called. */
async function hold(statement: string, values: unknown[] = []): Promise<() => Promise<void>> {
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query(statement, values);
  let held = true;
  const release = async (): Promise<void> => {
    if (!held) return;
    held = false;
    await holder.query('ROLLBACK');
    holder.release();
  };
  onTestFinished(release);
  return release;
}
const holdTank = (id = '') => hold('SELECT FROM tank WHERE id = $1 FOR UPDATE', [id]);
const waiting = async (count: number): Promise<void> => {
  const text = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  await expect.poll(async () => (await observer.query(text)).rows.length).toBe(count);
};
const versions = async (ids: string[]): Promise<number[]> => {
  const text = 'SELECT version FROM tank WHERE id = ANY($1) ORDER BY array_position($1, id)';
  return (await pool.query<{ version: number }>(text, [ids])).rows.map(({ version }) => version);
};
const settled = (promises: Promise<unknown>[]) =>
  Promise.allSettled(promises).then((all) => all.map((one) => (one.status === 'fulfilled' ? one.value : one.reason)));

test('look-ups of a moment share a statement, and each request gets its own row', async () => {
  const [ids, [foreign = '']] = [await tanks(30), await tanks(1, 'globex')];
  const sent = watchStatements(pool);
  const asked = [...ids, foreign, 'unknown', '\0', ids[0] ?? ''];
  const budgets = asked.map(() => request());
  const rows = await Promise.all(asked.map((id, place) => lookup(id, budgets[place])));
  expect(rows.map((row) => row?.id)).toEqual([...ids, undefined, undefined, undefined, ids[0]]);
  expect(sent).toHaveLength(1);
  expect(budgets.map(({ budget }) => [budget?.statements, budget?.shared])).toEqual(asked.map(() => [1, 1]));
});

type PageArguments = Parameters<ReturnType<Client['tank']['of']>['page']>[0];
const pageOf = (args: Partial<PageArguments>, tenant: Tenant, client = prisma) =>
  client.tank.of(tenant).page({ take: 3, ...args });
const by = (customerId: string | null, take = 3) => ({ take, where: { customerId } });
const behind = (id = '') => ({ cursor: { keys: [], id } });

test('pages of a moment that differ in texts share a statement, and each request gets its own rows', async () => {
  const ids = (await tanks(9, 'pages')).toSorted();
  const customers = `UPDATE tank SET customer_id = CASE WHEN id > $1 THEN 'b' ELSE 'a' END WHERE company_id = 'pages'`;
  await pool.query(customers, [ids[5]]);
  await pool.query('ANALYZE tank');
  const client = openClient(pool);
  const ask = async (asked: Partial<PageArguments>[]) => {
    const budgets = asked.map(() => request('pages'));
    const pages = await Promise.all(asked.map((args, place) => pageOf(args, budgets[place] ?? request(), client)));
    return { pages, shared: budgets.map(({ budget }) => budget?.shared) };
  };
  await expect.poll(async () => (await ask([by('a'), by('b')])).shared).toEqual([1, 1]);
  const sent = watchStatements(pool);
  const asked = [
    by('a'),
    by('b'),
    by('none'),
    by('a'),
    by(null),
    ...[0, 4, 8].map((at) => behind(ids[at])),
    by('b', 2),
  ];
  const { pages, shared } = await ask(asked);
  expect(pages.map(({ rows, more }) => [rows.map(({ id }) => id), more])).toEqual([
    [ids.slice(0, 3), true],
    [ids.slice(6, 9), false],
    [[], false],
    [ids.slice(0, 3), true],
    [[], false],
    [ids.slice(1, 4), true],
    [ids.slice(5, 8), true],
    [[], false],
    [ids.slice(6, 8), true],
  ]);
  // By customer, without one, behind an id, and one of another size.
  expect(sent).toHaveLength(4);
  expect(shared).toEqual([1, 1, 1, 1, 0, 1, 1, 1, 0]);
});

test('equal pages, totals and aggregates of a moment are one statement each', async () => {
  await tanks(5, 'equal');
  const requests = Array.from({ length: 9 }, () => request('equal'));
  const matching = { where: { name: { gte: 'n' } } };
  const sent = watchStatements(pool);
  const pages = await Promise.all(requests.map((tenant) => pageOf(matching, tenant)));
  const totals = await Promise.all(pages.map((page) => page.total()));
  const figures = { groupBy: ['name'], figures: [], dates: 'day', timeZone: 'UTC', first: 9, ...matching } as const;
  const aggregates = await Promise.all(requests.map((of) => prisma.tank.of(of).aggregateGroups(figures)));
  expect(sent).toHaveLength(3);
  expect(pages.map(({ rows, more }) => [rows.length, more])).toEqual(requests.map(() => [3, true]));
  expect(totals).toEqual(requests.map(() => ({ count: 5, isExact: true })));
  const group = { key: { name: 'new' }, count: 5, sum: {}, avg: {}, min: {}, max: {} };
  expect(aggregates).toEqual(requests.map(() => ({ groups: [group], others: 0, isExact: true })));
});

test('a page that PostgreSQL refuses fails alone', async () => {
  const [id = ''] = await tanks(1, 'refused');
  const pages = await settled(['', '\0', id].map((cursor) => pageOf(behind(cursor), request('refused'))));
  expect(pages).toMatchObject([{ rows: [{ id }] }, { message: 'a value cannot be stored or compared' }, { rows: [] }]);
});

test('pages that wait go beside each other, and few share a statement', async () => {
  // Four share a statement. More than eight statements would follow later, once these stall.
  const ids = await tanks(32, 'waiting');
  // For a second after requests of several companies, as in a file before, reads have a quarter of the connections.
  await expect.poll(() => areSeveralCompaniesActive()).toBe(false);
  const release = await hold('LOCK TABLE tank IN ACCESS EXCLUSIVE MODE');
  const pages = ids.map((id) => pageOf(behind(id), request('waiting')));
  await waiting(8);
  await release();
  await Promise.all(pages);
});

test('a small page never has too many bytes because of large ones that share its statement', async () => {
  const [small = '', ...large] = (await tanks(4, 'sizes')).toSorted().toReversed();
  await pool.query('UPDATE tank SET note = repeat(id, 400) WHERE id = ANY ($1)', [large]);
  const sizes = { answerBytes: 100_000, requestSeconds: 10 };
  const spent = request('sizes', sizes);
  spent.budget?.receive(90_000);
  const pages = await Promise.all([
    pageOf({ ...behind(large[0]), take: 1 }, spent),
    ...large.map((id) => pageOf({ ...behind(id.slice(0, -1)), take: 1 }, request('sizes', sizes))),
  ]);
  expect(pages.map(({ rows }) => rows.map(({ id }) => id))).toEqual([[small], ...large.map((id) => [id])]);
  expect(spent.budget?.shared).toBe(1);
});

test('companies never share a statement', async () => {
  const [[own = ''], [foreign = '']] = [await tanks(1), await tanks(1, 'globex')];
  const sent = watchStatements(pool);
  expect(await settled([lookup(own), lookup(foreign, request('globex'))])).toMatchObject([
    { id: own },
    { id: foreign },
  ]);
  expect(sent).toHaveLength(2);
});

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
  expect(sent).toHaveLength(2);
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

test('a request that has ended leaves the statement to the others, and the last one cancels it', async () => {
  const ids = await tanks(4);
  const release = await hold('LOCK TABLE tank IN ACCESS EXCLUSIVE MODE');
  const gone = new UnavailableError('CANCELLED', 'The client has closed the connection.');
  const [before, first, second, third, fourth] = [request(), request(), request(), request(), request()];
  before.budget?.end(gone);
  const looks = [before, first, second].map((tenant, n) =>
    lookup(ids[n] ?? '', tenant).catch((error: unknown) => error),
  );
  // A statement of its own, whose cancellation comes behind one of the shared statement.
  const other = prisma.tank.of(third).lookup({ where: { id: ids[3] ?? '' }, select: { id: true } });
  await waiting(2);
  first.budget?.end(gone);
  third.budget?.end(gone);
  await expect(other).rejects.toBe(gone);
  await waiting(1);
  await release();
  expect(await Promise.all(looks)).toMatchObject([gone, gone, { id: ids[2] }]);

  const again = await hold('LOCK TABLE tank IN ACCESS EXCLUSIVE MODE');
  const both = [second, fourth].map((tenant, n) => lookup(ids[n] ?? '', tenant).catch((error: unknown) => error));
  await waiting(1);
  for (const { budget } of [second, fourth]) budget?.end(gone);
  await waiting(0);
  expect(await Promise.all(both)).toEqual([gone, gone]);
  await again();
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

test('rows beyond the limit of an answer end only the request that has asked for them', async () => {
  const ids = await tanks(5);
  await pool.query(`UPDATE tank SET note = repeat('x', 3000000) WHERE id = $1`, [ids[0]]);
  const limits = { ...LIMITS, answerBytes: 1024 * 1024 };
  const rows = await settled(ids.map((id) => lookup(id, request('acme', limits))));
  expect(rows).toMatchObject([{ mostBytes: limits.answerBytes }, ...ids.slice(1).map((id) => ({ id }))]);
});

test('requests whose rows fit alone fit together, and each is charged for its own number of rows', async () => {
  const ids = await tanks(40, 'wide');
  await pool.query(`UPDATE tank SET note = repeat('x', 30000) WHERE id = ANY($1)`, [ids]);
  const limits = { ...LIMITS, answerBytes: 1024 * 1024 };
  const requests = [request('wide', limits), request('wide', limits)];
  const sent = watchStatements(pool);
  const ask = () => settled(ids.map((id, n) => lookup(id, requests[n % 2])));
  expect(await ask()).toMatchObject(ids.map((id) => ({ id })));
  // One statement was too large, and each request had one of its own then.
  expect(sent).toHaveLength(3);
  // For a while, so do those that follow.
  for (const { budget } of requests) budget?.release();
  expect(sent.splice(0)).toHaveLength(3);
  const again = [request('wide'), request('wide')];
  await Promise.all(ids.map((id, n) => lookup(id, again[n % 2])));
  expect(sent).toHaveLength(2);

  const [small, large] = [request('other'), request('other')];
  const others = await tanks(10, 'other');
  await Promise.all([lookup(others[0] ?? '', small), ...others.slice(1).map((id) => lookup(id, large))]);
  expect((large.budget?.bytes ?? 0) / (small.budget?.bytes ?? 0)).toBeCloseTo(9);
});

test('a company with thousands of look-ups waiting does not hold up another one', async () => {
  const [foreign = ''] = await tanks(1, 'globex');
  let answered = 0;
  const crowd = Array.from({ length: 9_000 }, async (_, n) => {
    await lookup(`${n}`, request('crowd'));
    answered += 1;
  });
  await lookup(foreign, request('globex'));
  expect(answered).toBeLessThan(3_000);
  await Promise.all(crowd);
  const tooMany = Array.from({ length: 100_001 }, () => lookup(foreign, Tenant.of('crowd')));
  await expect(Promise.all(tooMany)).rejects.toMatchObject({ code: 'OVERLOADED' });
  await Promise.allSettled(tooMany);
});
