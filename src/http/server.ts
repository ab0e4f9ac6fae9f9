import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { GraphQLErrorExtensions } from 'graphql';
import { type Arrival, arrive, CountedResponse, type Gateway } from './arrival.ts';
import { putBack, readBody } from './body.ts';
import { createFastLane } from './fast-lane.ts';
import { answer, answerFaults, refusal } from './faults.ts';
import type { GraphiQL } from './graphiql.ts';
import { logRequests } from './request-log.ts';
import { createGraphQLYoga } from './yoga.ts';

export interface GatewayServer {
  server: Server;
  /** Answers `/ready` with 503 for this time and serves all else, so that a balancer sends its requests elsewhere before `stop`. */
  drain: (ms: number) => Promise<void>;
  /** Stops listening, gives requests in flight `graceMs` to finish, then closes their connections. */
  stop: (graceMs: number) => Promise<void>;
}

/** How long the head of a request may take to arrive, and the whole of it, and how often that is judged. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 13_000;
const CHECK_MS = 1_000;

/** How long new requests wait at the end, until the listener is closed: longer than a client needs to open its next connection. */
const HOLD_MS = 250;

const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** Too frequent for the log. */
const PROBES = /^\/(health|ready)(\?|$)/;

/** The client's request id if it is plain text, or a new one. */
const requestIdOf = (req: IncomingMessage): string => {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
};

/** Removes the origin of a whole address, as proxies send it. */
const withoutOrigin = (address: string): string => address.replace(/^https?:\/\/[^/?#]*/i, '');

/** Whether yoga, which puts the host in front of it, can read the address. HTTP/1.0 needs no Host header. */
const isReadable = ({ url = '', headers: { host }, httpVersion }: IncomingMessage): boolean => {
  if (host === undefined && httpVersion !== '1.0') return false;
  return url.startsWith('/') && URL.canParse(`http://${host || 'localhost'}${url}`);
};

/** Creates the HTTP server: /graphql, /health (the process is alive), /ready (it can serve), and GraphiQL if a page is given. */
export function createGatewayServer(gateway: Gateway, graphiql?: GraphiQL): GatewayServer {
  const yoga = createGraphQLYoga(gateway);
  const fastLane = createFastLane(gateway);
  const observers = [...(gateway.observers ?? [])];
  if (gateway.log.isLevelEnabled('info')) observers.push(logRequests(gateway.log));
  let stopping = false;
  let hold: Promise<void> | undefined;
  let requests = 0;

  const isDatabaseUp = (): Promise<boolean> =>
    gateway.prisma.$ping().then(
      () => true,
      () => false,
    );

  const route = async (arrival: Arrival): Promise<void> => {
    const { req, res, report } = arrival;
    res.setHeader('x-request-id', report.requestId);
    if (stopping) res.setHeader('connection', 'close');
    if (!isReadable(req)) return answer(res, 400, refusal(400, 'The address or the Host header cannot be read.'));
    const path = req.url?.split('?', 1)[0];
    if (path === '/health') return answer(res, 200, { status: 'alive' });
    if (path === '/ready') {
      const ready = !stopping && (await isDatabaseUp());
      return answer(res, ready ? 200 : 503, { status: ready ? 'ready' : 'not ready' });
    }
    if (graphiql?.wants(req)) return graphiql.serve(req, res);
    if (path === '/' && graphiql) return void res.writeHead(302, { location: '/graphql' }).end();
    if (await fastLane(arrival)) return;
    if (req.headers['transfer-encoding'] !== undefined) putBack(req, await readBody(req));
    await yoga(req, res, arrival);
  };

  // The Host header is checked here, since Node.js refuses a request without one in its own words.
  const options = { connectionsCheckingInterval: CHECK_MS, requireHostHeader: false, ServerResponse: CountedResponse };
  const server = createServer(options, (req, res) => {
    req.url = withoutOrigin(req.url ?? '');
    const arrival = arrive(gateway, req, res, requestIdOf(req));
    if (!PROBES.test(req.url)) for (const observe of observers) arrival.ends.push(observe(arrival));
    requests += 1;
    arrival.ends.push(() => {
      requests -= 1;
    });
    const routed = hold === undefined ? route(arrival) : hold.then(() => route(arrival));
    routed.catch((error: unknown) => {
      // The client has hung up.
      if (req.destroyed && !req.complete) return;
      const { requestId } = arrival.report;
      gateway.log.error({ requestId, err: error }, 'request failed');
      const extensions: GraphQLErrorExtensions = { code: 'INTERNAL_SERVER_ERROR', requestId };
      if (!res.headersSent) answer(res, 500, { errors: [{ message: 'Unexpected error.', extensions }] });
      else res.destroy();
    });
  });
  // Node.js counts a connection as idle only after its first request.
  const silent = new Map<Socket, number>();
  server.on('connection', (socket) => {
    silent.set(socket, performance.now());
    socket.once('close', () => silent.delete(socket));
  });
  const closeSilent = (): void => {
    for (const [socket, since] of silent)
      if (socket.bytesRead > 0) silent.delete(socket);
      else if (performance.now() - since > HOLD_MS) socket.destroy();
  };
  answerFaults(server, (status, requestId) => {
    gateway.log.info({ requestId, status }, 'refused before it was a request');
    gateway.countRefusal?.(status);
  });
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  // Longer than proxies keep idle connections, which would otherwise send a request on one that is closing.
  server.keepAliveTimeout = 75_000;

  const drain = (ms: number): Promise<void> => {
    stopping = true;
    gateway.log.info({ requests, seconds: ms / 1000 }, 'draining');
    return delay(ms);
  };

  const stop = async (graceMs: number): Promise<void> => {
    stopping = true;
    const closed = once(server, 'close');
    const since = performance.now();
    let cut = 0;
    gateway.log.info({ requests }, 'closing');
    // A connection that is not accepted yet when the listener closes is reset. While clients wait for answers, they open none.
    const held = delay(HOLD_MS).then(() => nextTurn());
    hold = held;
    await held;
    server.close();
    hold = undefined;
    // Their clients open them again elsewhere.
    const ended = gateway.feed.stop();
    // `close` leaves connections open that become idle later.
    const sweep = setInterval(() => {
      server.closeIdleConnections();
      closeSilent();
    }, 50);
    const grace = setTimeout(() => {
      cut = requests;
      server.closeAllConnections();
    }, graceMs);
    await Promise.all([closed, ended]);
    clearInterval(sweep);
    clearTimeout(grace);
    gateway.log.info({ cut, ms: Math.round(performance.now() - since) }, 'closed');
    await yoga.dispose();
  };

  return { server, drain, stop };
}
