import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../generated/prisma/client.ts';

/** Opens Prisma's client over a pool, for commands and the demo. Disconnecting it leaves the pool open. */
export const openPrisma = (pool: pg.Pool): PrismaClient =>
  new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) });
