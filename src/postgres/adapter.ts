import { randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { AnswerTooLargeError, reasonOf, UnavailableError } from '../base/errors.ts';
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import type { Admission } from '../load/shares.ts';
import type { Tenant } from '../prisma/tenancy/tenant.ts';
import { isOfClass, isUsableAfter, toFailure } from './sqlstate.ts';
import { type Access, inTurn, type Run } from './statements.ts';

/** What a statement of Prisma's may return. A `findMany` without `take` would otherwise fill the memory. */
const MOST_BYTES = 32 * 1024 * 1024;

/** What a failed statement means, on its way through Prisma's client, which would make another error of its code. */
class StatementError extends Error {
  constructor(failure: unknown) {
    super(reasonOf(failure), { cause: failure });
  }
}

/** Violated constraints and conflicts of transactions, for which Prisma has codes of its own. */
const OF_PRISMA = ['23', '40001'];

/** Prisma's code for a transaction that got no connection in time, or took too long. */
const LATE_TRANSACTION = 'P2028';

/** What an error of Prisma's client means for the request; an error of the caller's arguments as it is. */
export function failureOf(error: unknown): unknown {
  if (error instanceof StatementError) return error.cause;
  const isLate = error instanceof Prisma.PrismaClientKnownRequestError && error.code === LATE_TRANSACTION;
  return isLate ? new UnavailableError('TIMEOUT', 'The transaction took too long.', { cause: error }) : error;
}

type Query = (config: pg.QueryArrayConfig) => Promise<pg.QueryArrayResult>;

/** What Prisma's adapter makes of PostgreSQL's type `text`: it passes on the values as they are. */
const TEXT = pg.types.builtins.TEXT;

/** Statements of our own that Prisma's client sends, so that its extensions, events and traces see them. */
export class Carried {
  readonly #running = new Map<string, () => Promise<object[]>>();
  /** No statement of others ends with it by chance: it would get the rows of ours. */
  readonly #id = randomUUID();
  #last = 0;

  /** Runs statements through the client: those that write, or all. They keep their limits, plans and types. */
  over(run: Run, client: PrismaClient, isForAll: boolean): Run {
    return async <Result extends object>(...[tenant, access, text, values, planning]: Parameters<Run>) => {
      if (access === 'read' && !isForAll) return run<Result>(tenant, access, text, values, planning);
      const mark = `/* ${this.#id} ${++this.#last} */`;
      this.#running.set(mark, () => run(tenant, access, text, values, planning));
      try {
        return await client.$queryRawUnsafe<Result[]>(`${text} ${mark}`, ...(isForAll ? values : []));
      } catch (error) {
        throw failureOf(error);
      } finally {
        this.#running.delete(mark);
      }
    };
  }

  /** The rows of a statement of ours, in the form of the driver; undefined for one of Prisma's. */
  async send({ text }: pg.QueryArrayConfig): Promise<pg.QueryArrayResult | undefined> {
    const own = this.#running.get(text.slice(text.lastIndexOf('/*')));
    if (own === undefined) return undefined;
    const found = await own().catch((error) => Promise.reject(new StatementError(error)));
    const fields = Object.keys(found[0] ?? {}).map((name) => ({ ...FIELD, name }));
    const rows = found.map((row) => Object.values(row));
    return { fields, rows, rowCount: rows.length, command: '', oid: 0 };
  }
}

const FIELD = { tableID: 0, columnID: 0, dataTypeID: TEXT, dataTypeSize: -1, dataTypeModifier: -1, format: 'text' };

/** Prisma's adapter over the pool: its statements share the connections, and are bounded and fail like all others. */
export function openAdapter(pool: pg.Pool, lost: (cause: unknown) => void, carried: Carried): PrismaPg {
  const failing = (error: unknown): never => {
    const failure = toFailure(error, lost);
    throw isOfClass(failure, OF_PRISMA) || !(failure instanceof Error) ? failure : new StatementError(failure);
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
            return bytes > MOST_BYTES ? null : parse(value);
          };
        },
      };
      return query({ ...config, types }).then((result) => {
        if (bytes > MOST_BYTES) throw new StatementError(new AnswerTooLargeError(MOST_BYTES));
        return result;
      }, failing);
    };
  // The adapter takes an instance of `Pool`, and of a connection of a transaction what is here.
  const query = bounded(async (config) => {
    const client = await pool.connect();
    try {
      const result = await client.query(config);
      client.release();
      return result;
    } catch (error) {
      // The pool's own method closes the connection of each statement that fails.
      client.release(!isUsableAfter(error));
      throw error;
    }
  });
  const own: pg.Pool = Object.assign(Object.create(pool), {
    query: async (config: pg.QueryArrayConfig) => (await carried.send(config)) ?? query(config),
    connect: async () => {
      const client = await pool.connect().catch(failing);
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
  (admission: Admission, wrote: (tenant: Tenant) => void = () => {}): Admit =>
  (tenant, access, name, send) => {
    // Also after a failure, which may have come after the commit.
    const sent = async () => {
      try {
        return await send();
      } finally {
        if (access !== 'read') wrote(tenant);
      }
    };
    return inTurn({ admission, meaningOf: failureOf }, tenant, access, name, (done, failed) => {
      sent().then(done, failed);
    });
  };
