import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../generated/prisma/client.ts';

/**
 * Prisma's client on the pool that requests use; disconnecting it leaves the pool open. It writes the demo company. Requests go to
 * the pool themselves (`run`), because through the client the same UPDATE reached a half to two thirds of the rate, each new set of
 * keys cost it 0.9 ms to plan, and a gateway that loads it starts later and holds more memory. The model is Prisma's all the same.
 */
export const openPrisma = (pool: pg.Pool): PrismaClient =>
  new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) });
