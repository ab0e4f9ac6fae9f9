import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { rightsOfCaller } from '../../src/auth/scopes.ts';
import type { PrismaClient } from '../../src/generated/prisma/client.ts';
import { RequestBudget } from '../../src/load/request-budget.ts';
import type { CallerClient } from '../../src/prisma/caller.ts';
import { Rule } from '../../src/prisma/tenancy/rule.ts';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';
import { LIMITS } from '../gateway.ts';
import { openClients } from './stock.ts';

/*
 * What a caller's client finds is what Prisma's own client finds, with the same arguments, in a database that has the
 * caller's records alone.
 */

const { stock: all, prisma } = await openClients();

const COMPANIES = ['acme', 'globex'];
const NAMES = ['a', 'b', null];
const shipTos = COMPANIES.flatMap((companyId) =>
  [0, 1, 2, 3].map((n) => ({ id: `${companyId}-s${n}`, companyId, name: NAMES[n % 3] ?? null })),
);
/** Each names a ship-to of its company, one of the other company, one that is not there, or none. */
const tanks = COMPANIES.flatMap((companyId) =>
  Array.from({ length: 14 }, (_, n) => ({
    id: `${companyId}-t${n}`,
    companyId,
    name: NAMES[n % 3] ?? null,
    daysToEmpty: n % 4,
    customerId: `c-${n % 2}`,
    shipToId: [...shipTos.map(({ id }) => id), 'none', null][(n * 3) % 10] ?? null,
  })),
);

const has = (company: string, customers?: string[]) => ({
  tank: tanks.filter(({ companyId, customerId }) => companyId === company && (customers?.includes(customerId) ?? true)),
  shipTo: shipTos.filter(({ companyId, name }) => companyId === company && (!customers || name === 'a')),
});

const scopes = new Set(['tanks:read', 'ship-tos:read']);
function clientOf(company: string): CallerClient {
  const [tenant, budget] = [Tenant.of(company), new RequestBudget(LIMITS, company, undefined, false)];
  return prisma.$caller(rightsOfCaller({ caller: { tenant, scopes }, budget }), tenant.forRequest(budget, false));
}

/** A token that sees the tanks of one customer, and the ship-tos of one name. */
function narrowedClient(): CallerClient {
  const tenant = Tenant.of('acme');
  const ruled = (model: string, field: string, column: string, value: string) =>
    tenant.restrictedTo(new Rule(model, [{ field, column, values: [value] }]));
  const narrowed = new Map([
    ['tanks:read', ruled('Tank', 'customerId', 'customer_id', 'c-1')],
    ['ship-tos:read', ruled('ShipTo', 'name', 'name', 'a')],
  ]);
  const budget = new RequestBudget(LIMITS, 'acme', undefined, false);
  const caller = { tenant: tenant.restrictedTo(new Rule('', [])), scopes: new Set<string>(), narrowed };
  return prisma.$caller(rightsOfCaller({ caller, budget }), tenant.forRequest(budget, false));
}

const callers: [name: string, client: () => CallerClient, alone: PrismaClient, isNarrowed: boolean][] = [];
beforeAll(async () => {
  await all.shipTo.createMany({ data: shipTos });
  await all.tank.createMany({ data: tanks });
});
for (const [name, client, own] of [
  ['acme', () => clientOf('acme'), has('acme')],
  ['globex', () => clientOf('globex'), has('globex')],
  ['a narrowed token', narrowedClient, has('acme', ['c-1'])],
] as const) {
  const { stock } = await openClients();
  callers.push([name, client, stock, client === narrowedClient]);
  beforeAll(async () => {
    await stock.shipTo.createMany({ data: own.shipTo });
    await stock.tank.createMany({ data: own.tank });
  });
}

const few = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { maxLength: 2 });
const name = fc.oneof(fc.constantFrom('a', 'b', null), fc.record({ not: fc.constantFrom('a', 'b', null) }));
const direction = fc.constantFrom('asc', 'desc');
const tankIds = fc.constantFrom(...tanks.map(({ id }) => id), 'none');

