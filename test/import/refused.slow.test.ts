import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fileOf } from '../programs.ts';
import { done, mistake, partly, refusedOf, useImports } from './importing.ts';

const imports = useImports();
const { run, write, open, tanks } = imports;

const COLUMNS = 'id,external_id,company_id,tank_size,last_reading_date,metadata,alerts,include_in_job';
/** Lines that are refused, after one that is not, each with the line of the file of refused ones. */
const REFUSED: [line: string, told: string][] = [
  ['x,,,1,,,,', 'x,,,1,,,,,3,the id belongs to a record that is not of this company'],
  ['foreign,,,1,,,,', 'foreign,,,1,,,,,4,the id belongs to a record that is not of this company'],
  [',double,,1,,,,', ',double,,1,,,,,5,the company has several records with this external_id; give the id'],
  [',,,1,,,,', ',,,1,,,,,6,has no id and no external_id'],
  ['size,,,ten,,,,', 'size,,,ten,,,,,7,"tank_size must be a number, such as 42.5"'],
  [
    'day,,,,2026-01-31,,,',
    'day,,,,2026-01-31,,,,8,"last_reading_date must be a time with its zone, such as 2026-01-31T10:00:00Z"',
  ],
  [
    'early,,,,0001-01-01T00:00:00+10:00,,,',
    'early,,,,0001-01-01T00:00:00+10:00,,,,9,"last_reading_date must lie in the years 1 to 9999, in UTC"',
  ],
  [
    'late,,,,9999-12-31T23:59:59-10:00,,,',
    'late,,,,9999-12-31T23:59:59-10:00,,,,10,"last_reading_date must lie in the years 1 to 9999, in UTC"',
  ],
  ['json,,,,,[1],,', 'json,,,,,[1],,,11,"metadata must be a JSON object, such as {""unit"": ""gal""}"'],
  ['list,,,,,,[1],', 'list,,,,,,[1],,12,"alerts must be a JSON list of texts, such as [""leak""]"'],
  [
    'two,,globex,,,,,maybe',
    'two,,globex,,,,,maybe,13,"include_in_job must be true or false; company_id is not ""acme"""',
  ],
  ['short,1', 'short,1,,,,,,,14,"has 2 cells, and the first line 8"'],
  ['nul,\0,,,,,,', 'nul,\0,,,,,,,15,external_id must not contain U+0000 or an unpaired surrogate'],
  [`${'l'.repeat(256)},,,,,,,`, `${'l'.repeat(256)},,,,,,,,16,id must be at most 255 characters long`],
  ['latin,\xe9,,,,,,', 'latin,\ufffd,,,,,,,17,has bytes that are not UTF-8'],
];

test('a refused line of JSON is kept letter for letter, also when it is refused again', async () => {
  const lines = [
    '{"id":"a","tank_size":1e400}',
    '{ "id": "b", "tank_size": "x", "days_to_empty": 12345678901234567890123 }',
    '{}',
  ];
  const file = write(lines.join('\n'), '.jsonl');
  const refused = [
    '{"id":"a","tank_size":1e400,"refused_line":1,"refused_reason":"tank_size must be a number, such as 42.5"}',
    '{ "id": "b", "tank_size": "x", "days_to_empty": 12345678901234567890123 ,"refused_line":2,"refused_reason":"tank_size must be a number, such as 42.5"}',
    '{"refused_line":3,"refused_reason":"has no id and no external_id"}',
  ];
  for (const name of [file, `${file}.refused`]) {
    expect(await run(name)).toEqual(partly(0, 0, 0, 3));
    expect(refusedOf(name)).toEqual(refused);
  }
});

test.each(['9007199254740993', '0.12345678901234567890', '1234567890123456.78'])(
  'the number %s within JSON keeps its digits, in CSV and in JSON',
  async (number) => {
    const cells = write(`id,metadata\na,"{""a"": [${number}, 12.50]}"\n`);
    expect(await run(cells)).toEqual(done(1, 0, 0));
    const line = `{"id":"b","metadata":{"a":[${number},12.50]}}`;
    expect(await run(write(`${line}\n`, '.jsonl'))).toEqual(done(1, 0, 0));
    expect(await run(write(`[\n${line.replace('"b"', '"c"')}]`, '.jsonl'))).toEqual(done(1, 0, 0));
    const stored = await imports.gateway.sql('SELECT metadata::text AS text FROM tank');
    expect(stored).toEqual(Array(3).fill({ text: `{"a": [${number}, 12.50]}` }));
  },
);

