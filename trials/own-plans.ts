// Plans of narrowed tokens on real rows: node trials/run.mjs own-plans [--tanks 1000000]. Loads tanks, tasks, ship-tos
// and others of a large, a middling and many small companies, skewed, in a scratch database. For each rule it runs what
// an app asks for through the resolvers, often enough for PostgreSQL to plan its prepared statements for all values,
// while auto_explain reports the plan of each statement that was sent. Fails if one reads a table of records from its
// beginning to its end, or more pages than go with what it returns. Needs a superuser, for auto_explain.
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { graphql } from 'graphql';
import { type Caller, callerOf } from '../src/auth/scopes.ts';
import { Feed } from '../src/live/feed.ts';
import { Requests, Shares } from '../src/load/shares.ts';
import { Operation } from '../src/operation/operation.ts';
import { openBeside } from '../src/postgres/pool.ts';
import { openClient } from '../src/prisma/client.ts';
import { modelNamed } from '../src/prisma/sql/model.ts';
import { RELATIONS } from '../src/prisma/sql/relations.ts';
import { schema } from '../src/schema.ts';
import { cipher } from '../test/cipher.ts';
import { PATCHED, type PatchedRecord } from '../test/records.ts';
import { openScratch } from './database.ts';

const { values: options } = parseArgs({ options: { tanks: { type: 'string', default: '1000000' } } });
const SIZES: Record<string, number> = { tank: Number(options.tanks), task: Number(options.tanks) };
const sizeOf = (table: string): number => SIZES[table] ?? Number(options.tanks) / 5;
/**
 * Pages that a statement may read: so many, and so many for each row that it returns or counts, or that a small rule
 * has.
 */
const MOST_PAGES = 400;
const MOST_PER_ROW = 16;
const SMALL = 2_000;
/** A sequential scan is right for a count of this part of the rows. */
const LARGE_PART = 1 / 20;
/** After five executions PostgreSQL may plan a prepared statement for all values. */
const TIMES = 7;

const uniform = (seed: number) => `(abs(hashint8(n * 7 + ${seed})::bigint) / 2147483649.0)`;
/** One of \`values\` values, of which the first is by far the most frequent. */
const skewed = (name: string, values: number, seed: number) =>
  `'${name}-' || floor(${values} * power(${uniform(seed)}, 4))`;
/** Numbers are of one company if they have the same last three digits. */
const COMPANY = `CASE WHEN n % 20 < 12 THEN 'big' WHEN n % 20 < 17 THEN 'middling' ELSE 'small-' || n % 1000 END`;
const idOf = (table: string, n: number | string) => `md5('${table}' || ${n})`;
/** The id of another record of the same company, some of which are named often. */
const other = (table: string, seed: number) =>
  idOf(table, `(n % 1000 + 1000 * floor(${sizeOf(table) / 1000} * power(${uniform(seed)}, 2))::bigint)`);
const often = (rare: string, usual: string, seed: number) =>
  `CASE WHEN ${uniform(seed)} < 0.002 THEN '${rare}' ELSE '${usual}' END`;
const day = (seed: number) => `timestamptz '2026-01-01' + ${uniform(seed)} * interval '300 days'`;

