import { openPrisma } from '../db/prisma.ts';
import { DEMO_COMPANY, seedDemo } from '../demo/company.ts';
import { withPool } from './database.ts';
import { runCommand } from './usage.ts';

const USAGE = `npm run seed
  Writes the company "${DEMO_COMPANY}" to the configured database, and restores it when repeated.`;

/** Writes the demo company to the configured database. */
runCommand(
  USAGE,
  () => {},
  async () => {
    await withPool({ size: 1 }, (pool) => seedDemo(openPrisma(pool)));
    process.stdout.write(`The database now has the records of the company "${DEMO_COMPANY}".\n`);
  },
);
