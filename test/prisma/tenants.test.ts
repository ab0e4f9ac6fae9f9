import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { Prisma } from '../../src/generated/prisma/client.ts';
import type { Client } from '../../src/prisma/client.ts';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';
import { openClients } from './stock.ts';
import { insertTanks, plain } from './tanks.ts';

const { stock, prisma } = await openClients();
beforeAll(() => insertTanks(stock, 1));

test('unsupported arguments are refused and never dropped', async () => {
  const rows = prisma.tank.of(Tenant.ALL_COMPANIES);
  const loosely: {
    page(args: object): Promise<unknown>;
    patch(args: object): Promise<unknown>;
    patchMany(args: object): Promise<unknown>;
  } = rows;
  const refused: object[] = [
    { where: { color: 'red' } },
    { where: { name: { contains: 1 } } },
    { where: { name: { lt: null } } },
    { where: { lastReadingDate: { atMost: new Date() } } },
    { where: { daysToEmpty: { atMost: 1 } } },
    { where: { NOT: { color: 'a' } } },
    { where: { tasks: { exists: {} } } },
    { where: { OR: [{ name: 'a' }, { color: 'red' }] } },
    { orderBy: { name: { sort: 'up' } } },
    { orderBy: { name: { sort: 'asc', nulls: 'middle' } } },
    { where: { name: { lt: 'a', nulls: 'first' } } },
    { orderBy: { color: 'asc' } },
    { orderBy: { id: 'up' } },
    { select: { color: true } },
  ];
  for (const args of refused) await expect(loosely.page({ take: 1, ...args }), JSON.stringify(args)).rejects.toThrow();
  const where = { id: 'tank-1' };
  const before = await stock.tank.count({ where: { status: 'a', ...where } });
  await expect(loosely.patch({ where, data: { color: 'red' } })).rejects.toThrow('color');
  await expect(loosely.patch({ where, data: { name: 'a' }, settable: ['status'] })).rejects.toThrow('name');
  const many = (...patches: object[]) =>
    loosely.patchMany({ patches, settable: ['status', 'fillStatus', 'companyId'] });
  const status = { where, data: { status: 'a' } };
  await expect(many(status, { where: { id: 'tank-2' }, data: { name: 'a' } })).rejects.toThrow('name');
  await expect(many(status, { where: { id: 'tank-2' }, data: { companyId: 'b' } })).rejects.toThrow('companyId');
  await expect(many(status, { where: { id: 'tank-2' }, data: { fillStatus: null } })).rejects.toThrow('fill_status');
  await expect(many(status, { where: { id: 'tank-2' }, data: { status: 5 } })).rejects.toThrow('status');
  await expect(many(status, { where: { name: 'a' }, data: {} })).rejects.toThrow('where.id');
  await expect(many(status, { where: {}, data: {} })).rejects.toThrow('where.id');
  await expect(many(status, status)).rejects.toThrow('each record');
  expect(await stock.tank.count({ where: { status: 'a', id: 'tank-1' } })).toBe(before);
});

