import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openOutbox } from '../../src/changes/outbox.ts';
import { done, mistake, numbered, partly, refusedOf, useImports } from './importing.ts';

const imports = useImports();
const { run, write, open, tanks } = imports;

test('JSON lines are refused each by itself', async () => {
  const long = JSON.stringify({ id: 'long', name: 'l'.repeat(3_000_000) });
  const file = write(
    [
      '\ufeff{"id":"a"}',
      '[{"id":"b"}]',
      '{"id":',
      '',
      '{"id":"c","colour":1}',
      long,
      '{"id":"d","name":5}',
      '{"id":"e"}\r',
    ].join('\n'),
    '.jsonl',
  );
  expect(await run(file)).toEqual(partly(2, 0, 0, 5));
  expect(refusedOf(file).map((line) => JSON.parse(line))).toEqual([
    { refused_text: '[{"id":"b"}]', refused_line: 2, refused_reason: 'is not a JSON object' },
    { refused_text: '{"id":', refused_line: 3, refused_reason: 'is not a JSON object' },
    { id: 'c', colour: 1, refused_line: 5, refused_reason: 'colour is not a column' },
    { refused_text: long.slice(0, 1000), refused_line: 6, refused_reason: 'has more than 1000000 characters' },
    { id: 'd', name: 5, refused_line: 7, refused_reason: 'name must be a text' },
  ]);
  const [again, corrected] = [`${file}.refused`, `${file}.refused.refused`];
  writeFileSync(again, refusedOf(file)[4] ?? '');
  expect(await run(again)).toEqual(partly(0, 0, 0, 1));
  writeFileSync(corrected, refusedOf(again)[0]?.replace('5', '"D"') ?? '');
  expect(await run(corrected)).toEqual(done(1, 0, 0));
  expect(await run(file, ['--ignore-unknown'])).toEqual(partly(1, 0, 2, 4));
});

test('a line of JSON that names one column twice is refused', async () => {
  const lines = [
    '{"id":"a","shipToId":"one","ship_to_id":"two"}',
    '{"id":"b","shipToId":null,"ship_to_id":null,"tank_size":null,"tankSize":7}',
    '{"id":"c","shipToId":"one"}',
  ];
  const file = write(lines.join('\n'), '.jsonl');
  expect(await run(file)).toEqual(partly(1, 0, 0, 2));
  expect(refusedOf(file).map((line) => JSON.parse(line).refused_reason)).toEqual([
    'ship_to_id appears twice',
    'ship_to_id appears twice; tank_size cannot be null; leave it out to keep its value; tank_size appears twice',
  ]);
  expect(await tanks()).toMatchObject([{ id: 'c' }]);
});

test('the mark of a value that the history has cut is refused', async () => {
  const file = write('{"id":"a","metadata":{"$cut":true}}\n{"id":"b","metadata":{"$cut":1}}\n', '.jsonl');
  expect(await run(file)).toEqual(partly(1, 0, 0, 1));
  expect(JSON.parse(refusedOf(file)[0] ?? '')).toMatchObject({
    refused_reason: 'metadata is the mark of a value that the history has cut; omit it',
  });
});

test('JSON may be nested as deep as in GraphQL, and a line that is deeper is refused among the others', async () => {
  const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
  const lists = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const lines = [
    `{"id":"a","metadata":${nested(50)}}`,
    `{"id":"b","metadata":${nested(51)}}`,
    `{"id":"c","metadata":{"a":${lists}}}`,
    `{"id":"d","include_in_job":${lists}}`,
    '{"id":"e","include_in_job":{"toString":1,"valueOf":1}}',
    '{"id":"f"}',
  ];
  const file = write(lines.join('\n'), '.jsonl');
  expect(await run(file)).toEqual(partly(2, 0, 0, 4));
  const deep = (index: number, name: string) => ({
    refused_text: lines[index]?.slice(0, 1000),
    refused_line: index + 1,
    refused_reason: `${name} must not be nested deeper than 50 levels`,
  });
  expect(refusedOf(file).map((line) => JSON.parse(line))).toEqual([
    deep(1, 'metadata'),
    deep(2, 'metadata'),
    deep(3, 'include_in_job'),
    expect.objectContaining({ id: 'e', refused_line: 5, refused_reason: 'include_in_job must be true or false' }),
  ]);

  const quote = (json: string) => `"${json.replaceAll('"', '""')}"`;
  const cells = write(`id,metadata\ng,${quote(nested(50))}\nh,${quote(`{"a":${lists}}`)}\n`);
  expect(await run(cells)).toEqual(partly(1, 0, 0, 1));
  expect(refusedOf(cells)[1]).toMatch(/,3,metadata\..* must not be nested deeper than 50 levels$/);
});

test('a CSV line with a quote that a later line closes is refused, with all that was read as one', async () => {
  const file = write('id,name,brand\na,"North,x\nb,"South,y\nc,"""Deep""\nwell",z\n');
  expect(await run(file)).toEqual(partly(1, 0, 0, 1));
  const reason = 'has a quote that is closed within a cell of a later line: a quote in a text is written twice';
  expect(refusedOf(file).slice(1).join('\n')).toBe(`a,"""North,x\nb,""South",y,2,${reason}`);
  expect((await tanks()).map(({ id, name }) => [id, name])).toEqual([['c', '"Deep"\nwell']]);
});

