import { DEMO_COMPANY, seedDemo } from '../demo/company.ts';
import { runAsProgram } from '../program.ts';
import { withDatabase } from './database.ts';

/** Writes the demo company to the configured database. */
runAsProgram(async () => {
  await withDatabase((prisma) => seedDemo(prisma));
  process.stdout.write(`The database now has the records of the company "${DEMO_COMPANY}".\n`);
});
