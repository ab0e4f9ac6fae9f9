// npm run bench: the gateway beside its peers or, with --before or --with, beside another build of itself.
import { buildWith } from './build-with.ts';
import { CHECKOUT, withPostgres } from './database.ts';
import { log } from './figures.ts';
import { pass } from './gate.ts';
import { measure, measureStarts, warmUp } from './measure.ts';
import { options } from './options.ts';
import { reportBuilds, reportPeers } from './report.ts';
import { gateway, type Server, start, withPeers } from './servers.ts';
import { workloads as allWorkloads } from './workloads.ts';

const { before } = options;
const built = options.with ? buildWith(options.with) : CHECKOUT;

await withPostgres(async (create) => {
  log('creating the databases');
  const after = gateway('after', 'after', built, await create(CHECKOUT), options.log.at(-1));
  const all = before ? [gateway('before', 'before', before, await create(before)), after] : withPeers(after.database);
  const contenders = all.filter(({ name }) => options.servers?.includes(name) ?? true);
  const usual = allWorkloads.slice(0, before ? 7 : undefined);
  const workloads = options.workloads ? allWorkloads.filter(({ name }) => options.workloads?.includes(name)) : usual;

  const samples = await measureStarts(contenders);
  const servers: Server[] = [];
  for (const contender of contenders) {
    const server = await start(contender);
    await pass(server, workloads);
    log(`${server.name} answers correctly`);
    servers.push(server);
  }
  samples.push(...(await warmUp(servers, workloads)), ...(await measure(servers, workloads)));
  for (const server of servers) await server.stop();
  const report = before ? reportBuilds : reportPeers;
  report(after.database.version, workloads, contenders, samples);
});
