import type { Prisma } from '../generated/prisma/client.ts';
import { createBatch } from './batch.ts';
import type { Run } from './run.ts';
import type { Source } from './source.ts';
import { parameters } from './statement.ts';
import type { Tenant } from './tenant.ts';
import { isStorableText } from './values.ts';
import { conditionsOf } from './where.ts';

/** Tells which of the models has a row of this id among the tenant's: the first of them, or undefined. */
export type Locate = <const Name extends Prisma.ModelName>(
  tenant: Tenant,
  models: readonly Name[],
  id: string,
) => Promise<Name | undefined>;

/** Looks for ids in several models. All that are asked for in a tick are one statement. */
export function createLocate(sources: ReadonlyMap<string, Source>, run: Run): Locate {
  const batch = createBatch<number | undefined>();
  return async (tenant, models, id) => {
    const found = await batch(`${models}\n${tenant.batch}`, id, async (asked) => {
      const { values, place } = parameters();
      const ids = place(asked.filter(isStorableText));
      const parts = models.map((name, index) => {
        const source = sources.get(name);
        if (source === undefined) throw new Error(`There is no model ${name}.`);
        const conditions = [`id = ANY(${ids})`, ...conditionsOf(source.model, tenant.where, place)].join(' AND ');
        return `SELECT id, ${index} AS place FROM ${source.model.table} WHERE ${conditions}`;
      });
      const rows = await run<{ id: string; place: number }>(tenant, 'read', parts.join(' UNION ALL '), values);
      const places = new Map<string, number>();
      for (const { id: of, place: at } of rows) places.set(of, Math.min(at, places.get(of) ?? at));
      return (of) => places.get(of);
    });
    return found === undefined ? undefined : models[found];
  };
}
