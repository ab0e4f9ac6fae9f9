import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { Prisma } from '../../src/generated/prisma/client.ts';
import type { Keyset } from '../../src/prisma/sql/order.ts';
import type { OrderBy, Where } from '../../src/prisma/sql/rows.ts';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';
import type { Scalars } from '../../src/records/records.ts';
import { watchStatements } from '../gateway.ts';
import { openClients } from './stock.ts';
import {
  allOf,
  insertTanks,
  lists,
  maybe,
  numbers,
  objects,
  plain,
  relatedWheres,
  selects,
  shipTos,
  tank,
  tenants,
  texts,
  times,
} from './tanks.ts';

const { pool, stock, prisma } = await openClients();

beforeAll(async () => {
  await insertTanks(stock, 1);
  await stock.shipTo.createMany({ data: shipTos });
});

type Sort = 'asc' | 'desc';
const withoutKeys = (row: object) => Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('~')));
/** Orders of one column, as Prisma says them: null is the least text and number, the most days, the latest time. */
const orderOf = (sort: Sort): [OrderBy<Scalars<'Tank'>>, Prisma.TankOrderByWithRelationInput][] => {
  const [least, greatest] = sort === 'asc' ? (['first', 'last'] as const) : (['last', 'first'] as const);
  const explicit = (['first', 'last'] as const).flatMap((nulls) => [
    { name: { sort, nulls } },
    { fillPercentage: { sort, nulls } },
    { daysToEmpty: { sort, nulls } },
    { lastReadingDate: { sort, nulls } },
  ]);
  return [
    [{ id: sort }, { id: sort }],
    [{ daysToEmpty: sort }, { daysToEmpty: { sort, nulls: greatest } }],
    [{ includeInJob: sort }, { includeInJob: sort }],
    [{ fillStatus: sort }, { fillStatus: sort }],
    [{ name: sort }, { name: { sort, nulls: least } }],
    [{ fillPercentage: sort }, { fillPercentage: { sort, nulls: least } }],
    [{ lastReadingDate: sort }, { lastReadingDate: { sort, nulls: greatest } }],
    ...explicit.map((order): [typeof order, typeof order] => [order, order]),
  ];
};
/** Up to three columns; equal rows are sorted by id, in the direction of the last. */
const orders = fc
  .array(
    fc
      .constantFrom('asc' as const, 'desc' as const)
      .chain((sort) => fc.tuple(fc.constant(sort), fc.constantFrom(...orderOf(sort)))),
    { minLength: 1, maxLength: 3 },
  )
  .map((columns): [OrderBy<Scalars<'Tank'>>[], Prisma.TankOrderByWithRelationInput[]] => [
    columns.map(([, [ours]]) => ours),
    [...columns.map(([, [, theirs]]) => theirs), { id: columns.at(-1)?.[0] ?? 'asc' }],
  ]);

