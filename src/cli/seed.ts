import { DEMO_COMPANY, readConfig } from '../config.ts';
import { openPrisma } from '../db/client.ts';
import { migrate } from '../db/migrations.ts';
import { openPool } from '../db/pool.ts';
import { seedDemo } from '../demo/company.ts';
import { startEmbedded } from '../embedded/server.ts';
import { MIGRATIONS } from '../files.ts';
import { runAsProgram } from '../program.ts';

/** Writes the demo company to the configured database, migrating it first. */
runAsProgram(async () => {
  const { database } = readConfig({ serves: false });
  const embedded = database.url === undefined ? await startEmbedded(database.dataDir) : undefined;
  const url = embedded?.url ?? database.url ?? '';
  try {
    await migrate(url, MIGRATIONS);
    const pool = openPool(url, 1);
    const prisma = openPrisma(pool);
    await seedDemo(prisma).finally(() => prisma.$disconnect().then(() => pool.end()));
    process.stdout.write(`The records of the company "${DEMO_COMPANY}" are in place.\n`);
  } finally {
    await embedded?.stop();
  }
});
