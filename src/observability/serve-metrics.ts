import { createServer } from 'node:http';
import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { withTimeLimit } from '../base/time-limit.ts';
import type { Observer } from '../http/exchange/answer.ts';
import { refusalLabel, resultOf } from '../http/exchange/report.ts';
import { listen } from '../http/listen.ts';
import { endPool, openBeside } from '../postgres/pool.ts';
import type { Replicas } from '../postgres/replicas.ts';
import type { Methods } from '../prisma/client.ts';
import type { Deliverer } from '../webhooks/deliver.ts';
import { type Backlog, readBacklog } from '../webhooks/queue/backlog.ts';

/** How long a scrape waits for the database. Prometheus itself waits 10 s. */
const DATABASE_MS = 2_000;

const SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

const FIGURES: [keyof Backlog, name: string, help: string][] = [
  ['changes', 'gateway_outbox_changes', 'Changes that are not yet events, up to 100,000.'],
  ['changesAge', 'gateway_outbox_oldest_seconds', 'Age of the oldest of these; 0 without one.'],
  ['failed', 'gateway_outbox_failed', 'Changes that could not become events and were set aside.'],
  ['overdue', 'gateway_deliveries_overdue_seconds', 'How long the longest due delivery is due.'],
  ['open', 'gateway_breakers_open', 'Active subscriptions that wait after failures.'],
  ['full', 'gateway_companies_full', 'Companies with too many deliveries that wait, whose new ones are given up.'],
  ['disabled', 'gateway_subscriptions_disabled', 'Disabled subscriptions.'],
  ['snapshotAge', 'gateway_oldest_snapshot_seconds', 'Age of the oldest snapshot or transaction in the database.'],
  ['ahead', 'gateway_clock_ahead_seconds', "How far this clock is ahead of the database's."],
];

interface Measured {
  pool: Parameters<typeof openBeside>[0];
  /** What runs the statements of requests; undefined in a worker, which has none. */
  prisma?: Pick<Methods, '$queueLength' | '$batching'>;
  /** How many live operations are open; undefined in a worker. */
  live?: () => number;
  replicas?: Replicas | undefined;
  outcomes: Deliverer['outcomes'];
  /** The cell, which is then a label of each metric. */
  cell?: string | undefined;
}

/**
 * Serves /metrics for Prometheus. Two connections of its own ask the database; a scrape that the database does not
 * answer in time has all other metrics. Throws StartupError if the address cannot be used.
 */
export async function openMetrics(
  { host, port }: { host: string; port: number },
  { pool, prisma, live, replicas, outcomes, cell }: Measured,
  log: Logger,
) {
  const registry = new Registry();
  if (cell !== undefined) registry.setDefaultLabels({ cell });
  collectDefaultMetrics({ register: registry });
  const counters = openCounters(registry);
  const { gauge, counter } = showing(registry);
  if (prisma) {
    const { shared } = prisma.$batching;
    const inUse = () => pool.totalCount - pool.idleCount;
    gauge('gateway_pool_in_use', 'Database connections that run a statement of a request.', inUse);
    gauge('gateway_pool_open', 'Database connections that are open for requests.', () => pool.totalCount);
    gauge('gateway_pool_waiting', 'Statements that wait for a connection.', prisma.$queueLength);
    const ofShared = 'The requests of these, each once for each statement.';
    counter('gateway_shared_statements_total', 'Statements that several requests shared.', () => shared.statements);
    counter('gateway_shared_requests_total', ofShared, () => shared.requests);
  }
  if (live) gauge('gateway_live_operations', 'Live operations that are open.', live);
  const states = 'Replicas of the database by state: usable, or skipped because it is unreachable or too far behind.';
  if (replicas) gauge('gateway_replicas', states, replicas.states, 'state');
  const epochs =
    'How often a restarted, restored or promoted server took the database over since this process has started.';
  counter('gateway_database_epochs_total', epochs, () => pool.epochs.count);
  const attempts = 'Attempts to deliver a webhook: delivered, pending (it will be tried again) or dead (it will not).';
  if (outcomes) counter('gateway_deliveries_total', attempts, () => outcomes, 'outcome');
  /** What the scrape has read; undefined if the database has not answered. */
  let backlog: Backlog | undefined;
  const isUp = () => (backlog === undefined ? 0 : 1);
  gauge('gateway_database_up', 'Whether the database answered this scrape within 2 s.', isUp);
  for (const [key, name, help] of FIGURES) gauge(name, help, () => backlog?.[key]);
  const limits = { max: 2, connectionTimeoutMillis: DATABASE_MS, query_timeout: DATABASE_MS };
  const own = openBeside(pool, limits, { statement_timeout: `${DATABASE_MS}` });

  const scrape = async (): Promise<string> => {
    const reading = readBacklog(own).catch(() => undefined);
    backlog = await withTimeLimit(DATABASE_MS, reading);
    return registry.metrics();
  };
  const server = createServer((req, res) => {
    if (!/^\/metrics\/?(\?|$)/.test(req.url ?? '')) return void res.writeHead(404).end();
    if (req.method !== 'GET' && req.method !== 'HEAD') return void res.writeHead(405, { allow: 'GET, HEAD' }).end();
    scrape().then(
      (text) => res.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => res.writeHead(500).end(),
    );
  });
  const address = await listen(server, host, port, 'METRICS_PORT');
  log.info({ address: `${address}/metrics` }, 'metrics');
  return {
    ...counters,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await endPool(own);
    },
  };
}

