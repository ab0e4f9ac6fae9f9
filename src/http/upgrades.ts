import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Lazy } from '../base/lazy.ts';
import { writeRefusal } from './exchange/http-errors.ts';
import type { SocketSettings } from './websocket/sockets.ts';

/** The subprotocol of the library graphql-ws. */
const PROTOCOL = 'graphql-transport-ws';

interface Settings extends SocketSettings {
  isAllowed: (req: IncomingMessage) => boolean;
}

/** Why an upgrade to a WebSocket is refused. */
function refusalOf({ url = '', headers }: IncomingMessage): [status: number, message: string] | undefined {
  const protocols = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? [];
  if (url.split('?', 1)[0] !== '/graphql')
    return [426, `WebSockets are at /graphql, with the subprotocol ${PROTOCOL}.`];
  return protocols.includes(PROTOCOL) ? undefined : [400, `The subprotocol of a WebSocket must be ${PROTOCOL}.`];
}

/** The response that is being sent on a connection, even after Node.js has handed the connection over. */
function answerOn(socket: Socket): ServerResponse | undefined {
  const answer: unknown = Reflect.get(socket, '_httpMessage');
  return answer instanceof ServerResponse ? answer : undefined;
}

/** Hands a connection over when the requests on it before the upgrade, which may be pipelined, are answered. */
function afterAnswers(socket: Socket, takeOver: () => void): void {
  if (answerOn(socket) === undefined) return void takeOver();
  // Node.js has removed its own listeners. One for `readable` keeps the data in the socket, even if it is resumed.
  const keep = (): void => {};
  const goOn = (): unknown => answerOn(socket)?.emit('drain');
  const end = (): unknown => socket.destroy();
  socket.on('readable', keep).on('drain', goOn).on('error', end);
  const next = (): void => {
    const answer = answerOn(socket);
    if (answer !== undefined) return void answer.once('close', next);
    if (!socket.writable) return;
    socket.off('readable', keep).off('drain', goOn).off('error', end);
    // The last response has set the timeout of an idle connection.
    socket.setTimeout(0);
    takeOver();
    socket.resume();
  };
  next();
}

/** Takes upgrades to WebSockets. Returns a function that ends these, in `graceMs` milliseconds. */
export function takeUpgrades(server: Server, { isAllowed, ...settings }: Settings) {
  // Loaded when the first one comes.
  const { noteRefused } = settings;
  const opened = new Lazy(async () => {
    const { Sockets } = await import('./websocket/sockets.ts');
    return new Sockets(settings);
  });
  let isStopping = false;
  const take = (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    if (isStopping) return void socket.destroy();
    const refusal =
      refusalOf(req) ??
      (isAllowed(req) ? undefined : ([403, 'The origin of the page is not one of CORS_ORIGINS.'] as const));
    if (refusal !== undefined) return writeRefusal(socket, refusal[0], noteRefused, refusal[1]);
    opened.open().then(
      (sockets) => sockets.accept(req, socket, head),
      () => socket.destroy(),
    );
  };
  server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) =>
    afterAnswers(req.socket, () => take(req, socket, head)),
  );
  return async (graceMs: number): Promise<void> => {
    isStopping = true;
    await (await opened.value)?.stop(graceMs);
  };
}
