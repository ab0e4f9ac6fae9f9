import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Lazy } from '../base/lazy.ts';
import { writeRefusal } from './exchange/http-errors.ts';
import type { SocketSettings } from './websocket/sockets.ts';

const PROTOCOL = 'graphql-transport-ws';

interface Settings extends SocketSettings {
  isAllowed: (req: IncomingMessage) => boolean;
}

function upgradeRefusal({ url = '', headers }: IncomingMessage): [status: number, message: string] | undefined {
  const protocols = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? [];
  if (url.split('?', 1)[0] !== '/graphql')
    return [426, `WebSockets are at /graphql, with the subprotocol ${PROTOCOL}.`];
  return protocols.includes(PROTOCOL) ? undefined : [400, `The subprotocol of a WebSocket must be ${PROTOCOL}.`];
}

/** Whether requests before the upgrade wait for their answers. Nobody sends a WebSocket behind others. */
const isPipelined = (socket: Socket): boolean => Reflect.get(socket, '_httpMessage') instanceof ServerResponse;

/** Takes upgrades to WebSockets. Returns what ends these in `graceMs` milliseconds. */
export function takeUpgrades(server: Server, { isAllowed, ...settings }: Settings) {
  const { noteRefused } = settings;
  const opened = new Lazy(async () => {
    const { Sockets } = await import('./websocket/sockets.ts');
    return new Sockets(settings);
  });
  let isStopping = false;
  const take = (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    if (isStopping || isPipelined(req.socket)) return void socket.destroy();
    const refusal =
      upgradeRefusal(req) ??
      (isAllowed(req) ? undefined : ([403, 'The origin of the page is not one of CORS_ORIGINS.'] as const));
    if (refusal !== undefined) return writeRefusal(socket, refusal[0], noteRefused, refusal[1]);
    opened.open().then(
      (sockets) => sockets.accept(req, socket, head),
      () => socket.destroy(),
    );
  };
  server.on('upgrade', take);
  return async (graceMs: number): Promise<void> => {
    isStopping = true;
    await (await opened.value)?.stop(graceMs);
  };
}
