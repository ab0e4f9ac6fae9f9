import { uncapitalized } from '../../base/text.ts';
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import { type Admit, failureOf } from '../../postgres/adapter.ts';
import { RECORDS } from '../../records/records.ts';
import type { Batching } from '../batching/batching.ts';
import type { IMMUTABLE, Model } from '../sql/model.ts';
import type { Rights, Tenant } from '../tenancy/tenant.ts';
import { clientErrorOf, notFound, retryConflicts } from './failures.ts';
import { readUnique } from './unique-reads.ts';
import { argumentsWithin, cursorWithin, METHODS, type Operation, type TenantArguments } from './within.ts';

type Given<Delegate, Name extends Operation> = Prisma.Args<Delegate, Name>;
type DataOf<Args> = Args extends { data?: infer Data } ? NonNullable<Data> : never;

type New<Delegate> =
  DataOf<Given<Delegate, 'createMany'>> extends infer Data
    ? Data extends readonly unknown[]
      ? never
      : Data extends { companyId?: infer Company }
        ? Omit<Data, 'companyId'> & { companyId?: Company }
        : Data
    : never;

type Changes<Delegate> =
  DataOf<Given<Delegate, 'updateMany'>> extends infer Data
    ? Data extends { companyId?: infer Company }
      ? [NonNullable<Company>] extends [never]
        ? never
        : Omit<Data, (typeof IMMUTABLE)[number]>
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

export interface StatementRoute {
  stock: PrismaClient | Prisma.TransactionClient;
  /** Undefined in a transaction, which has its connection already. */
  admit: Admit | undefined;
  batching?: Batching;
}

/** A statement that starts when it is awaited, as Prisma's do, or in the transaction to which it is given. */
export class Deferred<Result> implements Promise<Result> {
  readonly [Symbol.toStringTag] = 'Promise';
  readonly #send: (sending: StatementRoute) => Promise<Result>;
  readonly #sending: StatementRoute;
  #started: Promise<Result> | undefined;

  constructor(sending: StatementRoute, send: (sending: StatementRoute) => Promise<Result>) {
    this.#sending = sending;
    this.#send = send;
  }

  in(sending: StatementRoute): Promise<Result> {
    this.#started ??= this.#send(sending);
    return this.#started;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  readonly then: Promise<Result>['then'] = (resolved, rejected) => this.in(this.#sending).then(resolved, rejected);
  readonly catch: Promise<Result>['catch'] = (rejected) => this.in(this.#sending).catch(rejected);
  readonly finally: Promise<Result>['finally'] = (settled) => this.in(this.#sending).finally(settled);
}

type Loose = Record<string, (args: object) => Prisma.PrismaPromise<unknown>>;

/** A model, and what a caller may read and write of it. */
export interface ModelCall {
  sending: StatementRoute;
  model: Model;
  rights: Rights;
}

/** Gives the objects of a class Prisma's methods, which `PrismaMethods` types. */
export function definePrismaMethods<Rows extends object>(prototype: Rows, callingOf: (rows: Rows) => ModelCall): void {
  for (const name of Object.keys(METHODS))
    Object.defineProperty(prototype, name, {
      value(this: Rows, given: unknown) {
        // Safe: each is a key of METHODS.
        return call(callingOf(this), name as Operation, given);
      },
    });
}

export class PrismaModel {
  readonly #calling: ModelCall;

  constructor(calling: ModelCall) {
    this.#calling = calling;
  }

  static {
    definePrismaMethods(PrismaModel.prototype, (rows) => rows.#calling);
  }

  get fields(): unknown {
    const { sending, model } = this.#calling;
    return Reflect.get(Reflect.get(sending.stock, uncapitalized(model.name)), 'fields');
  }
}

const call = ({ sending: outside, model, rights }: ModelCall, operation: Operation, given: unknown) =>
  new Deferred(outside, async (sending) => {
    const within = argumentsWithin(model, rights, operation, given);
    const { tenant, args } = within;
    const { admit, batching } = sending;
    const access = METHODS[operation] === 'read' ? 'read' : 'write';
    const named = within.unique?.condition[0] ?? args.where;
    try {
      if (admit === undefined || batching === undefined) {
        if (tenant.budget?.mayGoOn() === false) throw tenant.budget.reason;
        return await sendWithin(sending, model, operation, within);
      }
      const send = (by: Tenant, name: Operation, each: TenantArguments) =>
        admit(by, access, `${model.name}.${name}`, () => sendWithin(sending, model, name, each));
      const read = readUnique(batching, model, within, (by, all) => send(by, 'findMany', { ...within, args: all }));
      const found = await (read ?? retryConflicts(() => send(tenant, operation, within)));
      if (found === null && operation === 'findUniqueOrThrow') throw notFound(model, named);
      return found;
    } catch (error) {
      throw clientErrorOf(failureOf(error), model, named);
    }
  });

/** Sends a method in the same transaction as the name of its actor. */
async function sendWithin(
  { stock, admit }: StatementRoute,
  model: Model,
  operation: Operation,
  { tenant, args, cursors }: TenantArguments,
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
