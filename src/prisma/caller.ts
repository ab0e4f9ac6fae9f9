import { UnauthorizedError } from '../base/errors.ts';
import { uncapitalized } from '../base/text.ts';
import { scopes } from '../generated/models.ts';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { RECORDS, type RecordName } from '../records/records.ts';
import { retryConflicts } from './methods/failures.ts';
import { Deferred, type PrismaMethods, PrismaModel, type StatementRoute } from './methods/prisma-methods.ts';
import { models } from './sql/model.ts';
import { type Rights, Tenant } from './tenancy/tenant.ts';

export type Extension = Parameters<PrismaClient['$extends']>[0];

export type TransactionOptions = Parameters<PrismaClient['$transaction']>[1];

/** Runs work in a transaction, which waits for its connection as a statement of the tenant does. */
export type Transact = <Result>(
  tenant: Tenant,
  work: (sending: StatementRoute) => Promise<Result>,
  options?: TransactionOptions,
) => Promise<Result>;

export const OWNABLE = [...models.values()].filter(({ columns }) => columns.has('id') && columns.has('companyId'));

type Scoped = RecordName | keyof typeof scopes;
const SCOPED = OWNABLE.filter(({ name }) => RECORDS.has(name) || name in scopes);

type CallerModels = {
  readonly [Name in Scoped as Uncapitalize<Name>]: PrismaMethods<PrismaClient[Uncapitalize<Name>]> &
    Pick<PrismaClient[Uncapitalize<Name>], 'fields'>;
};

export type CallerTransaction = CallerModels & Pick<PrismaClient, '$queryRaw' | '$executeRaw'>;

/** Prisma's client with company, rule, scopes and actor of a caller. Raw statements write conditions themselves. */
export type CallerClient = CallerTransaction & {
  /** What makes it a client for Pothos. */
  $connect(): Promise<void>;
  $transaction<Result>(work: (tx: CallerTransaction) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
  $transaction<Statements extends readonly Deferred<unknown>[]>(
    statements: readonly [...Statements],
    options?: TransactionOptions,
  ): Promise<{ -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }>;
};

interface Calling extends StatementRoute {
  rights: Rights;
  tenant: Tenant | undefined;
  transact: Transact;
}

/** One for each request: the models are made when they are read. */
class Caller {
  readonly #calling: Calling;

  constructor(calling: Calling) {
    this.#calling = calling;
  }

  static {
    for (const model of SCOPED)
      Object.defineProperty(Caller.prototype, uncapitalized(model.name), {
        get(this: Caller) {
          return new PrismaModel({ sending: this.#calling, model, rights: this.#calling.rights });
        },
      });
  }

  /** Rejects for a caller without a company, and for a rule, which no raw statement applies. */
  #raw<Result>(name: string, send: () => Prisma.PrismaPromise<Result>): Deferred<Result> {
    return new Deferred(this.#calling, async ({ admit }) => {
      const { tenant } = this.#calling;
      if (tenant === undefined) throw new UnauthorizedError('FORBIDDEN', 'The token names no company.');
      if (tenant.rule !== undefined)
        throw new UnauthorizedError('FORBIDDEN', 'The token has a rule, which this operation cannot apply.');
      return admit === undefined ? send() : admit(tenant, 'write', name, send);
    });
  }

  $queryRaw(...statement: Parameters<PrismaClient['$queryRaw']>): Deferred<unknown> {
    return this.#raw('queryRaw', () => this.#calling.stock.$queryRaw(...statement));
  }

  $executeRaw(...statement: Parameters<PrismaClient['$executeRaw']>): Deferred<number> {
    return this.#raw('executeRaw', () => this.#calling.stock.$executeRaw(...statement));
  }

  async $connect(): Promise<void> {}

  async $transaction(
    work: readonly unknown[] | ((tx: Caller) => Promise<unknown>),
    options?: TransactionOptions,
  ): Promise<unknown> {
    const { transact, tenant = Tenant.SYSTEM, admit } = this.#calling;
    if (admit === undefined) throw new Error('A transaction has no other within it.');
    const within = async (sending: StatementRoute): Promise<unknown> => {
      if (typeof work === 'function') return work(new Caller({ ...this.#calling, ...sending }));
      const results: unknown[] = [];
      for (const each of work) {
        if (!(each instanceof Deferred)) throw new Error('A transaction takes statements of its client.');
        results.push(await each.in(sending));
      }
      return results;
    };
    return retryConflicts(() => transact(tenant, within, options));
  }
}

export function callerClient(calling: Calling): CallerClient {
  const client: object = new Caller(calling);
  // Safe: it has the models that have scopes, with the methods of PrismaModel.
  return client as CallerClient;
}
