import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy before a database, which makes the database unreachable. */
export interface DatabaseProxy {
  /** The database's address through the proxy. */
  url: string;
  /** Passes nothing on, as a database does whose process was stopped. */
  freeze(): void;
  /** Passes nothing on for the connections that are open, as a firewall does that has forgotten them. */
  forget(): void;
  /** Ends all connections, and new ones too, or resets them, or refuses new ones. */
  away(how?: 'ending' | 'resetting' | 'refusing'): void;
  back(): void;
  close(): void;
}

export async function openProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const pairs = new Set<[Socket, Socket]>();
  let state: 'open' | 'frozen' | 'ending' | 'resetting' = 'open';
  const server = createServer((client) => {
    if (state === 'ending') return client.destroy();
    if (state === 'resetting') return client.resetAndDestroy();
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
      if (state === 'resetting') client.resetAndDestroy();
      else client.destroy();
      database.destroy();
    }
  };
  const forget = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.unpipe().pause();
  };
  return {
    url: url.href,
    freeze() {
      state = 'frozen';
      forget();
    },
    forget,
    away(how = 'ending') {
      if (how === 'refusing') server.close();
      else state = how;
      cut();
    },
    back() {
      state = 'open';
      if (!server.listening) server.listen(Number(url.port), '127.0.0.1');
      cut();
    },
    close() {
      cut();
      server.close();
    },
  };
}
