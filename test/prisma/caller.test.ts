import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { NotFoundError, UnauthorizedError } from '../../src/base/errors.ts';
import type { CallerClient } from '../../src/prisma/caller.ts';
import { Rule } from '../../src/prisma/tenancy/rule.ts';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';
import { ALL, byId, ids, openCallers } from './calling.ts';

const { pool, client, clientOf, rows } = await openCallers();

const rule = new Rule('Tank', [{ field: 'customerId', column: 'customer_id', values: ['c-1'] }]);
const own = Tenant.of('acme').actingAs('user:7');
/** A token that sees the tanks of one customer, and all ship-tos. */
const few = () =>
  clientOf(
    [],
    new Map([
      ...['read', 'write', 'create', 'delete'].map((each): [string, Tenant] => [
        `tanks:${each}`,
        own.restrictedTo(rule),
      ]),
      ['ship-tos:read', own.restrictedTo(new Rule('ShipTo', []))],
    ]),
  );

test('relations in a select, an include, conditions, counts and orders stay within the company', async () => {
  const { tank, shipTo } = clientOf();
  expect(await tank.findMany({ select: { id: true, shipTo: { select: { name: true } } }, orderBy: byId })).toEqual([
    { id: 'a', shipTo: { name: 'Yard' } },
    { id: 'b', shipTo: { name: 'Yard' } },
    { id: 'c', shipTo: null },
  ]);
  const [found] = await shipTo.findMany({ include: { tanks: { orderBy: byId }, _count: true }, where: { id: 'yard' } });
  expect([ids(found?.tanks ?? []), found?._count]).toEqual([['a', 'b'], { tanks: 2 }]);
  expect(ids(await shipTo.findMany({ where: { tanks: { some: {} } } }))).toEqual(['yard']);
  expect(ids(await shipTo.findMany({ where: { tanks: { none: {} } } }))).toEqual(['other']);
  expect(ids(await shipTo.findMany({ where: { tanks: { every: { name: 'a' } } } }))).toEqual(['other']);
  expect(ids(await tank.findMany({ where: { shipTo: { is: { name: 'Yard' } } }, orderBy: byId }))).toEqual(['a', 'b']);
  expect(ids(await tank.findMany({ where: { shipTo: null } }))).toEqual(['c']);
  expect(ids(await shipTo.findMany({ orderBy: [{ tanks: { _count: 'desc' } }, byId] }))).toEqual(['yard', 'other']);
  expect(
    ids(await tank.findMany({ orderBy: [{ shipTo: { name: 'desc' } }, byId], where: { shipTo: { isNot: null } } })),
  ).toEqual(['a', 'b']);
  const nested = await shipTo.findUniqueOrThrow({
    where: { companyId_id: { companyId: 'acme', id: 'yard' } },
    select: { tanks: { select: { shipTo: { select: { tanks: { select: { id: true } } } } } } },
  });
  expect(JSON.stringify(nested)).not.toMatch(/"[gh]"/);
});

test('with a narrowed token, a relation has the rule of what it leads to, or is refused', async () => {
  const { tank, shipTo } = few();
  expect(ids(await tank.findMany({ orderBy: byId }))).toEqual(['a', 'c']);
  const [found] = await shipTo.findMany({
    where: { id: 'yard' },
    select: { tanks: { select: { id: true } }, _count: { select: { tanks: true } } },
  });
  expect(found).toEqual({ tanks: [{ id: 'a' }], _count: { tanks: 1 } });
  const all = await shipTo.findMany({ where: { id: 'yard' }, include: { _count: true } });
  expect(all[0]?._count).toEqual({ tanks: 1 });
  expect(await shipTo.count({ where: { tanks: { some: { name: 'b' } } } })).toBe(0);
  expect(await shipTo.count({ where: { tanks: { none: { name: 'b' } } } })).toBe(2);
  const refused: Promise<unknown>[] = [
    shipTo.findMany({ where: { tanks: { every: { name: 'a' } } } }),
    shipTo.findMany({ orderBy: { tanks: { _count: 'asc' } } }),
    shipTo.update({ where: { id: 'yard' }, data: { name: 'x' } }),
    few().$queryRaw`SELECT 1`,
  ];
  for (const each of refused) await expect(each).rejects.toThrow(UnauthorizedError);
  const tanksAlone = clientOf([], new Map([['tanks:read', own.restrictedTo(rule)]]));
  await expect(tanksAlone.tank.findMany({ include: { shipTo: true } })).rejects.toThrow(UnauthorizedError);
  // The tank that the rule hides is none behind the relation.
  const shipTosAlone = new Rule('ShipTo', [{ field: 'name', column: 'name', values: ['Other'] }]);
  const both = clientOf(
    [],
    new Map([
      ['tanks:read', own.restrictedTo(rule)],
      ['ship-tos:read', own.restrictedTo(shipTosAlone)],
    ]),
  );
  expect(await both.tank.findUnique({ where: { id: 'a' }, select: { shipTo: true } })).toEqual({ shipTo: null });
  expect(ids(await both.tank.findMany({ where: { shipTo: null }, orderBy: byId }))).toEqual(['a', 'c']);
});

