import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { NotFoundError } from '../../src/base/errors.ts';
import type { Prisma } from '../../src/generated/prisma/client.ts';
import type { Transaction } from '../../src/prisma/client.ts';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';
import { openClients } from './stock.ts';
import { allOf, insertTanks, plain, selects, tank, tenants, texts, wheres } from './tanks.ts';

const { pool, stock, prisma } = await openClients();
beforeAll(async () => {
  await insertTanks(stock, 2);
});

/** What the rows of a tenant are compared with: Prisma's own methods, with the tenant's condition written by hand. */
type Rows = ReturnType<Transaction['tank']['of']>;
type Call = (rows: Rows) => Promise<unknown>;
type Oracle = (where: Prisma.TankWhereInput) => Promise<unknown>;

/** Calls within a tenant and within a transaction have the same result. */
async function expectEqual(tenant: Tenant, where: object, call: Call, oracle: Oracle): Promise<void> {
  const expected = await oracle({ AND: [allOf(tenant), where] });
  expect(plain([await call(prisma.tank.of(tenant))])).toEqual(plain([expected]));
  const within = await prisma.$transaction((tx) => call(tx.tank.of(tenant)));
  expect(plain([within])).toEqual(plain([expected]));
}

const sorts = fc.constantFrom<Prisma.TankOrderByWithRelationInput[]>(
  [{ id: 'asc' }],
  [{ daysToEmpty: 'desc' }, { id: 'asc' }],
  [{ name: { sort: 'asc', nulls: 'first' } }, { id: 'desc' }],
);
const ids = fc.integer({ min: 0, max: 90 }).map((n) => `tank-${n}`);

