import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { counts, refusedOf, useImports } from './importing.ts';

const imports = useImports();
const { write, run } = imports;

const reasonsOf = (file: string): string[] =>
  refusedOf(file)
    .slice(1)
    .map((line) => line.replace(/^.*?,\d+,/, ''));
const valuesOf = async (columns: string) =>
  (await imports.gateway.sql(`SELECT ${columns} FROM tank ORDER BY external_id`)).map(Object.values);

describe('identifiers', () => {
  test.each([
    ['" SP-1"', 'external_id must not have spaces around it, or invisible characters'],
    ['SP-1\u00a0', 'external_id must not have spaces around it, or invisible characters'],
    ['SP\u200b-1', 'external_id must not have spaces around it, or invisible characters'],
    ['NULL', 'external_id stands for no value; leave it out'],
    ['N/A', 'external_id stands for no value; leave it out'],
    ['-', 'external_id stands for no value; leave it out'],
    ['1.23457E+11', 'external_id was rounded by a spreadsheet; format its column as text'],
    ['#REF!', 'external_id is an error of a spreadsheet'],
    ['"=""00123"""', 'external_id begins as a formula or a text of a spreadsheet; save it as plain values'],
    ['Total', 'external_id is of a line of totals, and no record'],
    ['2 records', 'external_id is of a line of totals, and no record'],
    ['external_id', 'repeats the first line of the file'],
  ])('%s identifies no record', async (id, reason) => {
    const file = write(`external_id,name\n${id},${id === 'external_id' ? 'name' : 'x'}\ngood,x\n`);
    const { status } = await run(file);
    expect([status, reasonsOf(file).map((line) => line.replaceAll('"', ''))]).toEqual([
      2,
      [expect.stringContaining(reason)],
    ]);
    expect(await valuesOf('external_id')).toEqual([['good']]);
  });

  test('the same holds for updates and creations in GraphQL', async () => {
    for (const externalId of ['', ' SP-1 ', 'NULL', '1.2E+11', 'SP\u200b1']) {
      const { data } = await imports.gateway.ask(
        'mutation ($externalId: ID) { createTank(input: { externalId: $externalId, name: "x" }) { __typename ... on InvalidRequestError { issues { path } } } }',
        { externalId },
      );
      expect(data.createTank).toEqual({
        __typename: 'InvalidRequestError',
        issues: [{ path: ['input', 'externalId'] }],
      });
    }
  });

  test('the end reports how many lines name a record again', async () => {
    const { stdout } = await run(write('external_id,name\na,1\nb,1\na,2\na,3\n'));
    expect(stdout).toContain('2 lines name records of an earlier line: the later line wins.');
    expect(await valuesOf('external_id, name')).toEqual([
      ['a', '3'],
      ['b', '1'],
    ]);
  });
});

test("PostgreSQL's own form of each table is imported unchanged", async () => {
  await run(
    write(
      'external_id,name,include_in_job,last_reading_date,alerts,metadata,fill_percentage\nPG1,x,true,2026-11-26T10:30:00.123Z,"[""low level"",""a\\""b""]","{""k"": 1}",42.5\nPG2,y,no,,[],,\n',
    ),
  );
  const before = await imports.gateway.sql('SELECT * FROM tank ORDER BY external_id');
  const columns = Object.keys(before[0] ?? {});
  const [{ line: header }, ...lines] = [
    { line: columns.join(',') },
    ...(await imports.gateway.sql(
      `SELECT ${columns.map((column) => `coalesce('"' || replace("${column}"::text, '"', '""') || '"', '')`).join(` || ',' || `)} AS line FROM tank ORDER BY external_id`,
    )),
  ];
  await imports.gateway.sql('DELETE FROM tank');
  const file = write(`${header}\n${lines.map(({ line }) => line).join('\n')}\n`);
  expect((await run(file)).stdout, 'brings nothing back').toEqual(counts(0, 0, 0, 2));
  expect(reasonsOf(file)[0]).toMatch(/was deleted on 20.* by sql:.*; restore it instead/);
  await imports.gateway.sql('DELETE FROM record_deletion');
  const { status, stdout, stderr } = await run(file);
  expect([status, stdout]).toEqual([0, counts(2, 0, 0, 0)]);
  expect(stderr).toContain('Left out, since the server sets them: ');
  const without = ({ version: _v, last_modified_date: _l, ...rest }: Record<string, unknown>) => rest;
  expect((await imports.gateway.sql('SELECT * FROM tank ORDER BY external_id')).map(without)).toEqual(
    before.map(without),
  );
});

