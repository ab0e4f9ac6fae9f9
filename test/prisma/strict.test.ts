import { inspect } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';
import { watchStatements } from '../gateway.ts';
import { openClients } from './stock.ts';

const { pool, stock, prisma } = await openClients();
const acme = Tenant.of('acme');

/** A tenant's rows, for arguments that come from a variable without a type. */
interface Loose {
  page(args?: unknown): Promise<{ rows: object[] }>;
  lookup(args?: unknown): Promise<object | null>;
  patch(args?: unknown): Promise<object | null>;
}
const tanks = (): Loose => prisma.tank.of(acme) as never;

beforeEach(async () => {
  await stock.tank.deleteMany();
  const levels = [null, 10, 20];
  await stock.tank.createMany({
    data: levels.map((fillPercentage, n) => ({ id: `t${n}`, companyId: 'acme', name: `n${n}`, fillPercentage })),
  });
  await stock.tank.create({ data: { id: 'g', companyId: 'globex', name: 'theirs' } });
});

class Odd {
  gte = 'a';
}
const ODD: unknown[] = [
  Prisma.DbNull,
  Prisma.JsonNull,
  Prisma.AnyNull,
  new Odd(),
  new Map(),
  /a/,
  () => 'a',
  Symbol('a'),
  1n,
];
/** What no text, number or time is. */
const NO_VALUES: unknown[] = [
  ...ODD,
  [],
  ['a'],
  new Date(Number.NaN),
  { set: 'x' },
  { constructor: 'x' },
  { toString: 'x' },
];

/** The arguments that a method does not refuse, or refuses only after it has sent a statement. */
async function accepted(method: keyof Loose, every: unknown[]): Promise<string[]> {
  const sent = watchStatements(pool);
  const found: string[] = [];
  for (const args of every) {
    const [outcome] = await Promise.allSettled([(async () => tanks()[method](args))()]);
    const refused = outcome.status === 'rejected' && outcome.reason instanceof Error && sent.length === 0;
    if (!refused) found.push(inspect(args, { depth: 5 }));
    sent.length = 0;
  }
  return found;
}

test('a page refuses what it does not support, and drops no condition', async () => {
  const refused: unknown[] = [undefined, null, [], new Odd(), {}, { take: '1' }, { take: Number.NaN }, { take: 1.5 }];
  const refuse = (...args: object[]) => refused.push(...args.map((each) => ({ take: 1, ...each })));
  refuse(...[null, [], 'x', new Odd(), Prisma.DbNull].map((where) => ({ where })));
  refuse(...[{ AND: [[]] }, { NOT: null }, { OR: [[]] }, { OR: [null] }, { color: null }].map((where) => ({ where })));
  for (const value of NO_VALUES)
    refuse(
      { where: { name: value } },
      { where: { name: { lt: value } } },
      { where: { fillPercentage: value } },
      { where: { OR: [{ name: value }] } },
      { where: { lastReadingDate: value } },
    );
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, '10', true])
    refuse(
      { where: { fillPercentage: value } },
      { where: { fillPercentage: { lte: value } } },
      { where: { OR: [{ fillPercentage: null }, { fillPercentage: { lte: value } }] } },
    );
  for (const field of ['alerts', 'lastReading', 'metadata'])
    refuse(...[null, [], { equals: null }, Prisma.DbNull, 'x'].map((value) => ({ where: { [field]: value } })));
  for (const operator of ['contains', 'startsWith', 'endsWith', 'search', 'gtr', 'is'])
    refuse({ where: { fillPercentage: { [operator]: '1' } } }, { where: { alerts: { [operator]: 'x' } } });
  for (const value of NO_VALUES)
    refuse({ where: { name: { contains: value } } }, { where: { alerts: { has: value } } });
  refuse(
    ...[{ in: 'a' }, { notIn: null }, { mode: 'odd' }, { not: { color: 'a' } }].map((name) => ({ where: { name } })),
  );
  for (const shipTo of [
    null,
    'x',
    [],
    { name: 'a' },
    { some: [] },
    { is: 'x' },
    { is: { color: 1 } },
    { every: null, has: 1 },
  ])
    refuse({ where: { shipTo } });
  refuse(...[null, [null], ['id'], { alerts: 'asc' }, { metadata: 'asc' }].map((orderBy) => ({ orderBy })));
  for (const by of [{ nulls: 'weird' }, { nulls: null }, { nulls: ['first'] }])
    refuse({ orderBy: { name: { sort: 'asc', ...by } } });
  refuse({ orderBy: { alerts: { sort: 'asc', nulls: 'first' } } }, { orderBy: [{ id: 'asc' }, { name: 'up' }] });
  for (const of of [null, {}, { field: 'color', id: 'a' }, { field: 'metadata', id: 'a' }]) refuse({ of });
  for (const where of [null, [], 'x', new Odd(), { color: 'red' }, { name: ['a'] }, { AND: [null] }])
    refuse({ of: { field: 'name', id: 'a', where } });
  for (const select of [[], {}, { name: false }, { nope: false }, { nope: true }]) refuse({ select });
  for (const value of [1, 'yes', null, {}, { select: { id: true } }]) refuse({ select: { name: value } });

  expect(await accepted('page', refused)).toEqual([]);
});