test('each method needs the scope of what it does', async () => {
  const data = { name: 'x' };
  const calls: [string, (of: CallerClient['tank']) => Promise<unknown>][] = [
    ['read', (of) => of.findMany()],
    ['read', (of) => of.aggregate({ _count: true })],
    ['create', (of) => of.create({ data })],
    ['create', (of) => of.createManyAndReturn({ data: [data] })],
    ['write', (of) => of.update({ where: { id: 'a' }, data })],
    ['write', (of) => of.updateManyAndReturn({ where: { id: 'a' }, data })],
    ['delete', (of) => of.deleteMany({ where: { id: 'a' } })],
  ];
  for (const [action, call] of calls) {
    const others = ALL.filter((scope) => scope !== `tanks:${action}`);
    await expect(call(clientOf(others).tank), action).rejects.toMatchObject({ missingScope: `tanks:${action}` });
    await call(clientOf([`tanks:${action}`]).tank);
  }
  const upsert = (scopes: string[]) => clientOf(scopes).tank.upsert({ where: { id: 'b' }, create: data, update: data });
  await expect(upsert(['tanks:write'])).rejects.toMatchObject({ missingScope: 'tanks:create' });
  await expect(upsert(['tanks:create'])).rejects.toMatchObject({ missingScope: 'tanks:write' });
  await upsert(['tanks:create', 'tanks:write']);
});

test('the methods that throw, upsert, and those that return rows are Prisma’s, with the actor in their changes', async () => {
  const { tank } = clientOf();
  await expect(tank.findUniqueOrThrow({ where: { id: 'g' } })).rejects.toThrow(NotFoundError);
  await expect(tank.findFirstOrThrow({ where: { name: 'g' } })).rejects.toThrow(NotFoundError);
  expect(await tank.findFirstOrThrow({ where: { name: 'a' }, select: { id: true } })).toEqual({ id: 'a' });
  const upsert = {
    where: { id: 'n' },
    create: { id: 'n', name: 'new' },
    update: { name: 'old' },
    select: { name: true },
  };
  expect([await tank.upsert(upsert), await tank.upsert(upsert)]).toEqual([{ name: 'new' }, { name: 'old' }]);
  expect(await tank.createManyAndReturn({ data: [{ id: 'm' }], select: { id: true, companyId: true } })).toEqual([
    { id: 'm', companyId: 'acme' },
  ]);
  const changed = await tank.updateManyAndReturn({
    where: { id: { in: ['a', 'g'] } },
    data: { name: 'x' },
    select: { id: true },
  });
  expect(changed).toEqual([{ id: 'a' }]);
  const { rows: noted } = await pool.query('SELECT DISTINCT actor FROM webhook_outbox');
  for (const { actor } of noted) expect(actor).toBe('user:7');
});

/** Methods as a caller without types has them. */
type Loose = Record<string, (args?: object) => Promise<unknown>>;
const loosely = (of: object): Loose => of as Loose;

test('no argument, write or object behind the client reaches another company', async () => {
  const before = await rows();
  const tank = loosely(clientOf().tank);
  const shipTo = loosely(clientOf().shipTo);
  for (const data of [
    { shipTo: { connect: { id: 'theirs' } } },
    { shipTo: { create: { name: 'x' } } },
    { shipTo: { connectOrCreate: { where: { id: 'theirs' }, create: {} } } },
    { companyId: 'globex' },
  ])
    for (const [method, args] of [
      ['create', { data }],
      ['update', { where: { id: 'a' }, data }],
      ['upsert', { where: { id: 'a' }, create: data, update: data }],
    ] as const)
      await expect(tank[method]?.(args), JSON.stringify(data)).rejects.toThrow();
  for (const tanks of [
    { deleteMany: {} },
    { updateMany: { where: {}, data: { name: 'x' } } },
    { set: [] },
    { disconnect: { id: 'g' } },
  ])
    await expect(shipTo.update?.({ where: { id: 'yard' }, data: { tanks } })).rejects.toThrow();
  for (const args of [
    { include: { tanks: { include: { madeUp: {} } } } },
    { include: { tanks: { relationLoadStrategy: 'join' } } },
    { select: { _count: { select: { tanks: { take: 1 } } } } },
    { where: { tanks: { is: {} } } },
  ])
    await expect(shipTo.findMany?.(args), JSON.stringify(args)).rejects.toThrow();
  const prisma = clientOf();
  for (const each of [prisma, prisma.tank])
    for (const name of ['$parent', '$extends', '$on', '$transactionWithCallback', 'of', '_engine'])
      expect(Reflect.get(each, name), name).toBeUndefined();
  expect(Reflect.get(prisma, 'apiKey')).toBeUndefined();
  for (const forged of [{ company: 'globex' }, Object.create(Tenant.prototype)])
    expect(() => client.tank.of(forged as Tenant).findMany()).toThrow();
  expect(Object.isFrozen(Tenant.of('acme'))).toBe(true);
  expect(await rows()).toEqual(before);
});

test('a tenant that takes the place of another behind a client is none', () => {
  const forged = new Proxy(Tenant.of('acme'), {
    get: (of, name) => (name === 'company' ? 'globex' : Reflect.get(of, name, of)),
  });
  expect(() => client.tank.of(forged)).toThrow();
  expect(() => Object.defineProperty(Tenant.of('acme'), 'company', { value: randomUUID() })).toThrow();
});
