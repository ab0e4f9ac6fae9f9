import fc from 'fast-check';
import { getNamedType, isLeafType } from 'graphql';
import { expect, test } from 'vitest';
import { modelNamed } from '../../../src/prisma/sql/model.ts';
import type { Data } from '../../gateway.ts';
import { PATCHED } from '../../records.ts';
import { claims, LEADS, leading, narrowed, OWNED } from './narrowed.ts';
import { openReads } from './reading.ts';
import { fieldsOf, REFUSED, records, recordsIn, TYPES } from './subgraph.ts';

const { gateway, ids, company, rule, reader, cases } = await openReads();

test('every root field of queries has a case, and every relation of a record leads to records or is refused', () => {
  // Of a record that no rule is on, a narrowed token has nothing.
  const others = PATCHED.filter((record) => !OWNED.includes(record));
  const unseen = others.flatMap(({ one, many }) => [one, many, `${one}Aggregate`]);
  expect([...cases.keys(), ...unseen].toSorted()).toEqual(
    fieldsOf('Query')
      .map(({ name }) => name)
      .toSorted(),
  );
  for (const { type } of records)
    for (const field of fieldsOf(type)) {
      const to = getNamedType(field.type);
      const name = `${type}.${field.name}`;
      if (!isLeafType(to) && !REFUSED.has(name)) expect(recordsIn(to.name), name).not.toEqual([]);
    }
});

test('every other field of a record is a column, and lists and aggregates have no field that no case reads', () => {
  const page = ['edges', 'epoch', 'modifiedThrough', 'nodes', 'pageInfo', 'totalCount', 'totalCountIsExact'];
  const namesIn = (name: string) =>
    fieldsOf(name)
      .map((field) => field.name)
      .toSorted();
  for (const { type } of records) {
    const isFlag = (name: string) =>
      name.endsWith('IsKnown') && modelNamed(type).columns.has(name.slice(0, -'IsKnown'.length));
    const leaves = fieldsOf(type).filter(({ name, type }) => isLeafType(getNamedType(type)) && !isFlag(name));
    expect([type, leaves.filter(({ name }) => !modelNamed(type).columns.has(name))]).toEqual([type, []]);
    expect(namesIn(`${type}Connection`)).toEqual(page);
    expect(namesIn(`${type}Aggregate`)).toEqual(['groups', 'isExact', 'others']);
    const figures =
      fieldsOf(`${type}Sums`).length > 0
        ? ['avg', 'count', 'key', 'max', 'min', 'sum']
        : ['count', 'key', 'max', 'min'];
    expect(namesIn(`${type}Group`)).toEqual(figures);
    const compared = ['GroupKey', 'Sums', 'Extremes'].flatMap((suffix) => namesIn(`${type}${suffix}`));
    expect(compared.filter((name) => !leaves.some((leaf) => leaf.name === name))).toEqual([]);
  }
});

test('rules go through the relations of the schema between two types of records, and no others', () => {
  for (const { type, table } of records) {
    const relations = fieldsOf(type).flatMap((field): [string, string | undefined][] => {
      const [to = '', ...others] = REFUSED.has(`${type}.${field.name}`) ? [] : recordsIn(getNamedType(field.type).name);
      return others.length > 0 || to === '' ? [] : [[field.name, TYPES.get(to)]];
    });
    const named = Object.entries(LEADS[table] ?? {}).map(([name, { to }]) => [name, to]);
    expect([type, Object.fromEntries(relations)]).toEqual([type, Object.fromEntries(named)]);
  }
});

for (const [name, check] of cases)
  test(`${name} answers as to a token of the company, without what the rules leave out`, async () => {
    const samples = fc.sample(fc.oneof(claims(ids), leading(ids)), 12);
    for (const own of samples) await check(own);
  });

test('a relation that does not lead to records is refused, also of a record in sight', async () => {
  for (const field of REFUSED) {
    const { one, table } = records.find(({ type }) => field.startsWith(`${type}.`)) ?? { one: '', table: '' };
    const id = `acme-${table}-1`;
    const query = `{ ${one}(id: "${id}") { id ${field.split('.')[1]} { nodes { __typename } } } }`;
    const { data, errors } = await gateway.ask(query, {}, await reader({ [table]: { id } }));
    expect([data[one]?.history ?? null, errors]).toMatchObject([null, [{ extensions: { code: 'FORBIDDEN' } }]]);
  }
});

test('pages of a token that sees its own hold all of them once, in the order of the company', async () => {
  const page =
    'query ($after: String) { tanks(first: 3, after: $after, orderBy: { field: NAME, direction: ASC }) { nodes { id customerId locationId shipToId } pageInfo { endCursor hasNextPage } } }';
  const read = async (token: string): Promise<Data[]> => {
    const found: Data[] = [];
    for (let after: string | null = null, isMore = true; isMore; ) {
      const { data } = await gateway.ask(page, { after }, token);
      found.push(...data.tanks.nodes);
      ({ endCursor: after, hasNextPage: isMore } = data.tanks.pageInfo);
    }
    return found;
  };
  const whole = await read(company);
  for (const own of fc.sample(fc.oneof(claims(ids, ['tank']), leading(ids)), 20))
    expect(await read(await reader(own))).toEqual(whole.filter((row) => rule(own)('tank', row)));
});

test('requests of tokens with other rules at the same moment get each their own', async () => {
  const list =
    '{ tanks(first: 200) { nodes { id } } a: tank(id: "acme-tank-1") { id tasks { nodes { id } } } b: node(id: "acme-tank-2") { id } }';
  const tokens = await Promise.all([
    company,
    ...fc
      .sample(fc.oneof(claims(ids, ['tank', 'task']), leading(ids)), 30)
      .map((own) => reader({ tank: { id: 'none' }, ...own })),
  ]);
  const alone: Data[] = [];
  for (const token of tokens) alone.push((await gateway.ask(list, {}, token)).data);
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all(tokens.map((token) => gateway.ask(list, {}, token)));
    // On a busy machine, the company has too many requests waiting: some are refused.
    const isRefused = (at: number): boolean => answers[at]?.errors?.[0]?.extensions.code === 'OVERLOADED';
    for (const [at, { data }] of answers.entries()) if (!isRefused(at)) expect(data).toEqual(alone[at]);
    expect(answers.every((_, at) => isRefused(at))).toBe(false);
  }
});

test('a type without a scope is refused by the name of the scope, and a rule does not grant it', async () => {
  const token = await narrowed({ tank: { customer_id: 'c-1' }, task: { team_id: 'c-1' } }, 'tanks:read:own');
  const { data, errors } = await gateway.ask('{ tasks { nodes { id } } tanks { nodes { id } } }', {}, token);
  expect([data.tasks, data.tanks]).toEqual([null, expect.anything()]);
  expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN', missingScope: 'tasks:read' } }]);
});
