import type { Log } from '../base/log.ts';
import { uncapitalized } from '../base/text.ts';
import { countLong, unmark } from '../exact-json.ts';
import { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { Admission } from '../load/shares.ts';
import { createAdmit, openAdapter, StatementsThroughPrisma } from '../postgres/adapter.ts';
import { openControl, openOutageLog } from '../postgres/outages.ts';
import type { Pool } from '../postgres/pool.ts';
import type { Replicas } from '../postgres/replicas.ts';
import { createRun, createSend } from '../postgres/statements.ts';
import type { Scalars } from '../records/records.ts';
import { Batching } from './batching/batching.ts';
import type { Extension } from './caller.ts';
import { type CallerClient, callerClient, OWNABLE, type Transact, type TransactionOptions } from './caller.ts';
import { createLocate } from './methods/lookup.ts';
import { Horizon } from './methods/modified-through.ts';
import { type PrismaMethods, PrismaModel, type StatementRoute } from './methods/prisma-methods.ts';
import { TenantRows } from './methods/tenant-rows.ts';
import type { Model } from './sql/model.ts';
import { PlanChoice } from './sql/plan-choice.ts';
import { type Rights, rightsOf, Tenant } from './tenancy/tenant.ts';

/** When a statement would wait this long (ms) while others end, new requests of its company are refused. */
const BUSY_MS = 200;

/** The limits of a transaction, in ms. Prisma's, 2 s and 5 s, would end the first start on a busy machine. */
const TRANSACTION = { maxWait: 10_000, timeout: 30_000 };

async function exactly<Args, Result>({ args, query }: { args: Args; query: (args: Args) => Promise<Result> }) {
  const before = countLong();
  const result = await query(args);
  return countLong() === before ? result : unmark(result);
}

/** Numbers in JSON keep their digits, also to the other extensions: the last one is the innermost. */
const exactNumbers = Prisma.defineExtension({
  query: { $allModels: { $allOperations: exactly }, $queryRaw: exactly, $queryRawUnsafe: exactly },
});

type Ownable = {
  [Name in Prisma.ModelName]: Scalars<Name> extends { id: string; companyId: string | null } ? Name : never;
}[Prisma.ModelName];

type MethodsOf<Name extends Ownable> = PrismaMethods<PrismaClient[Uncapitalize<Name>]>;

/**
 * What a transaction has: the models with Prisma's methods, since ours do not use its connection, and Prisma's raw
 * statements, which write the tenant's condition themselves.
 */
export type Transaction = {
  readonly [Name in Ownable as Uncapitalize<Name>]: { of(tenant: Tenant): MethodsOf<Name> };
} & Pick<PrismaClient, '$queryRaw' | '$executeRaw'>;

/** Prisma's client, whose models are behind `of(tenant)`. Each program opens one; resolvers have their caller's. */
export type Client = {
  readonly [Name in Ownable as Uncapitalize<Name>]: { of(tenant: Tenant): TenantRows<Scalars<Name>> & MethodsOf<Name> };
} & Pick<PrismaClient, '$queryRaw' | '$executeRaw' | '$connect' | '$disconnect'> &
  Methods & {
    $transaction<Result>(work: (tx: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
    /** A tenant's rows of a model that is known by its name. `Fields` are those that the caller knows them to have. */
    $rowsOf<Fields = Common>(model: string, tenant: Tenant): TenantRows<Fields>;
    /** The client of a caller. `tenant` is that of its transactions; undefined for a caller without a company. */
    $caller(rights: Rights, tenant: Tenant | undefined): CallerClient;
  };

export interface Common {
  id: string;
  version: number;
}

export type Methods = ReturnType<typeof openMethods>['methods'];

function openMethods(
  pool: Pool,
  log: Log | undefined,
  replicas: Replicas | undefined,
  extensions: readonly Extension[],
) {
  const control = openControl(pool);
  const { lost, throughOutages } = openOutageLog(control.ping, log);
  const admission = new Admission(pool.options.max);
  const carried = new StatementsThroughPrisma();
  const send = createSend(pool, control.cancel);
  const plain = new PrismaClient({
    adapter: openAdapter(pool, send, lost, carried),
    errorFormat: 'minimal',
    transactionOptions: TRANSACTION,
    // For `$on` of an extension.
    ...(extensions.length > 0 && { log: [{ emit: 'event', level: 'query' }] }),
  });
  const extended = (client: PrismaClient, extension: Extension): PrismaClient => {
    const made: object = client.$extends(extension);
    // Safe: an extension adds to the client, and takes nothing away.
    return made as PrismaClient;
  };
  // An extension also sends through the client that it is given. `$extends` takes `$on` away.
  const given: PrismaClient = Object.create(extended(plain, exactNumbers), { $on: { value: plain.$on.bind(plain) } });
  const sending = extensions.length > 0 ? extensions.reduce(extended, given) : plain;
  const stock = extended(sending, exactNumbers);
  const ofPrimary = createRun({ pool, send, admission, lost });
  const wrote = (tenant: Tenant): void => replicas?.wrote(tenant);
  const run = carried.over(replicas?.beside(ofPrimary) ?? ofPrimary, sending, extensions.length > 0, wrote);
  const admit = createAdmit(admission, wrote);
  const batching = new Batching(admission.clock);
  return {
    stock,
    admit,
    shared: { run, batching, horizon: new Horizon(), plans: new PlanChoice(run) },
    methods: {
      $ping: () => control.ping(),
      /** A log for work beside requests, whose errors during an outage are reported as that, once. */
      $outageLog: throughOutages,
      /** Whether the tenant's statements wait so long for connections that it should send no more. */
      $isOverloaded: (tenant: Tenant) => admission.wait(tenant.key) > BUSY_MS || batching.waited(tenant) > BUSY_MS,
      /** From now on, replicas answer the tenant nothing that is older than now. */
      $requirePrimary: wrote,
      $findModelOf: createLocate({ run, batching }),
      /** Runs a raw statement that reads, on the primary. PostgreSQL plans it once, and `$queryRaw` each time. */
      $queryPrepared: async <Row extends object>(tenant: Tenant, { text, values }: Prisma.Sql) => {
        tenant.assertNoRule();
        return run<Row>(tenant.onPrimary, 'read', text, values);
      },
      /** Prisma's `$queryRaw` as work of a tenant, which the statement names, and with typed errors. */
      $queryAs: async <Row extends object>(tenant: Tenant, access: 'read' | 'write', statement: Prisma.Sql) => {
        tenant.assertNoRule();
        return admit(tenant, access, statement.text, () => stock.$queryRaw<Row[]>(statement));
      },
      $batching: batching,
      /** How many statements wait for a connection, and what waits for a statement. */
      $queueLength: () => admission.waiting + pool.waitingCount + batching.waiting,
    },
  };
}

/** Throws for an object that only looks like a tenant, and for one with a rule on another model. */
function checked(tenant: Tenant, model: string): Tenant {
  if (!Tenant.is(tenant)) throw new Error('`of` takes a Tenant.');
  tenant.assertRuleIsOn(model);
  return tenant;
}

/** Opens the client over a pool, which it leaves open. `page` and `lookup` may read from a replica. */
export function openClient(pool: Pool, log?: Log, replicas?: Replicas, extensions: readonly Extension[] = []): Client {
  const { stock, admit, shared, methods } = openMethods(pool, log, replicas, extensions);
  const sources = new Map(OWNABLE.map((model) => [model.name, { model, ...shared }]));
  const sending = { stock, admit, batching: shared.batching };
  const rowsOf = <Fields>(name: string, tenant: Tenant) => {
    const source = sources.get(name);
    if (source === undefined) throw new Error(`The rows of ${name} belong to no company.`);
    return new TenantRows<Fields>(source, checked(tenant, name), sending);
  };
  const within = ({ stock }: StatementRoute, of: (model: Model, tenant: Tenant) => object) => ({
    ...Object.fromEntries(
      OWNABLE.map((model) => [uncapitalized(model.name), { of: (tenant: Tenant) => of(model, tenant) }]),
    ),
    $queryRaw: stock.$queryRaw.bind(stock),
    $executeRaw: stock.$executeRaw.bind(stock),
  });
  const inTransaction = (sending: StatementRoute) =>
    within(
      sending,
      (model, tenant) => new PrismaModel({ sending, model, rights: rightsOf(checked(tenant, model.name)) }),
    );
  const transact: Transact = (tenant, work, options) =>
    // It holds one connection, and its statements need no other.
    admit(
      tenant,
      'write',
      'transaction',
      () => stock.$transaction((tx) => work({ stock: tx, admit: undefined }), options),
      // Its statements may be those of any company.
    ).finally(() => replicas?.wrote(Tenant.ALL_COMPANIES));
  const opened: object = {
    ...within(sending, ({ name }, tenant) => rowsOf(name, tenant)),
    ...methods,
    $connect: () => stock.$connect(),
    $disconnect: () => stock.$disconnect(),
    $rowsOf: <Fields>(name: string, tenant: Tenant) => rowsOf<Fields>(name, tenant),
    $caller: (rights: Rights, tenant: Tenant | undefined) => callerClient({ ...sending, rights, tenant, transact }),
    $transaction: (work: (tx: object) => Promise<unknown>, options?: TransactionOptions) =>
      transact(Tenant.SYSTEM, (sending) => work(inTransaction(sending)), options),
  };
  // Safe: the types name the models that have a company.
  return opened as Client;
}
