import { checkKeys } from '../../runtime/plain-object.ts';
import { isStorableText } from '../../storable.ts';
import { columnList, columnOf, type Model, underAlias } from '../sql/model.ts';
import { parameters } from '../sql/parameters.ts';
import type { Select, Selected } from '../sql/rows.ts';
import { conditionsOf } from '../sql/where.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import { assignments, cachedText, changesIn, maskOf, type PatchArguments } from './patch.ts';
import type { Found, Source } from './row-source.ts';

export interface PatchManyArguments<Fields, Chosen extends Select<Fields> | undefined> {
  /** Each is of another record. */
  patches: readonly Pick<PatchArguments<Fields, Chosen>, 'where' | 'data'>[];
  /**
   * The fields that each `data` is a subset of, in an order that does not vary: all patches share one statement text.
   */
  among: readonly string[];
  /** Prisma's `select`. A frozen object is read once. */
  select?: Chosen | undefined;
}

const ARGUMENTS = ['patches', 'among', 'select'];
const PATCH = ['where', 'data'];

/**
 * Changes many records with one UPDATE: all that match, or none if it fails. Returns for each patch, in order, the
 * selected fields of its row as it is now, or null when nothing matched. Rejects arguments that it does not support,
 * before it has written anything.
 */
export async function patchMany<Fields, Chosen extends Select<Fields> | undefined>(
  { model, run }: Source,
  tenant: Tenant,
  args: PatchManyArguments<Fields, Chosen>,
): Promise<(Selected<Fields, Chosen> | null)[]> {
  checkKeys('patchMany', args, ARGUMENTS);
  const { patches, among, select } = args;
  const masks: number[] = [];
  const records = patches.flatMap((patch) => {
    checkKeys('A patch', patch, PATCH);
    const changes = changesIn(model, { ...patch, among });
    if (!isStorableText(patch.where.id)) return [];
    masks.push(maskOf(changes, among));
    // A patch as a row of the table in JSON.
    const { id, version } = patch.where;
    const set = Array.from(changes, ([field, value]) => [columnOf(model, field).column, value]);
    return [{ id, version, ...Object.fromEntries(set) }];
  });
  if (new Set(patches.map(({ where }) => where.id)).size < patches.length)
    throw new Error('patchMany takes one patch for each record.');
  if (records.length === 0) return patches.map(() => null);

  const { values, place } = parameters();
  const sent = `json_populate_recordset(NULL::${model.table}, ${place(JSON.stringify(records))}::json)`;
  const mask = `json_array_elements_text(${place(JSON.stringify(masks))}::json)`;
  const own = underAlias(model);
  const conditions = ['t.id = sent.id', ...conditionsOf(own, tenant.where, place)].join(' AND ');
  const columns = columnList(own, select);
  const text = cachedText(`many ${model.table} ${among} ${conditions} ${columns}`, () =>
    write(model, among, `ROWS FROM (${sent}, ${mask})`, conditions, columns),
  );
  const rows = await run<Selected<Fields, Chosen> & Found>(tenant, 'write many', text, values);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return patches.map(({ where }) => byId.get(where.id) ?? null);
}

/**
 * The rows are locked in the order of their ids before one of them is written. Two statements that meet then wait for
 * each other, and do not deadlock. PostgreSQL takes the list for a hundred records, whatever is sent, so that it finds
 * each by an index.
 */
const write = (model: Model, among: readonly string[], sent: string, conditions: string, columns: string): string =>
  `WITH sent AS (
    SELECT sent.*, value::bigint AS "~mask" FROM ${sent} AS sent JOIN ${model.table} t ON ${conditions}
    WHERE sent.version IS NULL OR t.version = sent.version ORDER BY t.id FOR NO KEY UPDATE OF t
  )
  UPDATE ${model.table} t SET ${assignments(model, among, { mask: 'sent."~mask"', of: ({ name }) => `sent.${name}` }, 't.')}
  FROM sent WHERE ${conditions} RETURNING ${columns}`;