const tables: Record<string, Record<string, string>> = {
  ship_to: { customer_id: skewed('customer', 5000, 1), location_id: skewed('location', 3000, 2), service_area_id: skewed('area', 300, 3),
    name: `'Yard ' || n`, external_id: `'ext-' || n`, route_code: skewed('route', 500, 4) },
  tank: { customer_id: skewed('customer', 5000, 5), location_id: skewed('location', 3000, 6), ship_to_id: other('ship_to', 7), name: `'Tank ' || n`,
    external_id: `'ext-' || n`, status: often('blocked', 'active', 8), fill_status: often('low', 'ok', 9), days_to_empty: `floor(100 * ${uniform(10)})` },
  task: { assignee_id: skewed('user', 2000, 11), team_id: skewed('team', 300, 12), workflow_id: skewed('flow', 100, 13), status_id: often('new', 'open', 14),
    entity_type: `CASE WHEN n % 3 = 0 THEN 'ship_to' ELSE 'tank' END`, entity_id: `CASE WHEN n % 3 = 0 THEN ${other('ship_to', 15)} ELSE ${other('tank', 16)} END`,
    task_number: 'n', title: `'Task ' || n`, task_type_id: `'t'`, creator_id: `'c'`, priority: `'p'`, due_date: day(17) },
  expiration: { owner_type: `'tank'`, owner_id: other('tank', 18), expiration_type_id: skewed('type', 100, 19), external_id: `'ext-' || n`, expiration_date: day(20) },
  quick_order: { user_id: skewed('user', 2000, 21), status: often('failed', 'done', 22), external_id: `'ext-' || n`, created_date: day(23) },
}; // biome-ignore format: a table

type Rules = Record<string, Record<string, string | string[] | true>>;
const own = (table: string, column: string, ...values: string[]): Rules => ({ [table]: { [column]: values } });
const COLUMNS: [table: string, column: string, frequent: string, rare: string][] = [
  ['tank', 'customer_id', 'customer-0', 'customer-4800'], ['tank', 'location_id', 'location-0', 'location-2900'], ['tank', 'ship_to_id', '@ship_to 0', '@ship_to 150000'],
  ['tank', 'id', '@tank 0', '@tank 1'], ['task', 'assignee_id', 'user-0', 'user-1900'], ['task', 'team_id', 'team-0', 'team-290'], ['task', 'workflow_id', 'flow-0', 'flow-99'],
  ['task', 'entity_id', '@tank 0', '@tank 500000'], ['task', 'id', '@task 0', '@task 1'], ['expiration', 'owner_id', '@tank 0', '@tank 500000'], ['expiration', 'id', '@expiration 0', '@expiration 1'],
  ['quick_order', 'user_id', 'user-0', 'user-1900'], ['quick_order', 'id', '@quick_order 0', '@quick_order 1'], ['ship_to', 'customer_id', 'customer-0', 'customer-4800'],
  ['ship_to', 'location_id', 'location-0', 'location-2900'], ['ship_to', 'service_area_id', 'area-0', 'area-299'], ['ship_to', 'id', '@ship_to 0', '@ship_to 1'],
]; // biome-ignore format: a table
const tableOf = new Map(PATCHED.map(({ type, table }) => [type, table]));
const byColumns = COLUMNS.flatMap(([table, column, frequent, rare]) => [
  own(table, column, frequent),
  own(table, column, rare),
  own(table, column, rare, frequent, 'none'),
]);
const throughRelations = Object.entries(RELATIONS).flatMap(([model, relations]) =>
  Object.entries(relations).flatMap(([relation, { to }]): Rules[] => {
    const [from, behind] = [tableOf.get(model) ?? '', tableOf.get(to) ?? ''];
    const rules = byColumns.filter((each) => each[behind] !== undefined);
    return [{}, ...rules].map((each) => ({ ...each, [from]: { [relation]: true } }));
  }),
);
const beside = byColumns
  .filter((each) => each.task?.assignee_id)
  .map((each) => ({ ...each, tank: { tasks: true as const, customer_id: 'customer-0' } }));

