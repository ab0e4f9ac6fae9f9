import fc from 'fast-check';
import { Prisma } from '../../src/generated/prisma/client.ts';
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
  daysToEmpty: numbers,
  fillPercentage: maybe(numbers),
  includeInJob: fc.boolean(),
  lastReadingDate: maybe(times),
  alerts: lists,
});
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
export const condition = <Value>(value: fc.Arbitrary<Value>, nullable: boolean) =>
  fc.oneof(
    value,
    ...(nullable ? [fc.constant(null)] : []),
    fc.constantFrom('lt', 'lte', 'gt', 'gte').chain((operator) => fc.record({ [operator]: value })),
    fc.record({ gte: value, lte: value }),
  );
export const plainWhere = fc.record(
  {
    name: condition(texts, true),
    fillStatus: condition(texts, false),
    daysToEmpty: condition(numbers, false),
    fillPercentage: condition(numbers, true),
    includeInJob: fc.boolean(),
    lastReadingDate: condition(times, true),
  },
  { requiredKeys: [] },
);
export const nullOrAtMost = (most: number) => ({ OR: [{ fillPercentage: null }, { fillPercentage: { lte: most } }] });
export const wheres: fc.Arbitrary<object> = fc.oneof(
  plainWhere,
  fc.record({
    OR: fc.array(
      plainWhere.filter((where) => Object.keys(where).length > 0),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  numbers.map(nullOrAtMost),
);
