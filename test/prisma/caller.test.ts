import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { type Caller, rightsOfCaller } from '../../src/auth/scopes.ts';
import { InvalidRequestError, NotFoundError, UnauthorizedError } from '../../src/base/errors.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { RequestBudget } from '../../src/load/request-budget.ts';
import type { CallerClient } from '../../src/prisma/caller.ts';
import { columnOf, modelNamed } from '../../src/prisma/sql/model.ts';
import { Rule } from '../../src/prisma/tenancy/rule.ts';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';
import { openClients } from './stock.ts';

const { pool, prisma: client } = await openClients();

const LIMITS = { answerBytes: 8 * 2 ** 20, requestSeconds: 120 };
const ALL = ['tanks', 'ship-tos'].flatMap((name) =>
  ['read', 'write', 'create', 'delete'].map((each) => `${name}:${each}`),
);

/** What `context.prisma` is for a token of acme. */
function clientOf(scopes = ALL, narrowed?: Caller['narrowed']): CallerClient {
  const tenant = Tenant.of('acme').actingAs('user:7');
  const caller = {
    tenant: narrowed ? tenant.restrictedTo(new Rule('', [])) : tenant,
    scopes: new Set(scopes),
    ...(narrowed && { narrowed }),
  };
  const budget = new RequestBudget(LIMITS, 'acme', undefined, false);
  return client.$caller(rightsOfCaller({ caller, budget }), caller.tenant.forRequest(budget, false));
}

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

beforeEach(async () => {
  await pool.query('DELETE FROM tank; DELETE FROM ship_to');
  await pool.query(
    `INSERT INTO ship_to (id, company_id, name) VALUES ('yard', 'acme', 'Yard'), ('other', 'acme', 'Other'), ('theirs', 'globex', 'Theirs')`,
  );
  for (const [id, company, shipTo, customer] of [
    ['a', 'acme', 'yard', 'c-1'],
    ['b', 'acme', 'yard', 'c-2'],
    ['c', 'acme', 'theirs', 'c-1'],
    ['g', 'globex', 'yard', 'c-1'],
    ['h', 'globex', 'theirs', 'c-1'],
  ])
    await pool.query('INSERT INTO tank (id, company_id, ship_to_id, customer_id, name) VALUES ($1, $2, $3, $4, $1)', [
      id,
      company,
      shipTo,
      customer,
    ]);
});

const rows = async (): Promise<unknown[]> =>
  (await pool.query('SELECT id, company_id, name, ship_to_id FROM tank ORDER BY id')).rows;
const byId = { id: 'asc' } as const;
const ids = (found: { id: string }[]) => found.map(({ id }) => id);

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

test('a transaction takes a list or a function, and writes all or nothing', async () => {
  const prisma = clientOf();
  const [count, renamed] = await prisma.$transaction([
    prisma.tank.count(),
    prisma.tank.update({ where: { id: 'a' }, data: { name: 'x' }, select: { name: true } }),
  ]);
  expect([count, renamed]).toEqual([3, { name: 'x' }]);
  const before = await rows();
  await expect(
    prisma.$transaction([prisma.tank.deleteMany(), prisma.tank.update({ where: { id: 'g' }, data: {} })]),
  ).rejects.toThrow(NotFoundError);
  const work = prisma.$transaction(async (tx) => {
    expect(await tx.tank.count()).toBe(3);
    await tx.tank.deleteMany();
    expect(await tx.$queryRaw(Prisma.sql`SELECT id FROM tank WHERE company_id = 'acme'`)).toEqual([]);
    throw new NotFoundError('Tank', 'x');
  });
  await expect(work).rejects.toThrow(NotFoundError);
  expect(await rows()).toEqual(before);
});

test('a transaction that another one was in the way of is repeated', async () => {
  const prisma = clientOf();
  let tries = 0;
  const options = { isolationLevel: 'Serializable' } as const;
  await prisma.$transaction(async (tx) => {
    const { version } = await tx.tank.findUniqueOrThrow({ where: { id: 'a' } });
    if (tries++ === 0) await clientOf().tank.update({ where: { id: 'a' }, data: { name: 'between' } });
    await tx.tank.update({ where: { id: 'a' }, data: { note: `read at ${version}` } });
  }, options);
  expect(tries).toBe(2);
  const { version, ...written } = await prisma.tank.findUniqueOrThrow({
    where: { id: 'a' },
    select: { name: true, note: true, version: true },
  });
  expect(written).toEqual({ name: 'between', note: `read at ${version - 1}` });
});

