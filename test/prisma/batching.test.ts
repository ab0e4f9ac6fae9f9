import { expect, test } from 'vitest';
import { UnavailableError } from '../../src/base/errors.ts';
import { areSeveralCompaniesActive } from '../../src/load/event-loop.ts';
import { type Client, openClient } from '../../src/prisma/client.ts';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';
import { LIMITS, watchStatements } from '../gateway.ts';
import { openBatching, settled } from './batching.ts';

const { pool, prisma, request, lookup, tanks, hold, waiting } = await openBatching();

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
