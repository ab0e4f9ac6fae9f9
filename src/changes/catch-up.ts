import { Prisma } from '../generated/prisma/client.ts';
import type { RequestBudget } from '../load/request-budget.ts';
import type { Client } from '../prisma/client.ts';
import { Tenant } from '../prisma/tenancy/tenant.ts';
import { LowWater, OPEN_BATCH, OPENING, type Opening } from './outbox.ts';

const CATCH_UP_BATCHES = 20;

/** Opens up to 10,000 rows of the outbox for a list of deliveries. A failure is left to a loop, which logs it. */
export const catchUp = (prisma: Client, asking?: RequestBudget): Promise<void> => {
  const asker = asking === undefined ? Tenant.ALL_COMPANIES : Tenant.ALL_COMPANIES.forRequest(asking, false);
  return prisma.$batching.read(asker, 'catch up', '', async (tenant) => {
    const lowWater = new LowWater();
    try {
      for (let batch = 0; batch < CATCH_UP_BATCHES; batch++) {
        // Not as a write of every company, after which replicas would have to catch up with the primary.
        const [opening] = await prisma.$queryPrepared<Opening>(
          tenant,
          Prisma.sql`SELECT ${Prisma.raw(OPENING)}
            FROM open_outbox(${OPEN_BATCH}::int, ${lowWater.mark}::bigint, ${lowWater.epoch ?? null})`,
        );
        if (opening === undefined) break;
        lowWater.rise(opening);
        if (!opening.isFull) break;
      }
    } catch {}
    return () => undefined;
  });
};
