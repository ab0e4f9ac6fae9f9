import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { createBatch } from './batch.ts';
import { openControl } from './control.ts';
import { told } from './failure.ts';
import { Horizon } from './horizon.ts';
import { createLocate, type Locate } from './locate.ts';
import { readModels } from './model.ts';
import { createOutageLog, type OutageLog } from './outage.ts';
import type { Replicas } from './replicas.ts';
import { createRun } from './run.ts';
import { Shares } from './shares.ts';
import type { Found, PagedRow, Source } from './source.ts';
import type { Tenant } from './tenant.ts';
import { type Open, type Owned, opening } from './tenant-rows.ts';

/** The part of the pool that writes may take, because each may wait for a lock. */
const WRITES = 0.8;
/** How many statements of one company may wait for a connection. */
const MOST_WAITING = 1_000;
/** When statements wait this long, new requests of their company are refused: they would all be late. */
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
 * The client of resolvers. Methods of models need a tenant. Raw statements do not: they write its condition themselves, with
 * `tenant.on(alias)`.
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
 * Opens Prisma's client over a pool; disconnecting it leaves the pool open. Every model has one method more, `of(tenant)`, whose `page`
 * and `lookup` may read from a replica. Prisma's own methods use the pool, and load its query engine on first use, about 40 MB.
 */
export function openClient(pool: pg.Pool, log?: OutageLog, replicas?: Replicas) {
  // The default error format captures a stack on every call.
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: false }),
    errorFormat: 'minimal',
  });
  const control = openControl(pool);
  const lost = createOutageLog(control.ping, log);
  const shares = new Shares(pool.options.max, MOST_WAITING);
  const writes = new Shares(Math.ceil(pool.options.max * WRITES), MOST_WAITING);
  const ofPrimary = createRun({ pool, shares, writes, cancel: control.cancel, lost });
  const run = replicas?.beside(ofPrimary) ?? ofPrimary;
  const horizon = new Horizon();
  const throughs = createBatch<string | null>();
  const sources = new Map(
    readModels(prisma).map((model): [string, Source] => {
      const batches = {
        lookups: createBatch<Found | null>(),
        pages: createBatch<PagedRow[]>(),
        totals: createBatch<number>(),
      };
      return [model.name, { model, run, horizon, ...batches, throughs }];
    }),
  );
  const locate = createLocate(sources, run);
  const read: Read = ({ current }, { text, values }) => run(current, 'read', text, values);
  // Cached, because the properties of an extended client are slow to read.
  const opened = new WeakMap<object, Open>();
  return prisma.$extends({
    client: {
      /** Rejects within two seconds when the database does not answer. A raw query of Prisma's would load its engine. */
      $ping: () => control.ping(),
      /** Whether the tenant's statements wait so long for connections that it should send no more. */
      $isBusy: ({ key }: Tenant) => shares.waited(key) > BUSY_MS,
      /** From now on, replicas answer the tenant nothing that is older than now. */
      $readNew: (tenant: Tenant) => replicas?.wrote(tenant),
      /** Tells which of the models has one of the tenant's rows of an id. */
      $locate: locate,
      $read: read,
      /** How many statements wait for a connection. */
      $waiting: () => shares.waiting + writes.waiting + pool.waitingCount,
    },
    query: {
      /** Prisma's own operations fail as the own methods do. */
      $allOperations: ({ args, query }) =>
        query(args).catch((error: unknown) => {
          throw told(error, lost);
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
