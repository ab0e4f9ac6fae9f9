import type { Logger } from 'pino';
import { ALL_SCOPES, mintingSecret, mintToken } from './auth/mint.ts';
import { createAuthenticator } from './auth/tokens.ts';
import { openLog } from './base/log.ts';
import { claimCell, Registry } from './cell-registry.ts';
import { runAsProgram, untilStopped } from './cli/program.ts';
import { DEMO_COMPANY, seedDemo } from './demo/company.ts';
import { startEmbedded } from './embedded/embedded-server.ts';
import { readTrusted } from './engine/trusted.ts';
import { extensions } from './extensions.ts';
import { subgraphOf } from './graphql/federation/subgraph.ts';
import { createGraphiQL } from './http/graphiql/serve.ts';
import { checkHost, checkOrigins, listen } from './http/listen.ts';
import { createConsole } from './http/pages/console.ts';
import { createGatewayServer } from './http/server.ts';
import { Feed } from './live/feed.ts';
import { Requests, Shares } from './load/shares.ts';
import { plugins } from './plugins.ts';
import { endPool, openDatabase } from './postgres/pool.ts';
import { openPooled } from './postgres/pooler.ts';
import { openReplicas } from './postgres/replicas.ts';
import { type Client, openClient } from './prisma/client.ts';
import { Tenant } from './prisma/tenancy/tenant.ts';
import { schema } from './schema.ts';
import { type Config, misspelledSettings, readConfig } from './settings/config.ts';
import { databaseName } from './settings/database-url.ts';
import { startDeliverer } from './webhooks/deliver.ts';
import { openCipher } from './webhooks/secrets/cipher.ts';
import { createAddressCheck } from './webhooks/sending/address.ts';

const USAGE = `npm start
  Runs the gateway. Its settings are environment variables, such as PORT=4001; docs/configuration.md lists them.`;

/** How long a stop waits for requests in flight. After the drain, the whole stop takes less than 10 s. */
const GRACE_MS = 4_000;

/** A live operation lasts no longer than its token. Proxies end connections that are silent for 20 or 30 s. */
const BEAT_MS = 10_000;

