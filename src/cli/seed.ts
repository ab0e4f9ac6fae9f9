import { readConfig } from '../config.ts';
import { openClient } from '../db/client.ts';
import { openDatabase } from '../db/open.ts';
import { DEMO_COMPANY, seedDemo } from '../demo/company.ts';
import { startEmbedded } from '../embedded/server.ts';
import { runAsProgram } from '../program.ts';

/** Migrates the configured database and writes the demo company to it. */
runAsProgram(async () => {
  const { database } = readConfig({ serves: false });
  const embedded = database.url === undefined ? await startEmbedded(database.dataDir) : undefined;
  try {
    const pool = await openDatabase(embedded?.url ?? database.url ?? '', { size: 1 });
    await seedDemo(openClient(pool)).finally(() => pool.end());
    process.stdout.write(`The database now has the records of the company "${DEMO_COMPANY}".\n`);
  } finally {
    await embedded?.stop();
  }
});