test('a line with an exponent that loses digits is refused in every form of a file, as it was written', async () => {
  const reason = 'metadata.a.0 has more digits than a number can keep; send a string';
  const cells = write(`id,metadata\na,"{""a"": [1e-400, 12.50]}"\nb,"{""a"": [12.50]}"\n`);
  expect((await run(cells)).status).toBe(2);
  expect(refusedOf(cells)).toEqual([expect.anything(), expect.stringContaining(reason)]);
  const line = '{"id":"c","metadata":{"a":[1e-400,1E5]}}';
  for (const text of [`${line}\n`, `[\n${line}, {"id":"b"}]`]) {
    const lines = write(text, '.jsonl');
    expect((await run(lines)).status).toBe(2);
    expect(refusedOf(lines)).toEqual([`${line.slice(0, -1)},"refused_line":1,"refused_reason":"${reason}"}`]);
  }
});

test('a line with a percentage or a coordinate beyond its limits is refused', async () => {
  const file = write('id,fill_percentage,latitude,longitude\na,100.1,,\nb,-1,91,0\nc,,,-180.5\nd,100,-90,180\n');
  expect(await run(file)).toEqual(partly(1, 0, 0, 3));
  expect(refusedOf(file).slice(1)).toEqual(
    [
      'a,100.1,,,2,fill_percentage must be from 0 to 100',
      'b,-1,91,0,3,fill_percentage must be from 0 to 100; latitude must be from -90 to 90',
      'c,,,-180.5,4,longitude must be from -180 to 180',
    ].map((line) => expect.stringContaining(line)),
  );
});

test('the file of refused lines has their numbers and reasons, and can be corrected and imported', async () => {
  await imports.gateway.sql(`INSERT INTO tank (id, company_id, external_id) VALUES
    ('x', 'globex', 'E1'), ('foreign', NULL, NULL), ('a', 'acme', 'double'), ('b', 'acme', 'double')`);
  const before = await tanks();
  const lines = [COLUMNS, 'ok,,acme,1,2026-01-31T10:00:00+02:00,{},[],TRUE', ...REFUSED.map(([line]) => line)];
  const file = write(Buffer.from(lines.join('\n'), 'latin1'));
  expect(await run(file)).toEqual(partly(1, 0, 0, REFUSED.length));
  expect((await tanks()).filter(({ id }) => id !== 'ok')).toEqual(before);
  expect(refusedOf(file)).toEqual([`${COLUMNS},refused_line,refused_reason`, ...REFUSED.map(([, told]) => told)]);

  const corrected = refusedOf(file).join('\n').replace('x,,,1', 'y,,,1').replace('size,,,ten', 'size,,,10');
  writeFileSync(`${file}.refused`, corrected);
  expect(await run(`${file}.refused`)).toEqual(partly(3, 0, 0, REFUSED.length - 3));
  const again = refusedOf(`${file}.refused`);
  expect(again.slice(0, 2)).toEqual([refusedOf(file)[0], REFUSED[1]?.[1].replace(',4,', ',3,')]);
  expect((await tanks()).map(({ id }) => id).toSorted()).toEqual([
    'a',
    'b',
    'foreign',
    'ok',
    'short',
    'size',
    'x',
    'y',
  ]);
});

test('if the file of refused lines becomes unwritable, they are printed, and the batches before stay written', async () => {
  const { status, stdout, stderr } = await run(write('id,tank_size\na,1\nb,ten\n'), ['--refused', '/dev/full']);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('b,ten,3,"tank_size must be a number, such as 42.5"\n');
  expect(stderr).toContain('The lines up to 3 are done.');
  expect(stderr).toContain('The import failed: ENOSPC');
  expect(await tanks()).toMatchObject([{ id: 'a' }]);
});

