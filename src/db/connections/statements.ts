import type pg from 'pg';
import type { Tenant } from '../tenancy/tenant.ts';
import type { Admission } from './admission.ts';
import type { Control } from './health.ts';
import { type Access, type Done, Session } from './session.ts';
import { toFailure } from './sqlstate.ts';

/** Whether a connection plans a statement once for all values, or each time for those that are given. */
export type Planning = 'once' | 'each';

/**
 * Runs one statement for a tenant and returns its rows. Rejects with InvalidRequestError for data that PostgreSQL
 * cannot store or compare, with UnavailableError when the statement cannot run now, and with the error that ended the
 * request's work.
 */
export type Run = <Result extends object>(
  tenant: Tenant,
  access: Access,
  text: string,
  values: unknown[],
  planning?: Planning,
) => Promise<Result[]>;

interface Connections {
  pool: pg.Pool;
  admission: Admission;
  cancel: Control['cancel'];
  /** Takes the errors of a database that cannot be reached. */
  lost: (cause: unknown) => void;
}

/** Runs statements on the connections of a pool. */
export function createRun({ pool, admission, cancel, lost }: Connections): Run {
  const sessions = new WeakMap<pg.Client, Session>();
  const nameOf = createNames();
  const sessionOf = (client: pg.Client): Session => {
    const session = sessions.get(client) ?? new Session(client, cancel, pool.options.types);
    sessions.set(client, session);
    return session;
  };

  // With callbacks: each promise on the way costs a per cent.
  return <Result extends object>(
    { key, work }: Tenant,
    access: Access,
    text: string,
    values: unknown[],
    planning: Planning = 'once',
  ) =>
    new Promise<Result[]>((resolve, reject) => {
      const isWrite = access !== 'read';
      const end = work?.time(text);
      const fail = (error: unknown): unknown => {
        end?.(error);
        // A write goes on when its request has ended: its own error says whether it has changed something.
        const failure = (isWrite ? undefined : work?.reason) ?? toFailure(error, lost);
        reject(failure);
        return failure;
      };
      const done: Done<Result> = (error, rows) => {
        if (rows === undefined) return admission.leave(key, isWrite, fail(error));
        end?.();
        resolve(rows);
        admission.leave(key, isWrite);
      };
      const start = () => {
        if (work !== undefined && !work.mayGoOn()) return done(work.reason);
        pool.connect((unconnected, client, release) => {
          if (client === undefined) return done(unconnected);
          // The client may have hung up while a connection was opened.
          if (work?.reason !== undefined) {
            release();
            return done(work.reason);
          }
          const name = planning === 'once' ? nameOf(text) : undefined;
          const query = name === undefined ? { text, values } : { name, text, values };
          sessionOf(client).run(query, work, access, release, done);
        });
      };
      admission.enter(key, isWrite, start, fail);
    });
}

const MOST_NAMES = 500;
/** Two clients may share a pool, whose connections know each name once. */
let sequence = 0;

/**
 * Names the first 500 distinct texts, which are prepared under their names, so that PostgreSQL plans each once a
 * connection. Later texts are planned on every use: clients choose what is selected, and a prepared statement stays in
 * the memory of every connection.
 */
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
