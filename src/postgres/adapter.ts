import { randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { AnswerTooLargeError, reasonOf, UnavailableError } from '../base/errors.ts';
import { markLong } from '../exact-json.ts';
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import type { Admission } from '../load/shares.ts';
import type { Tenant } from '../prisma/tenancy/tenant.ts';
import type { Pool } from './pool.ts';
import { isOfClass, toFailure } from './sqlstate.ts';
import { type Access, type RunStatement, runAdmitted, type Send } from './statements.ts';

/** What a statement of Prisma's may return. A `findMany` without `take` would otherwise fill the memory. */
const MOST_BYTES = 32 * 1024 * 1024;

/** What a failed statement means, on its way through Prisma's client, which would make another error of its code. */
class StatementError extends Error {
  constructor(failure: unknown) {
    super(reasonOf(failure), { cause: failure });
  }
}

/** Violated constraints, for which Prisma has codes of its own. */
const CONSTRAINTS = ['23'];

/** Prisma's code for a transaction that got no connection in time, or took too long. */
const LATE_TRANSACTION = 'P2028';

/** What an error of Prisma's client means for the request; an error of the caller's arguments as it is. */
export function failureOf(error: unknown): unknown {
  if (error instanceof StatementError) return error.cause;
  const isLate = error instanceof Prisma.PrismaClientKnownRequestError && error.code === LATE_TRANSACTION;
  return isLate ? new UnavailableError('TIMEOUT', 'The transaction took too long.', { cause: error }) : error;
}

type Query = (config: pg.QueryArrayConfig) => Promise<pg.QueryArrayResult>;

const JSON_TYPES: readonly number[] = [pg.types.builtins.JSON, pg.types.builtins.JSONB];

/** What Prisma's adapter makes of PostgreSQL's type `text`: it passes on the values as they are. */
const TEXT = pg.types.builtins.TEXT;

/** Notes that a tenant has written, so that no replica answers it with less. */
type Wrote = (tenant: Tenant) => void;

/** Statements of our own that Prisma's client sends, so that its extensions, events and traces see them. */
export class StatementsThroughPrisma {
  readonly #running = new Map<unknown, () => Promise<object[]>>();
  /** Begins the last parameter of each, which nobody else knows: another statement with it would get the same rows. */
  readonly #id = randomUUID();
  #last = 0;

  /** Runs statements through the client: those that write, or all. They keep their limits, plans and types. */
  over(run: RunStatement, client: PrismaClient, isForAll: boolean, wrote: Wrote): RunStatement {
    return async <Result extends object>(...statement: Parameters<RunStatement>) => {
      const [tenant, access, text, values] = statement;
      if (access === 'read' && !isForAll) return run<Result>(...statement);
      const id = `${this.#id} ${++this.#last}`;
      this.#running.set(id, () => run(...statement));
      try {
        return await client.$queryRawUnsafe<Result[]>(text, ...(isForAll ? values : []), id);
      } catch (error) {
        throw failureOf(error);
      } finally {
        this.#running.delete(id);
        // Also after a failure, which may have come after the commit.
        if (access !== 'read') wrote(tenant);
      }
    };
  }

  /** The values of a statement of ours without the id: an extension may send it in a transaction. */
  ownValues({ values }: pg.QueryArrayConfig): unknown[] | undefined {
    return this.#running.has(values?.at(-1)) ? values?.slice(0, -1) : undefined;
  }

  /** The rows of a statement of ours, in the form of the driver; undefined for one of Prisma's. */
  async send({ values }: pg.QueryArrayConfig): Promise<pg.QueryArrayResult | undefined> {
    const own = this.#running.get(values?.at(-1));
    if (own === undefined) return undefined;
    const found = await own().catch((error) => Promise.reject(new StatementError(error)));
    const fields = Object.keys(found[0] ?? {}).map((name) => ({ ...FIELD, name }));
    const rows = found.map((row) => Object.values(row));
    return { fields, rows, rowCount: rows.length, command: '', oid: 0 };
  }
}

const FIELD = { tableID: 0, columnID: 0, dataTypeID: TEXT, dataTypeSize: -1, dataTypeModifier: -1, format: 'text' };

/** Prisma's adapter over the pool: its statements share the connections, and are bounded and fail like all others. */
export function openAdapter(
  pool: Pool,
  send: Send,
  lost: (cause: unknown) => void,
  carried: StatementsThroughPrisma,
): PrismaPg {
  const failing = (error: unknown, isOwn = false): never => {
    const failure = toFailure(error, lost);
    throw !isOwn && isOfClass(failure, CONSTRAINTS) ? failure : new StatementError(failure);
  };
  const bounded =
    (query: Query): Query =>
    (config) => {
      let bytes = 0;
      const types: pg.CustomTypesConfig = {
        getTypeParser: (oid, format) => {
          const parse = (config.types ?? pg.types).getTypeParser(oid, format);
          return (value: string) => {
            bytes += value.length;
            if (bytes > MOST_BYTES) return null;
            return JSON_TYPES.includes(oid) ? markLong(value) : parse(value);
          };
        },
      };
      const own = carried.ownValues(config);
      return query({ ...config, types, ...(own && { values: own }) }).then(
        (result) => {
          if (bytes > MOST_BYTES) throw new StatementError(new AnswerTooLargeError(MOST_BYTES));
          return result;
        },
        (error) => failing(error, own !== undefined),
      );
    };
  const query = bounded(
    (config) => new Promise((done, failed) => send<unknown[]>(config, undefined, 'write', done, failed)),
  );
  // The adapter takes an instance of `Pool`, and of a connection of a transaction what is here.
  const own: pg.Pool = Object.assign(Object.create(pool), {
    query: async (config: pg.QueryArrayConfig) => (await carried.send(config)) ?? query(config),
    connect: async () => {
      const client = await pool.connect().catch((error) => failing(error));
      return {
        query: bounded((config) => client.query(config)),
        on: client.on.bind(client),
        removeListener: client.removeListener.bind(client),
        release: client.release.bind(client),
      };
    },
  });
  return new PrismaPg(own, { disposeExternalPool: false });
}

/** Sends a statement of Prisma's for a tenant, on a connection that it shares fairly as any other statement does. */
export type Admit = <Result>(
  tenant: Tenant,
  access: Access,
  name: string,
  send: () => PromiseLike<Result>,
) => Promise<Result>;

export const createAdmit =
  (admission: Admission, wrote: Wrote): Admit =>
  (tenant, access, name, send) => {
    // Also after a failure, which may have come after the commit.
    const sent = async () => {
      try {
        return await send();
      } finally {
        if (access !== 'read') wrote(tenant);
      }
    };
    return runAdmitted({ admission, meaningOf: failureOf }, tenant, access, name, (done, failed) => {
      sent().then(done, failed);
    });
  };
