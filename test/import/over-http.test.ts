import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keepHistory } from '../../src/changes/keep-history.ts';
import { openGateway, type TestGateway } from '../gateway.ts';
import { EMPTY } from '../postgres.ts';
import { failure, type Given, refusedIn, sendingTo, sums } from './sending.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());
beforeEach(() => gateway.pool.query(EMPTY));

const { send, tanks } = sendingTo(() => gateway);

describe('forms', () => {
  const type = (name: string) => ({ 'content-type': name });
  const utf16 = Buffer.from('\ufeffexternal_id\tname\tfill_percentage\nE1\tMüller\t40,5\n', 'utf16le');
  test.each<[string, BodyInit, Given]>([
    ['commas', 'external_id,name,fill_percentage\nE1,Müller,40.5\n', {}],
    ['semicolons and decimal commas', 'external_id;name;fillPercentage\r\nE1;Müller;40,5\r\n', {}],
    ['tabs', 'External ID\tName\tFill percentage\nE1\tMüller\t40,5\n', {}],
    [
      'a type of tabs',
      'external_id\tname\tfill_percentage\nE1\tMüller\t40.5\n',
      { headers: type('text/tab-separated-values') },
    ],
    ['sep=', 'sep=|\nexternal_id|name|fill_percentage\nE1|Müller|40,5\n', {}],
    ['no type', Buffer.from('external_id,name,fill_percentage\nE1,Müller,40.5\n'), { headers: {} }],
    [
      'JSON lines',
      '{"externalId":"E1","name":"Müller","fillPercentage":40.5}\n',
      { headers: type('application/jsonl') },
    ],
    [
      'an array',
      '[{"external_id":"E1","name":"Müller","fill_percentage":40.5}]',
      { headers: type('application/json') },
    ],
    [
      'windows-1252',
      Buffer.from('external_id;name;fill_percentage\nE1;Müller;40,5\n', 'latin1'),
      { path: 'tanks?encoding=windows-1252' },
    ],
    [
      'a charset',
      Buffer.from('external_id;name;fill_percentage\nE1;Müller;40,5\n', 'latin1'),
      { headers: type('text/csv; charset=ISO-8859-1') },
    ],
    ['UTF-16 with its mark', utf16, {}],
    ['a decimal separator', 'external_id,name,fill_percentage\nE1,Müller,"40,5"\n', { path: 'tanks?decimal=,' }],
  ])('%s are read', async (_name, body, given) => {
    expect((await send(body, given)).end).toEqual(sums(1, 0, 0, 0));
    expect(await tanks()).toMatchObject([
      { external_id: 'E1', company_id: 'acme', name: 'Müller', fill_percentage: 40.5 },
    ]);
    expect((await send(body, given)).end).toEqual(sums(0, 0, 1, 0));
  });

  test('coordinates of a file with semicolons may have a comma, and a number that may be a thousand is refused', async () => {
    const { lines, end } = await send('external_id;latitude;fill_percentage\na;48,137;1\nb;;1,234\n');
    expect(end).toEqual(sums(1, 0, 0, 1));
    expect(refusedIn(lines)[0]?.reason).toContain('choose the decimal separator');
    expect(await gateway.sql('SELECT latitude FROM tank')).toEqual([{ latitude: '48.137' }]);
  });
});

test('the answer has the refused lines with their reasons, as a file of them has them, and other lines are written', async () => {
  const { status, headers, lines, end } = await send('external_id,fill_percentage,version\na,1,7\nb,ten,7\nc,101,7\n');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/jsonl; charset=utf-8');
  expect(lines[0]).toEqual({
    type: 'begin',
    dryRun: false,
    id: headers.get('x-request-id'),
    head: 'external_id,fill_percentage,version,refused_line,refused_reason\n',
    ignored: ['version'],
    first: ['{"external_id":"a","fill_percentage":1}'],
  });
  expect(refusedIn(lines)).toEqual([
    {
      line: 3,
      reason: 'fill_percentage must be a number, such as 42.5',
      text: 'b,ten,7,3,"fill_percentage must be a number, such as 42.5"\n',
    },
    {
      line: 4,
      reason: 'fill_percentage must be from 0 to 100',
      text: 'c,101,7,4,fill_percentage must be from 0 to 100\n',
    },
  ]);
  expect(end).toEqual(sums(1, 0, 0, 2));
  expect(await tanks()).toMatchObject([{ external_id: 'a' }]);
});