const scratch = await openScratch();
const loading = openBeside(
  scratch.pool,
  { max: 2, connectionTimeoutMillis: 0 },
  { statement_timeout: '0', maintenance_work_mem: '512MB' },
);
const preloading = { max: 1, options: '-c session_preload_libraries=auto_explain' };
const pool = openBeside(scratch.pool, preloading, {
  statement_timeout: '120000', 'auto_explain.log_min_duration': '0', 'auto_explain.log_analyze': 'on', 'auto_explain.log_buffers': 'on',
  'auto_explain.log_format': 'json', 'auto_explain.log_level': 'notice', client_min_messages: 'notice',
}); // biome-ignore format: a table

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Node[];
}
let sent: { text: string; plan: Node; ms: number }[] = [];
pool.on('connect', (client) => {
  client.on('notice', ({ message = '' }) => {
    const [, ms, json] = /^duration: ([\d.]+) ms {2}plan:\n([\s\S]*)$/.exec(message) ?? [];
    if (json === undefined) return;
    const { 'Query Text': text, Plan: plan } = JSON.parse(json);
    sent.push({ text, plan, ms: Number(ms) });
  });
});
const prisma = openClient(pool);
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** What a search finds, as the triggers write it. */
const textOf = (table: string): string => {
  const { type } = PATCHED.find((each) => each.table === table) ?? {};
  const columns = [...modelNamed(`${type}`).columns.values()].filter(({ searched }) => searched);
  return `search_text(concat(${columns.map(({ name }) => `' ', ${name}`)}))`;
};

/** Without indexes and triggers a table loads in a fraction of the time. */
async function load(): Promise<void> {
  const names = [...Object.keys(tables), 'record_modification', 'record_search'];
  const { rows } = await loading.query(
    `SELECT format('%I', c.relname) AS index, pg_get_indexdef(c.oid) AS made FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE i.indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = c.oid)`,
    [names],
  );
  for (const { index } of rows) await loading.query(`DROP INDEX ${index}`);
  await Promise.all(
    Object.entries(tables).map(async ([table, columns]) => {
      await loading.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
      await loading.query(`INSERT INTO ${table} (id, company_id, ${Object.keys(columns).join(', ')})
      SELECT ${idOf(table, 'n')}, ${COMPANY}, ${Object.values(columns).join(', ')} FROM generate_series(0, ${sizeOf(table) - 1}) n`);
      await loading.query(
        `INSERT INTO record_modification SELECT '${table}', ${idOf(table, 'n')}, ${COMPANY}, ${day(30)} FROM generate_series(0, ${sizeOf(table) - 1}) n`,
      );
      await loading.query(
        `INSERT INTO record_search SELECT '${table}', id, company_id, ${textOf(table)} FROM ${table}`,
      );
      await loading.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    }),
  );
  await Promise.all(rows.map(({ made }) => loading.query(made)));
  await loading.query(`VACUUM ANALYZE ${names}`);
}

/** Rules with the ids that are written as `@tank 1`. */
const written = (rules: Rules): Rules =>
  JSON.parse(
    JSON.stringify(rules).replace(/@(\w+) (\d+)/g, (_text, table, n) =>
      createHash('md5').update(`${table}${n}`).digest('hex'),
    ),
  );

const scopeOf = (table: string) => PATCHED.find((each) => each.table === table)?.scope;
function callerFor(rules: Rules, company: string): Caller {
  const leads = (table: string) => Object.values(rules[table] ?? {}).includes(true);
  const scopes = PATCHED.map(({ table }) => `${scopeOf(table)}:read${rules[table] ? ':own' : ''}`);
  const writes = Object.keys(rules).flatMap((table) => (leads(table) ? [] : `${scopeOf(table)}:write:own`));
  const caller = callerOf({
    company,
    scopes: new Set([...scopes, ...writes]),
    actor: 'user:1',
    own: rules,
    source: 'It',
  });
  if (caller.refusal !== undefined) throw new Error(caller.refusal);
  return caller;
}

