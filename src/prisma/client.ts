import type { Log } from '../base/log.ts';
import type { Scalars } from '../base/records.ts';
import { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { ServiceClock } from '../load/service-clock.ts';
import { Admission } from '../load/shares.ts';
import { createAdmit, openAdapter } from '../postgres/adapter.ts';
import { openControl, openOutageLog } from '../postgres/health.ts';
import type { Pool } from '../postgres/pool.ts';
import type { Replicas } from '../postgres/replicas.ts';
import { createRun } from '../postgres/statements.ts';
import { Batching } from './batching/batching.ts';
import { createLocate } from './methods/lookup.ts';
import { Horizon } from './methods/modified-through.ts';
import { type PrismaMethods, type Stock, TenantModel } from './methods/prisma-methods.ts';
import type { TenantRows } from './methods/tenant-rows.ts';
import { models } from './sql/model.ts';
import { PlanChoice } from './sql/plan-choice.ts';
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
type Kept<Name extends Ownable> = Pick<PrismaClient[Uncapitalize<Name>], 'fields'> & {
  of(tenant: Tenant): TenantRows<Scalars<Name>> & PrismaMethods<PrismaClient[Uncapitalize<Name>]>;
};

/** What a transaction has: the models, and Prisma's raw statements. These write the tenant's condition themselves. */
export type Transaction = { readonly [Name in Ownable as Uncapitalize<Name>]: Kept<Name> } & Pick<
  PrismaClient,
  '$queryRaw' | '$executeRaw'
>;

type TransactionOptions = Parameters<PrismaClient['$transaction']>[1];

/** Prisma's client, extended by `of(tenant)`: the client of resolvers, of which each program opens one. */
export type Client = Transaction &
  Pick<PrismaClient, '$connect' | '$disconnect'> &
  Methods & {
    /** Runs statements in a transaction, which is rolled back if `work` rejects. */
    $transaction<Result>(work: (tx: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
    $transaction<Statements extends Prisma.PrismaPromise<unknown>[]>(
      statements: [...Statements],
      options?: TransactionOptions,
    ): Promise<{ [Index in keyof Statements]: Awaited<Statements[Index]> }>;
    /** A tenant's rows of a model that is known by its name. `Fields` are those that the caller knows them to have. */
    $rows<Fields = Common>(model: string, tenant: Tenant): TenantRows<Fields>;
  };

/** The fields that every record has. */
export interface Common {
  id: string;
  version: number;
}

export type Methods = ReturnType<typeof openMethods>['methods'];

/** What the client has beside Prisma's own methods. */
function openMethods(pool: Pool, log?: Log, replicas?: Replicas) {
  const control = openControl(pool);
  const { lost, throughOutages } = openOutageLog(control.ping, log);
  const clock = new ServiceClock(control.ping);
  const admission = new Admission(pool.options.max, clock);
  const stock = new PrismaClient({
    adapter: openAdapter(pool, lost),
    errorFormat: 'minimal',
    transactionOptions: TRANSACTION,
  });
  const ofPrimary = createRun({ pool, admission, cancel: control.cancel, lost });
  const run = replicas?.beside(ofPrimary) ?? ofPrimary;
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
export function openClient(pool: Pool, log?: Log, replicas?: Replicas): Client {
  const { stock, admit, shared, methods } = openMethods(pool, log, replicas);
  const ownable = [...models].filter(([, { columns }]) => columns.has('id') && columns.has('companyId'));
  const sources = new Map(ownable.map(([name, model]) => [name, { model, ...shared }]));
  const rowsOf = <Fields>(name: string, tenant: Tenant, parent: Stock) => {
    const source = sources.get(name);
    if (source === undefined) throw new Error(`The rows of ${name} belong to no company.`);
    return new TenantModel<Fields>(source, tenant, { stock: parent, admit, model: source.model });
  };
  const extended: object = stock.$extends({
    name: 'tenancy',
    model: {
      $allModels: {
        of(tenant: Tenant) {
          const { $name = '', $parent } = Prisma.getExtensionContext(this);
          // Its type is unknown: the client without this extension, or a transaction of it.
          return rowsOf($name, tenant, $parent as Stock);
        },
      },
    },
    query: {
      $allModels: {
        $allOperations({ model, operation }) {
          throw new Error(`${model}.${operation} would reach every company: it has a tenant, with \`of(tenant)\`.`);
        },
      },
    },
    client: {
      ...methods,
      $rows: <Fields>(name: string, tenant: Tenant) => rowsOf<Fields>(name, tenant, stock),
      $transaction(...args: unknown[]) {
        // It holds one connection, and its statements need no other.
        const send = () => Reflect.apply(stock.$transaction, this, args);
        // Its statements may be those of any company.
        return admit(Tenant.gateway, 'write', 'transaction', send).finally(() => replicas?.wrote(Tenant.every));
      },
    },
  });
  // Safe: the types name the models that have a company, and of Prisma's own methods those that the query component
  // does not refuse.
  return extended as Client;
}