test('a page has the rows of findMany, whatever the conditions, the order, the size, the cursor and the selection', async () => {
  const takes = fc.integer({ min: 1, max: 30 }).chain((size) => fc.constantFrom(size, -size));
  const args = fc.tuple(tenants, relatedWheres, orders, takes, selects, fc.double({ min: 0, max: 1, noNaN: true }));
  await fc.assert(
    fc.asyncProperty(args, async ([tenant, conditions, [orderBy, order], take, select, share]) => {
      const where: Where<Scalars<'Tank'>> & Prisma.TankWhereInput = conditions;
      const filter = { AND: [allOf(tenant), where] };
      const all = await stock.tank.findMany({ where: filter, orderBy: order, select: { id: true } });
      const rows = prisma.tank.of(tenant);
      // The place of any row, which may lie before the first and behind the last page.
      const whole = await rows.page({ where, orderBy, take: 1000 });
      expect(whole.rows.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
      expect(await whole.total()).toEqual({ count: all.length, isExact: true });
      const at = share < 0.3 || all.length === 0 ? undefined : Math.min(Math.floor(share * all.length), all.length - 1);
      const cursor = at === undefined ? undefined : whole.keysetOf(at);
      const beyond = at === undefined ? all : take > 0 ? all.slice(at + 1) : all.slice(0, at);
      const expected = take > 0 ? beyond.slice(0, take) : beyond.slice(take);
      const page = await rows.page({ where, orderBy, take, cursor, select });
      expect(page.rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      expect(page.more).toBe(beyond.length > Math.abs(take));
      const theirs = await stock.tank.findMany({
        where: { id: { in: expected.map(({ id }) => id) } },
        orderBy: order,
        select,
      });
      expect(page.rows.map((row) => plain(withoutKeys(row)))).toEqual(theirs.map(plain));
      if (orderBy[0] && 'id' in orderBy[0] && cursor) {
        const same = { where: filter, orderBy: order, take, cursor: { id: cursor.id }, skip: 1, select: { id: true } };
        expect(page.rows.map(({ id }) => id)).toEqual((await stock.tank.findMany(same)).map(({ id }) => id));
      }
    }),
    { numRuns: 300 },
  );
});

test('a page reads on after a null, which is the least number or truth', async () => {
  const ids = Array.from({ length: 9 }, (_, n) => `order-${n}`);
  const [since, until] = [new Date(), new Date()];
  const replay = { companyId: 'acme', subscriptionId: 's', status: 'done', since, until, position: randomUUID() };
  const [totals, truths] = [
    [null, -1, 0, 2_147_483_647],
    [null, false, true],
  ];
  await stock.webhookReplay.createMany({ data: ids.map((id, n) => ({ ...replay, id, total: totals[n % 4] ?? null })) });
  const some = ids.map((id, n) => ({ id, companyId: 'nulls', fuelShipTo: truths[n % 3] ?? null }));
  await stock.shipTo.createMany({ data: some });
  const [acme, other] = [Tenant.of('acme'), Tenant.of('nulls')];
  for (const sort of ['asc', 'desc'] as const) {
    const nulls = sort === 'asc' ? 'first' : 'last';
    for (const [page, all] of [
      [
        (cursor?: Keyset) => prisma.webhookReplay.of(acme).page({ take: 2, orderBy: { total: sort }, cursor }),
        await stock.webhookReplay.findMany({ orderBy: [{ total: { sort, nulls } }, { id: sort }] }),
      ],
      [
        (cursor?: Keyset) => prisma.shipTo.of(other).page({ take: 2, orderBy: { fuelShipTo: sort }, cursor }),
        await stock.shipTo.findMany({
          where: { companyId: 'nulls' },
          orderBy: [{ fuelShipTo: { sort, nulls } }, { id: sort }],
        }),
      ],
    ] as const) {
      const found: string[] = [];
      for (let cursor: Keyset | undefined; found.length < all.length; ) {
        const next = await page(cursor);
        found.push(...next.rows.map(({ id }) => id));
        expect(next.more).toBe(found.length < all.length);
        cursor = next.keysetOf(next.rows.length - 1);
      }
      expect(found).toEqual(all.map(({ id }) => id));
    }
  }
  await stock.webhookReplay.deleteMany();
  await stock.shipTo.deleteMany({ where: { companyId: 'nulls' } });
});

test('a condition beside others in OR is never lost', async () => {
  const both = { OR: [{ fillPercentage: null }, { fillPercentage: { lte: 42 }, name: 'a' }] };
  const twice = { OR: [{ fillPercentage: null, name: 'a' }, { fillPercentage: { lte: 42 } }] };
  const ranges = { OR: [{ fillPercentage: null }, { fillPercentage: { lte: 42, gt: 0 } }] };
  const third = { OR: [{ fillPercentage: null }, { fillPercentage: { lte: 0 } }, { name: 'a' }] };
  for (const where of [both, twice, ranges, third]) {
    const page = await prisma.tank.of(Tenant.ALL_COMPANIES).page({ where, take: 1000, select: { id: true } });
    const theirs = await stock.tank.findMany({ where, orderBy: { id: 'asc' }, select: { id: true } });
    expect(page.rows.map(({ id }) => id)).toEqual(theirs.map(({ id }) => id));
  }
});

test('a look-up has the row of findFirst', async () => {
  const ids = fc.integer({ min: 0, max: 90 }).map((n) => `tank-${n}`);
  await fc.assert(
    fc.asyncProperty(tenants, ids, fc.option(selects, { nil: undefined }), async (tenant, id, select) => {
      const theirs = await stock.tank.findFirst({
        where: { AND: [allOf(tenant), { id }] },
        ...(select && { select }),
      });
      expect(plain(await prisma.tank.of(tenant).lookup({ where: { id }, select }))).toEqual(plain(theirs));
    }),
    { numRuns: 200 },
  );
});

const changes = fc.record(
  {
    name: maybe(texts),
    fillStatus: texts,
    daysToEmpty: maybe(numbers),
    fillPercentage: maybe(numbers),
    includeInJob: fc.boolean(),
    lastReadingDate: maybe(times),
    alerts: lists,
    metadata: objects,
    lastReading: maybe(objects),
  },
  { requiredKeys: [] },
);

test('a patch leaves and returns the row that updateManyAndReturn leaves and returns', async () => {
  await fc.assert(
    fc.asyncProperty(tank, tenants, changes, fc.constantFrom(undefined, 1, 2), async (row, tenant, data, version) => {
      const [ours, theirs] = [randomUUID(), randomUUID()];
      await stock.tank.createMany({ data: [ours, theirs].map((id) => ({ ...row, id })) });
      const withoutOwn = (result: object | null | undefined) =>
        plain(result && { ...result, id: undefined, lastModifiedDate: undefined });
      const patched = await prisma.tank.of(tenant).patch({ where: { id: ours, version }, data: data as object });
      const where = { AND: [allOf(tenant), { id: theirs, ...(version && { version }) }] };
      const stored = 'lastReading' in data ? { ...data, lastReading: data.lastReading ?? Prisma.DbNull } : data;
      const [updated] =
        Object.keys(data).length === 0
          ? await stock.tank.findMany({ where })
          : await stock.tank.updateManyAndReturn({ where, data: stored as Prisma.TankUpdateManyMutationInput });
      expect(withoutOwn(patched)).toEqual(withoutOwn(updated));
      const [left, right] = await Promise.all([ours, theirs].map((id) => stock.tank.findUnique({ where: { id } })));
      expect(withoutOwn(left)).toEqual(withoutOwn(right));
      await stock.tank.deleteMany({ where: { id: { in: [ours, theirs] } } });
    }),
    { numRuns: 200 },
  );
});

test('patchMany leaves and returns the same rows as single patches', async () => {
  const settable = [
    'name',
    'fillStatus',
    'daysToEmpty',
    'fillPercentage',
    'includeInJob',
    'lastReadingDate',
    'alerts',
    'metadata',
    'lastReading',
  ];
  const patch = fc.record({ row: tank, data: changes, version: fc.constantFrom(undefined, 1, 2) });
  await fc.assert(
    fc.asyncProperty(fc.array(patch, { maxLength: 8 }), tenants, selects, async (given, tenant, select) => {
      const [ours, theirs] = [0, 1].map(() => given.map((each) => ({ ...each, id: randomUUID() })));
      const all = [...(ours ?? []), ...(theirs ?? [])];
      await stock.tank.createMany({ data: all.map(({ row, id }) => ({ ...row, id })) });
      const argumentsOf = ({ id, version, data }: (typeof all)[number]) => ({
        where: { id, version },
        data: data as object,
      });
      const withoutOwn = (row: object | null) => plain(row && { ...row, id: undefined, lastModifiedDate: undefined });
      const rows = prisma.tank.of(tenant);
      const patched = await rows.patchMany({ patches: (ours ?? []).map(argumentsOf), settable, select });
      const singly = await Promise.all(
        (theirs ?? []).map((each) => rows.patch({ ...argumentsOf(each), settable, select })),
      );
      expect(patched.map(withoutOwn)).toEqual(singly.map(withoutOwn));
      const storedOf = async (of: typeof all = []) =>
        Promise.all(of.map(async ({ id }) => withoutOwn(await stock.tank.findUnique({ where: { id } }))));
      expect(await storedOf(ours)).toEqual(await storedOf(theirs));
      await stock.tank.deleteMany({ where: { id: { in: all.map(({ id }) => id) } } });
    }),
    { numRuns: 100 },
  );
});

test('all subsets of the fields that a patch may set share one statement', async () => {
  const settable = ['name', 'fillStatus', 'alerts'];
  const sent = watchStatements(pool);
  const rows = prisma.tank.of(Tenant.ALL_COMPANIES);
  const [where, select] = [{ id: 'tank-1' }, { id: true }];
  await rows.patch({ where, data: { name: 'a' }, settable, select });
  await rows.patch({ where, data: { name: null, alerts: null }, settable, select });
  await rows.patch({ where, data: { name: 'a', fillStatus: 'b', alerts: ['c'] }, settable, select });
  expect([...new Set(sent)]).toEqual([expect.stringMatching(/^UPDATE "tank" SET/)]);
  sent.splice(0);
  await rows.patchMany({ patches: [{ where, data: { name: 'a' } }], settable, select });
  await rows.patchMany({
    patches: [
      { where, data: {} },
      { where: { id: 'tank-2', version: 1 }, data: { alerts: [] } },
    ],
    settable,
    select,
  });
  expect([...new Set(sent)]).toEqual([expect.stringMatching(/^WITH sent AS .* UPDATE "tank" t SET/s)]);
});