const set = (name: string) => (name === 'updateTaskAssignee' ? '' : 'externalId: "new"');
/** What an app asks for. The id is of one of its records, or of none. */
const operations = ({ type, one, many, mutation }: PatchedRecord, id: string, leads: boolean): [string, string][] => [
  ['look-up', `{ ${one}(id: "${id}") { id } node(id: "${id}") { id } }`],
  ['page', `{ ${many}(first: 50) { nodes { id } } }`],
  ['page by change', `{ ${many}(first: 50, orderBy: { field: LAST_MODIFIED, direction: DESC }) { nodes { id } } }`],
  ['filtered page', `{ ${many}(first: 50, filter: { id: { in: ["${id}", "a", "b"] } }) { nodes { id } } ${FILTERED[type] ?? ''} }`],
  ['totalCount', `{ ${many}(first: 1) { totalCount } }`],
  ['aggregate', `{ ${one}Aggregate(groupBy: [${type === 'QuickOrder' ? 'STATUS' : COUNTED[type]}]) { others } }`],
  ['search', `{ ${many}(first: 20, filter: { search: "${searched}" }) { totalCount nodes { id } } }`],
  ...(leads ? [] : ([['delta read', `{ ${many}(first: 50, filter: { modifiedSince: "2026-10-27T00:00:00Z" }, orderBy: { field: LAST_MODIFIED, direction: ASC }) { nodes { id } } }`],
    ['update', `mutation { ${mutation}(id: "${id}", input: { ${set(mutation)} }) { __typename } many: ${mutation}s(patches: [{ id: "${id}", input: { ${set(mutation)} } }, { id: "a", input: {} }]) { __typename } }`]] as [string, string][])),
]; // biome-ignore format: a table
const FILTERED: Record<string, string> = {
  Tank: 'more: tanks(first: 50, filter: { status: { equals: "active" }, daysToEmpty: { lte: 3 } }, orderBy: { field: DAYS_TO_EMPTY, direction: ASC }) { nodes { id } }',
  Task: 'more: tasks(first: 50, filter: { statusId: { equals: "open" }, dueDate: { lt: "2026-03-01T00:00:00Z" } }, orderBy: { field: DUE_DATE, direction: ASC }) { nodes { id } }',
  ShipTo: 'more: shipTos(first: 50, filter: { routeCode: { equals: "route-0" } }, orderBy: { field: NAME, direction: ASC }) { nodes { id } }',
}; // biome-ignore format: a table
const COUNTED: Record<string, string> = {
  Tank: 'FILL_STATUS',
  Task: 'STATUS_ID',
  Expiration: 'OWNER_TYPE',
  ShipTo: 'ARCHIVED',
};

const ANSWERED = { headersSent: true, statusCode: 200, written: 0, destroyed: false, isComplete: true };
const log = { info() {}, warn() {}, error() {} };
const feed = new Feed(pool, log, () => {});
const services = {
  log,
  prisma,
  cipher,
  addressFault: () => undefined,
  deletionKeepDays: 90,
  nudge: () => {},
  limits: { answerBytes: 8 * 2 ** 20, requestSeconds: 120 },
  requests: new Requests(100),
  streams: new Shares(1),
  feed,
  beatMs: 10_000,
};

async function ask(caller: Caller, source: string): Promise<string> {
  const res = { ...ANSWERED, getHeader: () => undefined, destroy: () => {} };
  const operation = new Operation({ req: { headers: {} }, res }, '', { ...services, authenticate: () => caller });
  await operation.enter();
  const { data, errors } = await graphql({ schema, source, contextValue: operation });
  operation.end();
  if (errors !== undefined) throw errors[0];
  return JSON.stringify(data);
}