test('an import that cannot begin leaves an earlier file of refused lines, and one that begins keeps it under another name', async () => {
  const file = write('id,tank_size\na,ten\nb,1\n');
  const corrected = 'id,tank_size\na,10\n';
  writeFileSync(`${file}.refused`, corrected);
  const unreachable = open(['tanks', file, '--company', 'acme'], { DATABASE_URL: 'postgresql://127.0.0.1:1/none' });
  expect((await unreachable.ended).status).toBe(1);
  const good = readFileSync(file);
  for (const bad of ['', '"id\na\n', 'id,colour\na,b\n', 'id,id\na,b\n']) {
    writeFileSync(file, bad);
    expect(await run(file)).toMatchObject({ status: 1 });
    expect(readFileSync(`${file}.refused`, 'utf8')).toBe(corrected);
  }
  expect(existsSync(`${file}.refused.old`)).toBe(false);

  writeFileSync(file, good);
  expect(await run(file)).toEqual(partly(1, 0, 0, 1));
  expect(refusedOf(file)).toHaveLength(2);
  expect(readFileSync(`${file}.refused.old`, 'utf8')).toBe(corrected);
  expect(await run(`${file}.refused.old`, ['--refused', `${file}.refused`])).toEqual(mistake('--refused must name'));
  expect(await run(`${file}.refused.old`)).toEqual(done(1, 0, 0));
});

test('lines of an earlier file of refused ones can come through a pipe, and none is lost', async () => {
  const refused = write('');
  const { child, ended } = open(['tanks', '-', '--company', 'acme', '--refused', refused]);
  const lines = `id,tank_size\nbad,x\n${Array.from({ length: 1500 }, (_, n) => `n${n},1\n`).join('')}`;
  writeFileSync(refused, lines);
  child.stdin.write(lines);
  await imports.until(999);
  child.kill('SIGINT');
  expect((await ended).status).toBe(130);
  expect(readFileSync(`${refused}.old`, 'utf8')).toBe(lines);
});

test('a line with too many cells keeps them, however often it is imported', async () => {
  const file = write('id,name\na,b,c,d\n');
  const [again, corrected] = [`${file}.refused`, `${file}.refused.refused`];
  expect(await run(file)).toEqual(partly(0, 0, 0, 1));
  expect(refusedOf(file)[1]).toBe('a,b,c,d,2,"has 4 cells, and the first line 2"');
  expect(await run(again)).toEqual(partly(0, 0, 0, 1));
  expect(refusedOf(again)[1]).toBe('a,b,c,d,2,"has 6 cells, and the first line 4"');
  writeFileSync(corrected, readFileSync(corrected, 'utf8').replace('b,c,d', '"b,c,d"'));
  expect(await run(corrected)).toEqual(done(1, 0, 0));
  expect(await tanks()).toMatchObject([{ id: 'a', name: 'b,c,d' }]);
});

test('an import writes to an empty or absent file of refused lines as to a new one', async () => {
  const file = write('id,tank_size\na,ten\n');
  for (const prepare of [() => {}, () => writeFileSync(`${file}.refused`, '')]) {
    prepare();
    expect(await run(file, ['--from-line', '2'])).toEqual(partly(0, 0, 0, 1));
    expect(refusedOf(file)).toEqual(['id,tank_size,refused_line,refused_reason', expect.stringMatching(/^a,ten,2,/)]);
  }
});

test.each(['/dev/stdout', '/dev/stderr'])('refused lines on %s reach the file that it is', async (device) => {
  const file = write('id,tank_size\na,ten\nb,1\n');
  const output = write('');
  const descriptor = openSync(output, 'w');
  writeSync(descriptor, 'before\n');
  const args = [fileOf('import'), 'tanks', file, '--company', 'acme', '--refused', device];
  const env = { DATABASE_URL: imports.gateway.url };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', descriptor, descriptor] });
  expect(await once(child, 'exit')).toEqual([2, null]);
  closeSync(descriptor);
  expect(readFileSync(output, 'utf8').split('\n').slice(0, 4)).toEqual([
    'before',
    'id,tank_size,refused_line,refused_reason',
    'a,ten,2,"tank_size must be a number, such as 42.5"',
    expect.stringMatching(/^2 lines .* 1 refused\.$/),
  ]);
});

test('an import that begins beyond the end of its file reports that', async () => {
  const file = write('id\na\n');
  expect(await run(file, ['--from-line', '4'])).toEqual({ ...done(0, 0, 0), stderr: 'The file has no line 4.\n' });
});
