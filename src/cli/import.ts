import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { openInput } from '../import/files.ts';
import { importFile } from '../import/import-file.ts';
import { importRecords } from '../import/import-records.ts';
import { readOptions, toQuery } from '../import/options.ts';
import { importThrough } from '../import/remote.ts';
import { ENCODINGS, openSource } from '../import/source.ts';
import { WATCHED } from '../records/records.ts';
import { withPool } from './database.ts';
import { checkName, runCommand } from './usage.ts';

const USAGE = `npm run import -- tanks tanks.csv --company acme
       npm run import -- tanks tanks.csv --url http://127.0.0.1:4000 --token …
  ${WATCHED.map(({ scope }) => scope).join(', ')}: the records; a file, or - for standard input
  --company NAME        writes to the database of DATABASE_URL, or the embedded one
  --url URL             imports through the gateway there, with the rights and the company of --token
  --dry-run             checks everything and writes nothing
  --check               the same, and prints the first lines as they would be stored
  --refused FILE        the file for refused lines; by default tanks.csv.refused
  --from-line N         begins at this line of the file
  --ignore-unknown      ignores columns that the records do not have, or that the server sets
  --make-ids            a line without id and external_id creates a record, and a repeat of it none
  --format csv|jsonl    by default from the file's name: .jsonl, .ndjson and .json are JSON lines or an array
  --delimiter ";"       the delimiter of CSV, or "tab"; by default what a line sep= says, or the first line has most
  --encoding NAME       by default utf-8; others are ${ENCODINGS.slice(1).join(', ')}
  --decimal ","         the decimal separator of numbers; by default a point, or a comma where it divides no cells
  --dates DMY|MDY       dates such as 31.01.2026 or 01/31/2026`;

const JSON_LINES = ['.jsonl', '.ndjson', '.json'];
const POOL = { size: 1, statementSeconds: 60 };

function parse() {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    options: {
      company: text,
      url: text,
      token: text,
      refused: text,
      check: flag,
      format: text,
      delimiter: text,
      encoding: text,
      decimal: text,
      dates: text,
      'from-line': text,
      'dry-run': flag,
      'ignore-unknown': flag,
      'make-ids': flag,
    },
    allowPositionals: true,
  });
  const { company, url, token, check } = values;
  const [resource = '', file, ...others] = positionals;
  const model = WATCHED.find(({ scope }) => scope === resource)?.model;
  if (model === undefined)
    throw new Error(`The first argument must be one of ${WATCHED.map(({ scope }) => scope).join(', ')}.`);
  if (file === undefined || others.length > 0) throw new Error('An import needs one file, or - for standard input.');
  const isNamed = JSON_LINES.includes(extname(file.replace(/(\.refused|\.old)+$/i, '')).toLowerCase());
  const flags = { ...values, 'dry-run': values['dry-run'] || check };
  const options = readOptions(values, flags, isNamed, (name) => `--${name}`);
  // Its name gives the format when that file is imported.
  const source = file === '-' ? `${resource}.${options.isJsonLines ? 'jsonl' : 'csv'}` : file;
  const refusedFile = values.refused ?? `${source}.refused`;
  const given = { file, refusedFile, shows: check, options, model };
  if (url !== undefined) {
    if (company !== undefined) throw new Error('With --url, the company is that of the token, without --company.');
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      throw new Error('--url must be an address such as http://127.0.0.1:4000.');
    if (!token?.trim()) throw new Error('--url needs --token: a token or an API key.');
    const query = toQuery(flags);
    return {
      ...given,
      company: undefined,
      gateway: { url, token: token.trim(), resource, isJsonLines: options.isJsonLines, query },
    };
  }
  if (token !== undefined) throw new Error('--token needs --url.');
  if (!company?.trim()) throw new Error('An import needs --company, or --url.');
  checkName('--company', company);
  return { ...given, company, gateway: undefined };
}

runCommand(USAGE, parse, async ({ file: name, options, gateway, model, company = '', ...given }) => {
  const input = await openInput(name, given.refusedFile);
  const file = { ...given, ...options, why: gateway === undefined ? 'the server sets them' : 'no token sets them' };
  process.exitCode =
    gateway === undefined
      ? await withPool(POOL, (pool) =>
          importFile(file, input, async function* (signal) {
            const source = await openSource(input.input, options);
            yield* importRecords(pool, source, { model, company, ...options, signal });
          }),
        )
      : await importFile(file, input, (signal) => importThrough(gateway, input.input, signal));
});
