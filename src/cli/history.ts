import { parseArgs } from 'node:util';
import { eraseHistory } from '../changes/keep-history.ts';
import { WATCHED } from '../records/records.ts';
import { withClient } from './database.ts';
import { runCommand } from './usage.ts';

const USAGE = `npm run history -- erase tanks t-1001 [--company acme]
  ${WATCHED.map(({ scope }) => scope).join(', ')}: the records; the id of the record; by default in the histories of all companies`;

function parse() {
  const { values, positionals } = parseArgs({ options: { company: { type: 'string' } }, allowPositionals: true });
  const [command, records = '', id, ...others] = positionals;
  const resource = WATCHED.find(({ scope }) => scope === records)?.event;
  if (command !== 'erase') throw new Error('The first argument must be erase.');
  if (resource === undefined)
    throw new Error(`The second argument must be one of ${WATCHED.map(({ scope }) => scope).join(', ')}.`);
  if (!id || others.length > 0) throw new Error('erase needs the id of one record.');
  return { resource, id, company: values.company };
}

runCommand(USAGE, parse, async (given) => {
  const count = await withClient((prisma, pool) => eraseHistory(pool, prisma, given));
  process.stdout.write(`${count} ${count === 1 ? 'revision' : 'revisions'} erased.\n`);
});
