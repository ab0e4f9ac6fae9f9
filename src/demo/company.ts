import type { Client } from '../prisma/client.ts';
import { Tenant } from '../prisma/tenancy/tenant.ts';
import { READING_DAYS, readDaily } from './readings.ts';
import { demoTanks } from './tanks.ts';
import { demoTasksAndOrders } from './tasks-and-orders.ts';

export const DEMO_COMPANY = 'demo';

const existing = (rows: readonly { id: string }[]) => ({ where: { id: { in: rows.map(({ id }) => id) } } });

/** Writes the demo company's records in their initial state. A history of `keepDays` has daily readings. */
export async function seedDemo(prisma: Client, now = new Date(), keepDays = 0): Promise<void> {
  const days = Math.min(keepDays, READING_DAYS);
  const { shipTos, tanks } = demoTanks(now);
  const { tasks, expirations, quickOrders } = demoTasksAndOrders(now, tanks);
  const demo = Tenant.of(DEMO_COMPANY);
  await prisma.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT set_config('field_operations.writer', 'seed', true)`;
    await tx.shipTo.of(demo).deleteMany(existing(shipTos));
    await tx.shipTo.of(demo).createMany({ data: shipTos });
    await tx.tank.of(demo).deleteMany(existing(tanks));
    await tx.tank.of(demo).createMany({ data: demoTanks(now, days).tanks });
    if (days > 0) await readDaily(tx, DEMO_COMPANY, now, days);
    await tx.task.of(demo).deleteMany(existing(tasks));
    await tx.task.of(demo).createMany({ data: tasks });
    await tx.expiration.of(demo).deleteMany(existing(expirations));
    await tx.expiration.of(demo).createMany({ data: expirations });
    await tx.quickOrder.of(demo).deleteMany(existing(quickOrders));
    await tx.quickOrder.of(demo).createMany({ data: quickOrders });
  });
}
