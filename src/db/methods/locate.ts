import type { Prisma } from '../../generated/prisma/client.ts';
import { modelNamed, parameters } from '../sql/model.ts';
import { conditionsOf } from '../sql/where.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import type { Lookout } from './modified-through.ts';

/** Finds which of the models has a row of this id among the tenant's: the first of them, or undefined. */
export type Locate = <const Name extends Prisma.ModelName>(
  tenant: Tenant,
  models: readonly Name[],
  id: string,
) => Promise<Name | undefined>;

/** Looks for ids in several models. All that are asked for at the same moment are one statement. */
export const createLocate =
  ({ run, gathering }: Pick<Lookout, 'run' | 'gathering'>): Locate =>
  (asker, models, id) =>
    gathering.read(asker, `locate ${models}`, id, async (tenant, ids) => {
      const { values, place } = parameters();
      const parts = models.map((name, index) => {
        const model = modelNamed(name);
        const conditions = conditionsOf(model, { id: { in: ids }, ...tenant.where }, place).join(' AND ');
        return `SELECT id, ${index} AS place FROM ${model.table} WHERE ${conditions}`;
      });
      const rows = await run<{ id: string; place: number }>(tenant, 'read', parts.join(' UNION ALL '), values);
      const places = new Map<string, number>();
      for (const { id: of, place: at } of rows) places.set(of, Math.min(at, places.get(of) ?? at));
      return (of) => models[places.get(of) ?? -1];
    });
