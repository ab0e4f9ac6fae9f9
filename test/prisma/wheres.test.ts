import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';
import { openClients } from './stock.ts';
import { allOf, insertTanks, plain, tenants } from './tanks.ts';

const { stock, prisma } = await openClients();
beforeAll(async () => {
  await insertTanks(stock, 3, 60);
  const deletedAt = new Date();
  for (const companyId of ['acme', 'globex'])
    for (const recordType of ['tank', 'task'])
      await stock.recordDeletion.createMany({
        data: ['1', '2'].map((id) => ({ recordType, companyId, id, deletedAt, returned: id === '2' })),
      });
});

const names = fc.constantFrom('a', 'B', '10', 'é');
const someOf = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { maxLength: 2 });
/** Undefined in the place of a value: Prisma leaves it out. */
const orUndefined = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 6 });

const textFilter = fc.oneof(
  names,
  fc.constant(null),
  fc.record(
    {
      equals: orUndefined(fc.oneof(names, fc.constant(null))),
      in: orUndefined(someOf(names)),
      notIn: orUndefined(someOf(names)),
      contains: orUndefined(names),
      mode: orUndefined(fc.constantFrom('insensitive', 'default')),
      not: orUndefined(fc.oneof(names, fc.constant(null), fc.constant({}), fc.record({ in: someOf(names) }))),
    },
    { requiredKeys: [] },
  ),
);
const columns = {
  name: orUndefined(textFilter),
  status: orUndefined(textFilter),
  daysToEmpty: orUndefined(fc.oneof(fc.constantFrom(0, 42), fc.record({ gt: orUndefined(fc.constantFrom(0, 42)) }))),
  companyId: orUndefined(fc.constantFrom('acme', 'globex', null)),
  alerts: orUndefined(fc.oneof(fc.record({ hasSome: someOf(fc.constant('x')) }), fc.record({ isEmpty: fc.boolean() }))),
};
/** Conditions in every form that Prisma takes, and some that it refuses. */
const wheres = fc.letrec<{ where: object }>((tie) => {
  const branch = orUndefined(fc.oneof(fc.constant({}), tie('where')));
  const branches = fc.oneof(fc.array(branch, { maxLength: 2 }), branch);
  return {
    where: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.record(columns, { requiredKeys: [] }),
      fc.record({ ...columns, AND: branches, OR: branches, NOT: branches }, { requiredKeys: [] }),
    ),
  };
}).where;

const acme = Tenant.of('acme');
/** What a wrapper gets wrong most easily. */
const TRAPS: object[] = [
  { OR: [] },
  { OR: [{}] },
  { OR: [{ name: undefined }] },
  { OR: [], status: 'a' },
  { AND: [{ OR: [] }] },
  { AND: [] },
  { AND: {} },
  { NOT: [] },
  { NOT: {} },
  { NOT: { OR: [] } },
  { OR: undefined },
  { AND: { companyId: 'globex' } },
  { name: { in: [] } },
  { name: { notIn: [] } },
];

type Loose = Record<string, (args?: object) => Promise<unknown>>;
const loosely = (rows: object): Loose => rows as Loose;
const REFUSED = 'refused';
const refusedOr = (work: Promise<unknown> | undefined) =>
  Promise.resolve(work).then(
    (result) => plain([result]),
    () => REFUSED,
  );

/** The ids of the tenant's rows that Prisma finds by the condition as it was given. */
async function matching(tenant: Tenant, where: object): Promise<string[] | undefined> {
  const found = stock.tank.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } });
  const own = new Set((await stock.tank.findMany({ where: allOf(tenant), select: { id: true } })).map(({ id }) => id));
  return found.then(
    (rows) => rows.map(({ id }) => id).filter((id) => own.has(id)),
    () => undefined,
  );
}

const orderBy = [{ id: 'asc' }];
const READS: [string, object][] = [
  ['findMany', { orderBy, omit: { note: true } }],
  ['findMany', { orderBy: [{ name: 'desc' }, { id: 'asc' }], take: -3, skip: 1, select: { id: true, name: true } }],
  ['findMany', { orderBy, distinct: ['name'] }],
  ['findMany', { orderBy, cursor: { id: 'tank-20' }, take: 4 }],
  ['findFirst', { orderBy }],
  ['count', {}],
  ['count', { select: { _all: true, name: true } }],
  ['aggregate', { _count: true, _min: { name: true }, orderBy, take: 3 }],
  ['groupBy', { by: ['status'], orderBy: { status: 'asc' }, _count: true, having: { status: { not: 'a' } } }],
];

test('a condition means within a tenant what it means to Prisma, for every method that reads', async () => {
  await fc.assert(
    fc.asyncProperty(tenants, wheres, async (tenant, where) => {
      const ids = await matching(tenant, where);
      const hasCursor = (await matching(tenant, { id: 'tank-20' }))?.length === 1;
      for (const [method, args] of READS) {
        const found = await refusedOr(loosely(prisma.tank.of(tenant))[method]?.({ ...args, where }));
        const among = 'cursor' in args && !hasCursor ? [] : ids;
        const expected = loosely(stock.tank)[method]?.({ ...args, where: { id: { in: among } } });
        expect(found, method).toEqual(ids === undefined ? REFUSED : await refusedOr(expected));
      }
    }),
    { numRuns: 200, examples: TRAPS.map((where) => [acme, where]) },
  );
}, 600_000);

