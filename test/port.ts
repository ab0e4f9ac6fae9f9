import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** The port on which a server listens. */
export const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** A port on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}
