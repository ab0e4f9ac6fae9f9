import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway } from '../../gateway.ts';
import { fill, isOwn, LEADS, leading, narrowed, type Own, ownScopes, type Rows, rowsOf, scopeOf } from './narrowed.ts';

let gateway: TestGateway;
let ids: Map<string, string[]>;
let all: Rows;
beforeAll(async () => {
  gateway = await openGateway();
  ids = await fill(gateway, 'acme');
  await fill(gateway, 'globex');
  all = await rowsOf(gateway, 'acme');
});
afterAll(() => gateway.close());

const LISTS: Record<string, [many: string, type: string]> = {
  tank: ['tanks', 'Tank'],
  task: ['tasks', 'Task'],
  ship_to: ['shipTos', 'ShipTo'],
};
const TEXTS = ['customerId', 'name', 'locationId', 'assigneeId', 'teamId', 'entityId', 'shipToId', 'ownerId'];
const FIELDS: Record<string, string[]> = {
  tank: ['customerId', 'name', 'shipToId', 'fillPercentage', 'tankSize'],
  task: ['assigneeId', 'teamId', 'entityId', 'taskNumber'],
  ship_to: ['customerId', 'locationId'],
  expiration: ['ownerId'],
};

/** True, false, or null for unknown, as in SQL. */
type Truth = boolean | null;
const not = (truth: Truth): Truth => (truth === null ? null : !truth);
const every = (truths: Truth[]): Truth => (truths.includes(false) ? false : truths.includes(null) ? null : true);
const some = (truths: Truth[]): Truth => not(every(truths.map(not)));

const compare = (operator: string, value: unknown, wanted: Data[string]): Truth => {
  if (operator === 'equals' && wanted === null) return value === null;
  if (operator === 'not') return not(meets(value, wanted));
  // Nothing is in an empty list.
  if (Array.isArray(wanted) && wanted.length === 0) return operator === 'notIn';
  if (value === null) return null;
  if (operator === 'equals') return value === wanted;
  if (operator === 'in') return wanted.includes(value);
  if (operator === 'notIn') return !wanted.includes(value);
  if (operator === 'contains') return String(value).includes(wanted);
  return operator === 'lte' ? Number(value) <= wanted : Number(value) > wanted;
};
const meets = (value: unknown, operators: Data): Truth =>
  every(Object.entries(operators).map(([operator, wanted]) => compare(operator, value, wanted)));

/** What a filter says of a record to a token that sees its own alone. */
function matches(own: Own, name: string, row: Data, where: Data): Truth {
  return every(
    Object.entries(where).map(([key, wanted]): Truth => {
      const each = (branch: Data) => matches(own, name, row, branch);
      if (key === 'AND') return every(wanted.map(each));
      if (key === 'OR') return some(wanted.map(each));
      if (key === 'NOT') return not(each(wanted));
      const lead = LEADS[name]?.[key];
      if (lead === undefined) return meets(row[key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)], wanted);
      const [kind, type] = lead.type ?? ['id', undefined];
      const related = (all.get(lead.to) ?? [])
        .filter((other) => other[lead.by] === row[lead.from] && (type === undefined || other[kind] === type))
        .filter((other) => own[lead.to] === undefined || isOwn(own, lead.to, other, all));
      const [[operator, inner] = ['', null]] = Object.entries<Data>(wanted);
      const truths = related.map((other) => (inner === null ? true : matches(own, lead.to, other, inner)));
      if (operator === 'is') return inner === null ? related.length === 0 : some(truths);
      if (operator === 'isNot') return inner === null ? related.length > 0 : not(some(truths));
      if (operator === 'some') return truths.includes(true);
      return operator === 'none' ? !truths.includes(true) : !truths.includes(false);
    }),
  );
}

/** Types of which a rule needs all records, since it leads through a relation to them and they have none. */
const wholeTypes = (own: Own): string[] => [
  ...new Set(
    Object.entries(own).flatMap(([name, rule]) =>
      Object.entries(rule).flatMap(([key, values]) => {
        const to = LEADS[name]?.[key]?.to ?? '';
        return values === true && own[to] === undefined ? [to] : [];
      }),
    ),
  ),
];