test('what spreadsheets leave around the values is passed over', async () => {
  const file = write(
    'sep=;\r\nExternal ID;NAME;Fill-Percentage;;\r\na;x;1;;\r\n;;;;\r\n ; ;;;\r\nb;y;2\r\nc;z;3;;;\r\n\u001a',
  );
  const { status } = await run(file);
  expect([status, await valuesOf('external_id, name, fill_percentage')]).toEqual([
    0,
    [
      ['a', 'x', 1],
      ['b', 'y', 2],
      ['c', 'z', 3],
    ],
  ]);
});

test('an apostrophe that guards a formula is none of the value', async () => {
  const file = imports.write(`id,name\nf-1,'=1+1\nf-2,''@x\nf-3,'quoted'\nf-4,=1+1\nf-5,"a;'=1"\n`);
  expect((await imports.run(file)).stdout).toEqual(counts(5, 0, 0, 0));
  expect((await imports.tanks()).map(({ name }) => name)).toEqual(['=1+1', "'@x", "'quoted'", '=1+1', 'a;=1']);
});

test('a name that is nearly a column is answered with it', async () => {
  const { status, stderr } = await run(write('extrnal_id,name,colour\na,x,y\n'));
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining(
      'extrnal_id is not a column. Did you mean external_id?; colour is not a column; a column id or external_id',
    ),
  ]);
});

test.each([
  ['.json', '[{"external_id":"j1","name":"x"},\n {"externalId":"j2","Name":"y"}]', [['j1'], ['j2']]],
  ['.json', '{"external_id":"j1"}\n{"external_id":"j2"}\n', [['j1'], ['j2']]],
  ['.JSONL', '{"external_id":"j1"}\n', [['j1']]],
])('objects in a file %s are read: %j', async (ending, content, ids) => {
  const { status } = await run(write(content, ending));
  expect([status, await valuesOf('external_id')]).toEqual([0, ids]);
});

test('a cut-off array writes nothing', async () => {
  const { status, stderr } = await run(write('[{"external_id":"j1"},', '.json'));
  expect([status, stderr]).toEqual([1, expect.stringContaining('The array is not JSON. The file may be cut off.')]);
});

test('booleans and times have the forms that programs write', async () => {
  const booleans = ['Y', 'n', 't', 'F', ' true ', 'off'];
  const times = [
    '2026-11-26 10:30:00+00',
    '2026-11-26T10:30:00+0000',
    '2026-11-26T10:30Z',
    '2026-11-26t10:30:00z',
    ' 2026-11-26T10:30:00Z ',
    '2026-11-26T12:30:00+02:00',
  ];
  const { status } = await run(
    write(
      `external_id,include_in_job,last_reading_date\n${booleans.map((value, index) => `${index},${value},${times[index]}`).join('\n')}\n`,
    ),
  );
  expect(status).toBe(0);
  expect(await valuesOf('include_in_job')).toEqual([[true], [false], [true], [false], [true], [false]]);
  expect(new Set((await valuesOf('last_reading_date')).flat().map(String)).size).toBe(1);
});

test('options read another encoding, decimal comma and order of dates', async () => {
  const file = write(Buffer.from('external_id;name;fill_percentage\na;Größe;12,5\n', 'latin1'));
  expect((await run(file, ['--encoding', 'windows-1252', '--decimal', ',', '--delimiter', ';'])).status).toBe(0);
  expect(await valuesOf('name, fill_percentage')).toEqual([['Größe', 12.5]]);
  const dates = write('external_id,expiration_date\nd,31.01.2026\n');
  expect((await run(dates, ['--dates', 'DMY'], 'expirations')).status).toBe(0);
  expect(await imports.gateway.sql('SELECT expiration_date::text AS day FROM expiration')).toEqual([
    { day: '2026-01-31' },
  ]);
  const utf16 = write(Buffer.from('\ufeffexternal_id\tname\nu\tx\n', 'utf16le'));
  expect((await run(utf16, ['--encoding', 'utf-16', '--delimiter', 'tab'])).status).toBe(0);
});

test('a check writes nothing and prints the first lines as they would be stored', async () => {
  const { status, stdout } = await run(write('external_id,fill_percentage,include_in_job\na,.5,Y\nb,,n\n'), [
    '--check',
  ]);
  expect([status, stdout]).toEqual([
    0,
    expect.stringContaining('{"external_id":"a","fill_percentage":0.5,"include_in_job":true}\n{"external_id":"b"'),
  ]);
  expect(stdout).toContain('Nothing is written. 2 lines');
  expect(await valuesOf('external_id')).toEqual([]);
});

test.each([
  ['a workbook', Buffer.from('PK\u0003\u0004rest'), 'Save its sheet as CSV'],
  ['gzip', gzipSync('external_id\na\n'), 'Unpack it'],
])('%s is refused with what to do', async (_name, content, words) => {
  const { status, stderr } = await run(write(content));
  expect([status, stderr]).toEqual([1, expect.stringContaining(words)]);
});