test('a condition means within a tenant what it means to Prisma, for every method that writes', async () => {
  const data = { note: 'changed' };
  const all = (await stock.tank.findMany()).map(({ id }) => id);
  await fc.assert(
    fc.asyncProperty(tenants, wheres, fc.constantFrom(...all), async (tenant, where, id) => {
      const [ids, one] = [await matching(tenant, where), await matching(tenant, { ...where, id })];
      for (const [method, args, expected, changed] of [
        ['updateMany', { where, data }, { count: ids?.length }, ids],
        ['deleteMany', { where }, { count: ids?.length }, ids],
        ['update', { where: { ...where, id }, data, select: { id: true } }, { id }, one],
        ['delete', { where: { ...where, id }, select: { id: true } }, { id }, one],
      ] as const) {
        const undo = new Error('undone');
        let found: unknown;
        let left: { id: string }[] = [];
        const work = prisma.$transaction(async (tx) => {
          found = await loosely(tx.tank.of(tenant))[method]?.(args);
          left = await tx.$queryRaw`SELECT id FROM tank WHERE note IS NULL`;
          throw undo;
        });
        const isRefused = await work.catch((error) => error !== undo);
        const isOfOne = !method.endsWith('Many');
        expect(isRefused, method).toBe(changed === undefined || (isOfOne && changed.length === 0));
        if (isRefused) continue;
        expect(found, method).toEqual(expected);
        expect(new Set(left.map((row) => row.id)), method).toEqual(
          new Set(all.filter((each) => !changed?.includes(each))),
        );
      }
    }),
    { numRuns: 150, examples: TRAPS.map((where) => [acme, where, 'tank-1']) },
  );
});

const keys = fc.oneof(
  fc.record({ id: fc.constantFrom('tank-1', 'tank-2', 'none', '', undefined, null, { contains: '' }) }),
  fc.record({ id: fc.constantFrom('tank-1', 'tank-2'), name: fc.oneof(names, fc.constant(undefined)) }),
  fc.constantFrom({}, { name: 'a' }, { id: 'tank-1', OR: [] }, { id: 'tank-1', AND: { OR: [] } }, { id_companyId: {} }),
);

test('a unique key and a cursor name a row within a tenant as they do to Prisma', async () => {
  await fc.assert(
    fc.asyncProperty(tenants, keys, wheres, async (tenant, key, where) => {
      const rows = loosely(prisma.tank.of(tenant));
      const isOwn = (id: unknown) => matching(tenant, { id }).then((ids) => ids?.length === 1);
      for (const each of [key, { ...where, ...key }]) {
        const expected = await refusedOr(loosely(stock.tank).findUnique?.({ where: each }));
        const isForeign = 'id' in key && expected !== REFUSED && !(await isOwn(key.id));
        expect(await refusedOr(rows.findUnique?.({ where: each }))).toEqual(isForeign ? [null] : expected);
      }
      const page = { cursor: key, orderBy, take: 3 };
      const id = { in: (await matching(tenant, {})) ?? [] };
      const expected = await refusedOr(loosely(stock.tank).findMany?.({ ...page, where: { id } }));
      const isForeign = 'id' in key && expected !== REFUSED && !(await isOwn(key.id));
      expect(await refusedOr(rows.findMany?.(page))).toEqual(isForeign ? [[]] : expected);
    }),
    { numRuns: 200 },
  );
});

const parts = fc.record(
  {
    recordType: fc.constantFrom('tank', 'task', undefined, null, { not: '' }),
    companyId: fc.constantFrom('acme', 'acme', 'globex', { in: ['acme'] }),
    id: fc.constantFrom('1', '1', '2', undefined),
    returned: fc.boolean(),
  },
  { requiredKeys: ['recordType', 'companyId'] },
);
const compound = fc.record(
  {
    recordType_companyId_id: orUndefined(parts),
    companyId: fc.constantFrom('acme', 'globex'),
    returned: orUndefined(fc.boolean()),
    OR: someOf(fc.constantFrom({}, { id: '1' })),
  },
  { requiredKeys: ['recordType_companyId_id'] },
);

test('a key of several fields names a row within a tenant as it does to Prisma', async () => {
  await fc.assert(
    fc.asyncProperty(compound, async (where) => {
      const rows = loosely(prisma.recordDeletion.of(acme));
      const within = loosely(stock.recordDeletion);
      const expected = await refusedOr(within.findUnique?.({ where }));
      const found = await refusedOr(rows.findUnique?.({ where }));
      expect(found).toEqual(
        where.recordType_companyId_id?.companyId === 'globex' && expected !== REFUSED ? [null] : expected,
      );
      for (const method of ['findFirst', 'count', 'deleteMany'])
        if ('recordType_companyId_id' in where && where.recordType_companyId_id !== undefined)
          expect(await refusedOr(rows[method]?.({ where })), method).toBe(REFUSED);
    }),
    { numRuns: 300 },
  );
});
