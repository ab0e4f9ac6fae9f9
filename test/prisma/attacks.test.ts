import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { Rule } from '../../src/prisma/tenancy/rule.ts';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';
import { watchStatements } from '../gateway.ts';
import { openClients } from './stock.ts';

const { pool, prisma } = await openClients();

const acme = Tenant.of('acme');
const narrowed = acme.restrictedTo(new Rule('Tank', [{ field: 'customerId', column: 'customer_id', values: ['c-1'] }]));

/** Prisma's methods as a caller without types has them. */
type Loose = Record<string, (args?: object) => Promise<unknown>>;
const loosely = (rows: object): Loose => rows as Loose;

let own: string;
let foreign: string;
beforeEach(async () => {
  await pool.query('DELETE FROM task; DELETE FROM tank');
  [own, foreign] = [randomUUID(), randomUUID()];
  const insert = `INSERT INTO tank (id, company_id, name, customer_id) VALUES ($1, $2, 'secret', $3)`;
  await pool.query(insert, [own, 'acme', 'c-1']);
  await pool.query(insert, [foreign, 'globex', 'c-1']);
  await pool.query(insert, [randomUUID(), 'acme', 'c-2']);
  for (const [tank, company] of [
    [own, 'globex'],
    [foreign, 'globex'],
  ])
    await pool.query(
      `INSERT INTO task (company_id, task_type_id, creator_id, status_id, title, priority, task_number, workflow_id, team_id, entity_type, entity_id) VALUES ($2, '', '', '', 'secret', '', 1, '', '', 'tank', $1)`,
      [tank, company],
    );
});

const stored = async (): Promise<unknown[]> => (await pool.query('SELECT * FROM tank ORDER BY id')).rows;

test('what would reach other records through a relation, a join or an unknown argument is refused and not sent', async () => {
  const before = await stored();
  const sent = watchStatements(pool);
  const tanks = loosely(prisma.tank.of(acme));
  const tasks = { some: { title: 'secret' } };
  const reads: object[] = [
    { include: { tasks: true } },
    { select: { id: true, tasks: true } },
    { select: { tasks: { select: { title: true } } } },
    { select: { _count: { select: { tasks: true } } } },
    { select: { _count: true } },
    { include: { _count: true } },
    { where: { tasks } },
    { where: { AND: [{ OR: [{ NOT: { tasks } }] }] } },
    { where: { AND: { tasks } } },
    { orderBy: { tasks: { _count: 'asc' } } },
    { orderBy: [{ id: 'asc' }, { tasks: { _count: 'asc' } }] },
    { cursor: { id: own, tasks } },
    { omit: { tasks: true } },
    { distinct: ['tasks'] },
    { relationLoadStrategy: 'join' },
    { madeUp: {} },
  ];
  for (const args of reads)
    for (const method of ['findMany', 'findFirst'])
      await expect(tanks[method]?.(args), JSON.stringify(args)).rejects.toThrow();
  for (const method of ['findUnique', 'update', 'delete'])
    for (const args of reads.slice(0, 6))
      await expect(tanks[method]?.({ where: { id: own }, data: {}, ...args }), JSON.stringify(args)).rejects.toThrow();
  const connected = [{ tasks: { connect: { id: 'x' } } }, { tasks: { create: {} } }, { tasks: { deleteMany: {} } }];
  for (const data of connected) {
    for (const method of ['create', 'createMany']) await expect(tanks[method]?.({ data })).rejects.toThrow();
    for (const method of ['update', 'updateMany'])
      await expect(tanks[method]?.({ where: { id: own }, data })).rejects.toThrow();
  }
  await expect(tanks.groupBy?.({ by: ['tasks'], _count: true })).rejects.toThrow();
  await expect(tanks.aggregate?.({ _count: { tasks: true } })).rejects.toThrow();
  expect(sent).toEqual([]);
  expect(await stored()).toEqual(before);
});

