import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Kept } from '../runtime/kept.ts';
import type { Documents } from './documents/documents.ts';
import type { Exchange, Gateway } from './exchange/exchange.ts';
import { type NoteRefused, writeRefusal } from './exchange/node-refusals.ts';

/** The subprotocol of the library graphql-ws. */
const PROTOCOL = 'graphql-transport-ws';

interface Settings {
  gateway: Gateway;
  documents: Documents;
  begin: (exchange: Exchange) => void;
  isAllowed: (req: IncomingMessage) => boolean;
  noteRefused: NoteRefused;
}

/** Why an upgrade to a WebSocket is refused. */
function refusalOf({ url = '', headers }: IncomingMessage): [status: number, message: string] | undefined {
  const protocols = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? [];
  if (url.split('?', 1)[0] !== '/graphql')
    return [426, `WebSockets are at /graphql, with the subprotocol ${PROTOCOL}.`];
  return protocols.includes(PROTOCOL) ? undefined : [400, `The subprotocol of a WebSocket must be ${PROTOCOL}.`];
}

/** Serves a request as if it had not asked for another protocol, as HTTP allows: Java's client asks for HTTP/2. */
function serveWithout(
  server: Server,
  { method, url, httpVersion, rawHeaders }: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const pairs = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1]]] : []));
  const kept = pairs.filter(([name = '']) => name.toLowerCase() !== 'upgrade');
  const lines = [`${method} ${url} HTTP/${httpVersion}`, ...kept.map((pair) => pair.join(': ')), '', ''];
  socket.unshift(Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), head]));
  server.emit('connection', socket);
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
export function takeUpgrades(server: Server, { gateway, documents, begin, isAllowed, noteRefused }: Settings) {
  // Loaded when the first one comes.
  const opened = new Kept(async () => {
    const { Sockets } = await import('./websocket/sockets.ts');
    return new Sockets(gateway, documents, begin, noteRefused);
  });
  let isStopping = false;
  const take = (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (req.headers.upgrade?.toLowerCase() !== 'websocket') return serveWithout(server, req, socket, head);
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