/** The types behind the relations of a filter. */
const behind = (name: string, where: Data): string[] =>
  Object.entries<Data>(where).flatMap(([key, wanted]) => {
    if (['AND', 'OR', 'NOT'].includes(key)) return [wanted].flat().flatMap((each: Data) => behind(name, each));
    const to = LEADS[name]?.[key]?.to;
    const inner: Data[] = Object.values(wanted ?? {});
    return to === undefined ? [] : [to, ...inner.flatMap((each) => (each === null ? [] : behind(to, each)))];
  });

const text = fc.constantFrom('c-1', 'c-2', "o'c", 'ё', 'North 1', 'acme-tank-3', 'acme-ship_to-4');
const number = fc.constantFrom(0, 3, 5.25, 12, 20);
const operators = (field: string): fc.Arbitrary<Data> => {
  const isText = TEXTS.includes(field);
  const value: fc.Arbitrary<string | number> = isText ? text : field === 'taskNumber' ? number.map(Math.floor) : number;
  const values = fc.array(value, { maxLength: 4 });
  return fc.oneof(
    fc.record({ equals: value }),
    ...(['taskNumber', 'tankSize', 'teamId'].includes(field) ? [] : [fc.constant({ equals: null })]),
    fc.record({ in: values }),
    fc.record({ notIn: values }),
    fc.record({ not: fc.record({ equals: value }) }),
    isText ? fc.record({ contains: fc.constantFrom('c', 'North', '3') }) : fc.record({ lte: value }),
    isText ? fc.record({ contains: fc.constant('1') }) : fc.record({ gt: value }),
  );
};
const wheres = (name: string, depth = 2): fc.Arbitrary<Data> => {
  const column = fc
    .constantFrom(...(FIELDS[name] ?? []))
    .chain((field) => operators(field).map((wanted) => ({ [field]: wanted })));
  if (depth === 0) return column;
  const inner = wheres(name, depth - 1);
  const relations = Object.entries(LEADS[name] ?? {}).map(([key, { to, by }]) => {
    const names = by === 'id' ? ['is', 'isNot'] : ['some', 'none', 'every'];
    const where = wheres(to, depth - 1);
    return fc
      .tuple(fc.constantFrom(...names), by === 'id' ? fc.option(where, { freq: 5 }) : where)
      .map(([operator, wanted]) => ({ [key]: { [operator]: wanted } }));
  });
  const branches = fc.array(inner, { minLength: 1, maxLength: 2 });
  return fc.oneof(
    column,
    fc.record({ OR: branches }),
    fc.record({ AND: branches }),
    fc.record({ NOT: inner }),
    ...relations,
    ...relations,
  );
};

test('a filter finds of what a narrowed token sees what it says, and knows of nothing else', async () => {
  const asked = fc
    .constantFrom('tank', 'task', 'ship_to')
    .chain((name) => fc.tuple(fc.constant(name), wheres(name), leading(ids)));
  let refused = 0;
  let found = 0;
  await fc.assert(
    fc.asyncProperty(asked, async ([name, filter, own]) => {
      const [many = '', type = ''] = LISTS[name] ?? [];
      const whole = wholeTypes(own);
      const scopes = [ownScopes(own), ...whole.map((each) => scopeOf(each, 'read'))];
      const token = await narrowed(own, scopes.join(' '));
      const one = type.charAt(0).toLowerCase() + type.slice(1);
      const { data, errors } = await gateway.ask(
        `query ($filter: ${type}Filter) {
          list: ${many}(first: 200, filter: $filter) { totalCount nodes { id } }
          figures: ${one}Aggregate(filter: $filter) { groups { count } }
        }`,
        { filter },
        token,
      );
      if ([name, ...behind(name, filter)].some((each) => own[each] === undefined && !whole.includes(each))) {
        refused += 1;
        expect(errors?.map(({ extensions }: Data) => extensions.code)).toEqual(['FORBIDDEN', 'FORBIDDEN']);
        return;
      }
      const expected = (all.get(name) ?? [])
        .filter(
          (row) => (own[name] === undefined || isOwn(own, name, row, all)) && matches(own, name, row, filter) === true,
        )
        .map(({ id }) => id)
        .toSorted();
      found += expected.length;
      expect(errors).toBeUndefined();
      expect(data.list.nodes.map(({ id }: Data) => id).toSorted()).toEqual(expected);
      expect(data.list.totalCount).toBe(expected.length);
      expect(data.figures.groups).toEqual([{ count: expected.length }]);
    }),
    { numRuns: 400 },
  );
  // The samples have both kinds.
  expect([refused > 20, found > 100]).toEqual([true, true]);
});
