import { DEMO_COMPANY } from '../config.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { demoErrands } from './errands.ts';
import { demoSites } from './sites.ts';

const owned = <Of extends object>(rows: readonly Of[]) => rows.map((row) => ({ ...row, companyId: DEMO_COMPANY }));
const among = (rows: readonly { id: string }[]) => ({
  where: { companyId: DEMO_COMPANY, id: { in: rows.map(({ id }) => id) } },
});

/**
 * Writes the demo company's records as they are on the first day, version 1; those that are there already are replaced. What the company
 * has beside them stays, and so does every other company's. All or nothing: one transaction.
 */
export async function seedDemo(prisma: PrismaClient, now = new Date()): Promise<void> {
  const { shipTos, tanks } = demoSites(now);
  const { tasks, expirations, quickOrders } = demoErrands(now, tanks);
  await prisma.$transaction([
    prisma.shipTo.deleteMany(among(shipTos)),
    prisma.shipTo.createMany({ data: owned(shipTos) }),
    prisma.tank.deleteMany(among(tanks)),
    prisma.tank.createMany({ data: owned(tanks) }),
    prisma.task.deleteMany(among(tasks)),
    prisma.task.createMany({ data: owned(tasks) }),
    prisma.expiration.deleteMany(among(expirations)),
    prisma.expiration.createMany({ data: owned(expirations) }),
    prisma.quickOrder.deleteMany(among(quickOrders)),
    prisma.quickOrder.createMany({ data: owned(quickOrders) }),
  ]);
}
