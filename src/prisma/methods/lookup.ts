import type { Prisma } from '../../generated/prisma/client.ts';
import { columnList, modelNamed, parameters } from '../sql/model.ts';
import type { Select, Selected } from '../sql/rows.ts';
import { conditionsById } from '../sql/where.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import type { RowSource, RowWithId } from './row-source.ts';

export interface LookupArguments<Chosen> {
  where: { id: string };
  /** For an id that is made of other fields, which have an index: reads them; undefined if it is no such id. */
  keyOf?: KeyOf | undefined;
  select?: Chosen | undefined;
}

type KeyOf = (id: string) => Readonly<Record<string, string>> | undefined;

/** Finds a record by its id, or null. Those that select the same columns at the same moment share a statement. */
export function lookup<Fields, Chosen extends Select<Fields> | undefined>(
  { model, run, batching }: RowSource,
  asker: Tenant,
  { where, select, keyOf }: LookupArguments<Chosen>,
): Promise<Selected<Fields, Chosen> | null> {
  const columns = columnList(model, select);
  return batching.read(asker, `lookup ${model.table} ${columns}`, where.id, async (tenant, ids) => {
    const wanted = keyOf === undefined ? { id: { in: ids } } : keysAmong(ids, keyOf);
    // Without a condition, the statement would read every row.
    if (wanted === undefined) return () => null;
    const rows = await readById<Selected<Fields, Chosen> & RowWithId>({ model, run }, tenant, wanted, columns);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return (id) => byId.get(id) ?? null;
  });
}

export function readById<Result extends RowWithId>(
  { model, run }: Pick<RowSource, 'model' | 'run'>,
  tenant: Tenant,
  where: object,
  columns: string,
): Promise<Result[]> {
  const { values, bind } = parameters();
  const conditions = conditionsById(model, tenant, where, bind).join(' AND ');
  return run<Result>(tenant, 'read', `SELECT ${columns} FROM ${model.table} WHERE ${conditions}`, values);
}

function keysAmong(ids: string[], keyOf: KeyOf): Record<string, { in: string[] }> | undefined {
  const keys = ids.flatMap((id): Readonly<Record<string, string>>[] => {
    const key = keyOf(id);
    return key === undefined ? [] : [{ id, ...key }];
  });
  const fields = Object.keys(keys[0] ?? {});
  const wanted = fields.map((field) => [field, { in: [...new Set(keys.map((key) => key[field] ?? ''))] }]);
  return fields.length === 0 ? undefined : Object.fromEntries(wanted);
}

/** Finds the first of the models that has a row of an id. All ids of a moment are one statement. */
export const createLocate =
  ({ run, batching }: Pick<RowSource, 'run' | 'batching'>) =>
  async <Name extends Prisma.ModelName>(tenants: ReadonlyMap<Name, Tenant>, id: string): Promise<Name | undefined> => {
    const asker = [...tenants.values()].at(-1);
    if (asker === undefined) return undefined;
    const models = [...tenants.keys()];
    // Requests of one name share a statement, so the rules of all its tenants are in it.
    const name = `locate ${Array.from(tenants, ([model, { rule }]) => `${model} ${rule?.key ?? ''}`)}`;
    return batching.read(asker, name, id, async (by, ids) => {
      const { values, bind } = parameters();
      const parts = Array.from(tenants.values(), (tenant, index) => {
        const model = modelNamed(models[index] ?? '');
        const conditions = conditionsById(model, tenant, { id: { in: ids } }, bind).join(' AND ');
        return `SELECT id, ${index} AS index FROM ${model.table} WHERE ${conditions}`;
      });
      const rows = await run<{ id: string; index: number }>(by, 'read', parts.join(' UNION ALL '), values);
      const indexes = new Map<string, number>();
      for (const { id: of, index: at } of rows) indexes.set(of, Math.min(at, indexes.get(of) ?? at));
      return (of) => models[indexes.get(of) ?? -1];
    });
  };
