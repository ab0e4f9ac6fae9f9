import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { StartupError } from '../startup-error.ts';
import { createFastLane } from './fast-lane.ts';
import type { GraphiQL } from './graphiql.ts';
import { arrive, createGraphQLYoga, type Gateway } from './yoga.ts';

export interface GatewayServer {
  server: Server;
  /** Takes no new request, lets those in flight finish for at most `graceMs`, then cuts what is left. */
  stop: (graceMs: number) => Promise<void>;
}

const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** The client's own request id when it is a plain word, or else a new one. */
const requestIdOf = (req: IncomingMessage): string => {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
};

const answer = (res: ServerResponse, status: number, body: object): void => {
  const text = JSON.stringify(body);
  res
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) })
    .end(text);
};

/** The HTTP face: /graphql, /health (the process is alive) and /ready (it can serve). GraphiQL is there when a page is given. */
export function createGatewayServer(gateway: Gateway, graphiql?: GraphiQL): GatewayServer {
  const yoga = createGraphQLYoga(gateway);
  const fastLane = createFastLane(gateway);
  let stopping = false;

  const isReady = async (): Promise<boolean> => {
    if (stopping) return false;
    return gateway.pool.query('SELECT 1').then(
      () => true,
      () => false,
    );
  };

  const route = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const requestId = requestIdOf(req);
    res.setHeader('x-request-id', requestId);
    if (stopping) res.setHeader('connection', 'close');
    if (!URL.canParse(req.url ?? '', `http://${req.headers.host || 'localhost'}`))
      return answer(res, 400, { errors: [{ message: 'The address or the Host header cannot be read.' }] });
    const path = req.url?.split('?', 1)[0];
    if (path === '/health') return answer(res, 200, { status: 'alive' });
    if (path === '/ready') {
      const ready = await isReady();
      return answer(res, ready ? 200 : 503, { status: ready ? 'ready' : 'not ready' });
    }
    if (graphiql?.wants(req)) return graphiql.serve(req, res);
    if (path === '/' && graphiql) return void res.writeHead(302, { location: '/graphql' }).end();
    const arrival = arrive(gateway, req, res, requestId);
    if (await fastLane(arrival)) return;
    await yoga(req, res, arrival);
  };

  const server = createServer((req, res) => {
    route(req, res).catch((error: unknown) => {
      // Whoever has hung up wants no answer.
      if (req.destroyed && !req.complete) return;
      const requestId = res.getHeader('x-request-id');
      gateway.log.error({ requestId, err: error }, 'request failed');
      const extensions = { code: 'INTERNAL_SERVER_ERROR', requestId };
      if (!res.headersSent) answer(res, 500, { errors: [{ message: 'Unexpected error.', extensions }] });
      else res.destroy();
    });
  });
  server.requestTimeout = 30_000;

  const stop = async (graceMs: number): Promise<void> => {
    stopping = true;
    const closed = once(server, 'close');
    server.close();
    // A connection that becomes idle later would otherwise be kept for a next request.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    await closed;
    clearInterval(sweep);
    clearTimeout(cut);
    await yoga.dispose();
  };

  return { server, stop };
}

/** Starts to listen. Throws StartupError when the address is taken or not this machine's. */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') throw new StartupError(`The port ${port} on ${host} is taken. Set PORT to another one.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartupError(`This machine has no address ${host} to listen on.`);
    if (code === 'EACCES')
      throw new StartupError(`Listening on port ${port} is not permitted. Set PORT to one above 1023.`);
    throw error;
  }
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
}
