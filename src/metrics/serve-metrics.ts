import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Methods } from '../db/client.ts';
import { endPool, openBeside } from '../db/connections/pool.ts';
import type { Replicas } from '../db/replicas/replicas.ts';
import { listen } from '../http/listen.ts';
import type { Deliverer } from '../webhooks/deliver.ts';
import { readBacklog } from '../webhooks/queue/backlog.ts';
import { showBacklog, showLive, showOutcomes, showPool, showReplicas, showShared } from './gauges.ts';
import { type Counters, openCounters } from './requests.ts';

/** How long a scrape waits for the database. Prometheus itself waits 10 s. */
const DATABASE_MS = 2_000;

/** What is measured beside the process and the requests. */
export interface Measured {
  /** The connections for requests. */
  pool: Parameters<typeof openBeside>[0];
  /** What runs the statements of requests; undefined in a worker, which has none. */
  prisma?: Pick<Methods, '$waiting' | '$gathering'>;
  /** How many live operations are open; undefined in a worker. */
  live?: () => number;
  replicas?: Replicas | undefined;
  outcomes: Deliverer['outcomes'];
}

export interface Metrics extends Counters {
  /** Such as `http://127.0.0.1:9464/metrics`. */
  address: string;
  stop: () => Promise<void>;
}

/**
 * Serves /metrics for Prometheus. Two connections of its own ask the database; a scrape that the database does not
 * answer in time has all other metrics. Throws StartupError if the address cannot be used.
 */
export async function openMetrics(
  { host, port }: { host: string; port: number },
  { pool, prisma, live, replicas, outcomes }: Measured,
): Promise<Metrics> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = openCounters(registry);
  if (prisma) {
    showPool(registry, pool, prisma.$waiting);
    showShared(registry, prisma.$gathering.shared);
  }
  if (live) showLive(registry, live);
  if (replicas) showReplicas(registry, replicas.states);
  if (outcomes) showOutcomes(registry, outcomes);
  const show = showBacklog(registry);
  const limits = {
    connectionTimeoutMillis: DATABASE_MS,
    query_timeout: DATABASE_MS,
    statement_timeout: DATABASE_MS,
  };
  const own = openBeside(pool, { max: 2, ...limits });

  /** Scrapes share a statement, so that a slow database has one to answer. */
  let reading: ReturnType<typeof readBacklog> | undefined;
  const read = () => {
    reading ??= readBacklog(own)
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    return Promise.race([reading, delay(DATABASE_MS, undefined, { ref: false })]);
  };

  const scrape = async (): Promise<string> => {
    show(await read());
    return registry.metrics();
  };
  const server = createServer((req, res) => {
    if (req.url !== '/metrics') return void res.writeHead(404).end();
    scrape().then(
      (text) => res.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => res.writeHead(500).end(),
    );
  });
  const address = await listen(server, host, port, 'METRICS_PORT');
  return {
    address: `${address}/metrics`,
    ...counters,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await endPool(own);
    },
  };
}
