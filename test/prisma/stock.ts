import { PrismaPg } from '@prisma/adapter-pg';
import { afterAll } from 'vitest';
import { PrismaClient } from '../../src/generated/prisma/client.ts';
import { openPool } from '../../src/postgres/pool.ts';
import { openClient } from '../../src/prisma/client.ts';
import { cloneDatabase } from '../gateway.ts';
import { PATIENT } from '../postgres.ts';

/** A database for a test file, with the gateway's client, and Prisma's own, with which that is compared. */
export async function openClients() {
  const { url, drop } = await cloneDatabase();
  const pool = openPool(url, PATIENT);
  pool.on('error', () => {});
  const stock = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) });
  afterAll(async () => {
    await stock.$disconnect();
    await pool.end();
    await drop();
  });
  return { pool, stock, prisma: openClient(pool) };
}
