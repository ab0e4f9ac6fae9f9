import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { RequestBudget } from '../../src/load/request-budget.ts';
import { models } from '../../src/prisma/sql/model.ts';
import { Rule } from '../../src/prisma/tenancy/rule.ts';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';
import { LIMITS, watchStatements } from '../gateway.ts';
import { openClients } from './stock.ts';

const { pool, prisma } = await openClients();

const rule = (...values: string[]) => new Rule('Tank', [{ field: 'customerId', column: 'customer_id', values }]);
const byId = (...values: string[]) => new Rule('Tank', [{ field: 'id', column: 'id', values }]);
const acme = Tenant.of('acme');

async function tankOf(customer: string): Promise<string> {
  const id = randomUUID();
  await pool.query(`INSERT INTO tank (id, company_id, customer_id) VALUES ($1, 'acme', $2)`, [id, customer]);
  return id;
}

test('a tenant with a rule has the rows of one model, and of no other', () => {
  const tenant = acme.restrictedTo(rule('c-1'));
  for (const model of models.keys()) {
    if (model === 'Tank') expect(tenant.companyWhere(model)).toEqual({ companyId: 'acme' });
    else expect(() => tenant.companyWhere(model), model).toThrow('The rule');
  }
  for (const rows of [prisma.shipTo, prisma.task, prisma.recordRevision, prisma.webhookSubscription, prisma.apiKey])
    expect(() => rows.of(tenant)).toThrow('The rule');
  expect(() => prisma.$rowsOf('Task', tenant)).toThrow('The rule');
});

test('what does not apply a rule throws, also for one that allows all records', async () => {
  for (const tenant of [acme.restrictedTo(rule('c-1')), acme.restrictedTo(new Rule('Tank', []))]) {
    expect(() => tenant.companyCondition('t')).toThrow('not applied');
    await expect(prisma.$queryPrepared(tenant, Prisma.sql`SELECT 1`)).rejects.toThrow('not applied');
    await expect(prisma.$queryAs(tenant, 'write', Prisma.sql`SELECT 1`)).rejects.toThrow('not applied');
  }
  expect(() => Tenant.ALL_COMPANIES.restrictedTo(rule('c-1'))).toThrow('one company');
  expect(() => new Rule('Tank', [{ field: 'id', column: 'id', values: [] }])).toThrow('at least one');
});

test('a rule through a relation is applied by statements alone, and one through two or to no relation throws', async () => {
  const tasks = new Rule('Task', [{ field: 'teamId', column: 'team_id', values: ['t'] }]);
  const through = new Rule('Tank', [], { through: [{ relation: 'tasks', rule: tasks }] });
  expect(through.isOfAll).toBe(false);
  expect(through.key).not.toBe(new Rule('Tank', []).key);
  for (const use of [() => through.columns, () => through.admits('name', 'a'), () => through.holds({})])
    expect(use).toThrow('goes through "tasks"');
  expect(() => new Rule('ShipTo', [], { through: [{ relation: 'tanks', rule: through }] })).toThrow('one relation');
  const id = await tankOf('c-1');
  const rows = prisma.tank.of(acme.restrictedTo(through));
  expect(await rows.lookup({ where: { id } })).toBeNull();
  await expect(rows.patch({ where: { id }, data: { name: 'a' } })).rejects.toThrow('goes through');
  await expect(rows.createEach({ data: [{ id: randomUUID() }], settable: [] })).rejects.toThrow('goes through');
  const unknown = acme.restrictedTo(new Rule('Tank', [], { through: [{ relation: 'owner', rule: tasks }] }));
  await expect(prisma.tank.of(unknown).lookup({ where: { id } })).rejects.toThrow('no column for "owner"');
});

test('a field that decides what a rule shows is not written', async () => {
  const rows = prisma.task.of(
    acme.restrictedTo(new Rule('Task', [], { linkFields: [{ field: 'entityId', isInertWithoutType: true }] })),
  );
  const settable = ['entityId', 'title'];
  for (const entityId of ['t', null])
    await expect(rows.patch({ where: { id: 'x' }, data: { entityId }, settable })).rejects.toThrow(
      'decides what the rule shows',
    );
  await expect(rows.createEach({ data: [{ id: randomUUID(), entityId: 't' }], settable })).rejects.toThrow(
    'decides what the rule shows',
  );
});

test('every form of a tenant keeps its rule', () => {
  const tenant = acme.restrictedTo(rule('c-1'));
  const forms = [
    tenant.onPrimary,
    tenant.actingAs('user:1'),
    tenant.forRequest(new RequestBudget(LIMITS, 'acme'), true),
    tenant.inCompany('acme'),
    tenant.inCompany(null),
  ];
  for (const form of forms) {
    expect(form.rule).toBe(tenant.rule);
    expect([form.company, form.key]).toEqual(['acme', acme.key]);
  }
});