test('no condition, alternative or key reaches a record of another company, or one outside of the rule', async () => {
  for (const tenant of [narrowed, acme]) {
    const rows = prisma.tank.of(tenant);
    const anything = { OR: [{ id: foreign }, { companyId: 'globex' }, { id: { not: '' } }] };
    const seen = await rows.findMany({ where: anything });
    expect(new Set(seen.map(({ companyId }) => companyId))).toEqual(new Set(['acme']));
    if (tenant === narrowed) expect(seen.map(({ id }) => id)).toEqual([own]);
    expect(await rows.count({ where: anything })).toBe(seen.length);
    expect(await rows.findUnique({ where: { id: foreign } })).toBeNull();
    expect(await rows.findUnique({ where: { id: foreign, OR: [{}, { id: own }] } })).toBeNull();
    expect(await rows.findFirst({ where: { NOT: { companyId: 'acme' } } })).toBeNull();
    expect(await rows.findMany({ cursor: { id: foreign }, take: 10 })).toEqual([]);
    const data = { name: 'changed' };
    await expect(rows.update({ where: { id: foreign }, data })).rejects.toThrow('Tank not found');
    await expect(rows.update({ where: { id: foreign, OR: [{}] }, data })).rejects.toThrow('Tank not found');
    await expect(rows.delete({ where: { id: foreign, AND: [] } })).rejects.toThrow('Tank not found');
    await rows.updateMany({ where: anything, data });
    await rows.deleteMany({ where: anything });
  }
  expect(await stored()).toMatchObject([{ id: foreign, name: 'secret' }]);
});

test('two reads of one moment by one key are not merged, whoever asks', async () => {
  const tenants = [acme, Tenant.of('globex'), narrowed, Tenant.of('nobody'), acme, Tenant.of('globex')];
  const found = await Promise.all(
    tenants.map((tenant) => prisma.tank.of(tenant).findUnique({ where: { id: foreign } })),
  );
  expect(found.map((row) => row !== null)).toEqual([false, true, false, false, false, true]);
});

test('nothing moves to another company or out of the rule', async () => {
  const before = await stored();
  const rows = loosely(prisma.tank.of(acme));
  const [where, foreignData] = [{ id: own }, { companyId: 'globex' }];
  for (const data of [foreignData, { companyId: { set: 'globex' } }, { id: foreign }, { version: 7 }]) {
    await expect(rows.update?.({ where, data }), JSON.stringify(data)).rejects.toThrow('does not set');
    await expect(rows.updateMany?.({ where, data }), JSON.stringify(data)).rejects.toThrow('does not set');
  }
  await expect(rows.create?.({ data: foreignData })).rejects.toThrow('company of its tenant');
  await expect(rows.createMany?.({ data: [{}, foreignData] })).rejects.toThrow('company of its tenant');
  const few = loosely(prisma.tank.of(narrowed));
  for (const customerId of ['c-2', null, { set: 'c-2' }])
    await expect(few.update?.({ where, data: { customerId } })).rejects.toThrow('out of the rule');
  for (const data of [{ customerId: 'c-2' }, {}])
    await expect(few.create?.({ data }), JSON.stringify(data)).rejects.toThrow('outside the rule');
  expect(await stored()).toEqual(before);
});

test('a transaction keeps every tenant, and its other forms and our own statements are refused', async () => {
  const before = await stored();
  await prisma.$transaction(async (tx) => {
    expect(await tx.tank.of(acme).findUnique({ where: { id: foreign } })).toBeNull();
    expect(await tx.tank.of(narrowed).count()).toBe(1);
    expect(await tx.tank.of(acme).findMany({ cursor: { id: foreign }, take: 10 })).toEqual([]);
    for (const own of ['lookup', 'page', 'patch']) expect(own in tx.tank.of(acme), own).toBe(false);
    expect(Object.keys(Reflect.get(tx, 'tank'))).toEqual(['of']);
  });
  // The array starts each statement by itself, outside of the transaction.
  const statements = [prisma.tank.of(acme).deleteMany(), prisma.tank.of(acme).updateMany({ data: { name: 'x' } })];
  await expect(prisma.$transaction(statements as never)).rejects.toThrow();
  expect(await stored()).toEqual(before);
});

