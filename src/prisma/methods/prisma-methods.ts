import { RECORDS } from '../../base/records.ts';
import { uncapitalized } from '../../base/text.ts';
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import { type Admit, failureOf } from '../../postgres/adapter.ts';
import type { Model } from '../sql/model.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import type { Source } from './row-source.ts';
import { TenantRows } from './tenant-rows.ts';
import { argumentsWithin, cursorWithin, type Operation, READS, WRITES, withoutRows } from './within.ts';

type Given<Delegate, Method extends Operation> = Prisma.Args<Delegate, Method>;

/** A new row, whose company is that of the tenant. */
type WithoutCompany<Data> = Data extends readonly (infer Row)[]
  ? WithoutCompany<Row>[]
  : Data extends { companyId?: infer Company }
    ? Omit<Data, 'companyId'> & { companyId?: Company }
    : Data;
type New<Args> = Args extends { data?: infer Data }
  ? Omit<Args, 'data'> & { data: WithoutCompany<NonNullable<Data>> }
  : never;

type WithoutArguments = 'findFirst' | 'findMany' | 'count' | 'deleteMany';

/** JSON values are objects, as in all rows. */
type WithObjects<Found> = Found extends readonly (infer Each)[]
  ? WithObjects<Each>[]
  : Found extends object
    ? { [Field in keyof Found]: Prisma.JsonValue extends Found[Field] ? object : Found[Field] }
    : Found;
type Result<Delegate, Chosen, Name extends Operation> = WithObjects<Prisma.Result<Delegate, Chosen, Name>>;

type Method<Delegate, Name extends Operation, Args = Given<Delegate, Name>> = Name extends WithoutArguments
  ? <Chosen extends Args>(args?: Prisma.Exact<Chosen, Args>) => Promise<Result<Delegate, Chosen, Name>>
  : <Chosen extends Args>(args: Prisma.Exact<Chosen, Args>) => Promise<Result<Delegate, Chosen, Name>>;

/** Prisma's methods on a tenant's rows, with Prisma's arguments and results. */
export type PrismaMethods<Delegate> = {
  readonly [Name in Exclude<Operation, 'create' | 'createMany'>]: Method<Delegate, Name>;
} & { readonly [Name in 'create' | 'createMany']: Method<Delegate, Name, New<Given<Delegate, Name>>> };

/** Prisma's client without the extension, or a transaction of it. */
export type Stock = PrismaClient | Prisma.TransactionClient;

/** Whether it is outside of a transaction: within one, a client connects to nothing. */
const isOutside = (stock: Stock): stock is PrismaClient => '$connect' in stock;

/**
 * Starts when it is awaited, as the promises of Prisma do. `$transaction([…])` refuses it, and it has then written
 * nothing: of(tenant) takes several statements, which belong into the function of `$transaction(async (tx) => …)`.
 */
class Deferred<Result> implements Promise<Result> {
  readonly [Symbol.toStringTag] = 'Promise';
  readonly #start: () => Promise<Result>;
  #started: Promise<Result> | undefined;

  constructor(start: () => Promise<Result>) {
    this.#start = start;
  }

  #promise(): Promise<Result> {
    this.#started ??= this.#start();
    return this.#started;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  readonly then: Promise<Result>['then'] = (resolved, rejected) => this.#promise().then(resolved, rejected);
  readonly catch: Promise<Result>['catch'] = (rejected) => this.#promise().catch(rejected);
  readonly finally: Promise<Result>['finally'] = (settled) => this.#promise().finally(settled);
}

/** The methods of a model's delegate, which all take one object. */
type Loose = Record<Operation, (args: object) => Prisma.PrismaPromise<unknown>>;

/** Where Prisma's methods of a model are sent. */
export interface Sending {
  stock: Stock;
  admit: Admit;
  model: Model;
}

/** A tenant's rows with Prisma's methods, which `PrismaMethods` types, beside our own. */
export class TenantModel<Fields> extends TenantRows<Fields> {
  readonly #sending: Sending;
  readonly #tenant: Tenant;

  constructor(source: Source, tenant: Tenant, sending: Sending) {
    super(source, tenant, !isOutside(sending.stock));
    this.#sending = sending;
    this.#tenant = tenant;
  }

  static {
    for (const operation of [...READS, ...WRITES])
      Object.defineProperty(TenantModel.prototype, operation, {
        value(this: TenantModel<unknown>, given: unknown) {
          return this.#send(operation, given);
        },
      });
  }

  #send(operation: Operation, given: unknown): Promise<unknown> {
    const { stock, admit, model } = this.#sending;
    const access = READS.some((read) => read === operation) ? 'read' : 'write';
    const send = () => sendWithin(this.#sending, this.#tenant, operation, given);
    return new Deferred(() => {
      if (isOutside(stock)) return admit(this.#tenant, access, `${model.name}.${operation}`, send);
      // It has its connection already.
      if (this.#tenant.budget?.mayGoOn() === false) return Promise.reject(this.#tenant.budget.reason);
      return send().catch((error) => Promise.reject(failureOf(error)));
    });
  }
}

/** Sends a method with the tenant's condition, in the same transaction as the name of its actor. */
async function sendWithin({ stock, model }: Sending, tenant: Tenant, operation: Operation, given: unknown) {
  const delegate: Loose = Reflect.get(stock, uncapitalized(model.name));
  const { cursor, ...within } = argumentsWithin(model, tenant, operation, given);
  const isLost = cursor !== undefined && (await delegate.findFirst(cursorWithin(model, tenant, cursor))) === null;
  const args = { ...(isLost ? withoutRows(within) : within), cursor };
  const send = () => delegate[operation === 'findUnique' ? 'findFirst' : operation](args);
  // Only the triggers of records with events name the actor.
  if (READS.some((read) => read === operation) || !RECORDS.get(model.name)?.event) return send();
  const naming = stock.$executeRaw`SELECT set_config('field_operations.actor', ${tenant.actor ?? ''}, true)`;
  if (isOutside(stock)) return tenant.actor === undefined ? send() : (await stock.$transaction([naming, send()]))[1];
  await naming;
  return send();
}
