import { describe, expect, test } from 'vitest';
import type { Data } from '../gateway.ts';
import { PATCHED, type PatchedRecord, sampleOf } from '../records.ts';
import { full, snake, stored, without } from '../rows.ts';
import { done, partly, refusedOf, useImports } from './importing.ts';

const imports = useImports();
const { run, write, open, tanks } = imports;

describe.each(PATCHED)('$type', (record: PatchedRecord) => {
  const SERVER_SET = ['version', 'createdAt', 'createdDate', ...record.touched];
  const types = Object.entries(record.fields).filter(([field]) => !SERVER_SET.includes(field));
  const sample = (variant: number): Data & { id: string } => ({
    ...Object.fromEntries(types.map(([field, type]) => [field, sampleOf(type, field, variant)])),
    id: 'one',
    companyId: 'acme',
  });
  const cell = (value: unknown): string =>
    `"${(typeof value === 'object' ? JSON.stringify(value) : String(value)).replaceAll('"', '""')}"`;
  const csv = (...rows: Data[]): string =>
    [types.map(([field]) => snake(field)), ...rows.map((row) => types.map(([field]) => cell(row[field])))].join('\r\n');
  const jsonl = (...rows: Data[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

  test('every field is imported from CSV and from JSON lines, and a repeat changes nothing', async () => {
    expect(await run(write(csv(sample(0))), [], record.scope)).toEqual(done(1, 0, 0));
    const first = await stored(imports.gateway, record, 'one');
    expect(without(first, SERVER_SET)).toEqual(sample(0));
    expect(await run(write(jsonl(sample(0)), '.jsonl'), [], record.scope)).toEqual(done(0, 0, 1));
    expect(await stored(imports.gateway, record, 'one')).toEqual(first);

    expect(await run('-', ['--format', 'jsonl'], record.scope, jsonl(sample(1)))).toEqual(done(0, 1, 0));
    const second = await stored(imports.gateway, record, 'one');
    expect(without(second, SERVER_SET)).toEqual(sample(1));
    expect(second?.version).toBe(2);
    expect(await run(write(csv(sample(1))), [], record.scope)).toEqual(done(0, 0, 1));
    expect(await stored(imports.gateway, record, 'one')).toEqual(second);
  });

  test('columns that the server sets are left out', async () => {
    const values = full(record, { id: 'one' });
    const file = write(jsonl(values), '.jsonl');
    expect(await run(file, [], record.scope)).toEqual(done(1, 0, 0));
    expect((await stored(imports.gateway, record, 'one'))?.version).toBe(1);
  });
});

test('CSV may have a byte order mark, line breaks of Windows, and commas, quotes and line breaks in cells', async () => {
  const text = '\ufeffid,Größe\r\n1,"a, ""b"" 5"" \r\nc €"\r\n\r\n2,5" pipe\r\n3,';
  const file = write(text.replace('Größe', 'name'));
  expect(await run(file)).toEqual(done(3, 0, 0));
  expect((await tanks()).map(({ name }) => name)).toEqual(['a, "b" 5" \r\nc €', '5" pipe', null]);
  const semicolons = write('id;name\n1;a,b\n');
  expect(await run(semicolons, ['--delimiter', ';'])).toEqual(done(0, 1, 0));
});

test('an absent column keeps its value, and an empty cell clears it where null is possible', async () => {
  await imports.gateway.sql(
    `INSERT INTO tank (id, company_id, name, note, tank_size) VALUES ('a', 'acme', 'A', 'n', 7)`,
  );
  expect(await run(write('id,name,tankSize,fillStatus\na,,,\nb,,,\n'))).toEqual(done(1, 1, 0));
  expect(await imports.gateway.sql('SELECT name, note, tank_size, fill_status FROM tank ORDER BY id')).toEqual([
    { name: null, note: 'n', tank_size: 7, fill_status: 'unknown' },
    { name: null, note: null, tank_size: 0, fill_status: 'unknown' },
  ]);
  const lines = '{"id":"a","note":null}\n{"id":"b","tank_size":null}\n';
  const file = write(lines, '.ndjson');
  expect(await run(file)).toEqual(partly(0, 1, 0, 1));
  expect(refusedOf(file)).toEqual([
    expect.stringContaining('tank_size cannot be null; leave it out to keep its value'),
  ]);
});

test('a line without an id is matched by external id, and the later of two lines about a record wins', async () => {
  await imports.gateway.sql(
    `INSERT INTO tank (id, company_id, external_id) VALUES ('a', 'acme', 'E1'), ('x', 'globex', 'E2')`,
  );
  const file = write('id,external_id,name\n,E1,first\n,E2,other\n,E1,second\na,E3,third\n,E3,last\n');
  expect(await run(file)).toEqual(done(1, 4, 0));
  expect(await tanks()).toMatchObject([
    { external_id: 'E2', company_id: 'acme', name: 'other', version: 1 },
    { id: 'a', external_id: 'E3', name: 'last', version: 5 },
    { id: 'x', external_id: 'E2', company_id: 'globex', name: null, version: 1 },
  ]);
});

test('--help prints the usage, whatever else is given', async () => {
  for (const args of [['--help'], ['tanks', '--dry-run', '--help']]) {
    const { child, ended } = open(args);
    child.stdin.end();
    const usage = expect.stringMatching(/^Usage: npm run import -- .*--delimiter/s);
    expect(await ended).toEqual({ status: 0, stdout: usage, stderr: '' });
  }
});
