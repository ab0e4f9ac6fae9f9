import fc from 'fast-check';
import { getNamedType, isAbstractType, isEnumType, isLeafType, isObjectType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { subgraphOf } from '../../../src/graphql/federation/subgraph.ts';
import { modelNamed } from '../../../src/prisma/sql/model.ts';
import { schema } from '../../../src/schema.ts';
import { type Data, openGateway, type TestGateway, tokenOf } from '../../gateway.ts';
import { PATCHED } from '../../records.ts';
import { snake } from '../../rows.ts';
import {
  COLUMNS,
  camel,
  claims,
  fill,
  isOwn,
  LEADS,
  leading,
  leads,
  NAMES,
  narrowed,
  OWNED,
  type Own,
  type Rows,
  rowsOf,
  scopeOf,
} from './narrowed.ts';

const subgraph = subgraphOf(schema);
let gateway: TestGateway;
let ids: Map<string, string[]>;
let company: string;
let all: Rows;
beforeAll(async () => {
  gateway = await openGateway({ schema: subgraph });
  ids = await fill(gateway, 'acme');
  await fill(gateway, 'globex', 10, 8);
  // Another company's records, which name those of this one.
  for (const type of ['tank', 'ship_to']) {
    await gateway.sql(
      `INSERT INTO task (id, company_id, task_type_id, creator_id, status_id, title, priority, task_number, entity_type, entity_id, assignee_id, team_id, workflow_id) SELECT 'globex-' || id, 'globex', '', '', '', '', '', 1, '${type}', id, 'c-1', 'c-2', 'c-3' FROM ${type}`,
    );
    await gateway.sql(
      `INSERT INTO expiration (id, company_id, owner_type, owner_id) SELECT 'globex-' || id, 'globex', '${type}', id FROM ${type}`,
    );
  }
  await gateway.sql(
    `INSERT INTO tank (id, company_id, ship_to_id, customer_id) SELECT 'globex-' || id, 'globex', id, 'c-1' FROM ship_to`,
  );
  all = await rowsOf(gateway, 'acme');
  company = await tokenOf('acme');
});
afterAll(() => gateway.close());

const TYPES = new Map(OWNED.map(({ type, table }) => [type, table]));
const fieldsOf = (name: string) => {
  const type = subgraph.getType(name);
  return isObjectType(type) ? Object.values(type.getFields()) : [];
};
/** The records to which a type leads: itself, its members, or the nodes of its pages. */
function recordsIn(name: string): string[] {
  const type = subgraph.getType(name);
  const members = isAbstractType(type) ? subgraph.getPossibleTypes(type).map((each) => each.name) : [name];
  return members.flatMap((each) => {
    if (TYPES.has(each)) return [each];
    const nodes = fieldsOf(each).find((field) => field.name === 'nodes');
    return nodes ? recordsIn(getNamedType(nodes.type).name) : [];
  });
}

const keyOf = (type: string): string =>
  `... on ${type} { id ${(COLUMNS[TYPES.get(type) ?? ''] ?? []).map(camel).join(' ')} }`;
/** Relations that do not lead to records: a token that sees only its own does not get them. */
const REFUSED = new Set(OWNED.map(({ type }) => `${type}.history`));
/** All relations of a record, with the columns that rules name, as deep as wanted. */
function relationsOf(type: string, depth: number): string {
  return fieldsOf(type)
    .filter((field) => !isLeafType(getNamedType(field.type)) && !REFUSED.has(`${type}.${field.name}`))
    .map((field) => {
      const to = getNamedType(field.type).name;
      const inside = recordsIn(to)
        .map(
          (each) =>
            `${keyOf(each)} ${depth > 1 ? `... on ${each} { __typename ${relationsOf(each, depth - 1)} }` : ''}`,
        )
        .join(' ');
      const isPage = fieldsOf(to).some(({ name }) => name === 'nodes');
      return isPage
        ? `${field.name}(first: ${depth > 1 ? 40 : 31}) { totalCount nodes { __typename ${inside} } edges { node { __typename ${inside} } } }`
        : `${field.name} { __typename ${inside} }`;
    })
    .join(' ');
}
const wholeOf = (type: string, depth = 2): string => `__typename ${keyOf(type)} ${relationsOf(type, depth)}`;

/** A company's answer, without what a token does not see: null in place of a record, and lists without it. */
function filtered(answer: unknown, sees: (name: string, row: Data) => boolean): unknown {
  if (Array.isArray(answer)) return answer.map((each) => filtered(each, sees));
  if (typeof answer !== 'object' || answer === null) return answer;
  const { __typename: type } = answer as Data;
  const table = TYPES.get(type);
  if (table !== undefined && !sees(table, answer)) return null;
  const found = Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, filtered(value, sees)])) as Data;
  if (found.nodes === undefined) return found;
  const nodes = found.nodes.filter((node: unknown) => node !== null);
  const edges = found.edges?.filter(({ node }: Data) => node !== null);
  return { ...found, nodes, ...(edges && { edges }), totalCount: nodes.length };
}