/** Arguments of both models. Those that a rule forbids are left out for a narrowed token. */
const argumentsFor = (isNarrowed: boolean) =>
  fc.letrec<
    Record<'tankWhere' | 'shipToWhere' | 'tankArgs' | 'shipToArgs' | 'tank' | 'shipTo' | 'shipToOrder', object>
  >((tie) => {
    const optional = { requiredKeys: [] };
    const shape = { depthSize: 'small', maxDepth: 3 } as const;
    const branchesOf = (where: fc.Arbitrary<object>) => ({ AND: few(where), OR: few(where), NOT: where });
    const one = tie('shipToWhere');
    const many = ['some', 'none', ...(isNarrowed ? [] : ['every'])];
    const toOne = fc.oneof(
      fc.constant(null),
      one,
      fc.record({ is: fc.oneof(one, fc.constant(null)) }),
      fc.record({ isNot: fc.oneof(one, fc.constant(null)) }),
    );
    const toMany = fc.record(Object.fromEntries(many.map((each) => [each, tie('tankWhere')])), optional);
    const simple = { name, id: fc.constantFrom(undefined, { not: 'acme-t1' }) };
    const byShipTo = fc.record({
      shipTo: fc.oneof(fc.record({ name: direction }), fc.record({ tanks: fc.record({ _count: direction }) })),
    });
    const byTanks = fc.record({ tanks: fc.record({ _count: direction }) });
    const orderOf = (by: fc.Arbitrary<object>) =>
      fc.tuple(...(isNarrowed ? [] : [by]), fc.record({ name: direction }), fc.record({ id: direction }));
    const counted = fc.oneof(fc.constant(true), fc.record({ where: tie('tankWhere') }));
    const count = fc.oneof(fc.constant(true), fc.record({ select: fc.record({ tanks: counted }) }));
    const nested = (args: fc.Arbitrary<object>) => fc.oneof(fc.boolean(), args);
    const chosen = (columns: object, relations: Record<string, fc.Arbitrary<unknown>>) =>
      fc.oneof(
        fc.constant({}),
        fc.record({
          select: fc.record({ ...relations, id: fc.constant(true), name: fc.boolean() }, { requiredKeys: ['id'] }),
        }),
        fc.record({ include: fc.record(relations, { requiredKeys: [Object.keys(relations)[0] ?? ''] }) }),
        fc.constant({ select: columns }),
      );
    return {
      tankWhere: fc.oneof(
        shape,
        fc.record(simple, optional),
        fc.record({ ...simple, shipTo: toOne, ...branchesOf(tie('tankWhere')) }, optional),
      ),
      shipToWhere: fc.oneof(
        shape,
        fc.record(simple, optional),
        fc.record({ ...simple, tanks: toMany, ...branchesOf(tie('shipToWhere')) }, optional),
      ),
      tank: chosen({ id: true }, { shipTo: nested(tie('shipToArgs')) }),
      // A list without an order has one by chance.
      shipTo: chosen({ id: true }, { tanks: fc.oneof(fc.constant(false), tie('tankArgs')), _count: count }),
      tankArgs: fc
        .tuple(
          tie('tank'),
          fc.record(
            {
              where: tie('tankWhere'),
              take: fc.integer({ min: -3, max: 4 }),
              skip: fc.nat(1),
              cursor: fc.record({ id: tankIds }),
            },
            optional,
          ),
          orderOf(byShipTo),
        )
        .map(([read, args, orderBy]) => ({ ...read, ...args, orderBy })),
      shipToOrder: orderOf(byTanks),
      // What leads to one record takes no order.
      shipToArgs: fc
        .tuple(tie('shipTo'), fc.record({ where: tie('shipToWhere') }, optional))
        .map(([read, args]) => ({ ...read, ...args })),
    };
  });

/** To the caller's client, null is also a field that names a record which is not there. */
function asStock(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(asStock);
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      if (key === 'shipTo' && value === null) return [key, { isNot: {} }];
      if (value === null && (key === 'is' || key === 'isNot')) return [key === 'is' ? 'isNot' : 'is', {}];
      return [key, asStock(value)];
    }),
  );
}

type Loose = Record<string, (args?: object) => Promise<unknown>>;
const loosely = (rows: object): Loose => rows as Loose;
const failed = 'failed';
const outcome = (work: Promise<unknown> | undefined) =>
  Promise.resolve(work).then(
    // The database sets the time.
    (result) => JSON.parse(JSON.stringify([result], (key, value) => (key === 'lastModifiedDate' ? 0 : value))),
    (error: unknown) => ({ [failed]: String(error) }),
  );

test.each(callers)(
  '%s finds through relations what Prisma finds among its records alone',
  async (_, client, alone, isNarrowed) => {
    const given = argumentsFor(isNarrowed);
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(
        given.tankArgs,
        given.shipToOrder,
        given.shipToArgs,
        given.shipTo,
        given.tank,
        async (tankArgs, orderBy, shipToArgs, shipToRead, tankRead) => {
          const both = async (model: 'tank' | 'shipTo', method: string, ...calls: object[]) => {
            const of = loosely(client()[model]);
            const found = await Promise.all(calls.map((args) => outcome(of[method]?.(args))));
            for (const [index, args] of calls.entries()) {
              const expected = await outcome(loosely(alone[model])[method]?.(asStock(args) as object));
              const seen = found[index];
              if (failed in expected) expect(seen, JSON.stringify(args)).toHaveProperty(failed);
              else expect(seen, `${model}.${method} ${JSON.stringify(args)}`).toEqual(expected);
              compared += failed in expected ? 0 : 1;
            }
          };
          const byId = { orderBy: { id: 'asc' } };
          await both('tank', 'findMany', tankArgs);
          await both('shipTo', 'findMany', { ...shipToArgs, ...byId }, { ...shipToRead, orderBy });
          await both('tank', 'findFirst', { ...tankArgs, skip: 0 });
          const { where } = { where: {}, ...tankArgs };
          await both('tank', 'count', { where });
          await both('shipTo', 'count', { where: { ...('where' in shipToArgs ? (shipToArgs.where as object) : {}) } });
          // Reads of one moment by a unique key, of which some differ in nothing else.
          await both('tank', 'findUnique', ...tanks.slice(7, 21).map(({ id }) => ({ ...tankRead, where: { id } })), {
            where: { id: 'acme-t1', name: 'b' },
          });
          await both('shipTo', 'findUnique', ...shipTos.map(({ id }) => ({ ...shipToRead, where: { id } })));
        },
      ),
      { numRuns: 20 },
    );
    expect(compared).toBeGreaterThan(300);
  },
);
