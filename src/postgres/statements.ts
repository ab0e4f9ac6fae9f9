import pg from 'pg';
import { AnswerTooLargeError } from '../base/errors.ts';
import { enterTurn } from '../load/event-loop.ts';
import type { RequestBudget, RunningStatement } from '../load/request-budget.ts';
import type { Admission } from '../load/shares.ts';
import type { Tenant } from '../prisma/tenancy/tenant.ts';
import type { Control } from './outages.ts';
import type { Pool } from './pool.ts';
import { backendOf } from './session.ts';
import { isUsableAfter, toFailure } from './sqlstate.ts';

/** What a statement does. One that writes many records may return more than an answer may have. */
export type Access = 'read' | 'write' | 'write many';

type Done<Result> = (result: Result) => void;
type Failed = (error: unknown) => void;

/** Starts work of a tenant in its turn, within its budget. With callbacks: each promise on the way costs a per cent. */
export const runAdmitted = <Result>(
  { admission, meaningOf }: { admission: Admission; meaningOf: (error: unknown) => unknown },
  { key, budget }: Tenant,
  access: Access,
  name: string,
  work: (done: Done<Result>, failed: Failed) => void,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const isWrite = access !== 'read';
    const timed = budget?.time(name);
    const end = (error?: unknown): void => {
      timed?.(error);
      if (!isWrite) budget?.leave();
    };
    const fail = (error: unknown): unknown => {
      end(error);
      // A write goes on when its request has ended: its own error says whether it has changed something.
      const failure = (isWrite ? undefined : budget?.reason) ?? meaningOf(error);
      reject(failure);
      return failure;
    };
    const failed = (error: unknown) => admission.leave(key, isWrite, fail(error));
    const done = (result: Result) => {
      end();
      const turn = enterTurn(key);
      resolve(turn === undefined ? result : turn.then(() => result));
      admission.leave(key, isWrite);
    };
    const start = () => {
      if (budget !== undefined && !budget.mayGoOn()) failed(budget.reason);
      else work(done, failed);
    };
    const enter = () => admission.enter(key, isWrite, start, fail);
    if (isWrite || budget === undefined) enter();
    else budget.enter(enter);
  });

/** A connection, and the budget whose statement it runs. Counts the bytes that it receives for that budget. */
class Session implements RunningStatement {
  readonly #client: pg.Client;
  readonly #cancel: Control['cancel'];
  readonly #types: pg.CustomTypesConfig;
  #budget: RequestBudget | undefined;
  #cancelled: Promise<void> | undefined;

  constructor(client: pg.Client, cancel: Control['cancel'], types: pg.CustomTypesConfig = pg.types) {
    this.#client = client;
    this.#cancel = cancel;
    this.#types = types;
    // Before the driver reads them, since they may complete the statement.
    client.connection.stream.prependListener('data', (chunk: Buffer) => this.#budget?.receive(chunk.length));
  }

  run<Row extends object>(
    config: pg.QueryConfig,
    budget: RequestBudget | undefined,
    access: Access,
    done: Done<pg.QueryResult<Row>>,
    failed: Failed,
    release: (isBroken?: boolean) => void,
  ): void {
    this.#budget = budget;
    this.#cancelled = undefined;
    // A write that has begun is finished: it is one statement, and waits for locks no longer than a request may.
    if (access === 'read') budget?.begin(this);
    if (access === 'write many' && budget !== undefined) config.types = untilFull(budget, this.#types);
    this.#client.query<Row>(config, (error: Error | null, result) => {
      budget?.settle(this);
      this.#budget = undefined;
      const isBroken = error !== null && !isUsableAfter(error);
      // A cancellation that comes late would hit the next statement of the connection.
      if (this.#cancelled === undefined) release(isBroken);
      else void this.#cancelled.then(() => release(isBroken));
      if (error) failed(error);
      else if (access === 'write many' && budget?.isFull)
        failed(new AnswerTooLargeError(budget.limits.answerBytes, true));
      else done(result);
    });
  }

  end(reason: Error): void {
    // A cancellation would let the megabytes arrive that are on their way.
    if (reason instanceof AnswerTooLargeError) this.#client.connection.stream.destroy();
    else this.#cancelled ??= this.#cancel(backendOf(this.#client));
  }
}

/** Parsers that keep nothing of what is too much. A write cannot be ended: it is all but committed. */
const untilFull = (budget: RequestBudget, types: pg.CustomTypesConfig): pg.CustomTypesConfig => ({
  getTypeParser: (oid, format) => {
    const parse = types.getTypeParser(oid, format);
    return (value: string) => (budget.isFull ? null : parse(value));
  },
});

/** Whether a connection plans a statement once for all values, or each time for those that are given. */
export type Planning = 'once' | 'each';

/** Runs a statement of a tenant. Rejects with an error for the client, or with that which ended the request. */
export type RunStatement = <Result extends object>(
  tenant: Tenant,
  access: Access,
  text: string,
  values: unknown[],
  planning?: Planning,
) => Promise<Result[]>;

/** Sends a statement of our own methods or of Prisma's adapter on a connection of the pool. */
export type Send = ReturnType<typeof createSend>;

export function createSend(pool: Pool, cancel: Control['cancel']) {
  const sessions = new WeakMap<pg.Client, Session>();
  const sessionOf = (client: pg.Client): Session => {
    const session = sessions.get(client) ?? new Session(client, cancel, pool.options.types);
    sessions.set(client, session);
    return session;
  };
  return <Row extends object>(
    config: pg.QueryConfig,
    budget: RequestBudget | undefined,
    access: Access,
    done: Done<pg.QueryResult<Row>>,
    failed: Failed,
  ): void =>
    pool.connect((unconnected, client, release) => {
      if (client === undefined) return failed(unconnected);
      // The client may have hung up while a connection was opened.
      if (budget?.reason !== undefined) {
        release();
        return failed(budget.reason);
      }
      sessionOf(client).run(config, budget, access, done, failed, release);
    });
}

interface Connections {
  pool: Pool;
  send: Send;
  admission: Admission;
  lost: (cause: unknown) => void;
}

export function createRun({ pool, send, admission, lost }: Connections): RunStatement {
  const nameOf = pool.pooler?.keepsNames === false ? () => undefined : createNames();
  const turns = { admission, meaningOf: (error: unknown) => toFailure(error, lost) };
  return <Row extends object>(
    tenant: Tenant,
    access: Access,
    text: string,
    values: unknown[],
    planning: Planning = 'once',
  ) =>
    runAdmitted<Row[]>(turns, tenant, access, text, (done, failed) => {
      const name = planning === 'once' ? nameOf(text) : undefined;
      const query = name === undefined ? { text, values } : { name, text, values };
      send<Row>(query, tenant.budget, access, ({ rows }) => done(rows), failed);
    });
}

const MOST_NAMES = 500;
/** Two clients may share a pool, whose connections know each name once. */
let sequence = 0;

/** Names the first 500 texts, which a connection plans once. Clients choose what is selected: others have no name. */
function createNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    let name = names.get(text);
    if (name === undefined && names.size < MOST_NAMES) {
      name = `s${sequence++}`;
      names.set(text, name);
    }
    return name;
  };
}