test('a row that only the database refuses is found among the others', async () => {
  await imports.gateway.sql('ALTER TABLE tank ADD CONSTRAINT small CHECK (tank_size < 100)');
  onTestFinished(async () => void (await imports.gateway.sql('ALTER TABLE tank DROP CONSTRAINT small')));
  await imports.gateway.sql(`INSERT INTO tank (id, company_id) SELECT 't' || n, 'acme' FROM generate_series(1, 400) n`);
  const size = (n: number) => (n === 7 || n === 800 ? 100 : 1);
  const rows = Array.from({ length: 900 }, (_, index) => `t${index + 1},${size(index + 1)}\n`);
  const file = write(`id,tank_size\n${rows.join('')}`);
  expect(await run(file)).toEqual(partly(499, 399, 0, 2));
  const reason = '"new row for relation ""tank"" violates check constraint ""small"""';
  expect(refusedOf(file).slice(1)).toEqual([`t7,100,8,${reason}`, `t800,100,801,${reason}`]);
});

test.each([
  [
    'a column that the records do not have',
    'id,colour\na,b\n',
    [],
    'colour is not a column.\nThe columns are id, external_id',
  ],
  ['a column that appears twice', 'id,shipToId,ship_to_id\na,b,c\n', [], 'ship_to_id appears twice'],
  ['no column that identifies records', 'name\na\n', [], 'a column id or external_id is required'],
  ['an empty file', '', [], 'The file is empty'],
  [
    'a refused file that cannot be written',
    'id\na\n',
    ['--refused', '/proc/none'],
    'The file of refused lines /proc/none cannot be written',
  ],
  ['a line that is none', 'id\na\n', ['--from-line', '0'], '--from-line must be'],
  ['an unknown option', 'id\na\n', ['--force'], "Unknown option '--force'"],
  ['a column without a name', 'id,,name\na,b,c\n', [], 'The first line does not fit: a column has no name.'],
  ['another delimiter', 'id|name\na|b\n', [], 'The first line has no "," between names; name another delimiter.'],
  [
    'a first line that is not UTF-8',
    Buffer.from('id,Größe\na,b\n', 'latin1'),
    [],
    'The first line has bytes that are not UTF-8.',
  ],
  [
    'UTF-16 that is called UTF-8',
    Buffer.from('\ufeffid,name\na,b\n', 'utf16le'),
    ['--encoding', 'utf-8'],
    'The file is UTF-16. Save it as UTF-8, or name its encoding: utf-16.',
  ],
  ['UTF-16 without a mark', Buffer.from('id,name\na,b\n', 'utf16le').swap16(), [], 'The file is UTF-16.'],
  ['a first line that does not end', '"id\na,b\n', [], 'The record after line 0 does not end'],
])('%s is a mistake, and nothing is written', async (_what, content, options, words) => {
  expect(await run(write(content), options)).toEqual(mistake(words));
  expect(await tanks()).toEqual([]);
});

test.each([
  [['tank', 'x.csv', '--company', 'acme'], 'The first argument must be one of tanks, tasks, expirations'],
  [['tanks', '--company', 'acme'], 'An import needs one file'],
  [['tanks', 'x.csv'], 'An import needs --company, or --url.'],
  [['tanks', 'x.csv', '--url', 'http://127.0.0.1:1'], '--url needs --token'],
  [['tanks', 'x.csv', '--url', '127.0.0.1', '--token', 'x'], '--url must be an address'],
  [['tanks', 'x.csv', '--url', 'http://127.0.0.1:1', '--company', 'acme'], 'the company is that of the token'],
  [['tanks', 'x.csv', '--company', ' '], 'An import needs --company'],
  [['tanks', 'x.csv', '--company', 'ac\u200bme'], '--company must have 1 to 255 characters'],
  [['tanks', 'none.csv', '--company', 'acme'], 'There is no file at none.csv.'],
  [['tanks', '/proc/self/mem', '--company', 'acme', '--refused', 'none'], 'The import failed: EIO'],
  [['tanks', '/', '--company', 'acme', '--refused', 'none'], '/ cannot be read: it is a directory.'],
  [['tanks', 'x.csv', '--company', 'acme', '--refused', './x.csv'], '--refused must name another file'],
])('the arguments %j are a mistake', async (args, words) => {
  const { child, ended } = open(args);
  child.stdin.end();
  expect(await ended).toEqual(mistake(words));
});

