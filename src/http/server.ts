import { randomUUID } from 'node:crypto';
import { createServer, IncomingMessage } from 'node:http';
import type { GraphQLErrorExtensions } from 'graphql';
import { Lazy } from '../base/lazy.ts';
import { withTimeLimit } from '../base/time-limit.ts';
import { Documents } from '../engine/documents.ts';
import { CountedResponse } from '../load/slow-readers.ts';
import { Operation } from '../operation/operation.ts';
import type { Gateway } from './exchange/answer.ts';
import { answerJson, answerUnreadable, type NoteRefused, refusal } from './exchange/http-errors.ts';
import { logRequests } from './exchange/report.ts';
import { answerPreflight, openOrigins } from './graphql-over-http/cors.ts';
import { createFastPath } from './graphql-over-http/fast-path.ts';
import { wantsPage } from './graphql-over-http/media-types.ts';
import { answerOff, type Pages } from './pages/serve-page.ts';
import { Stopping } from './stopping.ts';
import { takeUpgrades } from './upgrades.ts';

const HEADERS_MS = 10_000;
const REQUEST_MS = 13_000;
const CHECK_MS = 1_000;
/** How long a stop waits for what plugins still do, such as a last report. */
const PLUGINS_MS = 3_000;
/** Over which the rate of a client that takes its answer is measured. */
const UNREAD_BEATS = 2;

const REQUEST_ID = /^[\w.:-]{1,128}$/;

const NO_UPGRADE =
  'This is a WebSocket without the header Upgrade: a proxy in between has to pass Upgrade and Connection on.';

/** Too frequent for the log. */
const PROBES = /^\/(health|ready)?(\?|$)/;

/** Other headers with an id, of AWS, Google and Cloudflare: `Root=1-…;Parent=…`, `…/1;o=1`. */
const ID_HEADERS = ['x-correlation-id', 'x-amzn-trace-id', 'x-cloud-trace-context', 'cf-ray'];
const ID_WITHIN = /^(?:Self=[^;]*;)?(?:Root=)?([\w.:-]{1,128})(?:[;/]|$)/;

const requestIdOf = ({ headers }: IncomingMessage): string => {
  const given = headers['x-request-id'];
  if (typeof given === 'string' && REQUEST_ID.test(given)) return given;
  const ids = ID_HEADERS.map((name) => ID_WITHIN.exec(headers[name]?.toString() ?? '')?.[1]);
  return ids.find((id) => id !== undefined) ?? randomUUID();
};

/** Makes a request an operation, which ends with its response. */
export function receive(req: IncomingMessage, res: CountedResponse, gateway: Gateway): Operation {
  const operation = new Operation({ req, res }, requestIdOf(req), gateway);
  res.once('close', () => operation.end());
  // A pipelined request waits behind another one: if the connection closes, Node.js closes only the first response.
  if (res.socket === null) {
    const { socket } = req;
    const close = (): void => {
      if (res.destroyed) return;
      res.destroyed = true;
      res.emit('close');
    };
    socket.setMaxListeners(0).once('close', close);
    operation.ends.push(() => void socket.off('close', close));
  }
  return operation;
}