const rule = (own: Own) => (name: string, row: Data) => own[name] === undefined || isOwn(own, name, row, all);
/** A token that reads its own of the records in the claim, and all others. */
const reader = (own: Own): Promise<string> =>
  narrowed(own, NAMES.map((name) => `${scopeOf(name, 'read')}${own[name] ? ':own' : ''}`).join(' '));

async function expectFiltered(own: Own, query: string, variables: object = {}): Promise<Data> {
  const [all, some] = await Promise.all([
    gateway.ask(query, variables, company),
    gateway.ask(query, variables, await reader(own)),
  ]);
  expect([all.errors, some.errors]).toEqual([undefined, undefined]);
  expect(some.data).toEqual(filtered(all.data, rule(own)));
  return some.data;
}

/** A field that a token with own records does not get, whatever the records are. */
async function expectRefused(own: Own, query: string, variables: object = {}): Promise<void> {
  const { data, errors } = await gateway.ask(query, variables, await reader(own));
  expect([Object.values(data ?? { none: null }), errors]).toMatchObject([
    [null],
    [{ extensions: { code: 'FORBIDDEN' } }],
  ]);
}

type Case = (own: Own) => Promise<unknown>;
const records = OWNED.map(({ type, one, many, table }) => ({ type, one, many, table }));
const some = (name: string) => fc.sample(fc.constantFrom(...(ids.get(name) ?? [])), 4);
const anywhere = () => [...NAMES.flatMap(some), 'globex-tank-1', 'none'];

const ofRecord = ({ type, one, many, table }: (typeof records)[number]): [string, Case][] => [
  [
    one,
    async (own) => {
      for (const id of [...some(table), `globex-${table}-1`, 'none'])
        await expectFiltered(own, `query ($id: ID!) { ${one}(id: $id) { ${wholeOf(type)} } }`, { id });
    },
  ],
  [
    many,
    async (own) => {
      const list = `query ($filter: ${type}Filter, $order: [${type}Order!]) { ${many}(first: 40, filter: $filter, orderBy: $order) { totalCount nodes { ${wholeOf(type, 1)} } } }`;
      const order = subgraph.getType(`${type}OrderField`);
      const orders = fc.sample(
        fc.constantFrom(...(isEnumType(order) ? order.getValues().map(({ name }) => name) : [])),
        2,
      );
      const [column = 'id'] = fc.sample(fc.constantFrom(...(COLUMNS[table] ?? [])), 1);
      const filters = [
        null,
        { id: { in: some(table) } },
        { search: 'north' },
        { [camel(column)]: { in: ['c-1', 'c-2', ...some(table)] } },
        { modifiedSince: '2026-01-01T00:00:00Z' },
      ];
      for (const filter of filters)
        for (const field of orders)
          await (filter !== null && 'modifiedSince' in filter && leads(own, table) ? expectRefused : expectFiltered)(
            own,
            list,
            { filter, order: { field, direction: 'DESC' } },
          );
    },
  ],
  [
    `${one}Aggregate`,
    async (own) => {
      const keys = fieldsOf(`${type}GroupKey`).filter(({ type: of }) => getNamedType(of).name !== 'Date');
      const names = keys.map(({ name }) => name);
      const [by = []] = fc.sample(fc.shuffledSubarray(names, { minLength: 1, maxLength: 2 }), 1);
      const numbers = fieldsOf(`${type}Sums`).map(({ name }) => name);
      const extremes = fieldsOf(`${type}Extremes`).map(({ name }) => name);
      const figures = `${numbers.length > 0 ? `sum { ${numbers} }` : ''} max { ${extremes} }`;
      const groupBy = by.map((name) => snake(name).toUpperCase());
      const flags = fieldsOf(type).flatMap(({ name }) => (name.endsWith('IsKnown') ? name : []));
      const query = `{ ${one}Aggregate(groupBy: [${groupBy}], first: 1000) { groups { key { ${by} } count ${figures} } others isExact }
        ${many}(first: 200) { nodes { id ${(COLUMNS[table] ?? []).map(camel).join(' ')} ${[...by, ...numbers, ...extremes, ...flags]} } } }`;
      const [all, mine] = await Promise.all([
        gateway.ask(query, {}, company),
        gateway.ask(query, {}, await reader(own)),
      ]);
      const seen: Data[] = all.data[many].nodes.filter((each: Data) => rule(own)(table, each));
      const known = (row: Data, name: string) => (row[`${name}IsKnown`] === false ? null : row[name]);
      const keyOf = (row: Data) => JSON.stringify(by.map((name) => known(row, name)));
      const expected = new Map<string, Data[]>();
      for (const row of seen) expected.set(keyOf(row), [...(expected.get(keyOf(row)) ?? []), row]);
      const { groups, ...rest } = mine.data[`${one}Aggregate`];
      expect(groups.map(({ key }: Data) => keyOf(key)).toSorted()).toEqual([...expected.keys()].toSorted());
      for (const { key, count, sum = {}, max } of groups) {
        const rows = expected.get(keyOf(key)) ?? [];
        expect(count).toBe(rows.length);
        for (const name of [...numbers, ...extremes]) {
          const values = rows.map((row) => known(row, name)).filter((value) => value !== null);
          const added = values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
          if (numbers.includes(name)) expect([name, sum[name]]).toEqual([name, added]);
          expect([name, max[name]]).toEqual([name, values.toSorted((a, b) => (a < b ? -1 : 1)).at(-1) ?? null]);
        }
      }
      expect(rest).toEqual({ others: 0, isExact: true });
    },
  ],
];

