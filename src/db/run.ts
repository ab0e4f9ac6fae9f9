import type { Duplex } from 'node:stream';
import type pg from 'pg';
import type { Control } from './control.ts';
import { isUsableAfter, told } from './failure.ts';
import type { Shares } from './shares.ts';
import type { Tenant } from './tenant.ts';
import type { Work } from './work.ts';

/**
 * Runs one statement for a tenant and returns its rows. Rejects with InvalidRequestError for data that PostgreSQL cannot store or
 * compare, with UnavailableError when the statement cannot run now, and with the error that ended the request's work.
 */
export type Run = <Result extends object>(
  tenant: Tenant,
  access: 'read' | 'write',
  text: string,
  values: unknown[],
) => Promise<Result[]>;

/** What statements run on. */
export interface Connections {
  pool: pg.Pool;
  /** Shares out the connections. */
  shares: Shares;
  /** Shares out those that writes may take, which are fewer because each may wait for a lock. */
  writes: Shares;
  cancel: Control['cancel'];
  /** Takes the failures of a database that is away. */
  lost: (cause: unknown) => void;
}

const NAMED_STATEMENTS = 500;
/** Two clients may share a pool, whose connections know each name once. */
let sequence = 0;

/**
 * Runs statements on connections that are shared out among companies. The first 500 distinct texts are prepared under a name, so that
 * PostgreSQL plans each once a connection. Later texts are planned on every use: clients choose what is selected, and a prepared
 * statement stays in the memory of every connection.
 */
export function createRun(connections: Connections): Run {
  const { shares, writes, lost } = connections;
  const names = new Map<string, string>();

  const configOf = (text: string, values: unknown[]): pg.QueryConfig => {
    let name = names.get(text);
    if (name === undefined && names.size < NAMED_STATEMENTS) {
      name = `s${sequence++}`;
      names.set(text, name);
    }
    return name === undefined ? { text, values } : { name, text, values };
  };

  return async <Result extends object>({ key, work }: Tenant, access: string, text: string, values: unknown[]) => {
    const isWrite = access === 'write';
    if (isWrite) await writes.enter(key);
    try {
      await shares.enter(key);
      try {
        work?.check();
        return await onConnection<Result>(connections, configOf(text, values), work);
      } finally {
        shares.leave(key);
      }
    } catch (error) {
      throw work?.reason ?? told(error, lost);
    } finally {
      if (isWrite) writes.leave(key);
    }
  };
}

/** Runs a statement, counts the bytes of its rows, and cancels it when the work ends. */
async function onConnection<Result extends object>(
  { pool, cancel }: Connections,
  config: pg.QueryConfig,
  work: Work | undefined,
): Promise<Result[]> {
  const client = await pool.connect();
  const { stream } = client.connection;
  let counted = bytesRead(stream);
  const count = (): void => {
    const now = bytesRead(stream);
    work?.receive(now - counted);
    counted = now;
  };
  let cancelled: Promise<void> | undefined;
  const stop = (): void => {
    cancelled ??= cancel(processOf(client));
  };
  let usable = true;
  if (work !== undefined) stream.on('data', count);
  work?.begin(stop);
  try {
    return (await client.query<Result>(config)).rows;
  } catch (error) {
    usable = isUsableAfter(error);
    throw error;
  } finally {
    work?.settle(stop);
    stream.off('data', count);
    // One that comes late would cancel the next statement of the connection.
    if (cancelled !== undefined) await cancelled;
    client.release(!usable);
  }
}

const bytesRead = (stream: Duplex): number =>
  'bytesRead' in stream && typeof stream.bytesRead === 'number' ? stream.bytesRead : 0;

/** The server process of a connection, which the driver's types do not name. */
const processOf = (client: object): number =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : 0;
