import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy before a database, which takes the database away. */
export interface DatabaseProxy {
  /** The database's address through the proxy. */
  url: string;
  /** Passes nothing on, as a database does whose process was stopped. */
  freeze(): void;
  /** Refuses and ends connections. */
  away(): void;
  back(): void;
  close(): void;
}

export async function openProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const pairs = new Set<[Socket, Socket]>();
  let state: 'open' | 'frozen' | 'away' = 'open';
  const server = createServer((client) => {
    if (state === 'away') return client.destroy();
    const database = connect(Number(target.port || 5432), target.hostname);
    const pair: [Socket, Socket] = [client, database];
    pairs.add(pair);
    for (const [from, to] of [pair, pair.toReversed()] as [Socket, Socket][]) {
      from.pipe(to);
      from
        .on('error', () => {})
        .on('close', () => {
          to.destroy();
          pairs.delete(pair);
        });
    }
    if (state === 'frozen') for (const socket of pair) socket.unpipe().pause();
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' && address !== null ? address.port : 0);
  const cut = (): void => {
    for (const [client, database] of pairs) {
      client.destroy();
      database.destroy();
    }
  };
  return {
    url: url.href,
    freeze() {
      state = 'frozen';
      for (const pair of pairs) for (const socket of pair) socket.unpipe().pause();
    },
    away() {
      state = 'away';
      cut();
    },
    back() {
      state = 'open';
      cut();
    },
    close() {
      cut();
      server.close();
    },
  };
}