test('a look-up refuses what it does not support, and drops no condition', async () => {
  const where = { id: 't1' };
  const refused: unknown[] = [undefined, null, [], {}, { where: null }, { where: [] }, { where: {} }];
  refused.push(...[1, null, ['t1'], { gte: 't1' }, { constructor: 't1' }].map((id) => ({ where: { id } })));
  refused.push(...[{}, { nope: false }].map((select) => ({ where, select })));
  refused.push(
    ...[null, 'name', {}, () => ({ nope: 'x' }), () => ({ constructor: 'x' })].map((keyOf) => ({ where, keyOf })),
  );
  expect(await accepted('lookup', refused)).toEqual([]);
});

test('a patch refuses what it does not support, and writes nothing', async () => {
  const [where, data] = [{ id: 't1' }, { name: 'new' }];
  const refused: unknown[] = [undefined, null, [], {}, { where }, { data }, { where: {}, data }];
  refused.push(...[null, 'x', new Odd()].map((data) => ({ where, data })));
  refused.push(...[[], '1', Number.NaN].map((version) => ({ where: { ...where, version }, data })));
  refused.push({ where: { ...where, AND: [null] }, data }, { where, data, select: {} });
  const set = (...each: object[]) => refused.push(...each.map((more) => ({ where, data: { ...data, ...more } })));
  set(
    { id: 't9' },
    { companyId: 'globex' },
    { companyId: null },
    { version: 9 },
    { version: { increment: 1 } },
    { color: 'red' },
  );
  for (const value of NO_VALUES) set({ note: value }, { fillPercentage: value }, { lastReadingDate: value });
  for (const value of [...ODD, [], new Date(), 'x', 1, true]) set({ lastReading: value });
  for (const value of ['x', [1], { set: ['x'] }, { push: 'x' }, new Set()]) set({ alerts: value });
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, '10', true, { increment: 1 }])
    set({ fillPercentage: value });
  set({ includeInJob: 'true' }, { note: 5 });
  refused.push({ where, data: { companyId: 'globex' }, among: ['companyId'] });

  const before = await stock.tank.findMany({ orderBy: { id: 'asc' } });
  expect(await accepted('patch', refused)).toEqual([]);
  for (const field of ['metadata', 'tankSize', 'includeInJob'])
    await expect(tanks().patch({ where, data: { ...data, [field]: null } }), field).rejects.toThrow('null value');
  expect(await stock.tank.findMany({ orderBy: { id: 'asc' } })).toEqual(before);
});

test('undefined is absent, as in Prisma', async () => {
  const nothing = undefined;
  const where = { name: { lt: nothing, gte: 'n1' }, status: nothing, OR: nothing, color: nothing };
  const page = { take: 9, where, orderBy: { id: 'asc', name: nothing }, skip: nothing, cursor: nothing, of: nothing };
  expect((await tanks().page({ ...page, select: { id: true, color: nothing } })).rows).toMatchObject([
    { id: 't1' },
    { id: 't2' },
  ]);
  expect(await tanks().lookup({ where: { id: 't1', name: nothing }, select: nothing })).toMatchObject({ name: 'n1' });
  const data = { note: 'x', id: nothing, companyId: nothing, color: nothing };
  expect(await tanks().patch({ where: { id: 't1', version: nothing }, data })).toMatchObject({ note: 'x', name: 'n1' });
});

test('null clears a JSON field', async () => {
  const rows = prisma.tank.of(acme);
  await rows.patch({ where: { id: 't1' }, data: { lastReading: { level: 1 } } });
  await rows.patch({ where: { id: 't1' }, data: { lastReading: null } });
  expect(await stock.tank.count({ where: { id: 't1', lastReading: { equals: Prisma.DbNull } } })).toBe(1);
});

test('a select that changes after its first use is read again', async () => {
  const select: Record<string, boolean> = { id: true, name: true };
  expect(await tanks().lookup({ where: { id: 't1' }, select })).toEqual({ id: 't1', name: 'n1' });
  delete select.name;
  select.fillPercentage = true;
  expect(await tanks().lookup({ where: { id: 't1' }, select })).toEqual({ id: 't1', fillPercentage: 10 });
});

test('a look-up by the fields of which an id is made finds no row that lacks one of them', async () => {
  const by = (id: string, name: string) => tanks().lookup({ where: { id }, keyOf: () => ({ name }) });
  expect(await by('t1', 'n1')).toMatchObject({ id: 't1' });
  expect(await by('t1', 'n2')).toBeNull();
  const sent = watchStatements(pool);
  expect(await tanks().lookup({ where: { id: 't1' }, keyOf: () => undefined })).toBeNull();
  expect(sent).toEqual([]);
});

test('pages of one record with other conditions stay apart', async () => {
  const of = { field: 'companyId', id: 'acme' };
  const names = ['n1', 'n2', undefined];
  const pages = names.map((name) => tanks().page({ take: 9, of: { ...of, where: { name } }, select: { id: true } }));
  expect((await Promise.all(pages)).map(({ rows }) => rows.length)).toEqual([1, 1, 3]);
});

test('pages of one tick are loaded together only if they are alike', async () => {
  const of = { field: 'companyId', id: 'acme' };
  const page = (fillPercentage: unknown) =>
    tanks().page({ take: 9, where: { fillPercentage }, of, select: { id: true } });
  const pages = [null, Number.NaN, { lte: 10 }, { lte: Number.POSITIVE_INFINITY }, { lte: Number.NEGATIVE_INFINITY }];
  const ids = (rows: object[]) => rows.map((row) => Reflect.get(row, 'id'));
  const results = await Promise.allSettled(pages.map(page));
  expect(results.map((each) => (each.status === 'fulfilled' ? ids(each.value.rows) : 'refused'))).toEqual([
    ['t0'],
    'refused',
    ['t1'],
    'refused',
    'refused',
  ]);
});