test('a new task needs what every task has, and one with an assignee was assigned at its creation', async () => {
  const ids = { task_type_id: 'fill', creator_id: 'c', status_id: 'open', team_id: 't', workflow_id: 'w' };
  const task = { ...ids, title: 'Fill', priority: 'high', task_number: 1 };
  const lines = [
    { ...task, id: 'a', assignee_id: 'ann' },
    { id: 'b', title: 'Fill' },
    { ...task, id: 'c' },
  ];
  const file = write(lines.map((line) => JSON.stringify(line)).join('\n'), '.jsonl');
  expect(await run(file, [], 'tasks')).toEqual(partly(2, 0, 0, 1));
  expect(JSON.parse(refusedOf(file)[0] ?? '').refused_reason).toBe(
    'a new record needs task_type_id, creator_id, status_id, priority, team_id, workflow_id, task_number',
  );
  expect(await run(write('id,title\na,Refill\n'), [], 'tasks')).toEqual(done(0, 1, 0));
  expect(await imports.gateway.sql('SELECT title, assigned_at IS NOT NULL AS assigned FROM task ORDER BY id')).toEqual([
    { title: 'Refill', assigned: true },
    { title: 'Fill', assigned: false },
  ]);
});

test.each([
  ['a quote that nothing closes', 'c,"d\ne,f\n'],
  ['a line of commas', `c,d${','.repeat(5_000_000)}\ne,f\n`],
  ['a record that is too long', `c,"${'long, '.repeat(300_000)}"\ne,f\n${'g,h\n'.repeat(30_000)}`],
])('%s ends an import of CSV after the lines before it', async (_what, lines) => {
  expect(await run(write(`id,name\na,"b\n"\n${lines}`))).toEqual(mistake('The record after line 3 does not end'));
  expect(await tanks()).toMatchObject([{ id: 'a', name: 'b\n' }]);
});

test('an import that ends early reports the cause, then what it has done, and where the refused lines are', async () => {
  const file = write('id,fill_percentage\na,50\nb,many\n"c,10\n');
  const { status, stderr } = await run(file);
  expect([status, stderr.split('\n')]).toEqual([
    1,
    [
      expect.stringContaining('The record after line 3 does not end'),
      expect.stringMatching(/^2 lines \(.*\): 1 created, 0 updated, 0 unchanged, 1 refused\.$/),
      expect.stringContaining('.refused has the refused lines'),
      'Stopped. The lines up to 3 are done. Continue with --from-line 4, or import the whole file again: what is written stays.',
      '',
    ],
  ]);
});

test('subscriptions get an event for each record that is created or changed, and none for a repeat', async () => {
  await imports.gateway.sql(
    `INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions)
     VALUES ('sub', 'acme', 'flow', 'node', 'https://example.com/', 'tank', '{created,updated}')`,
  );
  const events = async () => {
    while ((await openOutbox(imports.gateway.pool)).opened > 0);
    return imports.gateway.sql('SELECT action, resource_id, company_id FROM webhook_event ORDER BY sequence');
  };
  const created = [1, 2, 3].map((n) => ({ action: 'created', resource_id: `n${n}`, company_id: 'acme' }));
  expect(await run(write(`id,name\n${numbered(1, 3)}`))).toEqual(done(3, 0, 0));
  expect(await run(write(`id,name\n${numbered(1, 3)}`))).toEqual(done(0, 0, 3));
  expect(await events()).toEqual(created);
  expect(await run(write('id,name\nn1,other\nn2,Tank 2\n'))).toEqual(done(0, 1, 1));
  expect(await events()).toEqual([...created, { action: 'updated', resource_id: 'n1', company_id: 'acme' }]);
});

test('an import that the database fails before its first line ends with a sentence', async () => {
  expect(await run(write('id,name\na,b\n'))).toEqual(done(1, 0, 0));
  await imports.gateway.sql('ALTER TABLE tank ALTER COLUMN brand TYPE point USING NULL');
  onTestFinished(
    async () => void (await imports.gateway.sql('ALTER TABLE tank ALTER COLUMN brand TYPE text USING NULL')),
  );
  const { status, stdout, stderr } = await run(write('id,name\na,c\n'));
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toBe('The database failed: operator does not exist: point = point\n');
});

test('an import whose connection is lost while migrations are checked ends with a sentence', async () => {
  const server = createServer((client) => {
    const database = connect(Number(new URL(imports.gateway.url).port || 5432), new URL(imports.gateway.url).hostname);
    client.on(
      'data',
      (chunk) => void (chunk.includes('_prisma_migrations') ? client.destroy() : database.write(chunk)),
    );
    client.on('error', () => {}).on('close', () => database.destroy());
    database.on('error', () => {}).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const url = new URL(imports.gateway.url);
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const { ended } = imports.open(['tanks', write('id,name\na,b\n'), '--company', 'acme'], { DATABASE_URL: url.href });
  const { status, stderr } = await ended;
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'The connection was lost while migrations were checked: Connection terminated unexpectedly.\n',
  });
});

test('a line of a hundred thousand cells is refused with a thousand of them', async () => {
  const file = write(`id,name\n${','.repeat(99_999)}x\na,b\n`);
  expect(await run(file)).toEqual(partly(1, 0, 0, 1));
  expect(refusedOf(file)[1]).toBe(`${','.repeat(1_002)}2,"has 100000 cells, and the first line 2"`);
});
