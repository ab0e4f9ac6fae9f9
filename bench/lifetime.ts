import { setTimeout as delay } from 'node:timers/promises';
import type { Contender } from './contenders.ts';
import type { Database } from './database.ts';
import { pass } from './gate.ts';
import { drive } from './load.ts';
import { log, median } from './measure.ts';
import { options } from './options.ts';
import { start } from './processes.ts';
import { type Call, workloads } from './workloads.ts';

export interface Start {
  title: string;
  name: string;
  /** Milliseconds. */
  median: number;
  best: number;
  /** Median of the ratios to PostGraphile within a round. */
  toPostgraphile: number;
}

export interface Memory {
  title: string;
  name: string;
  idle: number;
  loaded: number;
  peak: number;
}

/** The first request that a new process is asked: a real update, not a health check. */
export function firstCall({ ids }: Database): Call {
  const id = ids[Math.floor(Math.random() * ids.length)] ?? '';
  return { kind: 'update', id, input: { productName: `Diesel ${Math.random()}` } };
}

/** From the start of the process to its first right answer to an update, the servers in turn. */
export async function measureStarts(contenders: Contender[], database: Database): Promise<Start[]> {
  const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < options.starts; round++) {
    log(`start ${round + 1} of ${options.starts}`);
    for (const contender of contenders) {
      const server = await start(contender, database.url, firstCall(database));
      await server.stop();
      times.get(contender.name)?.push(server.startMs);
    }
  }
  const postgraphile = times.get('postgraphile') ?? [];
  return contenders.map(({ name, title }) => {
    const own = times.get(name) ?? [];
    const ratios = own.map((time, round) => time / (postgraphile[round] ?? Number.NaN));
    return { name, title, median: median(own), best: Math.min(...own), toPostgraphile: median(ratios) };
  });
}

/** Resident memory of a new process before any load, and after the given number of requests, all workloads in turn. */
export async function measureMemory(contenders: Contender[], database: Database): Promise<Memory[]> {
  const rows: Memory[] = [];
  const single = workloads.filter(({ operations }) => operations === 1);
  for (const contender of contenders) {
    const server = await start(contender, database.url, firstCall(database));
    await delay(2_000);
    const idle = server.rss();
    const stock = await pass(server, database);
    const turns = 10;
    const requests = Math.ceil(options.memoryRequests / turns / single.length);
    for (let turn = 0; turn < turns; turn++) {
      for (const workload of single)
        await drive(server, workload, stock, { connections: options.connections, seconds: 120, requests });
      await database.tidy();
    }
    rows.push({ name: server.name, title: server.title, idle, loaded: server.rss(), peak: server.peakRss() });
    log(`memory of ${server.name}: ${idle.toFixed(0)} MiB, then ${server.rss().toFixed(0)} MiB`);
    await server.stop();
  }
  return rows;
}
