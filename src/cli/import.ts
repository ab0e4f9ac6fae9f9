import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { ENCODINGS } from '../import/files.ts';
import { type FileImport, importFile } from '../import/import-file.ts';
import { WATCHED } from '../records/records.ts';
import { withPool } from './database.ts';
import { checkName, runCommand } from './usage.ts';

const USAGE = `npm run import -- tanks tanks.csv --company acme
  ${WATCHED.map(({ scope }) => scope).join(', ')}: the records; a file, or - for standard input
  --dry-run             checks everything and writes nothing
  --check               the same, and prints the first lines as they would be stored
  --refused FILE        the file for refused lines; by default tanks.csv.refused
  --from-line N         begins at this line of the file
  --ignore-unknown      ignores columns that the records do not have, or that the server sets
  --format csv|jsonl    by default from the file's name: .jsonl, .ndjson and .json are JSON lines or an array
  --delimiter ";"       the delimiter of CSV, or "tab"; by default a comma, or what a first line sep= says
  --encoding NAME       by default utf-8; others are ${[...ENCODINGS.keys()].slice(1).join(', ')}
  --decimal ","         the decimal separator of numbers; by default a point
  --dates DMY|MDY       dates such as 31.01.2026 or 01/31/2026`;

const JSON_LINES = ['.jsonl', '.ndjson', '.json'];
const STATEMENT_SECONDS = 60;

const isOrder = (text: string): text is 'DMY' | 'MDY' => text === 'DMY' || text === 'MDY';

function parse(): FileImport {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    options: {
      company: text,
      refused: text,
      format: text,
      delimiter: text,
      encoding: { ...text, default: 'utf-8' },
      decimal: { ...text, default: '.' },
      dates: text,
      check: flag,
      'from-line': { ...text, default: '1' },
      'dry-run': flag,
      'ignore-unknown': flag,
    },
    allowPositionals: true,
  });
  const { company, format, dates, decimal, check, 'from-line': from } = values;
  const delimiter = values.delimiter === 'tab' || values.delimiter === '\\t' ? '\t' : values.delimiter;
  const encoding = ENCODINGS.get(values.encoding.toLowerCase());
  const [resource = '', file, ...others] = positionals;
  const model = WATCHED.find(({ scope }) => scope === resource)?.model;
  if (model === undefined)
    throw new Error(`The first argument must be one of ${WATCHED.map(({ scope }) => scope).join(', ')}.`);
  if (file === undefined || others.length > 0) throw new Error('An import needs one file, or - for standard input.');
  if (!company?.trim()) throw new Error('An import needs --company.');
  checkName('--company', company);
  if (format !== undefined && format !== 'csv' && format !== 'jsonl') throw new Error('--format must be csv or jsonl.');
  if (delimiter !== undefined && delimiter.length !== 1) throw new Error('--delimiter must be one character, or tab.');
  if (encoding === undefined) throw new Error(`--encoding must be one of ${[...ENCODINGS.keys()].join(', ')}.`);
  if (decimal !== '.' && decimal !== ',') throw new Error('--decimal must be a point or a comma.');
  if (dates !== undefined && !isOrder(dates)) throw new Error('--dates must be DMY or MDY.');
  if (!/^[1-9]\d{0,14}$/.test(from)) throw new Error('--from-line must be the number of a line.');
  const isJsonLines =
    format === undefined
      ? JSON_LINES.includes(extname(file.replace(/(\.refused|\.old)+$/i, '')).toLowerCase())
      : format === 'jsonl';
  // Its name gives the format when that file is imported.
  const source = file === '-' ? `${resource}.${isJsonLines ? 'jsonl' : 'csv'}` : file;
  const refusedFile = values.refused ?? `${source}.refused`;
  const flags = { dryRun: values['dry-run'] || check, shows: check, ignoresUnknown: values['ignore-unknown'] };
  const notation = { decimal, dates };
  return {
    model,
    file,
    company,
    delimiter,
    encoding,
    notation,
    refusedFile,
    isJsonLines,
    from: Number(from),
    ...flags,
  };
}

runCommand(USAGE, parse, async (given) => {
  process.exitCode = await importFile(given, (use) => withPool({ size: 1, statementSeconds: STATEMENT_SECONDS }, use));
});
