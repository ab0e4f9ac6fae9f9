import type { Client } from '../db/prisma.ts';
import { demoErrands } from './errands.ts';
import { demoSites } from './sites.ts';

/** The company that owns the demo data. */
export const DEMO_COMPANY = 'demo';

const owned = <Of extends object>(rows: readonly Of[]) => rows.map((row) => ({ ...row, companyId: DEMO_COMPANY }));
const existing = (rows: readonly { id: string }[]) => ({
  where: { companyId: DEMO_COMPANY, id: { in: rows.map(({ id }) => id) } },
});

/** Writes the demo company's records in their initial state, in one transaction. All other records stay. */
export async function seedDemo(prisma: Client, now = new Date()): Promise<void> {
  const { shipTos, tanks } = demoSites(now);
  const { tasks, expirations, quickOrders } = demoErrands(now, tanks);
  await prisma.$transaction([
    prisma.$queryRaw`SELECT set_config('field_operations.writer', 'seed', true)`,
    prisma.shipTo.deleteMany(existing(shipTos)),
    prisma.shipTo.createMany({ data: owned(shipTos) }),
    prisma.tank.deleteMany(existing(tanks)),
    prisma.tank.createMany({ data: owned(tanks) }),
    prisma.task.deleteMany(existing(tasks)),
    prisma.task.createMany({ data: owned(tasks) }),
    prisma.expiration.deleteMany(existing(expirations)),
    prisma.expiration.createMany({ data: owned(expirations) }),
    prisma.quickOrder.deleteMany(existing(quickOrders)),
    prisma.quickOrder.createMany({ data: owned(quickOrders) }),
  ]);
}
