import { randomUUID } from 'node:crypto';
import { columnList, columnOf, type Model, parameters, toParameter } from '../sql/model.ts';
import type { Select, Selected } from '../sql/rows.ts';
import { namingActor } from '../sql/update-text.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import { compareRow } from './compare.ts';
import type { Settable } from './patch.ts';
import { deletionOf } from './restore.ts';
import type { Found, Source } from './row-source.ts';

type Data<Fields> = {
  readonly [Field in Exclude<keyof Fields, 'companyId'>]?: Settable<Fields, Field> | undefined;
};

export interface CreateArguments<Fields, Chosen extends Select<Fields> | undefined> {
  /** Each has another id, or gets one. Absent and undefined fields get their defaults. */
  data: readonly (Data<Fields> & { id?: string | null })[];
  /** The fields that each `data` may have beside its id, always in the same order: one text creates any of them. */
  among: readonly string[];
  /** Prisma's `select`. A frozen object is read once. */
  select?: Chosen | undefined;
}

/** The record of an id: the new one, or one that was there. */
export interface Created<Row> {
  /** Null if the id belongs to a record of another company, or to one that was deleted. */
  row: Row | null;
  isNew: boolean;
  /** Whether a record that was there has changed since its creation. */
  isChanged: boolean;
  /** The fields in which a record that was there differs. */
  differing: readonly string[];
}

/** As time_ordered_uuid() in prisma/sql: a UUID of version 7, which begins with the time in milliseconds. */
function newId(): string {
  const [time, random] = [Date.now().toString(16).padStart(12, '0'), randomUUID()];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}

/** Says to the trigger of new rows that none has the id of a deleted record. */
const NO_DELETIONS = `set_config('field_operations.no_deletions', 'on', true)`;

/**
 * Creates records with one INSERT, or none if it fails. An id that is taken creates nothing: its record is looked up.
 * Nor does the id of a record that was deleted.
 */
export async function createEach<Fields, Chosen extends Select<Fields> | undefined>(
  source: Source,
  tenant: Tenant,
  { data, among, select }: CreateArguments<Fields, Chosen>,
): Promise<Created<Selected<Fields, Chosen>>[]> {
  type Result = Selected<Fields, Chosen> & Found;
  const { model, run } = source;
  if (typeof tenant.company !== 'string') throw new Error('Only a tenant of one company creates records.');
  if (data.length === 0) return [];
  const records = data.map((each) => recordOf(model, { ...each, id: each.id ?? newId() }, among, tenant));
  const given = data.flatMap(({ id }) => id ?? []);
  const { values, bind } = parameters();
  // In the order of their ids, so that two statements that meet wait for each other, and do not deadlock.
  const columns = ['id', 'companyId', ...among].map((field) => columnOf(model, field).name);
  const sent = `json_populate_recordset(NULL::${model.table}, ${bind(JSON.stringify(records))}::json)`;
  const text = `INSERT INTO ${model.table} (${columns}) SELECT ${columns}
    FROM ROWS FROM (${[sent, NO_DELETIONS, ...namingActor(tenant.actor, bind)]}) AS sent
    WHERE (CASE WHEN sent.id = ANY (${bind(given)})
      THEN (SELECT true FROM record_deletion d WHERE ${deletionOf(model, 'sent.company_id', 'sent.id')}) END) IS NULL
    ORDER BY id ON CONFLICT DO NOTHING RETURNING ${columnList(model, select)}`;
  const rows = await run<Result>(tenant, 'write many', text, values);
  const created = new Map(rows.map((row) => [row.id, row]));
  const mask = 2 ** among.length - 1;
  return Promise.all(
    records.map(async (record) => {
      const row = created.get(record.id);
      if (row !== undefined) return { row, isNew: true, isChanged: false, differing: [] };
      const was = await compareRow<Fields, Chosen>(source, tenant, { row: record, mask }, { among, select });
      return { row: was, isNew: false, isChanged: was?.['~version'] !== 1, differing: was?.['~differing'] ?? [] };
    }),
  );
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
