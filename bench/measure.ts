import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from './figures.ts';
import { drive } from './load.ts';
import { options } from './options.ts';
import { log } from './process.ts';
import { type Contender, type Server, start } from './servers.ts';
import { BATCH, type Workload } from './workloads.ts';

/** What one measurement of a server gave; several of one kind are in the order of the rounds. */
export interface Sample {
  server: string;
  /** The name of a workload, or `start` or `memory`. */
  kind: string;
  figures: Record<string, number>;
}

/** The order of the servers is reversed each round. */
const inOrder = <Item>(items: Item[], round: number): Item[] => (round % 2 === 0 ? items : items.toReversed());

const LONGEST_WARMUP_SECONDS = 180;

/** Starts the servers in turn. Figures: milliseconds to the first answer, and MiB resident a second later. */
export async function measureStarts(contenders: Contender[]): Promise<Sample[]> {
  const starts: Sample[] = [];
  for (let round = 0; round < options.starts; round++) {
    log(`start ${round + 1} of ${options.starts}`);
    for (const contender of inOrder(contenders, round)) {
      const server = await start(contender);
      await delay(1_000);
      const figures = { ms: server.startMs, idle: server.memory().now };
      starts.push({ server: server.name, kind: 'start', figures });
      await server.stop();
    }
  }
  return starts;
}

async function tidy(servers: Server[]): Promise<void> {
  for (const database of new Set(servers.map((server) => server.database))) await database.tidy();
}

/** Loads the servers until their code is compiled. Figures: MiB resident after that, and the most until then. */
export async function warmUp(servers: Server[], workloads: Workload[]): Promise<Sample[]> {
  for (const workload of workloads) {
    const requests = Math.ceil(options.warmup / (workload.name === 'batch' ? BATCH : 1));
    for (const server of servers.filter(({ dialect }) => dialect.knows(workload.name))) {
      log(`warm-up, ${workload.name}, ${server.name}`);
      const { inTime } = await drive(server, workload, LONGEST_WARMUP_SECONDS, requests);
      if (inTime < requests) throw new Error(`${server.title} warms up for more than ${LONGEST_WARMUP_SECONDS} s`);
    }
    await tidy(servers);
  }
  return servers.map(({ name, memory }) => {
    return { server: name, kind: 'memory', figures: { loaded: memory().now, peak: memory().peak } };
  });
}

/**
 * Measures one slice. Figures: requests per second, median and 99th percentile of the latencies in milliseconds, processor
 * microseconds of the server per request, and its share of a core in percent.
 */
async function sample(server: Server, workload: Workload): Promise<Sample> {
  const seconds = options.sliceSeconds;
  const before = server.cpuSeconds();
  const { latencies, inTime } = await drive(server, workload, seconds);
  const cpuSeconds = server.cpuSeconds() - before;
  const figures = {
    rate: inTime / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpu: (cpuSeconds / latencies.length) * 1e6,
    core: (cpuSeconds / seconds) * 100,
  };
  return { server: server.name, kind: workload.name, figures };
}

/**
 * Measures the servers in short slices, workload by workload, in an order that is reversed each round: a disturbance of the machine
 * then affects all of them alike, and ratios are taken within a round.
 */
export async function measure(servers: Server[], workloads: Workload[]): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let round = 0; round < options.rounds; round++) {
    log(`round ${round + 1} of ${options.rounds}`);
    for (const workload of workloads) {
      await tidy(servers);
      for (const server of inOrder(servers, round))
        if (server.dialect.knows(workload.name)) samples.push(await sample(server, workload));
    }
  }
  return samples;
}
