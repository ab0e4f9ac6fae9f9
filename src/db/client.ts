import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { createBatch } from '../runtime/batch.ts';
import { Admission } from './connections/admission.ts';
import { openControl } from './connections/health.ts';
import { createOutageLog, type OutageLog } from './connections/outage-log.ts';
import { toFailure } from './connections/sqlstate.ts';
import { createRun } from './connections/statements.ts';
import { createLocate, type Locate } from './methods/locate.ts';
import { Horizon } from './methods/modified-through.ts';
import type { Source } from './methods/row-source.ts';
import { type Owned, opening } from './of-tenant.ts';
import type { Replicas } from './replicas/replicas.ts';
import { models } from './sql/model.ts';
import type { Tenant } from './tenancy/tenant.ts';

/**
 * When statements wait this long, in milliseconds, new requests of their company are refused: they would all be late.
 */
const BUSY_MS = 500;

/** The client of programs: all of Prisma, and `of(tenant)` on every model. */
export type Client = ReturnType<typeof openClient>;

type Delegates = Omit<PrismaClient, `$${string}` | symbol>;
type OfTenant<Delegate> = { of(tenant: Tenant): Owned<Delegate> };
/** The models whose rows belong to companies. */
type Ownable = {
  [Name in keyof Delegates]: 'page' extends keyof Owned<Delegates[Name]> ? Name : never;
}[keyof Delegates];

/**
 * The client of resolvers. Methods of models need a tenant. Raw statements do not: they write its condition themselves,
 * with `tenant.on(alias)`.
 */
export type Records = { readonly [Name in Ownable]: OfTenant<Delegates[Name]> } & Pick<
  PrismaClient,
  '$queryRaw' | '$executeRaw'
> & {
    $ping(): Promise<unknown>;
    $isBusy(tenant: Tenant): boolean;
    $readNew(tenant: Tenant): void;
    $locate: Locate;
    $read: Read;
  };

/** Runs a raw statement that reads, on the primary and in the tenant's share of the connections. */
type Read = <Row extends object>(tenant: Tenant, sql: Prisma.Sql) => Promise<Row[]>;

/**
 * Opens Prisma's client over a pool; disconnecting it leaves the pool open. Every model has one method more,
 * `of(tenant)`, whose `page` and `lookup` may read from a replica. Prisma's own methods use the pool, and load its
 * query engine on first use, about 40 MB.
 */
export function openClient(pool: pg.Pool, log?: OutageLog, replicas?: Replicas) {
  // The default error format captures a stack on every call.
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: false }),
    errorFormat: 'minimal',
  });
  const control = openControl(pool);
  const lost = createOutageLog(control.ping, log);
  const admission = new Admission(pool.options.max);
  const ofPrimary = createRun({ pool, admission, cancel: control.cancel, lost });
  const run = replicas?.beside(ofPrimary) ?? ofPrimary;
  const horizon = new Horizon();
  const batch = createBatch();
  const sources = new Map(
    Array.from(models, ([name, model]): [string, Source] => [name, { model, run, horizon, batch }]),
  );
  const read: Read = ({ current }, { text, values }) => run(current, 'read', text, values);
  // Cached, because the properties of an extended client are slow to read.
  const opened = new WeakMap<object, ReturnType<typeof opening>>();
  return prisma.$extends({
    client: {
      /**
       * Rejects within two seconds when the database does not answer. A raw query of Prisma's would load its engine.
       */
      $ping: () => control.ping(),
      /** Whether the tenant's statements wait so long for connections that it should send no more. */
      $isBusy: ({ key }: Tenant) => admission.waited(key) > BUSY_MS,
      /** From now on, replicas answer the tenant nothing that is older than now. */
      $readNew: (tenant: Tenant) => replicas?.wrote(tenant),
      $locate: createLocate({ run, batch }),
      $read: read,
      /** How many statements wait for a connection. */
      $waiting: () => admission.waiting + pool.waitingCount,
    },
    query: {
      /** Prisma's own operations fail as the own methods do. */
      $allOperations: ({ args, query }) =>
        query(args).catch((error: unknown) => {
          throw toFailure(error, lost);
        }),
    },
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
