import type { Database } from './database.ts';
import { drive, percentile } from './load.ts';
import { options } from './options.ts';
import type { Server } from './processes.ts';
import type { Stock, Workload } from './workloads.ts';

/** One slice of one server. */
export interface Sample {
  rate: number;
  p50: number;
  p99: number;
  /** Processor microseconds a request, of the server and of the generator. */
  cpu: number;
  generator: number;
  /** Share of its core that the server used. */
  core: number;
  rss: number;
}

/** Samples by workload and server, in the order of the rounds. */
export type Samples = Map<string, Map<string, Sample[]>>;

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [sorted[(sorted.length - 1) >> 1], sorted[middle]];
  return (low + high) / 2;
}

/** The median over the rounds of one server's figure as a multiple of another's in the same round. */
export function ratio(ours: Sample[] = [], theirs: Sample[] = [], figure: (sample: Sample) => number): number {
  return median(ours.map((sample, round) => figure(sample) / (theirs[round] ? figure(theirs[round]) : Number.NaN)));
}

/** However slow a server is, its warm-up for one workload ends after this long. */
const LONGEST_WARMUP = 180;

export function log(line: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);
}

async function warm(server: Server, workload: Workload, stock: Stock): Promise<void> {
  const requests = Math.ceil(options.warmup / workload.operations);
  const load = { connections: options.connections, seconds: LONGEST_WARMUP, requests };
  const slice = await drive(server, workload, stock, load);
  log(`warm-up, ${workload.name}, ${server.name}: ${slice.requests} requests, ${slice.rate.toFixed(0)}/s`);
  if (slice.requests < requests)
    throw new Error(`${server.title} did not get through its warm-up in ${LONGEST_WARMUP} s`);
}

async function sample(server: Server, workload: Workload, stock: Stock): Promise<Sample> {
  const cpu = server.cpuSeconds();
  const load = { connections: options.connections, seconds: options.sliceSeconds, requests: Number.POSITIVE_INFINITY };
  const slice = await drive(server, workload, stock, load);
  const cpuSeconds = server.cpuSeconds() - cpu;
  return {
    rate: slice.rate,
    p50: percentile(slice.latencies, 0.5),
    p99: percentile(slice.latencies, 0.99),
    cpu: (cpuSeconds / slice.requests) * 1e6,
    generator: (slice.generatorSeconds / slice.requests) * 1e6,
    core: cpuSeconds / options.sliceSeconds,
    rss: server.rss(),
  };
}

/**
 * Warms every server up for every workload, then goes over the servers in short slices, workload by workload, in turned order
 * each round: what disturbs the machine meets all of them alike, and ratios are taken within a round.
 */
export async function measure(
  servers: Server[],
  workloads: Workload[],
  stocks: Map<string, Stock>,
  database: Database,
): Promise<Samples> {
  const stockOf = (server: Server) => stocks.get(server.name) ?? { ids: [], cursors: [] };
  for (const workload of workloads) {
    for (const server of servers) await warm(server, workload, stockOf(server));
    await database.tidy();
  }
  const samples: Samples = new Map(
    workloads.map(({ name }) => [name, new Map(servers.map((server) => [server.name, []]))]),
  );
  for (let round = 0; round < options.rounds; round++) {
    log(`round ${round + 1} of ${options.rounds}`);
    for (const workload of workloads) {
      await database.tidy();
      for (const server of round % 2 === 0 ? servers : servers.toReversed())
        samples
          .get(workload.name)
          ?.get(server.name)
          ?.push(await sample(server, workload, stockOf(server)));
    }
  }
  return samples;
}
