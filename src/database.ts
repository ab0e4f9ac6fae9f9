import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './generated/prisma/client.ts';

const { builtins } = pg.types;

/** Turns PostgreSQL's `2026-03-01 08:00:00.5+00` into the RFC 3339 text that DateTime promises, without a Date in between. */
function toRfc3339(text: string): string {
  const [, day, time, fraction = ''] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text) ?? [];
  return day === undefined ? text : `${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}

/** What each PostgreSQL type is in JavaScript where it is not the driver's own choice. */
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.DATE]: (text) => text,
  [builtins.TIMESTAMPTZ]: toRfc3339,
  [builtins.INT8]: Number,
};

/**
 * Opens the one pool that every statement uses. Sessions run in UTC, so that times read the same wherever the server stands,
 * and a statement that runs for more than 15 s is ended.
 */
export function openPool(url: string, size: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 15_000,
    application_name: 'field-operations-gateway',
    options: '-c timezone=UTC -c datestyle=ISO',
    types: { getTypeParser: (oid, format) => parsers[oid] ?? pg.types.getTypeParser(oid, format) },
  });
  return pool;
}

/** Prisma on the same pool, for what is off the hot path. Closing it leaves the pool open. */
export function openPrisma(pool: pg.Pool): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) });
}