test('findMany, findFirst and findUnique have the rows of Prisma’s client within the tenant', async () => {
  const [takes, skips] = [fc.integer({ min: -5, max: 20 }), fc.integer({ min: 0, max: 3 })];
  await fc.assert(
    fc.asyncProperty(
      tenants,
      wheres,
      sorts,
      takes,
      skips,
      selects,
      ids,
      async (tenant, where, orderBy, take, skip, select, id) => {
        const page = { orderBy, take, skip, select };
        await expectEqual(
          tenant,
          where,
          (rows) => rows.findMany({ where, ...page }),
          (all) => stock.tank.findMany({ where: all, ...page }),
        );
        await expectEqual(
          tenant,
          where,
          (rows) => rows.findFirst({ where, orderBy, select }),
          (all) => stock.tank.findFirst({ where: all, orderBy, select }),
        );
        await expectEqual(
          tenant,
          { id },
          (rows) => rows.findUnique({ where: { id } }),
          (all) => stock.tank.findFirst({ where: all }),
        );
        await expectEqual(
          tenant,
          { id, ...where },
          (rows) => rows.findUnique({ where: { id, ...where } }),
          (all) => stock.tank.findFirst({ where: all }),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test('a cursor of the tenant’s is Prisma’s, and that of another company finds nothing', async () => {
  await fc.assert(
    fc.asyncProperty(tenants, wheres, sorts, ids, async (tenant, where, orderBy, id) => {
      const isOwn = (await stock.tank.findFirst({ where: { AND: [allOf(tenant), { id }] } })) !== null;
      const page = { orderBy, cursor: { id }, take: 5 };
      await expectEqual(
        tenant,
        where,
        (rows) => rows.findMany({ where, ...page }),
        (all) => (isOwn ? stock.tank.findMany({ where: all, ...page }) : Promise.resolve([])),
      );
    }),
    { numRuns: 60 },
  );
});

test('count, aggregate and groupBy see the tenant’s rows alone', async () => {
  const sums = {
    _count: true,
    _sum: { daysToEmpty: true },
    _min: { name: true },
    _max: { lastReadingDate: true },
  } as const;
  await fc.assert(
    fc.asyncProperty(tenants, wheres, async (tenant, where) => {
      await expectEqual(
        tenant,
        where,
        (rows) => rows.count({ where }),
        (all) => stock.tank.count({ where: all }),
      );
      await expectEqual(
        tenant,
        where,
        (rows) => rows.aggregate({ where, ...sums }),
        (all) => stock.tank.aggregate({ where: all, ...sums }),
      );
      const groups = {
        by: ['fillStatus', 'includeInJob'] satisfies Prisma.TankScalarFieldEnum[],
        orderBy: [{ fillStatus: 'asc' as const }, { includeInJob: 'asc' as const }],
        _count: { _all: true } as const,
        having: { fillStatus: { not: 'a' } },
      };
      await expectEqual(
        tenant,
        where,
        (rows) => rows.groupBy({ where, ...groups }),
        (all) => stock.tank.groupBy({ where: all, ...groups }),
      );
    }),
    { numRuns: 60 },
  );
});

const changes = fc.record({ note: texts, name: texts, fillStatus: texts }, { requiredKeys: ['note'] });

/** Leaves the same rows as Prisma's client does, whose work is undone. */
async function expectSame(
  tenant: Tenant,
  call: Call,
  oracle: (tx: Prisma.TransactionClient) => Promise<unknown>,
): Promise<void> {
  const rowsOf = async (tx: Prisma.TransactionClient) =>
    (await tx.tank.findMany({ orderBy: { id: 'asc' } })).map((row) => plain({ ...row, lastModifiedDate: null }));
  let expected: unknown;
  const undo = new Error('undone');
  const undone = (work: Promise<unknown>) =>
    work.catch((error) => {
      if (error !== undo) throw error;
    });
  await undone(
    stock.$transaction(async (tx) => {
      expected = [plain([await oracle(tx).catch(String)]), await rowsOf(tx)];
      throw undo;
    }),
  );
  let found: unknown;
  await undone(
    prisma.$transaction(async (tx: Transaction) => {
      const result = plain([await call(tx.tank.of(tenant))]);
      const rows = await tx.tank.of(Tenant.ALL_COMPANIES).findMany({ orderBy: { id: 'asc' } });
      found = [result, rows.map((row) => plain({ ...row, lastModifiedDate: null }))];
      throw undo;
    }),
  );
  expect(found).toEqual(expected);
}

test('updateMany and deleteMany change the tenant’s rows alone, as Prisma’s client does with its condition', async () => {
  await fc.assert(
    fc.asyncProperty(tenants, wheres, changes, async (tenant, where, data) => {
      const all = { AND: [allOf(tenant), where] };
      await expectSame(
        tenant,
        (rows) => rows.updateMany({ where, data }),
        (tx) => tx.tank.updateMany({ where: all, data }),
      );
      await expectSame(
        tenant,
        (rows) => rows.deleteMany({ where }),
        (tx) => tx.tank.deleteMany({ where: all }),
      );
    }),
    { numRuns: 40 },
  );
});

test('update and delete find a row of the tenant, or say that there is none', async () => {
  await fc.assert(
    fc.asyncProperty(tenants, ids, changes, async (tenant, id, data) => {
      const isOwn = (await stock.tank.findFirst({ where: { AND: [allOf(tenant), { id }] } })) !== null;
      if (isOwn) {
        await expectSame(
          tenant,
          async (rows) => plain({ ...(await rows.update({ where: { id }, data })), lastModifiedDate: null }),
          async (tx) => plain({ ...(await tx.tank.update({ where: { id }, data })), lastModifiedDate: null }),
        );
        await expectSame(
          tenant,
          (rows) => rows.delete({ where: { id } }),
          (tx) => tx.tank.delete({ where: { id } }),
        );
      } else {
        await expect(prisma.tank.of(tenant).update({ where: { id }, data })).rejects.toThrow(NotFoundError);
        await expect(prisma.tank.of(tenant).delete({ where: { id } })).rejects.toThrow(NotFoundError);
      }
    }),
    { numRuns: 40 },
  );
});

test('create and createMany write rows of the tenant’s company', async () => {
  const acme = Tenant.of('acme');
  await fc.assert(
    fc.asyncProperty(tank, async ({ companyId: _, fillPercentage: _refused, ...row }) => {
      const [id, other, third] = [randomUUID(), randomUUID(), randomUUID()];
      const created = await prisma.tank.of(acme).create({ data: { ...row, id } });
      expect(await prisma.tank.of(acme).createMany({ data: [{ ...row, id: other }] })).toEqual({ count: 1 });
      const theirs = await stock.tank.create({ data: { ...row, id: third, companyId: 'acme' } });
      const [mine, many] = await Promise.all([id, other].map((id) => stock.tank.findUnique({ where: { id } })));
      const withoutOwn = (each: object | null | undefined) =>
        plain({ ...each, id: '', createdDate: '', lastModifiedDate: '' });
      for (const each of [created, mine, many]) expect(withoutOwn(each)).toEqual(withoutOwn(theirs));
      await stock.tank.deleteMany({ where: { id: { in: [id, other, third] } } });
    }),
    { numRuns: 40 },
  );
});

test('a write names its actor, in a transaction, too, and the next one does not', async () => {
  await pool.query(`CREATE FUNCTION name_actor() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NEW.note := current_actor(); RETURN NEW; END $$`);
  await pool.query('CREATE TRIGGER actor BEFORE INSERT ON tank FOR EACH ROW EXECUTE FUNCTION name_actor()');
  const [acme, user] = [Tenant.of('acme'), Tenant.of('acme').actingAs('user:7')];
  const alone = await prisma.tank.of(user).create({ data: {} });
  const within = await prisma.$transaction((tx) => tx.tank.of(user).create({ data: {} }));
  const next = await prisma.$transaction(async (tx) => {
    await tx.tank.of(user).count();
    return [await tx.tank.of(acme).create({ data: {} }), await tx.tank.of(user).create({ data: {} })];
  });
  expect([alone, within, ...next].map(({ note }) => note)).toEqual([
    'user:7',
    'user:7',
    expect.not.stringContaining('user:7'),
    'user:7',
  ]);
});

test('a transaction that throws writes nothing, and its error is the caller’s', async () => {
  const id = randomUUID();
  const acme = Tenant.of('acme');
  const work = prisma.$transaction(async (tx) => {
    await tx.tank.of(acme).create({ data: { id } });
    expect(await tx.tank.of(acme).count({ where: { id } })).toBe(1);
    expect(await prisma.tank.of(acme).count({ where: { id } })).toBe(0);
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  expect(await prisma.tank.of(acme).findUnique({ where: { id } })).toBeNull();
});
