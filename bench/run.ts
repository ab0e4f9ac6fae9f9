import { writeFileSync } from 'node:fs';
import { contenders as allContenders } from './contenders.ts';
import { openDatabase } from './database.ts';
import { pass } from './gate.ts';
import type { Results } from './goals.ts';
import { firstCall, measureMemory, measureStarts } from './lifetime.ts';
import { log, measure } from './measure.ts';
import { options } from './options.ts';
import { pinSelf, type Server, start, stopAll } from './processes.ts';
import { report, writeReadme } from './report.ts';
import { workloads as allWorkloads, type Stock } from './workloads.ts';

if (!process.version.startsWith('v24.')) {
  console.error(`The bench runs on Node 24, which npm installs beside it on Linux; this is ${process.version}.`);
  process.exit(1);
}

function chosen<Named extends { name: string }>(all: Named[], names: string[] | undefined): Named[] {
  return names === undefined ? all : all.filter(({ name }) => names.includes(name));
}

pinSelf();
const contenders = chosen(allContenders(), options.servers);
const workloads = chosen(allWorkloads, options.workloads);
log('making the database');
const database = await openDatabase();

let closing: Promise<void> | undefined;
function close(): Promise<void> {
  closing ??= stopAll().then(database.drop);
  return closing;
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    close().finally(() => process.exit(130));
  });

const results: Results = {
  samples: new Map(),
  idle: new Map(),
  starts: [],
  memory: [],
  ownDatabase: !process.env.BENCH_DATABASE_URL,
};
try {
  if (!options.skip.includes('start')) results.starts = await measureStarts(contenders, database);
  if (!options.skip.includes('memory')) {
    const measured = contenders.filter(({ name }) => name === 'gateway' || name === 'postgraphile');
    results.memory = await measureMemory(measured, database);
  }
  const servers: Server[] = [];
  const stocks = new Map<string, Stock>();
  for (const contender of contenders) {
    const server = await start(contender, database.url, firstCall(database));
    servers.push(server);
    results.idle.set(server.name, server.rss());
    stocks.set(server.name, await pass(server, database));
    log(`${server.name} answers as it should`);
  }
  results.samples = await measure(servers, workloads, stocks, database);
  const text = report(workloads, contenders, results, database.version);
  writeFileSync(options.out, text);
  if (options.whole) writeReadme(results, database.version);
  console.log(text);
  log(`written to ${options.out}`);
} catch (error) {
  if (closing === undefined) console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await close();
}
