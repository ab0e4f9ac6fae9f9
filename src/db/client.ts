import type pg from 'pg';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { Admission } from './connections/admission.ts';
import { openControl } from './connections/health.ts';
import { createOutageLog, type OutageLog } from './connections/outage-log.ts';
import { createRun } from './connections/statements.ts';
import { Gathering } from './gathering/gathering.ts';
import { createLocate, type Locate } from './methods/locate.ts';
import { Horizon } from './methods/modified-through.ts';
import type { Source } from './methods/row-source.ts';
import type { Owned } from './of-tenant.ts';
import { clientKeyOf, openingLate } from './opening.ts';
import type { Replicas } from './replicas/replicas.ts';
import { models } from './sql/model.ts';
import { RareValues } from './sql/rare-values.ts';
import type { RawStatements, Sql } from './tenancy/fragment.ts';
import type { Tenant } from './tenancy/tenant.ts';

/**
 * When statements wait this long, in milliseconds, new requests of their company are refused: they would all be late.
 */
const BUSY_MS = 500;

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
export type Records = { readonly [Name in Ownable]: OfTenant<Delegates[Name]> } & RawStatements & {
    $ping(): Promise<unknown>;
    $isBusy(tenant: Tenant): boolean;
    $readNew(tenant: Tenant): void;
    $gathering: Pick<Gathering, 'read'>;
    $locate: Locate;
    $read: Read;
  };

/** Runs a raw statement that reads, on the primary and in the tenant's share of the connections. */
type Read = <Row extends object>(tenant: Tenant, sql: Sql) => Promise<Row[]>;

/** What every client has beside Prisma: the methods of `of(tenant)`, and those of the connections. */
export function openMethods(pool: pg.Pool, log?: OutageLog, replicas?: Replicas) {
  const control = openControl(pool);
  const lost = createOutageLog(control.ping, log);
  const admission = new Admission(pool.options.max);
  const ofPrimary = createRun({ pool, admission, cancel: control.cancel, lost });
  const run = replicas?.beside(ofPrimary) ?? ofPrimary;
  const horizon = new Horizon();
  const gathering = new Gathering();
  const rare = new RareValues(run);
  const sources = new Map(
    Array.from(models, ([name, model]): [string, Source] => [name, { model, run, horizon, gathering, rare }]),
  );
  const read: Read = ({ current }, { text, values }) => run(current, 'read', text, values);
  return {
    sources,
    lost,
    methods: {
      /**
       * Rejects within two seconds when the database does not answer. A raw query of Prisma's would load its engine.
       */
      $ping: () => control.ping(),
      /** Whether the tenant's statements wait so long for connections that it should send no more. */
      $isBusy: (tenant: Tenant) => Math.max(admission.waited(tenant.key), gathering.waited(tenant)) > BUSY_MS,
      /** From now on, replicas answer the tenant nothing that is older than now. */
      $readNew: (tenant: Tenant) => replicas?.wrote(tenant),
      $locate: createLocate({ run, gathering }),
      $read: read,
      $gathering: gathering,
      /** How many statements wait for a connection, and what waits for a statement. */
      $waiting: () => admission.waiting + pool.waitingCount + gathering.waiting,
    },
  };
}

/** What a client has beside Prisma's models. */
export type Methods = ReturnType<typeof openMethods>['methods'];

/**
 * Opens the client of resolvers. `page` and `lookup` may read from a replica. Prisma is loaded for the first `create`,
 * `upsert`, `updateMany`, `deleteMany` or raw statement: 40 ms and 8 MiB, and 40 MB for its query engine.
 */
export function openRecords(pool: pg.Pool, log?: OutageLog, replicas?: Replicas) {
  const { sources, lost, methods } = openMethods(pool, log, replicas);
  const load = async () => {
    const { openPrisma, rawStatements } = await import('./prisma.ts');
    const prisma = openPrisma(pool, lost);
    return { prisma, ...rawStatements(prisma) };
  };
  let loaded: ReturnType<typeof load> | undefined;
  const prisma = () => {
    loaded ??= load();
    return loaded;
  };
  const raw: RawStatements = {
    $queryRaw: async (...text) => (await prisma()).$queryRaw(...text),
    $executeRaw: async (...text) => (await prisma()).$executeRaw(...text),
  };
  const late = async () => (await prisma()).prisma;
  const ownable = [...sources].filter(
    ([
      ,
      {
        model: { columns },
      },
    ]) => columns.has('id') && columns.has('companyId'),
  );
  const opened = ownable.map(([name, source]) => [clientKeyOf(name), { of: openingLate(source, late) }]);
  // Safe: the types name these models, and each call of `of` has the methods of its model.
  return { ...Object.fromEntries(opened), ...raw, ...methods } as Records & Methods;
}