const worst = new Map<string, { pages: number; ms: number; rows: number; rules: string }>();
const failures = new Map<string, { pages: number; said: string }>();
/** Notes what the statements of an operation have read. `size` is how many records the rule has. */
function judge(operation: string, kind: string, table: string, rules: string, size: number): void {
  for (const { text, plan, ms } of sent) {
    if (!/^(SELECT|UPDATE|WITH)/.test(text) || text.includes('pg_stats')) continue;
    const nodes = nodesOf(plan);
    const pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    const limits = nodes
      .filter((node) => node['Node Type'] === 'Limit')
      .map((node) => node['Actual Rows'] * node['Actual Loops']);
    const rows = Math.max(plan['Actual Rows'], ...(text.includes('count(*)') ? limits : []));
    // What a search seems to find may be more than a table of relations has: its pages are judged.
    const scanned = nodes.find(
      ({ 'Node Type': type, 'Relation Name': of = '' }) =>
        operation !== 'search' && type === 'Seq Scan' && tables[of] !== undefined && rows < sizeOf(table) * LARGE_PART,
    );
    const key = `${kind.padEnd(8)} ${table.padEnd(11)} ${operation}`;
    if (pages > (worst.get(key)?.pages ?? -1)) worst.set(key, { pages, ms, rows, rules });
    // No index has the order of changes and a relation: PostgreSQL reads the company's records, or those of the
    // relation.
    const few =
      operation === 'page by change' && kind !== 'columns'
        ? sizeOf(table)
        : BY_ID.includes(operation)
          ? 0
          : operation === 'search'
            ? SMALL
            : Math.min(size, SMALL);
    const place = `${key} ${rules}`;
    if (
      (scanned === undefined && pages <= MOST_PAGES + MOST_PER_ROW * (rows + few)) ||
      pages <= (failures.get(place)?.pages ?? -1)
    )
      continue;
    failures.set(place, {
      pages,
      said: `${scanned === undefined ? '' : `Seq Scan of ${scanned['Relation Name']}, `}${pages} pages for ${rows} rows, ${ms} ms\n    ${text}\n    ${shape(plan)}`,
    });
  }
}
const BY_ID = ['look-up', 'update'];
const shape = (node: Node): string =>
  `${node['Node Type']}${node['Relation Name'] ? ` ${node['Relation Name']}` : ''} ${node['Actual Rows']}x${node['Actual Loops']}${node.Plans ? `(${node.Plans.map(shape).join(', ')})` : ''}`;

const began = performance.now();
await load();
console.log(`Loaded in ${Math.round((performance.now() - began) / 1000)} s.`);
// A text that one of the planner's hundred samples of each column has: it seems to be in two of a hundred records.
const SAMPLED = `WITH sample AS (SELECT unnest(histogram_bounds::text::text[]) AS value FROM pg_stats WHERE tablename = 'record_search' AND attname = 'text')
  SELECT text FROM (SELECT DISTINCT substring(value FROM '[0-9]{3}') AS text FROM sample) t
  WHERE (SELECT count(*) FROM sample WHERE value LIKE '%' || text || '%') = 2 ORDER BY text LIMIT 1`;
const searched: string = (await loading.query(SAMPLED)).rows[0].text;
for (const [kind, all] of Object.entries({ columns: byColumns, relation: throughRelations, both: beside }))
  for (const each of all) {
    const rules = written(each);
    const table =
      Object.keys(rules).find((name) => Object.values(rules[name] ?? {}).includes(true)) ?? Object.keys(rules)[0] ?? '';
    const record = PATCHED.find((one) => one.table === table);
    if (record === undefined) throw new Error(table);
    for (const company of ['big', 'small-19']) {
      const caller = callerFor(rules, company);
      const [, id = 'none'] =
        /"id":"(\w+)"/.exec(await ask(caller, `{ ${record.many}(first: 1) { nodes { id } } }`)) ?? [];
      const [, size = ''] = /"totalCount":(\d+)/.exec(await ask(caller, `{ ${record.many} { totalCount } }`)) ?? [];
      for (const [operation, source] of operations(record, id, kind !== 'columns')) {
        sent = [];
        for (let n = 0; n < TIMES; n++) await ask(caller, source);
        judge(operation, kind, table, JSON.stringify(rules), Number(size));
      }
    }
  }
console.log('kind     table       operation          pages    rows      ms  worst rule');
for (const [key, { pages, rows, ms, rules }] of worst)
  console.log(
    `${key.padEnd(37)} ${String(pages).padStart(7)} ${String(rows).padStart(7)} ${ms.toFixed(1).padStart(7)}  ${rules}`,
  );
for (const [place, { said }] of failures) console.log(`${place}: ${said}`);
await feed.stop();
await Promise.all([pool.end(), loading.end()]);
await scratch.drop();
if (failures.size > 0) throw new Error(`${failures.size} statements read too much.`);
