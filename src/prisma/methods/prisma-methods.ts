import { RECORDS } from '../../base/records.ts';
import { uncapitalized } from '../../base/text.ts';
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import { type Admit, failureOf } from '../../postgres/adapter.ts';
import type { Model } from '../sql/model.ts';
import type { KEPT } from '../sql/update-text.ts';
import type { Rights } from '../tenancy/rights.ts';
import { clientErrorOf, repeated } from './failures.ts';
import { argumentsWithin, cursorWithin, METHODS, type Operation } from './within.ts';

type Given<Delegate, Name extends Operation> = Prisma.Args<Delegate, Name>;
type DataOf<Args> = Args extends { data?: infer Data } ? NonNullable<Data> : never;

/** The fields of a new row, whose company is that of the tenant; relations are set by their ids. */
type New<Delegate> =
  DataOf<Given<Delegate, 'createMany'>> extends infer Data
    ? Data extends readonly unknown[]
      ? never
      : Data extends { companyId?: infer Company }
        ? Omit<Data, 'companyId'> & { companyId?: Company }
        : Data
    : never;

/** The fields of an update. */
type Changes<Delegate> =
  DataOf<Given<Delegate, 'updateMany'>> extends infer Data
    ? Data extends { companyId?: infer Company }
      ? [NonNullable<Company>] extends [never]
        ? never
        : Omit<Data, (typeof KEPT)[number]>
      : never
    : never;

/** Prisma's arguments, whose data writes no other records. */
type Arguments<Delegate, Name extends Operation> = Name extends 'create'
  ? Omit<Given<Delegate, Name>, 'data'> & { data: New<Delegate> }
  : Name extends 'createMany' | 'createManyAndReturn'
    ? Omit<Given<Delegate, Name>, 'data'> & { data: New<Delegate> | New<Delegate>[] }
    : Name extends 'update' | 'updateMany' | 'updateManyAndReturn'
      ? Omit<Given<Delegate, Name>, 'data'> & { data: Changes<Delegate> }
      : Name extends 'upsert'
        ? Omit<Given<Delegate, Name>, 'create' | 'update'> & { create: New<Delegate>; update: Changes<Delegate> }
        : Given<Delegate, Name>;

type WithoutArguments = 'findFirst' | 'findFirstOrThrow' | 'findMany' | 'count' | 'deleteMany';

/** JSON values are objects, as in all rows. */
type WithObjects<Found> = Found extends readonly (infer Each)[]
  ? WithObjects<Each>[]
  : Found extends object
    ? { [Field in keyof Found]: Prisma.JsonValue extends Found[Field] ? object : Found[Field] }
    : Found;
type Result<Delegate, Chosen, Name extends Operation> = WithObjects<Prisma.Result<Delegate, Chosen, Name>>;

type Method<Delegate, Name extends Operation, Args = Arguments<Delegate, Name>> = Name extends WithoutArguments
  ? <Chosen extends Args>(args?: Prisma.Exact<Chosen, Args>) => Deferred<Result<Delegate, Chosen, Name>>
  : <Chosen extends Args>(args: Prisma.Exact<Chosen, Args>) => Deferred<Result<Delegate, Chosen, Name>>;

/** Prisma's methods on a tenant's rows, with Prisma's arguments and results. */
export type PrismaMethods<Delegate> = { readonly [Name in Operation]: Method<Delegate, Name> };

/** Where statements are sent: Prisma's client or a transaction of it. */
export interface Sending {
  stock: PrismaClient | Prisma.TransactionClient;
  /** Undefined in a transaction, which has its connection already. */
  admit: Admit | undefined;
}

/** A statement that starts when it is awaited, as Prisma's do, or in the transaction to which it is given. */
export class Deferred<Result> implements Promise<Result> {
  readonly [Symbol.toStringTag] = 'Promise';
  readonly #send: (sending: Sending) => Promise<Result>;
  readonly #sending: Sending;
  #started: Promise<Result> | undefined;

  constructor(sending: Sending, send: (sending: Sending) => Promise<Result>) {
    this.#sending = sending;
    this.#send = send;
  }

  /** Starts it there instead of by itself. */
  in(sending: Sending): Promise<Result> {
    this.#started ??= this.#send(sending);
    return this.#started;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  readonly then: Promise<Result>['then'] = (resolved, rejected) => this.in(this.#sending).then(resolved, rejected);
  readonly catch: Promise<Result>['catch'] = (rejected) => this.in(this.#sending).catch(rejected);
  readonly finally: Promise<Result>['finally'] = (settled) => this.in(this.#sending).finally(settled);
}

/** The methods of a model's delegate, which all take one object. */
type Loose = Record<string, (args: object) => Prisma.PrismaPromise<unknown>>;

/** A model with Prisma's methods, which `PrismaMethods` types, on what a caller may read and write. */
export class PrismaModel {
  readonly #sending: Sending;
  readonly #model: Model;
  readonly #rights: Rights;

  constructor(sending: Sending, model: Model, rights: Rights) {
    this.#sending = sending;
    this.#model = model;
    this.#rights = rights;
  }

  /** The references to fields, for conditions that compare two of them. */
  get fields(): unknown {
    return Reflect.get(Reflect.get(this.#sending.stock, uncapitalized(this.#model.name)), 'fields');
  }

  static {
    for (const operation of Object.keys(METHODS))
      Object.defineProperty(PrismaModel.prototype, operation, {
        value(this: PrismaModel, given: unknown) {
          // Each is a key of METHODS.
          return this.#call(operation as Operation, given);
        },
      });
  }

  #call(operation: Operation, given: unknown): Deferred<unknown> {
    const [model, rights] = [this.#model, this.#rights];
    return new Deferred(this.#sending, async (sending) => {
      const within = argumentsWithin(model, rights, operation, given);
      const { tenant, args } = within;
      const { admit } = sending;
      const send = () => sendWithin(sending, model, operation, within);
      try {
        if (admit !== undefined)
          return await repeated(() =>
            admit(tenant, METHODS[operation] === 'read' ? 'read' : 'write', `${model.name}.${operation}`, send),
          );
        if (tenant.budget?.mayGoOn() === false) throw tenant.budget.reason;
        return await send();
      } catch (error) {
        throw clientErrorOf(failureOf(error), model, args.where);
      }
    });
  }
}

/** Sends a method in the same transaction as the name of its actor. */
async function sendWithin(
  { stock, admit }: Sending,
  model: Model,
  operation: Operation,
  { tenant, args, cursors }: ReturnType<typeof argumentsWithin>,
): Promise<unknown> {
  const delegateOf = ({ name }: Model): Loose => Reflect.get(stock, uncapitalized(name));
  for (const each of cursors) {
    const found = await delegateOf(each.model).findFirst?.(cursorWithin(each));
    if (found === null) each.lose();
  }
  const send = () => {
    const promise = delegateOf(model)[operation.replace('findUnique', 'findFirst')]?.(args);
    if (promise === undefined) throw new Error(`Prisma has no method ${operation}.`);
    return promise;
  };
  // Only the triggers of records with events name the actor.
  if (METHODS[operation] === 'read' || !RECORDS.get(model.name)?.event) return send();
  const naming = stock.$executeRaw`SELECT set_config('field_operations.actor', ${tenant.actor ?? ''}, true)`;
  if (admit !== undefined && '$connect' in stock)
    return tenant.actor === undefined ? send() : (await stock.$transaction([naming, send()]))[1];
  await naming;
  return send();
}