test('a rule on the id is a condition beside that of a write, and does not take its place', async () => {
  const [mine, other] = [await tankOf('c-1'), await tankOf('c-1')];
  const rows = prisma.tank.of(acme.restrictedTo(byId(mine)));
  const change = { data: { name: 'changed' }, settable: ['name'] };
  expect(await rows.patch({ where: { id: other }, ...change })).toBeNull();
  expect(await rows.patch({ where: { id: other }, data: change.data })).toBeNull();
  expect(await rows.patchMany({ patches: [{ where: { id: other }, data: change.data }], settable: ['name'] })).toEqual([
    null,
  ]);
  expect(await rows.deleteEach({ where: [{ id: other }] })).toEqual([null]);
  expect(await rows.lookup({ where: { id: other } })).toBeNull();
  const { rows: left } = await pool.query('SELECT id FROM tank WHERE name IS NULL AND id = ANY ($1)', [[mine, other]]);
  expect(left).toHaveLength(2);
});

test('a write that would move a record out of the rule, or create one outside, throws and sends nothing', async () => {
  const id = await tankOf('c-1');
  const rows = prisma.tank.of(acme.restrictedTo(rule('c-1', 'c-2')));
  const sent = watchStatements(pool);
  const settable = ['customerId', 'name'];
  for (const customerId of ['c-3', null]) {
    const data = { customerId };
    await expect(rows.patch({ where: { id }, data, settable })).rejects.toThrow('out of the rule');
    await expect(rows.patchMany({ patches: [{ where: { id }, data }], settable })).rejects.toThrow('out of the rule');
    await expect(rows.createEach({ data: [{ id: randomUUID(), customerId }], settable })).rejects.toThrow('outside');
  }
  await expect(rows.createEach({ data: [{ id: randomUUID(), name: 'a' }], settable })).rejects.toThrow('outside');
  expect(sent).toEqual([]);
  expect(await rows.patch({ where: { id }, data: { customerId: 'c-2' }, settable })).toMatchObject({
    customerId: 'c-2',
  });
});

test('look-ups, pages and changes of two rules at the same moment never share a statement', async () => {
  const id = await tankOf('c-1');
  const request = (of: Rule | undefined) => {
    const tenant = acme.forRequest(new RequestBudget(LIMITS, 'acme'), false);
    return of === undefined ? tenant : tenant.restrictedTo(of);
  };
  const select = Object.freeze({ id: true } as const);
  const found = (by: Rule | undefined) => prisma.tank.of(request(by)).lookup({ where: { id }, select });
  const paged = async (by: Rule | undefined) => {
    const { rows } = await prisma.tank.of(request(by)).page({ take: 5, select, of: { field: 'id', id } });
    return rows.length;
  };
  const changed = (by: Rule | undefined) =>
    prisma.tank.of(request(by)).patch({ where: { id }, data: { note: 'n' }, settable: ['note'], select });
  const located = (by: Rule) => prisma.$findModelOf(new Map([['Tank', request(by)] as const]), id);
  for (const others of [
    [rule('c-2'), undefined, rule('c-1')],
    [undefined, rule('c-2'), rule('c-2', 'c-3')],
    [rule('c-1', 'c-2'), byId('x'), rule('c-2')],
  ]) {
    const sees = others.map((by) => by === undefined || by.holds({ id, customer_id: 'c-1' }));
    const all = await Promise.all([
      Promise.all(others.map(found)),
      Promise.all(others.map(paged)),
      Promise.all(others.map(changed)),
      Promise.all(others.map((by) => located(by ?? rule('c-1')))),
    ]);
    expect(all.map((each) => each.map((result) => result !== null && result !== 0 && result !== undefined))).toEqual([
      sees,
      sees,
      sees,
      sees,
    ]);
  }
});

test('nor do those of rules through one relation to records of other rules', async () => {
  const id = await tankOf('c-1');
  await pool.query(
    `INSERT INTO task (company_id, task_type_id, creator_id, status_id, title, priority, task_number, workflow_id, team_id, entity_type, entity_id) VALUES ('acme', '', '', '', '', '', 1, '', 't-1', 'tank', $1)`,
    [id],
  );
  const through = (...values: string[]) =>
    new Rule('Tank', [], {
      through: [
        {
          relation: 'tasks',
          rule: new Rule('Task', values.length === 0 ? [] : [{ field: 'teamId', column: 'team_id', values }]),
        },
      ],
    });
  const request = (by: Rule) => acme.forRequest(new RequestBudget(LIMITS, 'acme'), false).restrictedTo(by);
  for (const rules of [
    [through('t-1'), through('t-2'), through()],
    [through('t-2'), through(), through('t-2', 't-3')],
  ]) {
    const found = await Promise.all(rules.map((by) => prisma.tank.of(request(by)).lookup({ where: { id } })));
    const located = await Promise.all(
      rules.map((by) => prisma.$findModelOf(new Map([['Tank', request(by)] as const]), id)),
    );
    const expected = rules.map((by) => [through('t-1').key, through().key].includes(by.key));
    expect(found.map((row) => row !== null)).toEqual(expected);
    expect(located.map((model) => model !== undefined)).toEqual(expected);
  }
});

test('two askers with one rule do share a statement', async () => {
  const ids = [await tankOf('c-1'), await tankOf('c-1')];
  const sent = watchStatements(pool);
  await Promise.all(
    ids.map((id) =>
      prisma.tank
        .of(acme.forRequest(new RequestBudget(LIMITS, 'acme'), false).restrictedTo(rule('c-1')))
        .lookup({ where: { id } }),
    ),
  );
  expect(sent).toHaveLength(1);
});
