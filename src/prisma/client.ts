import type { Log } from '../base/log.ts';
import type { Scalars } from '../base/records.ts';
import { uncapitalized } from '../base/text.ts';
import { type Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { ServiceClock } from '../load/service-clock.ts';
import { Admission } from '../load/shares.ts';
import { Carried, createAdmit, openAdapter } from '../postgres/adapter.ts';
import { openControl, openOutageLog } from '../postgres/health.ts';
import type { Pool } from '../postgres/pool.ts';
import type { Replicas } from '../postgres/replicas.ts';
import { createRun } from '../postgres/statements.ts';
import { Batching } from './batching/batching.ts';
import type { Extension } from './caller.ts';
import { type CallerClient, callerClient, OWNABLE, type Transact, type TransactionOptions } from './caller.ts';
import { createLocate } from './methods/lookup.ts';
import { Horizon } from './methods/modified-through.ts';
import type { PrismaMethods, Sending } from './methods/prisma-methods.ts';
import { TenantRows } from './methods/tenant-rows.ts';
import { PlanChoice } from './sql/plan-choice.ts';
import type { Rights } from './tenancy/rights.ts';
import { Tenant } from './tenancy/tenant.ts';

/** When a statement would wait this long (ms) while the database answers, new requests of its company are refused. */
const BUSY_MS = 200;

/**
 * In milliseconds: how long a transaction waits for a connection, and how long it takes at most. Each of its statements
 * has its own limit. Prisma's, 2 s and 5 s, would end the first start on a busy machine, which writes the demo data.
 */
const TRANSACTION = { maxWait: 10_000, timeout: 30_000 };

/** The models whose rows belong to companies. */
type Ownable = {
  [Name in Prisma.ModelName]: Scalars<Name> extends { id: string; companyId: string | null } ? Name : never;
}[Prisma.ModelName];

/** A model of Prisma's client, whose rows are behind a tenant. */
interface Kept<Name extends Ownable> {
  of(tenant: Tenant): TenantRows<Scalars<Name>> & PrismaMethods<PrismaClient[Uncapitalize<Name>]>;
}

/** What a transaction has: the models, and Prisma's raw statements. These write the tenant's condition themselves. */
export type Transaction = { readonly [Name in Ownable as Uncapitalize<Name>]: Kept<Name> } & Pick<
  PrismaClient,
  '$queryRaw' | '$executeRaw'
>;

/** Prisma's client, whose models are behind `of(tenant)`. Each program opens one; resolvers have their caller's. */
export type Client = Transaction &
  Pick<PrismaClient, '$connect' | '$disconnect'> &
  Methods & {
    /** Runs statements in a transaction, which is rolled back if `work` rejects. */
    $transaction<Result>(work: (tx: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
    /** A tenant's rows of a model that is known by its name. `Fields` are those that the caller knows them to have. */
    $rows<Fields = Common>(model: string, tenant: Tenant): TenantRows<Fields>;
    /** The client of a caller. `tenant` is that of its transactions; undefined for a caller without a company. */
    $caller(rights: Rights, tenant: Tenant | undefined): CallerClient;
  };

/** The fields that every record has. */
export interface Common {
  id: string;
  version: number;
}

export type Methods = ReturnType<typeof openMethods>['methods'];

/** What the client has beside Prisma's own methods. */
function openMethods(
  pool: Pool,
  log: Log | undefined,
  replicas: Replicas | undefined,
  extensions: readonly Extension[],
) {
  const control = openControl(pool);
  const { lost, throughOutages } = openOutageLog(control.ping, log);
  const clock = new ServiceClock(control.ping);
  const admission = new Admission(pool.options.max, clock);
  const carried = new Carried();
  const plain = new PrismaClient({
    adapter: openAdapter(pool, lost, carried),
    errorFormat: 'minimal',
    transactionOptions: TRANSACTION,
    // For `$on` of an extension.
    ...(extensions.length > 0 && { log: [{ emit: 'event', level: 'query' }] }),
  });
  const stock = extensions.reduce<PrismaClient>((client, extension) => {
    const extended: object = client.$extends(extension);
    // Safe: an extension adds to the client, and takes nothing away.
    return extended as PrismaClient;
  }, plain);
  const ofPrimary = createRun({ pool, admission, cancel: control.cancel, lost });
  const run = carried.over(replicas?.beside(ofPrimary) ?? ofPrimary, stock, extensions.length > 0);
  const admit = createAdmit(admission, replicas?.wrote);
  const batching = new Batching(clock);
  return {
    stock,
    admit,
    shared: { run, batching, horizon: new Horizon(), rare: new PlanChoice(run) },
    methods: {
      /** Whether the database answers within two seconds. */
      $ping: () => control.ping(),
      /** A log for work beside requests, whose errors during an outage are reported as that, once. */
      $throughOutages: throughOutages,
      /** Whether the tenant's statements wait so long for connections that it should send no more. */
      $isBusy: (tenant: Tenant) => Math.max(admission.wait(tenant.key), batching.waited(tenant)) > BUSY_MS,
      /** From now on, replicas answer the tenant nothing that is older than now. */
      $readNew: (tenant: Tenant) => replicas?.wrote(tenant),
      $locate: createLocate({ run, batching }),
      /** Runs a raw statement that reads, on the primary. PostgreSQL plans it once, and `$queryRaw` each time. */
      $read: async <Row extends object>(tenant: Tenant, { text, values }: Prisma.Sql) => {
        tenant.assertWhole();
        return run<Row>(tenant.current, 'read', text, values);
      },
      /** Prisma's `$queryRaw` as work of a tenant, which the statement names, and with typed errors. */
      $query: async <Row extends object>(tenant: Tenant, access: 'read' | 'write', statement: Prisma.Sql) => {
        tenant.assertWhole();
        return admit(tenant, access, statement.text, () => stock.$queryRaw<Row[]>(statement));
      },
      $batching: batching,
      /** How many statements wait for a connection, and what waits for a statement. */
      $waiting: () => admission.waiting + pool.waitingCount + batching.waiting,
    },
  };
}

/**
 * Opens the client over a pool. Disconnecting it leaves the pool open. Our own methods `page` and `lookup` may read
 * from a replica.
 */
export function openClient(pool: Pool, log?: Log, replicas?: Replicas, extensions: readonly Extension[] = []): Client {
  const { stock, admit, shared, methods } = openMethods(pool, log, replicas, extensions);
  const sources = new Map(OWNABLE.map((model) => [model.name, { model, ...shared }]));
  const rowsOf = <Fields>(name: string, tenant: Tenant, sending: Sending) => {
    const source = sources.get(name);
    if (source === undefined) throw new Error(`The rows of ${name} belong to no company.`);
    return new TenantRows<Fields>(source, tenant, sending);
  };
  const modelsOf = (sending: Sending) =>
    OWNABLE.map(({ name }) => [uncapitalized(name), { of: (tenant: Tenant) => rowsOf(name, tenant, sending) }]);
  const transact: Transact = (tenant, work, options) =>
    // It holds one connection, and its statements need no other.
    admit(
      tenant,
      'write',
      'transaction',
      () => stock.$transaction((tx) => work({ stock: tx, admit: undefined }), options),
      // Its statements may be those of any company.
    ).finally(() => replicas?.wrote(Tenant.every));
  const sending = { stock, admit };
  const opened: object = {
    ...Object.fromEntries(modelsOf(sending)),
    ...methods,
    $connect: () => stock.$connect(),
    $disconnect: () => stock.$disconnect(),
    $queryRaw: stock.$queryRaw.bind(stock),
    $executeRaw: stock.$executeRaw.bind(stock),
    $rows: <Fields>(name: string, tenant: Tenant) => rowsOf<Fields>(name, tenant, sending),
    $caller: (rights: Rights, tenant: Tenant | undefined) => callerClient({ ...sending, rights, tenant, transact }),
    $transaction: (work: (tx: object) => Promise<unknown>, options?: TransactionOptions) =>
      transact(
        Tenant.gateway,
        (within) =>
          work({
            ...Object.fromEntries(modelsOf(within)),
            $queryRaw: within.stock.$queryRaw.bind(within.stock),
            $executeRaw: within.stock.$executeRaw.bind(within.stock),
          }),
        options,
      ),
  };
  // Safe: the types name the models that have a company.
  return opened as Client;
}