/**
 * Opens the metrics of requests, and of what is refused before it is one. Labels come from the schema and the code. The
 * names of operations are the client's: a new one with each request would be a new time series with each request.
 */
function openCounters(registry: Registry) {
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const duration = new Histogram({
    name: 'gateway_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response. kind: query, mutation, subscription (the whole life of a stream), or none.',
    labelNames: ['kind'],
    buckets: SECONDS,
    registers: [registry],
  });
  const ofStatuses = 'Requests by kind and HTTP status; aborted if the client closed the connection.';
  const statuses = counter('gateway_requests_total', ofStatuses, 'kind', 'status');
  const ofResults = 'Executed root fields by result: the type that a mutation answered, ok, or the code of an error.';
  const results = counter('gateway_results_total', ofResults, 'kind', 'field', 'result');
  const ofPatches =
    'Patches of updates of many by result: the type of each result that the client selected. Lines of imports over HTTP.';
  const patches = counter('gateway_patches_total', ofPatches, 'field', 'result');
  const ofRefusals = 'Requests that were refused, by cause: token, scope, the code of an error, or the HTTP status.';
  const refusals = counter('gateway_refusals_total', ofRefusals, 'cause');

  const observe: Observer = (operation) => {
    return () => {
      const { res, roots, startedAt, kind = 'none' } = operation;
      duration.observe({ kind }, (performance.now() - startedAt) / 1000);
      statuses.inc({ kind, status: res.isComplete ? res.statusCode : 'aborted' });
      for (const root of roots) {
        results.inc({ kind, field: root.field, result: resultOf(operation, root) });
        for (const [result, count] of Object.entries(root.patches ?? {}))
          patches.inc({ field: root.field, result }, count);
      }
      const cause = refusalLabel(operation);
      if (cause !== undefined) refusals.inc({ cause });
    };
  };
  return { observe, countRefusal: (status: number): void => refusals.inc({ cause: String(status) }) };
}

/** A number, or one for each value of a label. */
type Read = () => number | object | undefined;

const labelled = (read: Read, label: string): [Record<string, string>, number][] => {
  const values = read();
  if (typeof values === 'number') return [[{}, values]];
  return Object.entries(values ?? {}).map(([value, count]) => [{ [label]: value }, count]);
};

function showing(registry: Registry) {
  const optionsOf = (name: string, help: string, label?: string) => ({
    name,
    help,
    registers: [registry],
    labelNames: label === undefined ? [] : [label],
  });
  return {
    gauge: (name: string, help: string, read: Read, label?: string) =>
      new Gauge({
        ...optionsOf(name, help, label),
        collect() {
          const shown = labelled(read, label ?? '');
          if (shown.length === 0) this.remove();
          for (const [labels, value] of shown) this.set(labels, value);
        },
      }),
    counter: (name: string, help: string, read: Read, label?: string) =>
      new Counter({
        ...optionsOf(name, help, label),
        collect() {
          this.reset();
          for (const [labels, value] of labelled(read, label ?? '')) this.inc(labels, value);
        },
      }),
  };
}