test('a dry run reports what would be and writes nothing, and who imports is the author of the changes', async () => {
  await keepHistory(gateway.pool, { keepDays: 30, ignore: [] });
  await send('external_id,name\na,A\nb,B\n');
  const file = 'external_id,name\na,A\nb,changed\nc,C\n,D\n';
  const dry = await send(file, { path: 'tanks?dry-run' });
  expect(dry.end).toEqual(sums(1, 1, 1, 1));
  expect(dry.lines[0]).toMatchObject({ dryRun: true });
  expect((await tanks()).map(({ name }) => name)).toEqual(['A', 'B']);
  expect((await send(file, { path: 'tanks?dry-run=false' })).end).toEqual(sums(1, 1, 1, 1));
  const authors = await gateway.sql('SELECT DISTINCT actor FROM webhook_outbox');
  expect(authors).toEqual([{ actor: 'user' }]);
});

test('what no mutation sets is left out: readings, and on records that are there what only a creation sets', async () => {
  const first = await send('external_id,name,note,reading_volume,days_to_empty\na,A,first,5,9\n');
  expect(first.lines[0]).toMatchObject({ ignored: ['reading_volume', 'days_to_empty'] });
  const second = await send('external_id,name,note\na,B,second\n');
  expect([first.end, second.end]).toEqual([sums(1, 0, 0, 0), sums(0, 1, 0, 0)]);
  expect(await gateway.sql('SELECT name, note, reading_volume FROM tank')).toEqual([
    { name: 'B', note: 'first', reading_volume: null },
  ]);
});

test('lines without an id create nothing twice where ids are made of what they say', async () => {
  const file = 'name,fill_percentage\nTwin,10\nTwin,10\nHalf,half\n';
  expect((await send(file)).error).toEqual(failure('BAD_USER_INPUT', 'a column id or external_id is required'));
  expect((await send(file, { path: 'tanks?make-ids' })).end).toEqual(sums(2, 0, 0, 1));
  expect((await send(file.replace('half', '50'), { path: 'tanks?make-ids' })).end).toEqual(sums(1, 0, 2, 0));
  // The twin that comes later is one, although the import goes on behind the first.
  const rest = await send('name,fill_percentage\nNew,1\nNew,1\n', { path: 'tanks?make-ids&from-line=3' });
  expect(rest.end).toEqual(sums(1, 0, 0, 0));
  expect((await send('name,fill_percentage\nNew,1\n', { path: 'tanks?make-ids' })).end).toEqual(sums(1, 0, 0, 0));
});

test('lines may name records by their ids and by external ids in turns, and the later line wins', async () => {
  const [a, b] = [randomUUID(), randomUUID()];
  const names = () => gateway.sql("SELECT external_id AS key, name FROM tank WHERE company_id = 'acme' ORDER BY 1, 2");
  const file = (...lines: string[]) => `id,external_id,name\n${lines.join('\n')}\n`;
  const first = await send(file(`${a},turn-a,A`, ',turn-x,X', `${b},turn-y,B`, ',turn-y,B2'));
  expect(first.end).toEqual(sums(3, 1, 0, 0));
  const again = await send(file(',turn-y,B3', `${b},turn-y,B4`, `${b},turn-z,B5`, ',turn-y,new'));
  expect(again.end).toEqual(sums(1, 3, 0, 0));
  expect(again.end).toMatchObject({ repeated: 2 });
  expect(await names()).toEqual([
    { key: 'turn-a', name: 'A' },
    { key: 'turn-x', name: 'X' },
    { key: 'turn-y', name: 'new' },
    { key: 'turn-z', name: 'B5' },
  ]);
  // A line that depends on one before it holds up those behind it.
  await send(file(`${a},turn-y,A`, `${b},turn-z,B`));
  const last = await send(file(`${a},turn-a,A2`, ',turn-y,new2', `${b},turn-y,B6`));
  expect(last.end).toEqual(sums(0, 3, 0, 0));
  expect(await names()).toEqual([
    { key: 'turn-a', name: 'A2' },
    { key: 'turn-x', name: 'X' },
    { key: 'turn-y', name: 'B6' },
    { key: 'turn-y', name: 'new2' },
  ]);
});
