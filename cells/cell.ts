import { withPool } from '../src/cli/database.ts';
import { commandIn, runCommand } from '../src/cli/usage.ts';
import { addCompanies, companiesIn, mapEntries, readCell } from './companies.ts';

const USAGE = `npm run --silent cell -- add <company>... | --all
       npm run --silent cell -- list
       npm run --silent cell -- map`;

type Action = Parameters<typeof withPool<string>>[1];

const LIST = `SELECT company_id || coalesce(' has moved to ' || moved_to, '') AS line FROM cell_company ORDER BY 1`;

const commands: Record<string, (args: string[]) => Action> = {
  add: (args) => {
    if (args.length === 0) throw new Error('add needs the id of a company, or --all for those in the database.');
    return async (pool) => {
      await readCell(pool, 'The database');
      const companies = args[0] === '--all' ? await companiesIn(pool) : args;
      const added = await addCompanies(pool, companies);
      return `${added.length} of ${companies.length} companies are new. Put what map prints into the proxy's map.`;
    };
  },
  list: () => async (pool) => (await pool.query<{ line: string }>(LIST)).rows.map(({ line }) => line).join('\n'),
  map: () => async (pool) => {
    const { name } = await readCell(pool, 'The database');
    return (await mapEntries(pool)).map((entry) => `${entry} ${name}`).join('\n');
  },
};

/** Registers companies with a cell, lists them, and prints the entries of a proxy's map that lead to the cell. */
runCommand(
  USAGE,
  () => commandIn(commands),
  async (action) => {
    process.stdout.write(`${await withPool({ size: 2 }, action)}\n`);
  },
);
