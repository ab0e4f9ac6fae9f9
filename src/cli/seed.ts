import { readConfig } from '../config.ts';
import { openClient } from '../db/client.ts';
import { migrate } from '../db/migrations.ts';
import { openPool } from '../db/pool.ts';
import { DEMO_COMPANY, seedDemo } from '../demo/company.ts';
import { startEmbedded } from '../embedded/server.ts';
import { MIGRATIONS } from '../files.ts';
import { runAsProgram } from '../program.ts';

/** Migrates the configured database and writes the demo company to it. */
runAsProgram(async () => {
  const { database } = readConfig({ serves: false });
  const embedded = database.url === undefined ? await startEmbedded(database.dataDir) : undefined;
  const url = embedded?.url ?? database.url ?? '';
  try {
    await migrate(url, MIGRATIONS);
    const pool = openPool(url, 1);
    const prisma = openClient(pool);
    await seedDemo(prisma).finally(() => prisma.$disconnect().then(() => pool.end()));
    process.stdout.write(`The database now has the records of the company "${DEMO_COMPANY}".\n`);
  } finally {
    await embedded?.stop();
  }
});
