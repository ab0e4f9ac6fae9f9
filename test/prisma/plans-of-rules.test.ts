import { expect, test } from 'vitest';
import { COLUMNS, narrowed, ownScopes } from '../auth/own/narrowed.ts';
import { tokenOf } from '../gateway.ts';
import { PATCHED, quickOrder, type StoredRecord } from '../records.ts';
import { until } from '../until.ts';
import { filters } from './list-filters.ts';
import { at, ids, MOST_COST, nodesOf, openMillionRecords, page, pagesOf } from './million-records.ts';

const { gateway, plansOf } = await openMillionRecords();

/** What a narrowed token asks for: lists with their counts, by each order, look-ups, search and delta reads. */
const asked = (record: StoredRecord, orders: string[]): [string, object][] => [
  ...orders.map((order): [string, object] => [page(record, order), {}]),
  [`{ ${record.many} { totalCount nodes { id } } }`, {}],
  [`{ ${record.many}(filter: { search: "777" }) { totalCount nodes { id } } }`, {}],
  [`{ ${record.one}(id: "a") { id } node(id: "a") { id } }`, {}],
  [page(record, 'LAST_MODIFIED', 'DESC'), { filter: { modifiedSince: at } }],
];
test('no rule of a narrowed token reads a million records', async () => {
  for (const [record, , orders] of filters)
    for (const column of COLUMNS[record.table] ?? [])
      for (const values of ['c-1', ids]) {
        const own = { [record.table]: { [column]: values } };
        const as = await narrowed(own, ownScopes(own), 'big');
        for (const [query, variables] of asked(record, orders))
          for (const plan of await plansOf(query, variables, as)) {
            const scans = nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan');
            const cost = plan['Total Cost'] > MOST_COST && plan['Total Cost'];
            expect([own, query, scans, cost]).toEqual([own, query, [], false]);
          }
      }
});

test('what a narrowed token finds by ids is read by their index, and not by that of its rule', async () => {
  for (const { table, one, mutation } of PATCHED)
    for (const column of COLUMNS[table]?.slice(1) ?? []) {
      const own = { [table]: { [column]: 'c-1' } };
      const as = await narrowed(own, ownScopes(own), 'big');
      const patches = ['a', 'b'].map(
        (id) =>
          `{ id: "${id}", input: { ${mutation === 'updateTaskAssignee' ? 'assigneeId: null' : 'externalId: "e"'} } }`,
      );
      const queries = [
        `{ ${one}(id: "a") { id } node(id: "b") { id } }`,
        `mutation { ${mutation}s(patches: [${patches}]) { __typename } }`,
      ];
      for (const query of column === 'assignee_id' ? queries.slice(0, 1) : queries)
        for (const plan of await plansOf(query, {}, as)) {
          const indexes = nodesOf(plan)
            .filter((node) => node['Relation Name'] === table)
            .flatMap((node) => node['Index Name'] ?? []);
          expect([query, new Set(indexes.filter((name) => !/(_pkey|_company_id_id_(idx|key))$/.test(name)))]).toEqual([
            query,
            new Set(),
          ]);
        }
    }
});

test('a search does not read on by the order of its page because a text is frequent elsewhere', async () => {
  // One in twenty records has it, which PostgreSQL expects of this company and of this rule, too.
  await gateway.sql(`INSERT INTO quick_order (company_id, user_id, external_id)
    SELECT CASE WHEN n % 20 = 0 THEN 'there' ELSE 'here' END, 'u-' || n % 3, CASE WHEN n % 20 = 0 THEN 'depot-' ELSE 'yard-' END || n FROM generate_series(1, 20000) n`);
  await gateway.sql('VACUUM ANALYZE quick_order, record_search');
  const own = { quick_order: { user_id: ['u-1', 'u-2'] } };
  for (const as of [await tokenOf('here'), await narrowed(own, ownScopes(own), 'here')])
    for (const order of ['ID', 'CREATED_DATE', 'LAST_MODIFIED']) {
      const plans = await plansOf(
        page(quickOrder, order),
        { filter: { search: 'depot' } },
        as,
        'ANALYZE, BUFFERS, FORMAT JSON',
      );
      expect([order, plans.map(pagesOf).filter((pages) => pages > 100)]).toEqual([order, []]);
    }
});

test('a look-up through a relation reads as much of a record out of sight to which very many lead as of one to which none lead', async () => {
  await gateway.sql(`INSERT INTO tank (id, company_id) VALUES ('busy', 'led'), ('idle', 'led')`);
  await gateway.sql(`INSERT INTO task (company_id, assignee_id, team_id, workflow_id, entity_type, entity_id, task_number, title, task_type_id, creator_id, status_id, priority)
    SELECT 'led', 'u-' || n % 50, 't-' || n % 50, 'w-' || n % 50, 'tank', 'busy', n, 'Task', 't', 'c', 's', 'p' FROM generate_series(1, 5000) n`);
  await gateway.sql(
    `INSERT INTO expiration (company_id, owner_type, owner_id) SELECT 'led', 'tank', 'busy' FROM generate_series(1, 5000) n`,
  );
  // Pages that a statement under way may still see otherwise are read beside the index.
  await until(async () => {
    await gateway.sql('VACUUM ANALYZE task, expiration');
    const text = `SELECT FROM pg_class WHERE relname IN ('task', 'expiration') AND relallvisible < relpages`;
    return (await gateway.sql(text)).length === 0;
  });
  // Of the values of a column that is not the first in the index, or of several, its entries are read, and no record.
  const rules: [object, string, number][] = [
    [{ assignee_id: 'none' }, 'tasks', 5],
    [{ id: 'none' }, 'tasks', 5],
    [{ entity_id: 'none' }, 'tasks', 5],
    [{ assignee_id: 'none', team_id: 'none' }, 'tasks', 5],
    [{ team_id: 'none' }, 'tasks', 60],
    [{ workflow_id: 'none' }, 'tasks', 60],
    [{ assignee_id: ['none', 'other'] }, 'tasks', 60],
    [{ id: 'none' }, 'expirations', 5],
    [{ owner_id: 'none' }, 'expirations', 5],
  ];
  for (const [rule, relation, most] of rules) {
    const own = { tank: { [relation]: true as const }, [relation.slice(0, -1)]: rule };
    const as = await narrowed(own, `tanks:read:own ${relation}:read:own`, 'led');
    const readOnce = async (id: string) =>
      (
        await plansOf(
          `{ tank(id: "${id}") { name } node(id: "${id}") { id } }`,
          {},
          as,
          'ANALYZE, BUFFERS, FORMAT JSON',
        )
      ).reduce((sum, plan) => sum + pagesOf(plan), 0);
    // The first execution on a connection reads the catalogue, too.
    const read = async (id: string) => Math.min(await readOnce(id), await readOnce(id), await readOnce(id));
    const more = (await read('busy')) - (await read('idle'));
    expect([own, more > most && more]).toEqual([own, false]);
  }
});
