import type pg from 'pg';
import type { Prisma } from '../generated/prisma/client.ts';
import type { Scalars } from '../records.ts';
import type { Log } from '../runtime/log.ts';
import { uncapitalized } from '../runtime/wording.ts';
import { createOutageLog, openControl } from './connections/health.ts';
import { createRun } from './connections/statements.ts';
import { Gathering } from './gathering/gathering.ts';
import { type CountArguments, counts } from './methods/counts.ts';
import { type CreateManyArguments, createMany } from './methods/create.ts';
import { type DeleteManyArguments, deleteMany } from './methods/delete.ts';
import { createLocate, type LookupArguments, lookup } from './methods/lookup.ts';
import { Horizon, modifiedThrough } from './methods/modified-through.ts';
import { type PageArguments, page } from './methods/page.ts';
import { type PatchArguments, type PatchManyArguments, patch, patchMany } from './methods/patch.ts';
import type { Source } from './methods/row-source.ts';
import type { Replicas } from './replicas/replicas.ts';
import { models } from './sql/model.ts';
import { RareValues } from './sql/rare-values.ts';
import type { Select, Selected } from './sql/rows.ts';
import { Admission } from './tenancy/fair-shares.ts';
import type { Sql } from './tenancy/fragment.ts';
import { Tenant } from './tenancy/tenant.ts';

type Chosen<Fields> = Select<Fields> | undefined;

/** A tenant's rows of a model: methods with the arguments of Prisma's, each of which is one fast statement. */
export class TenantRows<Fields> {
  readonly #source: Source;
  readonly #tenant: Tenant;

  constructor(source: Source, tenant: Tenant) {
    if (!(tenant instanceof Tenant)) throw new Error('`of` takes a Tenant.');
    tenant.assertHas(source.model.name);
    this.#source = source;
    this.#tenant = tenant;
  }

  createMany<const C extends Chosen<Fields> = undefined>(args: CreateManyArguments<Fields, C>) {
    return createMany(this.#source, this.#tenant, args);
  }

  deleteMany<const C extends Chosen<Fields> = undefined>(args: DeleteManyArguments<C>) {
    return deleteMany<Fields, C>(this.#source, this.#tenant, args);
  }

  patch<const C extends Chosen<Fields> = undefined>(args: PatchArguments<Fields, C>) {
    return patch(this.#source, this.#tenant, args);
  }

  patchMany<const C extends Chosen<Fields> = undefined>(args: PatchManyArguments<Fields, C>) {
    return patchMany(this.#source, this.#tenant, args);
  }

  page<const C extends Chosen<Fields> = undefined>(args: PageArguments<Fields, C>) {
    return page(this.#source, this.#tenant, args);
  }

  lookup<const C extends Chosen<Fields> = undefined>(args: LookupArguments<C>): Promise<Selected<Fields, C> | null> {
    return lookup(this.#source, this.#tenant, args);
  }

  counts(args: CountArguments<Fields>) {
    return counts(this.#source, this.#tenant, args);
  }

  /** The time up to which current pages that are read after it show all modifications; null if none is known. */
  modifiedThrough() {
    return modifiedThrough(this.#source, this.#tenant);
  }
}

/** When a statement would wait this long (ms), new requests of its company are refused: they would be late. */
const BUSY_MS = 200;

/** The models whose rows belong to companies. */
type Ownable = {
  [Name in Prisma.ModelName]: Scalars<Name> extends { id: string; companyId: string | null } ? Name : never;
}[Prisma.ModelName];

/** The client of resolvers. Raw statements write the tenant's condition themselves, with `tenant.on(alias)`. */
export type Records = {
  readonly [Name in Ownable as Uncapitalize<Name>]: { of(tenant: Tenant): TenantRows<Scalars<Name>> };
} & Methods & {
    /** A tenant's rows of a model that is known by its name. `Fields` are those that the caller knows them to have. */
    $rows<Fields = Common>(model: string, tenant: Tenant): TenantRows<Fields>;
  };

/** The fields that every record has. */
export interface Common {
  id: string;
  version: number;
}

export type Methods = ReturnType<typeof openMethods>['methods'];

/** What the client has beside its models. */
function openMethods(pool: pg.Pool, log?: Log, replicas?: Replicas) {
  const control = openControl(pool);
  const lost = createOutageLog(control.ping, log);
  const admission = new Admission(pool.options.max);
  const ofPrimary = createRun({ pool, admission, cancel: control.cancel, lost });
  const run = replicas?.beside(ofPrimary) ?? ofPrimary;
  const gathering = new Gathering();
  return {
    shared: { run, gathering, horizon: new Horizon(), rare: new RareValues(run) },
    methods: {
      /** Whether the database answers within two seconds. */
      $ping: () => control.ping(),
      /** Whether the tenant's statements wait so long for connections that it should send no more. */
      $isBusy: (tenant: Tenant) => Math.max(admission.wait(tenant.key), gathering.waited(tenant)) > BUSY_MS,
      /** From now on, replicas answer the tenant nothing that is older than now. */
      $readNew: (tenant: Tenant) => replicas?.wrote(tenant),
      $locate: createLocate({ run, gathering }),
      /** Runs a raw statement that reads, on the primary. */
      $read: async <Row extends object>(tenant: Tenant, { text, values }: Sql) => {
        tenant.assertWhole();
        return run<Row>(tenant.current, 'read', text, values);
      },
      /** Runs a raw statement that writes. It is planned each time, for the days that its values name. */
      $write: async <Row extends object>(tenant: Tenant, { text, values }: Sql) => {
        tenant.assertWhole();
        return run<Row>(tenant, 'write', text, values, 'each');
      },
      $gathering: gathering,
      /** How many statements wait for a connection, and what waits for a statement. */
      $waiting: () => admission.waiting + pool.waitingCount + gathering.waiting,
    },
  };
}

/** Opens the client of resolvers. `page` and `lookup` may read from a replica. */
export function openRecords(pool: pg.Pool, log?: Log, replicas?: Replicas): Records {
  const { shared, methods } = openMethods(pool, log, replicas);
  const ownable = [...models].filter(([, { columns }]) => columns.has('id') && columns.has('companyId'));
  const sources = new Map(ownable.map(([name, model]) => [name, { model, ...shared }]));
  const $rows: Records['$rows'] = (name, tenant) => {
    const source = sources.get(name);
    if (source === undefined) throw new Error(`The rows of ${name} belong to no company.`);
    return new TenantRows(source, tenant);
  };
  const opened = Array.from(sources.keys(), (name) => [
    uncapitalized(name),
    { of: (tenant: Tenant) => $rows(name, tenant) },
  ]);
  // Safe: these are the models that the types name, and the rows of each have its fields.
  return { ...Object.fromEntries(opened), ...methods, $rows } as Records;
}
