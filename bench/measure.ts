import { setTimeout as delay } from 'node:timers/promises';
import { log, percentile } from './figures.ts';
import { drive } from './load.ts';
import { options } from './options.ts';
import { type Contender, type Server, start } from './servers.ts';
import { BATCH, MANY, type Workload } from './workloads.ts';

/** What one measurement of a server gave; several of one kind are in the order of the rounds. */
export interface Sample {
  server: string;
  /** The name of a workload, or `start` or `memory`. */
  kind: string;
  figures: Record<string, number>;
}

/** The order of the servers is reversed each round. */
const inOrder = <Item>(items: Item[], round: number): Item[] => (round % 2 === 0 ? items : items.toReversed());

/** Starts the servers in turn. Figures: milliseconds to the first answer, and MiB resident a second later. */
export async function measureStarts(contenders: Contender[]): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let round = 0; round < options.starts; round++) {
    log(`start ${round + 1} of ${options.starts}`);
    for (const contender of inOrder(contenders, round)) {
      const server = await start(contender);
      await delay(1_000);
      samples.push({ server: server.name, kind: 'start', figures: { ms: server.startMs, idle: server.memory() } });
      await server.stop();
    }
  }
  return samples;
}

/** Removes what one slice leaves for the next to pay for: dead rows and unwritten pages. */
async function tidy(servers: Server[]): Promise<void> {
  for (const { client, written } of new Set(servers.map(({ database }) => database))) {
    for (const table of written) await client.query(`VACUUM ${table}`);
    await client.query('CHECKPOINT');
  }
}

/** The operations of a request, where they are several. */
const operations: Record<string, number> = { batch: BATCH, many: MANY };

/** Loads the servers until their code is compiled. Figure: MiB resident after that. */
export async function warmUp(servers: Server[], workloads: Workload[]): Promise<Sample[]> {
  for (const workload of workloads) {
    log(`warm-up, ${workload.name}`);
    const requests = Math.ceil(options.warmup / (operations[workload.name] ?? 1));
    for (const server of servers.filter(({ dialect }) => dialect.knows(workload.name)))
      await drive(server, workload, Number.POSITIVE_INFINITY, requests);
    await tidy(servers);
  }
  return servers.map(({ name, memory }) => ({ server: name, kind: 'memory', figures: { loaded: memory() } }));
}

/**
 * Measures one slice. Figures: requests/s, percentiles of the latencies (ms), and the server's CPU: µs per request,
 * percent of a core.
 */
async function sample(server: Server, workload: Workload): Promise<Sample> {
  const before = server.cpuSeconds();
  const { latencies, inTime } = await drive(server, workload, options.sliceSeconds);
  const cpuSeconds = server.cpuSeconds() - before;
  const figures = {
    rate: inTime / options.sliceSeconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpu: (cpuSeconds / latencies.length) * 1e6,
    core: (cpuSeconds / options.sliceSeconds) * 100,
  };
  return { server: server.name, kind: workload.name, figures };
}

/**
 * Measures the servers in short slices, workload by workload: a disturbance of the machine then affects all of them
 * alike.
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
