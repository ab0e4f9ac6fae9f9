import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { type FileImport, importFile } from '../import/import-file.ts';
import { WATCHED } from '../records.ts';
import { withPool } from './database.ts';
import { runCommand } from './usage.ts';

const USAGE = `npm run import -- tanks tanks.csv --company acme
  tanks, tasks, expirations, quick-orders or ship-tos; a file, or - for standard input
  --dry-run             checks everything and writes nothing
  --refused FILE        the file for refused lines; by default tanks.csv.refused
  --from-line N         begins at this line of the file
  --ignore-unknown      ignores columns that the records do not have, or that the server sets
  --format csv|jsonl    by default from the file's name: .jsonl and .ndjson are JSON lines
  --delimiter ";"       the delimiter of CSV; by default a comma`;

const JSON_LINES = ['.jsonl', '.ndjson'];
/** The timeout of a batch. */
const STATEMENT_SECONDS = 60;

function parse(): FileImport {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    options: {
      company: text,
      refused: text,
      format: text,
      delimiter: { ...text, default: ',' },
      'from-line': { ...text, default: '1' },
      'dry-run': flag,
      'ignore-unknown': flag,
    },
    allowPositionals: true,
  });
  const { company, format, delimiter, 'from-line': from } = values;
  const [resource = '', file, ...others] = positionals;
  const model = WATCHED.find(({ scope }) => scope === resource)?.model;
  if (model === undefined)
    throw new Error(`The first argument must be one of ${WATCHED.map(({ scope }) => scope).join(', ')}.`);
  if (file === undefined || others.length > 0) throw new Error('An import needs one file, or - for standard input.');
  if (!company?.trim()) throw new Error('An import needs --company.');
  if (format !== undefined && format !== 'csv' && format !== 'jsonl') throw new Error('--format must be csv or jsonl.');
  if (delimiter.length !== 1) throw new Error('--delimiter must be one character.');
  if (!/^[1-9]\d{0,14}$/.test(from)) throw new Error('--from-line must be the number of a line.');
  const isJsonLines =
    format === undefined ? JSON_LINES.includes(extname(file.replace(/(\.refused|\.old)+$/, ''))) : format === 'jsonl';
  // Its name gives the format when that file is imported.
  const source = file === '-' ? `${resource}.${isJsonLines ? 'jsonl' : 'csv'}` : file;
  const refusedFile = values.refused ?? `${source}.refused`;
  const flags = { dryRun: values['dry-run'], ignoresUnknown: values['ignore-unknown'] };
  return { model, file, company, delimiter, refusedFile, isJsonLines, from: Number(from), ...flags };
}

/** Creates and updates records from a file. */
runCommand(USAGE, parse, async (given) => {
  process.exitCode = await importFile(given, (use) => withPool({ size: 1, statementSeconds: STATEMENT_SECONDS }, use));
});
