import type pg from 'pg';
import { Prisma } from '../generated/prisma/client.ts';
import { openMethods } from './client.ts';
import type { OutageLog } from './connections/outage-log.ts';
import type { Owned } from './of-tenant.ts';
import { opening } from './opening.ts';
import { openPrisma, rawStatements } from './prisma.ts';
import type { Replicas } from './replicas/replicas.ts';
import type { Tenant } from './tenancy/tenant.ts';

/** The client of commands: all of Prisma, and `of(tenant)` on every model. */
export type Client = ReturnType<typeof openClient>;

/** Opens Prisma's client over a pool, with what the client of resolvers has. */
export function openClient(pool: pg.Pool, log?: OutageLog, replicas?: Replicas) {
  const { sources, lost, methods } = openMethods(pool, log, replicas);
  const prisma = openPrisma(pool, lost);
  // Cached, because the properties of an extended client are slow to read.
  const opened = new WeakMap<object, ReturnType<typeof opening>>();
  return prisma.$extends({
    client: { ...methods, ...rawStatements(prisma) },
    model: {
      $allModels: {
        of<Delegate extends object>(this: Delegate, tenant: Tenant): Owned<Delegate> {
          let open = opened.get(this);
          if (open === undefined) {
            open = opening(sources, Prisma.getExtensionContext(this));
            opened.set(this, open);
          }
          // Safe: each call is forwarded to the model's method of the same name.
          return open(tenant) as never;
        },
      },
    },
  });
}