test('what cannot be written is an InvalidRequestError with the field', async () => {
  const { tank } = clientOf();
  const faults: [Promise<unknown>, object][] = [
    [tank.create({ data: { id: 'a' } }), { path: ['data', 'id'], code: 'DUPLICATE' }],
    [tank.createMany({ data: [{ id: 'g' }] }), { path: ['data', 'id'], code: 'DUPLICATE' }],
    [tank.create({ data: { fillPercentage: 900 } }), { path: ['data', 'fillPercentage'], code: 'OUT_OF_RANGE' }],
    [
      tank.update({ where: { id: 'a' }, data: { latitude: 'x' } }),
      { path: ['data', 'latitude'], code: 'WRONG_FORMAT' },
    ],
    [
      tank.updateMany({ data: { fillPercentage: { increment: 1 } } }),
      { path: ['data', 'fillPercentage'], code: 'INVALID' },
    ],
  ];
  for (const [work, issue] of faults) {
    const error = await work.catch((each) => each);
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({ issues: [issue] });
  }
});

test('a text that is too long for its column is an InvalidRequestError with the field', async () => {
  // No model of the gateway has such a column.
  const note = columnOf(modelNamed('Tank'), 'note');
  Reflect.set(note, 'length', 3);
  try {
    const { tank } = clientOf();
    const issues = [{ path: ['data', 'note'], code: 'TOO_LONG', message: 'must be at most 3 characters long' }];
    await expect(tank.create({ data: { note: 'long' } })).rejects.toMatchObject({ issues });
    await expect(tank.updateMany({ data: { note: { set: 'long' } } })).rejects.toMatchObject({ issues });
    await expect(tank.update({ where: { id: 'a' }, data: { note: '😀😀😀' } })).resolves.toMatchObject({ id: 'a' });
  } finally {
    Reflect.deleteProperty(note, 'length');
  }
});

test('JSON keeps every key and digit, in each method that writes or reads it, and from a read to a write', async () => {
  const prisma = clientOf();
  const { tank, shipTo } = prisma;
  const json = (text: string): Prisma.InputJsonObject => JSON.parse(text);
  const keys = '{"__proto__": {"x": [{"__proto__": 1}]}, "constructor": "c"}';
  const data = { metadata: json(keys) };
  await tank.create({ data: { id: 'n', ...data } });
  await tank.createMany({ data: [{ id: 'o', ...data }] });
  await tank.update({ where: { id: 'a' }, data });
  await tank.updateMany({ where: { id: 'b' }, data });
  await tank.upsert({ where: { id: 'c' }, create: {}, update: data });
  await tank.upsert({ where: { id: 'p' }, create: { id: 'p', ...data }, update: {} });
  const stored = async () =>
    (await pool.query(`SELECT DISTINCT metadata::text FROM tank WHERE company_id = 'acme'`)).rows;
  expect(await stored()).toEqual([{ metadata: keys }]);

  const digits = '{"text": "\\"8901260852290847433\\"", "iccid": 8901260852290847433, "plain": 4250.50}';
  await pool.query('UPDATE tank SET metadata = $1, last_reading = $1', [digits]);
  const read = { iccid: expect.objectContaining({ text: '8901260852290847433' }), plain: 4250.5 };
  const row = await tank.findUniqueOrThrow({ where: { id: 'a' }, select: { metadata: true, lastReading: true } });
  expect(row).toMatchObject({ metadata: read, lastReading: read });
  expect(await shipTo.findMany({ include: { tanks: true }, where: { id: 'yard' } })).toMatchObject([
    { tanks: [{ metadata: read }, { metadata: read }] },
  ]);
  expect(await prisma.$queryRaw`SELECT metadata FROM tank WHERE id = 'a'`).toMatchObject([{ metadata: read }]);
  const [copy] = await prisma.$transaction([
    tank.update({ where: { id: 'a' }, data: { metadata: { ...row.metadata } } }),
  ]);
  expect(copy).toMatchObject({ metadata: read });
  const written = (await stored()).map(({ metadata }) => metadata);
  expect(written.sort()).toEqual([digits.replace('50}', '5}'), digits].sort());
});

test('a fraction in JSON that Prisma would round is refused, whatever writes it', async () => {
  const { tank } = clientOf();
  const long = '{"n": [0.12345678901234567890], "m": 98765432109876543210}';
  await pool.query(`UPDATE tank SET metadata = $1 WHERE id = 'a'`, [long]);
  const { metadata } = await tank.findUniqueOrThrow({ where: { id: 'a' }, select: { metadata: true } });
  const data = { metadata: { ...metadata } };
  const issues = [{ path: ['data', 'metadata'], code: 'INVALID' }];
  for (const write of [
    tank.update({ where: { id: 'a' }, data }),
    tank.updateMany({ where: { id: 'a' }, data }),
    tank.create({ data }),
    tank.createMany({ data: [data] }),
    tank.upsert({ where: { id: 'a' }, create: data, update: {} }),
  ])
    await expect(write).rejects.toMatchObject({ issues });
  const { rows } = await pool.query(`SELECT metadata::text FROM tank WHERE id = 'a'`);
  expect(rows).toEqual([{ metadata: '{"m": 98765432109876543210, "n": [0.12345678901234567890]}' }]);
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