/** Proxies send whole addresses. */
const withoutOrigin = (address: string): string => address.replace(/^https?:\/\/[^/?#]*/i, '');

/** Before the name of records. */
const IMPORT = '/import/';

const isHost = (name: string): boolean => name.length === 4 && name.toLowerCase() === 'host';

/** Whether Yoga can read the address with its host. HTTP/1.0 needs none; of two, proxies may take another. */
const isReadable = ({ url = '', headers: { host }, rawHeaders, httpVersion }: IncomingMessage): boolean => {
  if (host === undefined && httpVersion !== '1.0') return false;
  if (rawHeaders.filter((name, index) => index % 2 === 0 && isHost(name)).length > 1) return false;
  return url.startsWith('/') && URL.canParse(`http://${host || 'localhost'}${url}`);
};

const isWebSocket = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket';

/**
 * A request that asks for another protocol than WebSocket is served as if it had not: Java's client asks for HTTP/2.
 * Node.js reads `upgrade` to decide whether the connection leaves HTTP.
 */
class UpgradableMessage extends IncomingMessage {
  // Not private: the constructor of IncomingMessage sets it.
  isUpgradeAsked: unknown;

  get upgrade(): boolean {
    return this.isUpgradeAsked === true && (this.method === 'CONNECT' || isWebSocket(this));
  }

  set upgrade(isAsked: unknown) {
    this.isUpgradeAsked = isAsked;
  }
}

/** Whether a browser asks for a page. GraphiQL writes its query into the address. */
const isForBrowser = ({ method, url, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && url?.split('?', 1)[0] === '/graphql' && wantsPage(headers.accept);

/** Logs trusted documents of an app that is newer or older than the schema. */
function noteInvalid({ trusted, log }: Gateway, documents: Documents): void {
  const invalid = [...(trusted?.texts ?? [])].flatMap(([hash, text]) => {
    const [error] = documents.read(text).errors;
    return error ? [{ hash, reason: error.message }] : [];
  });
  if (invalid.length > 0)
    log.warn({ count: invalid.length, first: invalid.slice(0, 10) }, 'trusted documents are not valid for this schema');
}

/** The HTTP server: /graphql, /import/…, /health (the process is alive), /ready (it can serve), and pages. */
export function createGatewayServer(gateway: Gateway, pages: Pages = {}) {
  const documents = new Documents(gateway);
  noteInvalid(gateway, documents);
  // Loading it takes 30 ms.
  const yoga = new Lazy(async () =>
    (await import('./graphql-over-http/yoga.ts')).createGraphQLYoga(gateway, documents),
  );
  const imports = new Lazy(async () => (await import('./imports/serve-import.ts')).createImports(gateway));
  const isCrossOrigin = gateway.corsOrigins.length > 0;
  const hasPlugins = (gateway.plugins ?? []).length > 0;
  const serveFast = createFastPath(gateway, documents);
  const origins = openOrigins(gateway.corsOrigins, gateway.log);
  const observers = [...(gateway.observers ?? [])];
  if (gateway.log.isLevelEnabled('info')) observers.push(logRequests(gateway.log));

  const route = async (req: IncomingMessage, res: CountedResponse, operation: Operation): Promise<void> => {
    res.setHeader('x-request-id', operation.requestId);
    // No cache in between may keep an answer, and no browser take one for a page.
    res.setHeader('cache-control', 'no-store');
    res.setHeader('x-content-type-options', 'nosniff');
    if (isCrossOrigin) res.setHeader('vary', 'Origin');
    if (stopping.isStopping) res.setHeader('connection', 'close');
    if (!isReadable(req)) return answerJson(res, 400, refusal(400, 'The address or the Host header cannot be read.'));
    // Without the query and a trailing slash, so the root is the empty path.
    const path = req.url?.split(/\/?[?#]|\/?$/, 1)[0];
    if (path === '/health') return answerJson(res, 200, { status: 'alive' });
    if (path === '/ready') {
      const ready = !stopping.isStopping && (await gateway.prisma.$ping());
      return answerJson(res, ready ? 200 : 503, { status: ready ? 'ready' : 'not ready' });
    }
    if (req.method !== 'POST' && isForBrowser(req)) {
      if (pages.graphiql) return pages.graphiql(req, res);
      if (req.url === '/graphql') return answerOff(res);
    }
    if (path === '/console' && req.method !== 'POST' && wantsPage(req.headers.accept))
      return pages.console ? pages.console(req, res) : answerOff(res);
    if (path === '' && (req.method === 'GET' || req.method === 'HEAD')) {
      if (pages.graphiql && wantsPage(req.headers.accept))
        return void res.writeHead(302, { location: 'graphql' }).end();
      // The health checks of some balancers ask for it, and for 200.
      return answerJson(res, 200, { status: 'alive' });
    }
    if (path?.startsWith(IMPORT)) {
      if (isCrossOrigin) origins.allow(req, res);
      if (req.method === 'OPTIONS') return answerPreflight(res);
      return (await imports.open()).serve(req, res, operation, path.slice(IMPORT.length));
    }
    if (path !== '/graphql') {
      // A plugin may have an address of its own.
      if (!hasPlugins) return answerJson(res, 404, refusal(404));
      return (await yoga.open()).serve(req, res, operation);
    }
    if (req.method === 'GET' && req.headers['sec-websocket-key'] !== undefined)
      return answerJson(res, 426, refusal(426, NO_UPGRADE));
    if (isCrossOrigin) origins.allow(req, res);
    if (await serveFast(req, res, operation)) return;
    origins.notePreflight(req);
    await (await yoga.open()).serve(req, res, operation);
  };

  const begin = (operation: Operation): void => {
    const { method, url = '' } = operation.req;
    if (method === 'POST' || !PROBES.test(url))
      for (const observe of observers) operation.ends.push(observe(operation));
    stopping.requests += 1;
    operation.ends.push(() => {
      stopping.requests -= 1;
    });
  };

  // The Host header is checked here, since Node.js refuses a request without one in its own words.
  const options = {
    connectionsCheckingInterval: CHECK_MS,
    requireHostHeader: false,
    IncomingMessage: UpgradableMessage,
    ServerResponse: CountedResponse,
  };
  const server = createServer(options, (req, res) => {
    req.url = withoutOrigin(req.url ?? '');
    res.unreadMs = UNREAD_BEATS * gateway.beatMs;
    const operation = receive(req, res, gateway);
    begin(operation);
    const { quiet } = stopping;
    const routed = quiet === undefined ? route(req, res, operation) : quiet.then(() => route(req, res, operation));
    routed.catch((error: unknown) => {
      // The client has closed the connection.
      if (req.destroyed && !req.complete) return;
      const { requestId } = operation;
      gateway.log.error({ requestId, err: error }, 'request failed');
      const extensions: GraphQLErrorExtensions = { code: 'INTERNAL_SERVER_ERROR', requestId };
      if (!res.headersSent) answerJson(res, 500, { errors: [{ message: 'Unexpected error.', extensions }] });
      else res.destroy();
    });
  });
  const stopping = new Stopping(server, gateway.log);
  const noteRefused: NoteRefused = (status, requestId) => {
    gateway.log.info({ requestId, status }, 'refused before it was a request');
    gateway.countRefusal?.(status);
  };
  answerUnreadable(server, noteRefused);
  const endSockets = takeUpgrades(server, {
    gateway,
    documents,
    begin,
    isAllowed: origins.isAllowed,
    noteRefused,
    openPipeline: hasPlugins ? async () => (await yoga.open()).pipeline : undefined,
  });
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  // Longer than proxies keep idle connections, which would otherwise send a request on one that is closing.
  server.keepAliveTimeout = 75_000;

  const endImports = async (): Promise<void> => (await imports.value)?.stop();
  const stop = async (graceMs: number): Promise<void> => {
    await stopping.stop(graceMs, () => Promise.all([endSockets(graceMs), gateway.feed.stop(), endImports()]));
    await withTimeLimit(PLUGINS_MS, Promise.resolve((await yoga.value)?.dispose()));
  };
  /** Throws StartupError for a plugin that is not supported. */
  const openPlugins = async (): Promise<void> => {
    if (hasPlugins) await yoga.open();
  };
  return { server, openPlugins, drain: (ms: number) => stopping.drain(ms), stop };
}
