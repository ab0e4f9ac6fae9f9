import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** The port on which a server listens. */
export const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Below those that the system gives out: another test would get one of these before the program that is to have it. */
const [FIRST, COUNT] = [16_000, 16_000];

/** A port on which nothing listens. */
export async function freePort(): Promise<number> {
  const port = FIRST + Math.floor(Math.random() * COUNT);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return freePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}
