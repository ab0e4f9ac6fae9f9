// npm run bench: the gateway beside its peers or, with --before, beside another build of itself.
import { writeFileSync } from 'node:fs';
import { CHECKOUT, withPostgres } from './database.ts';
import { pass } from './gate.ts';
import { measure, measureStarts, warmUp } from './measure.ts';
import { options } from './options.ts';
import { log } from './process.ts';
import { reportBuilds, reportPeers, writeReadme } from './report.ts';
import { allContenders, gateway, pinSelf, type Server, start } from './servers.ts';
import { workloads as allWorkloads } from './workloads.ts';

const { before, out, whole } = options;

pinSelf();
await withPostgres(async (create) => {
  log('creating the databases');
  const database = await create(CHECKOUT);
  const all = before
    ? [gateway('before', 'before', before, await create(before)), gateway('after', 'after', CHECKOUT, database)]
    : allContenders(database);
  const contenders = all.filter(({ name }) => options.servers?.includes(name) ?? true);
  const builds = ['update', 'mixed', 'tank', 'page', 'shipTo', 'tankShipTo'];
  const usual = before ? builds : allWorkloads.map(({ name }) => name);
  const workloads = allWorkloads.filter(({ name }) => (options.workloads ?? usual).includes(name));

  const samples = await measureStarts(contenders);
  const servers: Server[] = [];
  for (const contender of contenders) {
    const server = await start(contender);
    await pass(server);
    log(`${server.name} answers correctly`);
    servers.push(server);
  }
  samples.push(...(await warmUp(servers, workloads)), ...(await measure(servers, workloads)));
  for (const server of servers) await server.stop();
  const report = before ? reportBuilds : reportPeers;
  const text = report(workloads, contenders, samples);
  writeFileSync(out, text);
  if (whole) writeReadme(samples, database.version);
  console.log(text);
  log(`written to ${out}`);
});
