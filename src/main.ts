import { pino } from 'pino';
import { createAuthenticator } from './auth.ts';
import { type Config, readConfig } from './config.ts';
import { openPool, openPrisma } from './database.ts';
import { DEMO_COMPANY, seedDemo } from './demo.ts';
import { startEmbedded } from './embedded-postgres.ts';
import { createGraphiQL } from './graphiql.ts';
import { MIGRATIONS, migrate } from './migrations.ts';
import { ALL_SCOPES, localSecret, mintToken } from './mint.ts';
import { runAsProgram } from './program.ts';
import { createGatewayServer, listen } from './server.ts';

/** Everything is to be over within 10 s of a signal; what comes after the requests in flight needs the rest. */
const GRACE_MS = 6_000;
const TOKEN_TTL = '30d';

/** Starts the gateway from the database upward and returns its stop, which goes the same way back. */
async function start(config: Config): Promise<() => Promise<void>> {
  const log = pino({ level: config.logLevel });
  const steps: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of steps.splice(0).reverse()) await step();
  };
  try {
    const embedded = config.database.url === undefined ? await startEmbedded(config.database.dataDir) : undefined;
    if (embedded) steps.push(() => embedded.stop());
    const url = embedded?.url ?? config.database.url ?? '';
    const applied = await migrate(url, MIGRATIONS);
    if (applied.length > 0) log.info({ applied }, 'migrations applied');

    const pool = openPool(url, config.database.poolSize);
    pool.on('error', (err) => log.warn({ err }, 'an idle database connection was lost'));
    const prisma = openPrisma(pool);
    steps.push(async () => {
      await prisma.$disconnect();
      await pool.end();
    });
    if (embedded?.fresh) await seedDemo(prisma);

    const secret = config.auth.secret ?? (embedded ? await localSecret(config.database.dataDir) : undefined);
    const authenticate = createAuthenticator({ ...config.auth, secret });
    const grant = { ...config.auth, company: DEMO_COMPANY, scope: ALL_SCOPES, ttl: TOKEN_TTL };
    const token = embedded && secret !== undefined ? await mintToken(grant, secret) : undefined;
    const gateway = createGatewayServer(
      { pool, prisma, log, authenticate, corsOrigins: config.corsOrigins },
      config.graphiql ? createGraphiQL(token) : undefined,
    );
    const address = await listen(gateway.server, config.host, config.port);
    steps.push(() => gateway.stop(GRACE_MS));
    log.info({ address: `${address}/graphql` }, 'ready');
    if (token !== undefined) process.stdout.write(welcome(address, token));
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

const welcome = (address: string, token: string): string => `
  GraphiQL with the demo data   ${address}/graphql
  A token for the demo company  ${token}

`;

runAsProgram(async () => {
  const config = readConfig();
  const stop = await start(config);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      // Whatever hangs on the way down must not keep the process: it is over within 10 s.
      setTimeout(() => process.exit(1), 9_500).unref();
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
          process.exit(1);
        },
      );
    });
  }
});
