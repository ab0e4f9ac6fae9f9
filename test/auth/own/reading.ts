import fc from 'fast-check';
import { getNamedType, isEnumType } from 'graphql';
import { afterAll, expect } from 'vitest';
import { type Data, openGateway, tokenOf } from '../../gateway.ts';
import { snake } from '../../rows.ts';
import { COLUMNS, camel, fill, isOwn, leads, NAMES, narrowed, type Own, rowsOf, scopeOf } from './narrowed.ts';
import { fieldsOf, filtered, keyOf, records, subgraph, wholeOf } from './subgraph.ts';

type Case = (own: Own) => Promise<unknown>;

const anyRecord = records.map(({ type }) => `... on ${type} { ${wholeOf(type, 1)} }`).join(' ');
const anyKey = records.map(({ type }) => keyOf(type)).join(' ');

/** Companies with records, and what tokens of one that see their own of these read by each root field. */
export async function openReads() {
  const gateway = await openGateway({ schema: subgraph });
  afterAll(() => gateway.close());
  const ids = await fill(gateway, 'acme');
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
  const all = await rowsOf(gateway, 'acme');
  const company = await tokenOf('acme');

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

  const refused =
    (query: string): Case =>
    (own) =>
      expectRefused(own, query);
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

  return { gateway, ids, company, rule, reader, cases };
}
