import { columnList, columnOf, type Model, parameters, toParameter, underAlias } from '../sql/model.ts';
import type { Select, Selected } from '../sql/rows.ts';
import { namingActor } from '../sql/update-text.ts';
import { conditionsById } from '../sql/where.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import type { Settable } from './patch.ts';
import type { Found, Source } from './row-source.ts';

type Data<Fields> = {
  readonly [Field in Exclude<keyof Fields, 'companyId'>]?: Settable<Fields, Field> | undefined;
};

export interface CreateArguments<Fields, Chosen extends Select<Fields> | undefined> {
  /** Each has another id. Absent and undefined fields get their defaults. */
  data: readonly (Data<Fields> & { id: string })[];
  /** The fields that each `data` may have beside its id, always in the same order: one text creates any of them. */
  among: readonly string[];
  /** Prisma's `select`. A frozen object is read once. */
  select?: Chosen | undefined;
}

/** The record of an id: the new one, or one that was there. */
export interface Created<Row> {
  /** Null if the id belongs to a record of another company. */
  row: Row | null;
  isNew: boolean;
  /** The fields in which a record that was there differs; none if it has changed since its creation. */
  differing: readonly string[];
}

/** A record may be deleted between the INSERT that finds its id taken and the look-up. */
const TRIES = 3;

/**
 * Creates records with one INSERT, or none if it fails. An id that is taken creates nothing: its record is looked up.
 */
export async function createEach<Fields, Chosen extends Select<Fields> | undefined>(
  source: Source,
  tenant: Tenant,
  { data, among, select }: CreateArguments<Fields, Chosen>,
  tries = TRIES,
): Promise<Created<Selected<Fields, Chosen>>[]> {
  type Result = Selected<Fields, Chosen> & Found;
  const { model, run } = source;
  if (typeof tenant.company !== 'string') throw new Error('Only a tenant of one company creates records.');
  if (data.length === 0) return [];
  const records = data.map((given) => recordOf(model, given, among, tenant));
  const { values, bind } = parameters();
  // In the order of their ids, so that two statements that meet wait for each other, and do not deadlock.
  const columns = ['id', 'companyId', ...among].map((field) => columnOf(model, field).name);
  const sent = `json_populate_recordset(NULL::${model.table}, ${bind(JSON.stringify(records))}::json)`;
  const text = `INSERT INTO ${model.table} (${columns}) SELECT ${columns}
    FROM ROWS FROM (${[sent, ...namingActor(tenant.actor, bind)]}) ORDER BY id
    ON CONFLICT (id) DO NOTHING RETURNING ${columnList(model, select)}`;
  const rows = await run<Result>(tenant, 'write many', text, values);
  const created = new Map(rows.map((row) => [row.id, row]));
  const taken = records.filter(({ id }) => !created.has(String(id)));
  const found = taken.length === 0 ? [] : await present<Result>({ model, run }, tenant, taken, { among, select });
  const earlier = new Map(found.map((row) => [row.id, row]));
  const missing = data.filter(({ id }) => !created.has(id) && !earlier.has(id));
  const late = tries > 1 ? await createEach(source, tenant, { data: missing, among, select }, tries - 1) : [];
  const again = new Map(missing.map(({ id }, index) => [id, late[index]]));
  return data.map(({ id }) => {
    const row = created.get(id);
    if (row !== undefined) return { row, isNew: true, differing: [] };
    const was = earlier.get(id);
    return again.get(id) ?? { row: was ?? null, isNew: false, differing: was?.['~differing'] ?? [] };
  });
}

function recordOf(model: Model, given: { id: string }, among: readonly string[], { company, rule }: Tenant) {
  const values = new Map<string, unknown>(Object.entries(given));
  values.delete('id');
  const set = among.map((field) => {
    const column = columnOf(model, field);
    const value = values.get(field);
    values.delete(field);
    if (value !== undefined && value !== null && rule?.linksNew(field))
      throw new Error(`A new row of ${model.name} sets "${field}", which decides what the rule shows.`);
    const stored = value === undefined ? (column.initial ?? null) : value;
    return [column.column, stored === null ? null : toParameter(column, stored)];
  });
  const [other] = values.keys();
  if (other !== undefined) throw new Error(`A new row of ${model.name} does not set "${other}".`);
  const record = { id: given.id, company_id: company, ...Object.fromEntries(set) };
  if (rule?.holds(record) === false) throw new Error(`A new row of ${model.name} lies outside the rule.`);
  return record;
}

/** The tenant's records of these ids, and in which of the fields each differs while nothing has changed it. */
async function present<Result extends Found>(
  { model, run }: Pick<Source, 'model' | 'run'>,
  tenant: Tenant,
  records: readonly object[],
  { among, select }: { among: readonly string[]; select: object | undefined },
): Promise<(Result & { '~differing': string[] })[]> {
  const { values, bind } = parameters();
  const own = underAlias(model);
  const differing = among.map((field) => {
    const { name } = columnOf(model, field);
    return `CASE WHEN t.${name} IS DISTINCT FROM sent.${name} THEN '${field}' END`;
  });
  const sent = `json_populate_recordset(NULL::${model.table}, ${bind(JSON.stringify(records))}::json)`;
  const conditions = ['t.id = sent.id', ...conditionsById(own, tenant, {}, bind)].join(' AND ');
  const text = `SELECT ${columnList(own, select)},
      CASE WHEN t.version = 1 THEN array_remove(ARRAY[${differing}]::text[], NULL) ELSE '{}' END AS "~differing"
    FROM ${sent} sent
    JOIN ${model.table} t ON ${conditions}`;
  return run(tenant, 'read', text, values);
}
