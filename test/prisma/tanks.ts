import fc from 'fast-check';
import { Prisma, type PrismaClient } from '../../src/generated/prisma/client.ts';
import { Rule } from '../../src/prisma/tenancy/rule.ts';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';

/** All tanks of a tenant. */
export const allOf = (tenant: Tenant) => ({ AND: [tenant.companyWhere('Tank'), tenant.rule?.where ?? {}] });

/** Few values of each type, so that rows tie, match and miss. */
export const texts = fc.constantFrom('a', 'B', 'é', '10', '9', "o'k", '%_\\');
export const numbers = fc.constantFrom(-1.5, 0, 0.1, 42, 1e21);
export const times = fc
  .constantFrom('2026-03-01T08:00:00.000Z', '2026-03-01T08:00:00.120Z', '0099-12-31T23:59:59.999Z')
  .map((text) => new Date(text));
// Prisma, with which the methods are compared, fails on the key `__proto__`.
export const objects = fc
  .dictionary(fc.constantFrom('k', '"', '$1'), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 })
  .filter((value) => !JSON.stringify(value).includes('__proto__'));
export const lists = fc.array(fc.constantFrom('x', 'a,b', '{"}', 'NULL', ''), { maxLength: 3 });
export const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 3 });

export const tank = fc.record({
  companyId: fc.constantFrom('acme', 'acme', 'acme', 'globex', null),
  name: maybe(texts),
  status: maybe(texts),
  fillStatus: texts,
  daysToEmpty: maybe(numbers),
  fillPercentage: maybe(numbers),
  includeInJob: fc.boolean(),
  lastReadingDate: maybe(times),
  alerts: lists,
  shipToId: maybe(
    fc.constantFrom(...['0', '1', '2', 'none'].flatMap((n) => [`ship-to-${n}-acme`, `ship-to-${n}-globex`])),
  ),
});
/** Stores so many of these, with the ids `tank-0`, `tank-1` and so on. */
export async function insertTanks(stock: PrismaClient, seed: number, count = 80): Promise<void> {
  const rows = fc.sample(tank, { numRuns: count, seed });
  await stock.tank.createMany({ data: rows.map((row, n) => ({ ...row, id: `tank-${n}` })) });
}
/** Tenants of narrowed tokens. */
export const narrowed = [['a', 'B'], ['10'], ['none']].map((values) =>
  Tenant.of('acme').restrictedTo(new Rule('Tank', [{ field: 'status', column: 'status', values }])),
);
export const tenants = fc.constantFrom(
  Tenant.of('acme'),
  Tenant.of('globex'),
  Tenant.of('nobody'),
  Tenant.ALL_COMPANIES,
  Tenant.ALL_COMPANIES.inCompany(null),
  Tenant.of('acme').restrictedTo(new Rule('Tank', [])),
  ...narrowed,
);

/** A row in the form that both sides can have: times as text, and no order of keys. */
export const plain = (row: object | null | undefined) => JSON.parse(JSON.stringify(row ?? null));

export const FIELDS = Object.keys(Prisma.TankScalarFieldEnum);
export const selects = fc
  .uniqueArray(fc.constantFrom(...FIELDS), { minLength: 1, maxLength: 8 })
  .map((fields) => Object.fromEntries(['id', ...fields].map((field) => [field, true])));

const listOf = (value: fc.Arbitrary<unknown>) => fc.array(value, { maxLength: 3 });
/** Prisma's patterns have wildcards, which ours escape. */
const parts = fc.constantFrom('a', 'b', 'É', '0', 'k', '1');
const safeTexts = texts.filter((text) => !text.includes('%'));

