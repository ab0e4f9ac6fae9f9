import type { Planning, RunStatement } from '../../postgres/statements.ts';
import { isStorableText } from '../../records/values.ts';
import type { Limits } from '../batching/batch-queue.ts';
import type { Batching } from '../batching/batching.ts';
import { type Bind, type Model, parameters } from '../sql/model.ts';
import type { PlanChoice } from '../sql/plan-choice.ts';
import type { Target } from '../sql/rows.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import type { Horizon } from './modified-through.ts';

export type RowWithId = { id: string };

export interface RowSource {
  model: Model;
  run: RunStatement;
  batching: Batching;
  horizon: Horizon;
  plans: PlanChoice;
}

/** Requests of a moment share a statement if theirs differ only in parameters that `write` lets vary. */
export function readShared<Row extends object>(
  { run, batching }: Pick<RowSource, 'run' | 'batching'>,
  asker: Tenant,
  planning: Planning,
  write: (bind: Bind) => string,
  limits?: Limits,
): Promise<Row[]> {
  const values: { value: unknown; varies: boolean }[] = [];
  const text = write((value, varies = false) => `$${values.push({ value, varies })}`);
  const ofKind = (kind: boolean): unknown[] => values.flatMap(({ value, varies }) => (varies === kind ? [value] : []));
  const load = async (tenant: Tenant, keys: string[]) => {
    if (keys.length === 1) {
      const all = values.map(({ value }) => value);
      const rows = await run<Row>(tenant, 'read', text, all, planning);
      return () => rows;
    }
    const shared = writeTogether(write, keys);
    const found = new Map(keys.map((key): [string, Row[]] => [key, []]));
    for (const row of await run<Row & { '~number': number }>(tenant, 'read', shared.text, shared.values, planning))
      found.get(keys[row['~number'] - 1] ?? '')?.push(row);
    return (key: string) => found.get(key) ?? [];
  };
  const name = `${JSON.stringify(ofKind(false))} ${text}`;
  return batching.read(asker, name, JSON.stringify(ofKind(true)), load, limits);
}

/** One statement for the varying texts of each key. Its rows have the number of their key, from 1, as `~number`. */
function writeTogether(write: (bind: Bind) => string, keys: readonly string[]) {
  const { values, bind } = parameters();
  const asked: string[][] = keys.map((key) => JSON.parse(key));
  let varying = 0;
  const each = write((value, varies) => (varies ? `asked.text${varying++}` : bind(value)));
  const columns = Array.from({ length: varying }, (_, index) => `text${index}`);
  const lists = columns.map((_, index) => `${bind(asked.map((texts) => texts[index]))}::text[]`);
  const from = `unnest(${lists}) WITH ORDINALITY AS asked(${columns}, "~number")`;
  return { values, text: `SELECT asked."~number", each.* FROM ${from} CROSS JOIN LATERAL (${each}) AS each` };
}

/** Writes to many records with one statement, or to none if it fails. Null for those whose row it does not return. */
export async function writeRows<Row extends RowWithId>(
  run: RunStatement,
  tenant: Tenant,
  where: readonly Target[],
  write: (sent: Target[]) => { text: string; values: unknown[] },
): Promise<(Row | null)[]> {
  const sent = where.filter(({ id }) => isStorableText(id));
  if (sent.length === 0) return where.map(() => null);
  const { text, values } = write(sent);
  const rows = new Map((await run<Row>(tenant, 'write many', text, values)).map((row) => [row.id, row]));
  return where.map(({ id }) => rows.get(id) ?? null);
}
