import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../generated/prisma/client.ts';
import { toFailure } from './connections/sqlstate.ts';
import { type RawStatements, Sql } from './tenancy/fragment.ts';

/** Opens Prisma's client over a pool, whose methods fail as the own ones do. Disconnecting it leaves the pool open. */
export function openPrisma(pool: pg.Pool, lost: (cause: unknown) => void) {
  const adapter = new PrismaPg(pool, { disposeExternalPool: false });
  // The default error format captures a stack on every call.
  return new PrismaClient({ adapter, errorFormat: 'minimal' }).$extends({
    query: {
      $allOperations: ({ args, query }) =>
        query(args).catch((error: unknown) => {
          throw toFailure(error, lost);
        }),
    },
  });
}

/** Prisma's raw statements, for fragments that are ours. */
export const rawStatements = (prisma: Pick<PrismaClient, '$queryRaw' | '$executeRaw'>): RawStatements => ({
  $queryRaw: (text, ...values) => prisma.$queryRaw(...flat(text, values)),
  $executeRaw: (text, ...values) => prisma.$executeRaw(...flat(text, values)),
});

function flat(text: TemplateStringsArray, given: unknown[]): [TemplateStringsArray, ...unknown[]] {
  const { strings, values } = new Sql(text, given);
  return [Object.assign(strings, { raw: strings }), ...values];
}