test('resolvers reach no row without a tenant, and cannot write conditions that do not exist', () => {
  const check = (prisma: Client) => {
    // @ts-expect-error Prisma's own methods are behind `of(tenant)`.
    void prisma.tank.findMany;
    // @ts-expect-error A tenant is not a text.
    prisma.tank.of('acme');
    const madeUp = {
      company: 'x',
      key: '"x"',
      budget: undefined,
      batch: '',
      within: () => Tenant.ALL_COMPANIES,
      during: () => Tenant.ALL_COMPANIES,
      where: {},
      on: () => Prisma.empty,
    };
    // @ts-expect-error Nobody can make one up, even with every public member.
    prisma.tank.of(madeUp);
    const rows = prisma.tank.of(Tenant.ALL_COMPANIES);
    // @ts-expect-error The model has no such field.
    void rows.page({ take: 1, where: { color: 'red' } });
    // @ts-expect-error A page skips no rows.
    void rows.page({ take: 1, skip: 1 });
    // @ts-expect-error A cursor has the value that is sorted by.
    void rows.page({ take: 1, cursor: { id: 'a' } });
    // @ts-expect-error A look-up has no other condition.
    void rows.lookup({ where: { id: 'a', name: 'b' } });
    // @ts-expect-error Nor has a patch.
    void rows.patch({ where: { id: 'a', name: 'b' }, data: {} });
    // @ts-expect-error JSON cannot be compared.
    void rows.page({ take: 1, where: { metadata: {} } });
    void rows.page({ take: 1, orderBy: { name: { sort: 'asc', nulls: 'last' } } });
    // @ts-expect-error There is no such place for null.
    void rows.page({ take: 1, orderBy: { name: { sort: 'asc', nulls: 'middle' } } });
    // @ts-expect-error A patch moves no record to another company.
    void rows.patch({ where: { id: 'a' }, data: { companyId: 'globex' } });
    const moved = { name: 'a', companyId: 'globex' };
    // @ts-expect-error Nor does it from a variable.
    void rows.patch({ where: { id: 'a' }, data: moved });
    // @ts-expect-error Null clears a JSON field.
    void rows.patch({ where: { id: 'a' }, data: { lastReading: Prisma.DbNull } });
    void rows.patch({ where: { id: 'a' }, data: { lastReading: null } });
    // @ts-expect-error Only what was selected is there.
    void rows.lookup({ where: { id: 'a' }, select: { id: true } }).then((row) => row?.name);
  };
  expect(check).toBeTypeOf('function');
});

test('a tenant is one that `Tenant` made, of a company that has an id', () => {
  const loosely: { of(company?: unknown): Tenant; ALL_COMPANIES: { inCompany(company?: unknown): Tenant } } =
    Tenant as never;
  for (const company of [undefined, null, '', 7, ['acme']])
    expect(() => loosely.of(company), String(company)).toThrow('id of a company');
  expect(() => loosely.ALL_COMPANIES.inCompany(undefined)).toThrow('a company or null');
  const rows: { of(tenant: unknown): unknown } = prisma.tank as never;
  for (const tenant of [undefined, null, 'acme', { company: 'acme', where: {} }])
    expect(() => rows.of(tenant), String(tenant)).toThrow('Tenant');
});

test('a new record belongs to the tenant’s company', async () => {
  const settable = ['name', 'fillStatus'];
  const data = { name: 'new', fillStatus: 'ok' };
  const create = async (tenant: Tenant, more: object) =>
    (await prisma.tank.of(tenant).createEach({ data: [{ ...data, ...more, id: randomUUID() }], settable }))[0];
  const created = await create(Tenant.of('acme'), {});
  const stored = await stock.tank.findUniqueOrThrow({ where: { id: created?.row?.id ?? '' } });
  // Prisma reads a list that is null as an empty one.
  expect(plain({ ...created?.row, alerts: [] })).toEqual(plain(stored));
  expect(stored).toMatchObject({ ...data, companyId: 'acme', version: 1 });
  await expect(create(Tenant.of('acme'), { companyId: 'globex' })).rejects.toThrow('companyId');
  await expect(create(Tenant.of('acme'), { color: 'red' })).rejects.toThrow('color');
  for (const tenant of [Tenant.ALL_COMPANIES, Tenant.ALL_COMPANIES.inCompany(null)])
    await expect(create(tenant, {})).rejects.toThrow('one company');
  await stock.tank.deleteMany({ where: { id: stored.id } });
});

test('a model without a company is out of reach for a tenant', () => {
  for (const model of ['WebhookAttempt', 'WebhookDelivery'])
    expect(() => prisma.$rowsOf(model, Tenant.ALL_COMPANIES), model).toThrow('belong to no company');
  const check = () => {
    // @ts-expect-error An attempt has no company.
    void prisma.webhookAttempt;
    void prisma.webhookDeliveryLog.of(Tenant.ALL_COMPANIES).page;
  };
  expect(check).toBeTypeOf('function');
});