test('without a tenant, no model has a method', () => {
  const found = Object.values(Prisma.ModelName).flatMap((model) => {
    const rows = Reflect.get(prisma, `${model.charAt(0).toLowerCase()}${model.slice(1)}`);
    return rows === undefined ? [] : Object.keys(rows);
  });
  expect(new Set(found)).toEqual(new Set(['of']));
});

test('a raw statement writes the tenant’s condition itself, which throws for a rule', async () => {
  const of = (tenant: Tenant) =>
    Prisma.sql`SELECT id FROM tank t WHERE ${tenant.companyCondition('t')} AND name = ${`secret' OR true --`}`;
  expect(await prisma.$queryRaw(of(acme))).toEqual([]);
  expect(() => of(narrowed)).toThrow('not applied');
});

test('a statement of Prisma’s that fails has the typed error of all others, in a transaction, too', async () => {
  await pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = NEW.name; END $$`);
  await pool.query(
    `CREATE TRIGGER fail BEFORE UPDATE ON tank FOR EACH ROW WHEN (NEW.note = 'fail') EXECUTE FUNCTION fail()`,
  );
  const errors: [string, object][] = [
    ['WS001', { issues: [{ path: [], code: 'LIMIT_REACHED', message: 'refused' }] }],
    ['22003', { issues: [{ code: 'INVALID' }] }],
    ['55P03', { code: 'RECORD_LOCKED' }],
    ['57014', { code: 'TIMEOUT' }],
    ['57P01', { code: 'UNAVAILABLE' }],
    ['42501', { code: '42501', message: 'refused' }],
    ['23505', { issues: [{ path: ['data'], code: 'DUPLICATE' }] }],
  ];
  for (const [name, expected] of errors) {
    const update = { where: { id: own }, data: { name, note: 'fail' } };
    await expect(prisma.tank.of(acme).update(update), name).rejects.toMatchObject(expected);
    const within = prisma.$transaction((tx) => tx.tank.of(acme).update(update));
    await expect(within, name).rejects.toMatchObject(expected);
    const raw = Prisma.sql`UPDATE tank SET name = ${name}, note = 'fail' WHERE id = ${own}`;
    if (name !== '23505') await expect(prisma.$queryAs(acme, 'write', raw), name).rejects.toMatchObject(expected);
  }
  expect((await pool.query('SELECT note FROM tank WHERE id = $1', [own])).rows).toEqual([{ note: null }]);
});

test('a transaction that waits for the lock of another ends with RECORD_LOCKED, and its connection goes on', async () => {
  const locker = await pool.connect();
  await locker.query('BEGIN');
  await locker.query('SELECT FROM tank WHERE id = $1 FOR UPDATE', [own]);
  const update = { where: { id: own }, data: { name: 'late' } };
  const work = prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL lock_timeout = 50`;
    return tx.tank.of(acme).update(update);
  });
  await expect(work).rejects.toMatchObject({ code: 'RECORD_LOCKED' });
  await locker.query('COMMIT');
  locker.release();
  expect(await prisma.tank.of(acme).update(update)).toMatchObject({ name: 'late' });
});

test('a statement of Prisma’s that would return more than 32 MiB is refused', async () => {
  await pool.query(
    `INSERT INTO tank (company_id, note) SELECT 'acme', repeat('x', 1024 * 1024) FROM generate_series(1, 34)`,
  );
  await expect(prisma.tank.of(acme).findMany()).rejects.toThrow('exceed 32 MB');
  expect(await prisma.tank.of(acme).findMany({ take: 3, select: { note: true } })).toHaveLength(3);
});