/** Starts the gateway from the database up. Registers a cleanup for everything it opens. */
async function start(config: Config, cleanups: (() => Promise<unknown>)[]): Promise<Logger> {
  const log = openLog(config.log);
  for (const fault of misspelledSettings()) log.warn(fault);
  const trusted = readTrusted(config.trusted);
  await checkHost(config.host);
  await checkOrigins(config.corsOrigins);
  const embedded = config.database.url === undefined ? await startEmbedded(config.database.dataDir) : undefined;
  if (embedded) {
    cleanups.push(() => embedded.stop());
    void embedded.died.then(() => {
      process.stderr.write('The embedded PostgreSQL has ended, and the gateway with it. Start it again.\n');
      process.exit(1);
    });
  }
  const { pool: settings, replicaUrls: urls, poolerUrl } = config.database;
  const url = embedded?.url ?? config.database.url ?? '';
  const direct = await openDatabase(url, { ...settings, needsRights: true }, log);
  cleanups.push(() => endPool(direct));
  const through = { direct, directUrl: url };
  const pool = poolerUrl === undefined ? direct : await openPooled(poolerUrl, through, settings, log);
  if (pool !== direct) cleanups.push(() => endPool(pool));
  const replicas = urls.length > 0 ? openReplicas(direct, { urls, pool: settings }, log) : undefined;
  if (replicas) cleanups.push(() => replicas.close());
  const cipher = await openCipher(config.secretsKeys, config.database.dataDir);
  if (config.cell !== undefined) await claimCell(direct, config.cell, cipher.keyIds);
  // What is rarely needed is loaded only then.
  const tracing = config.tracing && (await import('./observability/exporter.ts')).openTracing(config.tracing, log);
  if (tracing) cleanups.push(() => tracing.stop());
  const prisma = openClient(pool, log, replicas, extensions);
  // So that delta reads know a time. Before the deliverer, whose connections would hold it up; the first delta read
  // tries again.
  await prisma.tank
    .of(Tenant.SYSTEM)
    .modifiedThrough()
    .catch(() => null);
  const deliverer = await startDeliverer(direct, prisma, cipher, config.webhooks, log, tracing?.traced);
  cleanups.push(() => deliverer.stop());
  const { keepDays } = config.webhooks.history;
  if (embedded && (await isEmpty(prisma))) await seedDemo(prisma, new Date(), keepDays);

  const secret = embedded ? await mintingSecret(config.auth, config.database.dataDir) : config.auth.secret;
  const authenticator = createAuthenticator({ ...config.auth, secret }, prisma, log);

  const feed = new Feed(direct, log, deliverer.nudge);
  let authenticate = authenticator;
  if (config.cell !== undefined) {
    const registry = new Registry(config.cell, direct);
    const following = new AbortController();
    cleanups.push(async () => following.abort());
    await registry.follow(following.signal, log, (company, why) => feed.end(company, why));
    authenticate = registry.guard(authenticator);
  }
  const measured = {
    pool,
    prisma,
    live: () => feed.streams,
    replicas,
    outcomes: deliverer.outcomes,
    cell: config.cell,
  };
  const metrics =
    config.metrics &&
    (await (await import('./observability/serve-metrics.ts')).openMetrics(config.metrics, measured, log));
  if (metrics) cleanups.push(() => metrics.stop());
  const served = config.federation ? subgraphOf(schema) : schema;
  const usage = config.usage && (await import('./observability/usage-reports.ts')).reportUsage(config.usage, log);
  const observers = [metrics, tracing].flatMap((each) => each?.observe ?? []);
  const gateway = createGatewayServer(
    {
      schema: served,
      prisma,
      direct,
      cipher,
      addressFault: createAddressCheck(config.webhooks.allowCidrs),
      deletionKeepDays: config.webhooks.deletionKeepDays,
      log,
      observers,
      countRefusal: metrics?.countRefusal,
      authenticate,
      corsOrigins: config.corsOrigins,
      introspection: config.introspection,
      trusted,
      plugins: usage ? [...plugins, usage] : plugins,
      nudge: feed.nudge,
      limits: config.limits,
      requests: new Requests(config.limits.requests),
      feed,
      streams: new Shares(config.limits.liveOperations),
      beatMs: BEAT_MS,
    },
    config.graphiql ? { graphiql: createGraphiQL(), console: createConsole(config.signIn) } : {},
  );
  await gateway.openPlugins();
  const address = await listen(gateway.server, config.host, config.port);
  // Together: one after the other they could take longer than a stop may.
  cleanups.push(() => Promise.all([gateway.stop(GRACE_MS), deliverer.stop()]));
  cleanups.push(() => gateway.drain(config.drainSeconds * 1000));
  const ready = {
    address: `${address}/graphql`,
    database: embedded ? `embedded, in ${config.database.dataDir}` : databaseName(url, config.database.pool.hosts),
    history: keepDays === 0 ? 'off' : `${keepDays} days`,
    webhooks: config.webhooks.deliver ? 'sent from here' : 'left to workers',
  };
  log.info(ready, 'ready');
  if (embedded && config.welcomes) process.stdout.write(await welcome(config, address, secret));
  return log;
}

/** Whether the database has no records. A start that died before it seeded the demo data is repeated by the next. */
async function isEmpty(prisma: Client): Promise<boolean> {
  const found = [prisma.tank.of(Tenant.ALL_COMPANIES).findFirst(), prisma.shipTo.of(Tenant.ALL_COMPANIES).findFirst()];
  return (await Promise.all(found)).every((row) => row === null);
}

/** Where to begin. A terminal gets links with a token, in the fragment, which browsers keep to themselves. */
async function welcome({ auth, graphiql, isTerminal }: Config, address: string, secret?: string): Promise<string> {
  const grant = { ...auth, company: DEMO_COMPANY, scope: ALL_SCOPES, ttl: '30d', subject: 'graphiql' };
  const fragment = isTerminal && secret !== undefined ? `#token=${await mintToken(grant, secret)}` : '';
  const pages = `
  GraphiQL with the demo data   ${address}/graphql${fragment}
  The console, to look around   ${address}/console${fragment}`;
  return `${graphiql ? pages : ''}
  A token for the demo company  npm run --silent token -- --company ${DEMO_COMPANY}\n\n`;
}

runAsProgram(async () => {
  const config = readConfig();
  await untilStopped((cleanups) => start(config, cleanups), config.drainSeconds);
}, USAGE);
