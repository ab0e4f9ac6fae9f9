import { randomUUID } from 'node:crypto';
import { columnList, columnOf, type Model, newValue, parameters, toParameter } from '../sql/model.ts';
import type { Select, Selected } from '../sql/rows.ts';
import { namingActor } from '../sql/where.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import { compareRow } from './compare.ts';
import { deletionOf } from './deleted-rows.ts';
import type { Settable } from './patch.ts';
import type { RowSource, RowWithId } from './row-source.ts';

type Data<Fields> = {
  readonly [Field in Exclude<keyof Fields, 'companyId'>]?: Settable<Fields, Field> | undefined;
};

export interface CreateArguments<Fields, Chosen extends Select<Fields> | undefined> {
  /** Each has another id, or gets one. Absent and undefined fields get their defaults. */
  data: readonly (Data<Fields> & { id?: string | null })[];
  /** The fields that each `data` may have beside its id, always in the same order: one text creates any of them. */
  settable: readonly string[];
  select?: Chosen | undefined;
}

export interface Created<Row> {
  /** Null if the id belongs to a record of another company, or to one that was deleted. */
  row: Row | null;
  isNew: boolean;
  isChanged: boolean;
  differing: readonly string[];
}

/** As time_ordered_uuid() in prisma/sql: a UUID of version 7, which begins with the time in milliseconds. */
function newId(): string {
  const [time, random] = [Date.now().toString(16).padStart(12, '0'), randomUUID()];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}

/** Says to the trigger of new rows that none has the id of a deleted record. */
const NO_DELETIONS = `set_config('field_operations.no_deletions', 'on', true)`;

/** Creates records with one INSERT, or none if it fails. The id of a record, or of a deleted one, creates nothing. */
export async function createEach<Fields, Chosen extends Select<Fields> | undefined>(
  source: RowSource,
  tenant: Tenant,
  { data, settable, select }: CreateArguments<Fields, Chosen>,
): Promise<Created<Selected<Fields, Chosen>>[]> {
  type Result = Selected<Fields, Chosen> & RowWithId;
  const { model, run } = source;
  if (typeof tenant.company !== 'string') throw new Error('Only a tenant of one company creates records.');
  if (data.length === 0) return [];
  const records = data.map((each) => recordOf(model, { ...each, id: each.id ?? newId() }, settable, tenant));
  const given = data.flatMap(({ id }) => id ?? []);
  const { values, bind } = parameters();
  // In the order of their ids, so that two statements that meet wait for each other, and do not deadlock.
  const columns = settable.map((field) => columnOf(model, field));
  const names = ['id', 'company_id', ...columns.map(({ name }) => name)];
  const sent = `json_populate_recordset(NULL::${model.table}, ${bind(JSON.stringify(records))}::json)`;
  const text = `INSERT INTO ${model.table} (${names}) SELECT ${['id', 'company_id', ...columns.map(newValue)]}
    FROM ROWS FROM (${[sent, NO_DELETIONS, ...namingActor(tenant.actor, bind)]}) AS sent
    WHERE (CASE WHEN sent.id = ANY (${bind(given)})
      THEN (SELECT true FROM record_deletion d WHERE ${deletionOf(model, 'sent.company_id', 'sent.id')}) END) IS NULL
    ORDER BY id ON CONFLICT DO NOTHING RETURNING ${columnList(model, select)}`;
  const rows = await run<Result>(tenant, 'write many', text, values);
  const created = new Map(rows.map((row) => [row.id, row]));
  return Promise.all(
    records.map(async (record) => {
      const row = created.get(record.id);
      if (row !== undefined) return { row, isNew: true, isChanged: false, differing: [] };
      // A repeat draws other values.
      const mask = columns.reduce((bits, { column, drawn }, bit) => {
        const isDrawn = drawn !== undefined && Reflect.get(record, column) === null;
        return isDrawn ? bits : bits + 2 ** bit;
      }, 0);
      const was = await compareRow<Fields, Chosen>(source, tenant, { row: record, mask }, { settable, select });
      return { row: was, isNew: false, isChanged: was?.['~version'] !== 1, differing: was?.['~differing'] ?? [] };
    }),
  );
}

function recordOf(
  model: Model,
  { id, ...given }: { id: string },
  settable: readonly string[],
  { company, rule }: Tenant,
) {
  const other = Object.keys(given).find((field) => !settable.includes(field));
  if (other !== undefined) throw new Error(`A new row of ${model.name} does not set "${other}".`);
  const set = settable.map((field) => {
    const column = columnOf(model, field);
    const value: unknown = Reflect.get(given, field);
    const stored = value === undefined ? (column.initial ?? null) : value;
    return [column.column, stored === null ? null : toParameter(column, stored)];
  });
  const record = { id, company_id: company, ...Object.fromEntries(set) };
  rule?.assertMayCreate(given, record);
  return record;
}
