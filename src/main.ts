import type pg from 'pg';
import { pino } from 'pino';
import { ALL_SCOPES, mintingSecret, mintToken } from './auth/mint.ts';
import { createAuthenticator } from './auth/tokens.ts';
import { type Config, DEMO_COMPANY, readConfig } from './config.ts';
import { migrate } from './db/migrations.ts';
import { endPool, openPool } from './db/pool.ts';
import { startEmbedded } from './embedded/server.ts';
import { MIGRATIONS } from './files.ts';
import { createGraphiQL } from './http/graphiql.ts';
import { createGatewayServer, listen } from './http/server.ts';
import { runAsProgram, untilStopped } from './program.ts';
import { startDelivery } from './webhooks/loop.ts';

/** Everything is to be over within 10 s of a signal; what comes after the requests in flight needs the rest. */
const GRACE_MS = 4_000;

/** Starts the gateway from the database upward. Each step that must be undone is added to `steps`, for the way back. */
async function start(config: Config, steps: (() => Promise<unknown>)[]): Promise<void> {
  const log = pino({ level: config.logLevel });
  const embedded = config.database.url === undefined ? await startEmbedded(config.database.dataDir) : undefined;
  if (embedded) {
    steps.push(() => embedded.stop());
    void embedded.died.then(() => {
      process.stderr.write('The embedded PostgreSQL has ended, and the gateway with it. Start it again.\n');
      process.exit(1);
    });
  }
  const url = embedded?.url ?? config.database.url ?? '';
  const applied = await migrate(url, MIGRATIONS);
  if (applied.length > 0) log.info({ applied }, 'migrations applied');

  const pool = openPool(url, config.database.poolSize, (reason) =>
    log.warn({ reason }, 'an idle database connection was lost'),
  );
  steps.push(() => endPool(pool));
  if (embedded && (await isEmpty(pool))) {
    // Loaded only here: no other start needs Prisma's client.
    const [{ openPrisma }, { seedDemo }] = await Promise.all([import('./db/client.ts'), import('./demo/company.ts')]);
    const prisma = openPrisma(pool);
    await seedDemo(prisma).finally(() => prisma.$disconnect());
  }

  const secret = embedded ? await mintingSecret(config.auth, config.database.dataDir) : config.auth.secret;
  const authenticate = createAuthenticator({ ...config.auth, secret });
  const grant = { ...config.auth, company: DEMO_COMPANY, scope: ALL_SCOPES, ttl: '30d' };
  const token = embedded && secret !== undefined ? await mintToken(grant, secret) : undefined;

  const delivery = config.webhooks.deliver ? startDelivery(pool, config.webhooks, log) : undefined;
  if (delivery) steps.push(() => delivery.stop());
  const gateway = createGatewayServer(
    { pool, log, authenticate, corsOrigins: config.corsOrigins, nudge: () => delivery?.nudge() },
    config.graphiql ? createGraphiQL(token) : undefined,
  );
  const address = await listen(gateway.server, config.host, config.port);
  // One after the other they could take longer than a stop may.
  steps.push(() => Promise.all([gateway.stop(GRACE_MS), delivery?.stop()]));
  log.info({ address: `${address}/graphql` }, 'ready');
  if (token !== undefined) process.stdout.write(welcome(address, token));
}

/** Whether nobody has put anything in yet: a start that died before its seeding is made up for by the next. */
async function isEmpty(pool: pg.Pool): Promise<boolean> {
  const text = 'SELECT NOT EXISTS (SELECT FROM tank) AND NOT EXISTS (SELECT FROM ship_to) AS empty';
  return (await pool.query<{ empty: boolean }>(text)).rows[0]?.empty ?? false;
}

const welcome = (address: string, token: string): string => `
  GraphiQL with the demo data   ${address}/graphql
  A token for the demo company  ${token}

`;

runAsProgram(() => untilStopped((steps) => start(readConfig(), steps)));