/** The operators on a column, as Prisma has them; `not` inverts each of them. */
export const condition = <Value>(
  value: fc.Arbitrary<Value>,
  isNullable: boolean,
  isText = false,
): fc.Arbitrary<unknown> => {
  const orNull = isNullable ? fc.oneof({ weight: 4, arbitrary: value }, fc.constant(null)) : value;
  const operators = {
    equals: orNull,
    in: listOf(value),
    notIn: listOf(value),
    lt: value,
    lte: value,
    gt: value,
    gte: value,
    ...(isText && { contains: parts, startsWith: parts, endsWith: parts }),
  };
  const some = (mode: object, of: Record<string, fc.Arbitrary<unknown>>) =>
    fc
      .tuple(fc.uniqueArray(fc.constantFrom(...Object.keys(of)), { minLength: 1, maxLength: 2 }), fc.boolean())
      .chain(([names, isInverted]) =>
        fc
          .record(Object.fromEntries(names.map((name) => [name, of[name] ?? fc.constant(null)])))
          .map((given) => ({ ...(isInverted ? { not: given } : given), ...mode })),
      );
  const folded = {
    equals: safeTexts,
    in: listOf(safeTexts),
    notIn: listOf(safeTexts),
    contains: parts,
    endsWith: parts,
  };
  return fc.oneof(
    value,
    ...(isNullable ? [fc.constant(null), fc.constant({ not: null })] : []),
    value.map((not) => ({ not })),
    some({}, operators),
    fc.record({ gte: value, lte: value }),
    ...(isText ? [some({ mode: 'insensitive' }, folded)] : []),
  );
};
const listCondition = fc.oneof(
  fc.record({ has: fc.constantFrom('x', 'NULL', '') }),
  fc.record({ hasSome: lists }),
  fc.record({ hasEvery: lists }),
  fc.record({ isEmpty: fc.boolean() }),
);
const shipToWhere = fc.record(
  {
    name: condition(texts, true, true),
    archived: fc.boolean(),
    fuelShipTo: fc.constantFrom(true, false, null, { not: true }, { not: null }),
  },
  { requiredKeys: [] },
);
const columns = {
  name: condition(texts, true, true),
  fillStatus: condition(texts, false, true),
  daysToEmpty: condition(numbers, true),
  fillPercentage: condition(numbers, true),
  includeInJob: fc.boolean(),
  lastReadingDate: condition(times, true),
  alerts: listCondition,
};
const tankWhere = fc.record({ name: condition(texts, true, true) });
const shipTo = fc.oneof(
  fc.record({ is: shipToWhere }),
  fc.record({ isNot: shipToWhere }),
  ...['some', 'none', 'every'].flatMap((operator) => {
    const where = fc.record({ tanks: fc.record({ [operator]: tankWhere }) });
    return [fc.record({ is: where }), fc.record({ isNot: where })];
  }),
);

/** Conditions in every form. None of their branches is empty: Prisma drops `OR: []` where it stands beside others. */
const wheresOf = (conditions: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> => {
  const plain = fc.record(conditions, { requiredKeys: [] }).filter((where) => Object.keys(where).length > 0);
  return fc.letrec<{ where: object }>((tie) => {
    const branches = fc.array(tie('where'), { minLength: 1, maxLength: 3 });
    return {
      where: fc.oneof(
        { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
        { weight: 3, arbitrary: plain },
        fc.record({ OR: branches }),
        fc.record({ AND: branches }),
        fc.record({ NOT: fc.oneof(branches, tie('where')) }),
        fc.tuple(plain, branches).map(([where, NOT]) => ({ ...where, NOT })),
      ),
    };
  }).where;
};
export const wheres = wheresOf(columns);
export const relatedWheres = wheresOf({ ...columns, shipTo });

/** Ship-tos to which tanks lead. Some have no name. */
export const shipTos = ['acme', 'globex'].flatMap((companyId) =>
  ['a', 'B', null].map((name, n) => ({
    companyId,
    id: `ship-to-${n}-${companyId}`,
    name,
    archived: n === 1,
    fuelShipTo: [null, true, false][n] ?? null,
  })),
);
