import type { Prisma } from '../../generated/prisma/client.ts';
import { modelNamed, parameters } from '../sql/model.ts';
import { conditionsById } from '../sql/where.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import type { Source } from './row-source.ts';

/**
 * Finds which of the models has a row of an id, among those of its tenant: the first of them, or undefined. All ids
 * that are asked for at the same moment are one statement.
 */
export const createLocate =
  ({ run, gathering }: Pick<Source, 'run' | 'gathering'>) =>
  async <Name extends Prisma.ModelName>(tenants: ReadonlyMap<Name, Tenant>, id: string): Promise<Name | undefined> => {
    const asker = [...tenants.values()].at(-1);
    if (asker === undefined) return undefined;
    const models = [...tenants.keys()];
    // Requests of one name share a statement, so the rules of all its tenants are in it.
    const name = `locate ${Array.from(tenants, ([model, { rule }]) => `${model} ${rule?.key ?? ''}`)}`;
    return gathering.read(asker, name, id, async (by, ids) => {
      const { values, place } = parameters();
      const parts = Array.from(tenants.values(), (tenant, index) => {
        const model = modelNamed(models[index] ?? '');
        const conditions = conditionsById(model, tenant, { id: { in: ids } }, place).join(' AND ');
        return `SELECT id, ${index} AS place FROM ${model.table} WHERE ${conditions}`;
      });
      const rows = await run<{ id: string; place: number }>(by, 'read', parts.join(' UNION ALL '), values);
      const places = new Map<string, number>();
      for (const { id: of, place: at } of rows) places.set(of, Math.min(at, places.get(of) ?? at));
      return (of) => models[places.get(of) ?? -1];
    });
  };