const anyRecord = records.map(({ type }) => `... on ${type} { ${wholeOf(type, 1)} }`).join(' ');
const refused =
  (query: string): Case =>
  (own) =>
    expectRefused(own, query);
const anyKey = records.map(({ type }) => keyOf(type)).join(' ');
/** Each root field of queries. */
const cases = new Map<string, Case>([
  ...records.flatMap(ofRecord),
  [
    'node',
    async (own) => {
      for (const id of anywhere())
        await expectFiltered(own, `query ($id: ID!) { node(id: $id) { __typename ${anyRecord} } }`, { id });
    },
  ],
  [
    'nodes',
    (own) =>
      expectFiltered(own, `query ($ids: [ID!]!) { all: nodes(ids: $ids) { __typename ${anyKey} } }`, {
        ids: anywhere(),
      }),
  ],
  [
    '_entities',
    (own) =>
      expectFiltered(own, `query ($of: [_Any!]!) { _entities(representations: $of) { __typename ${anyKey} } }`, {
        of: records.flatMap(({ type, table }) =>
          [...some(table), `globex-${table}-1`].map((id) => ({ __typename: type, id })),
        ),
      }),
  ],
  ['_service', (own) => expectFiltered(own, '{ _service { sdl } }')],
  [
    'deletions',
    async (own) => {
      for (const name of NAMES) {
        const query = `{ deletions(record: ${name.toUpperCase()}) { nodes { recordId } totalCount deletedThrough } }`;
        if (own[name]) await expectRefused(own, query);
        else expect((await gateway.ask(query, {}, await reader(own))).errors).toBeUndefined();
      }
    },
  ],
  ['webhookSubscription', refused('{ webhookSubscription(id: "s") { id } }')],
  ['webhookSubscriptions', refused('{ webhookSubscriptions { nodes { id } } }')],
  ['webhookSubscriptionAggregate', refused('{ webhookSubscriptionAggregate { others } }')],
  ['webhookDelivery', refused('{ webhookDelivery(id: "msg_1_s") { id } }')],
  ['webhookReplay', refused('{ webhookReplay(id: "r") { id } }')],
  ['history', refused('{ history(record: TANK, id: "acme-tank-1") { nodes { version } } }')],
  ['eventTypes', refused('{ eventTypes { action } }')],
  ['viewer', (own) => expectFiltered(own, '{ viewer { companyId actor { id } } }')],
]);

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
