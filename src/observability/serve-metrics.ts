import { createServer } from 'node:http';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { withTimeLimit } from '../base/time-limit.ts';
import { listen } from '../http/listen.ts';
import { endPool, openBeside } from '../postgres/pool.ts';
import type { Replicas } from '../postgres/replicas.ts';
import type { Methods } from '../prisma/client.ts';
import type { Deliverer } from '../webhooks/deliver.ts';
import { type Backlog, readBacklog } from '../webhooks/queue/backlog.ts';
import { FIGURES, showing } from './gauges.ts';
import { openCounters } from './requests.ts';

/** How long a scrape waits for the database. Prometheus itself waits 10 s. */
const DATABASE_MS = 2_000;

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

  /** Scrapes share a statement, so that a slow database has one to answer. */
  let reading: ReturnType<typeof readBacklog> | undefined;
  const read = () => {
    reading ??= readBacklog(own)
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    return withTimeLimit(DATABASE_MS, reading);
  };

  const scrape = async (): Promise<string> => {
    backlog = await read();
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
