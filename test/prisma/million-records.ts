import pg from 'pg';
import { afterAll, expect } from 'vitest';
import { modelNamed } from '../../src/prisma/sql/model.ts';
import { openGateway, tokenOf } from '../gateway.ts';
import { expiration, quickOrder, type StoredRecord, shipTo, tank, task } from '../records.ts';

/** As many rows are written, and the statistics that the planner reads claim a million. */
const ROWS = 10_000;
export const TIMES = 100;

/** One of `values` values, which are spread over the rows independently of other columns. */
const one = (name: string, values: number) => `'${name}-' || abs(hashint8(n * ${values} + ${name.length})) % ${values}`;
const often = (rare: string, usual: string) => `CASE WHEN abs(hashint8(n)) % 1000 = 0 THEN ${rare} ELSE ${usual} END`;
const day = (seed: number) => `timestamptz '2026-01-01' + abs(hashint8(n + ${seed})) % 500000 * interval '1 minute'`;

const tables: [StoredRecord, Record<string, string>][] = [
  [
    tank,
    {
      ship_to_id: one('ship-to', 5000),
      customer_id: one('customer', 5000),
      location_id: one('location', 3000),
      external_id: `'ext-' || n`,
      status: often(`'blocked'`, `'active'`),
      fill_status: often(`'low'`, `'ok'`),
      name: `'Tank ' || n`,
      days_to_empty: 'abs(hashint8(n)) % 1000',
      fill_percentage: 'abs(hashint8(n + 1)) % 1000 / 10.0',
    },
  ],
  [
    task,
    {
      assignee_id: one('user', 2000),
      status_id: often(`'blocked'`, `'open'`),
      team_id: one('team', 500),
      workflow_id: one('workflow', 500),
      entity_type: often(`'ship_to'`, `'tank'`),
      entity_id: one('entity', 5000),
      task_number: 'n',
      title: `'Task ' || n`,
      task_type_id: `'t'`,
      creator_id: `'c'`,
      priority: `'p'`,
      is_archived: 'abs(hashint8(n)) % 100 > 0',
      due_date: day(1),
      scheduled_start: day(2),
    },
  ],
  [
    expiration,
    {
      owner_id: one('owner', 5000),
      owner_type: often(`'truck'`, `'driver'`),
      expiration_type_id: one('type', 1000),
      external_id: `'ext-' || n`,
      expiration_code: `'code-' || n`,
      expiration_date: day(1),
      warning_date: day(2),
    },
  ],
  [
    quickOrder,
    {
      user_id: one('user', 5000),
      status: often(`'failed'`, `'done'`),
      external_id: `'ext-' || n`,
      created_date: day(1),
    },
  ],
  [
    shipTo,
    {
      customer_id: one('customer', 5000),
      location_id: one('location', 3000),
      external_id: `'ext-' || n`,
      service_area_id: one('area', 500),
      route_code: one('route', 500),
      name: `'Yard ' || n`,
      archived: 'abs(hashint8(n)) % 1000 = 0',
    },
  ],
];

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Total Cost': number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Node[];
}
export const pagesOf = (node: Node): number => (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0);
export const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** A page that reads the whole company costs some 50,000 and more. */
export const MOST_COST = 20_000;
export const page = ({ type, many }: StoredRecord, order = 'ID', direction = 'ASC') =>
  `query ($filter: ${type}Filter) { ${many}(filter: $filter, orderBy: { field: ${order}, direction: ${direction} }) { nodes { id } } }`;

export const at = '2026-11-01T00:00:00.000Z';
export const later = '2026-11-02T00:00:00.000Z';
export const ids = ['a', 'b', 'c'];
export const search = 'ext-1234';

/** A gateway whose planner takes the company `big` for one with a million records of each type. */
export async function openMillionRecords() {
  const gateway = await openGateway();
  afterAll(() => gateway.close());
  const token = await tokenOf('big');
  for (const [{ table, type }, columns] of tables) {
    await gateway.sql(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await gateway.sql(`INSERT INTO ${table} (id, company_id, ${Object.keys(columns).join(', ')})
      SELECT md5(n::text), 'big', ${Object.values(columns).join(', ')} FROM generate_series(1, ${ROWS}) n`);
    await gateway.sql(`INSERT INTO record_modification SELECT '${table}', id, 'big', ${day(3)}
      FROM (SELECT id, row_number() OVER () AS n FROM ${table}) t`);
    const searched = [...modelNamed(type).columns.values()].filter((column) => column.searched);
    await gateway.sql(`INSERT INTO record_search
      SELECT '${table}', id, 'big', search_text(concat(${searched.map(({ name }) => `' ', ${name}`)})) FROM ${table}`);
  }
  await gateway.sql('ANALYZE');
  await gateway.sql(
    `UPDATE pg_class SET reltuples = reltuples * ${TIMES} WHERE relnamespace = 'public'::regnamespace AND reltuples > 0`,
  );

  /** The plans of the statements that an operation sends, or what they have read. */
  async function plansOf(query: string, variables: object, by = token, explain = 'FORMAT JSON'): Promise<Node[]> {
    const sent: { text: string; values: unknown[] }[] = [];
    const { query: send } = pg.Client.prototype;
    pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
      const [config] = args as [{ text: string; values: unknown[] }];
      if (/^(SELECT|WITH|UPDATE)/.test(config.text ?? '')) sent.push({ text: config.text, values: config.values });
      return Reflect.apply(send, this, args);
    } as typeof send;
    const { errors } = await gateway.ask(query, variables, by).finally(() => {
      pg.Client.prototype.query = send;
    });
    expect(errors).toBeUndefined();
    expect(sent).not.toEqual([]);
    return Promise.all(
      sent.map(async ({ text, values }) => {
        const [row] = await gateway.sql(`EXPLAIN (${explain}) ${text}`, values);
        return row?.['QUERY PLAN'][0].Plan;
      }),
    );
  }

  async function expectIndexed(
    record: StoredRecord,
    filter: object,
    order?: string,
    direction?: string,
  ): Promise<void> {
    for (const plan of await plansOf(page(record, order, direction), { filter })) {
      const scans = nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan');
      expect([filter, scans, plan['Total Cost'] > MOST_COST && plan['Total Cost']]).toEqual([filter, [], false]);
    }
  }

  return { gateway, token, plansOf, expectIndexed };
}
