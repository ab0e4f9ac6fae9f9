import { DEMO_COMPANY, seedDemo } from '../demo/company.ts';
import { withClient } from './database.ts';
import { runCommand } from './usage.ts';

const USAGE = `npm run seed
  Writes the company "${DEMO_COMPANY}" to the configured database, and restores it when repeated.`;

runCommand(
  USAGE,
  () => {},
  async () => {
    await withClient((prisma) => seedDemo(prisma));
    process.stdout.write(`The database now has the records of the company "${DEMO_COMPANY}".\n`);
  },
);
