import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { narrowed } from '../auth/own/narrowed.ts';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { EMPTY } from '../postgres.ts';
import { CSV, failure, type Given, refusedIn, sendingTo, sums } from './sending.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway({ importMb: 1, corsOrigins: ['https://app.example'] });
});
afterAll(() => gateway.close());
beforeEach(() => gateway.pool.query(EMPTY));

const { send, tanks } = sendingTo(() => gateway);

describe('refusals', () => {
  test.each<[string, number, string, string, BodyInit, Given]>([
    [
      'too many columns',
      400,
      'BAD_USER_INPUT',
      'The first line has more than 1000 columns.',
      `id,${'x,'.repeat(1_500)}y\n`,
      {},
    ],
    ['a misspelled column', 400, 'BAD_USER_INPUT', 'nmae is not a column. Did you mean name?', 'id,nmae\n1,x\n', {}],
    [
      'a misspelled parameter',
      400,
      'BAD_USER_INPUT',
      'There is no parameter "dry_run". Did you mean dry-run?',
      'id\n',
      { path: 'tanks?dry_run=1' },
    ],
    ['a parameter twice', 400, 'BAD_USER_INPUT', 'is given twice', 'id\n', { path: 'tanks?dry-run=1&dry-run=0' }],
    [
      'a wrong encoding',
      400,
      'BAD_USER_INPUT',
      'The parameter "encoding" must be one of utf-8',
      'id\n',
      { path: 'tanks?encoding=x' },
    ],
    ['an empty file', 400, 'BAD_USER_INPUT', 'The file is empty', '', {}],
    ['a workbook', 400, 'BAD_USER_INPUT', 'Save its sheet as CSV', Buffer.from('PK\u0003\u0004'), {}],
    ['no token', 401, 'UNAUTHENTICATED', 'A token is needed', 'id\n', { token: null }],
    ['other records', 404, 'BAD_REQUEST', '/import/tanks, /import/tasks', 'id\n', { path: 'deliveries' }],
    [
      'a form',
      415,
      'BAD_REQUEST',
      'text/csv',
      'id\n',
      { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
    [
      'a media type with the name of a property',
      415,
      'BAD_REQUEST',
      'text/csv',
      'id\n',
      { headers: { 'content-type': 'constructor' } },
    ],
    [
      'compression',
      415,
      'BAD_REQUEST',
      'Content-Encoding',
      gzipSync('id\n'),
      { headers: { ...CSV, 'content-encoding': 'gzip' } },
    ],
    ['a large file', 413, 'REQUEST_ENTITY_TOO_LARGE', 'A file may have 1 MB', 'x'.repeat(1024 * 1024 + 1), {}],
    ['another method', 405, 'BAD_REQUEST', 'POST sends a file', '', { method: 'PUT' }],
  ])('%s gets %i', async (_name, status, code, words, body, given) => {
    const answer = await send(body, given);
    expect([answer.status, answer.error]).toEqual([status, failure(code, words)]);
    expect(answer.headers.get('x-request-id')).not.toBeNull();
    expect(await tanks()).toEqual([]);
  });

  test('an array of more than 1 MB is refused, and a file that grows beyond the limit ends behind what is written', async () => {
    const line = `${JSON.stringify({ external_id: 'a', note: 'x'.repeat(900) })}`;
    const parts = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let index = 0; index < 1_300; index++)
          controller.enqueue(Buffer.from(`${line.replace('"a"', `"a${index}"`)}\n`));
        controller.close();
      },
    });
    const bearer = await tokenOf('acme');
    const res = await fetch(`${gateway.address}/import/tanks`, {
      method: 'POST',
      headers: { 'content-type': 'application/jsonl', authorization: `Bearer ${bearer}` },
      body: parts,
      duplex: 'half',
    } as RequestInit);
    const end = JSON.parse((await res.text()).trimEnd().split('\n').at(-1) ?? '');
    expect(end).toMatchObject({ type: 'end', error: { code: 'REQUEST_ENTITY_TOO_LARGE' } });
    expect((await tanks()).length).toBe(end.created);
  });

  test('a preflight of a listed origin is answered, and the answer is readable there', async () => {
    const origin = { origin: 'https://app.example' };
    const { status, headers } = await send(undefined, { method: 'OPTIONS', headers: origin, token: null });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, 'https://app.example']);
    expect(headers.get('access-control-allow-headers')).toContain('authorization');
    const answer = await send('external_id\na\n', { headers: { ...CSV, ...origin } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example');
  });
});

describe('rights', () => {
  test('a token needs the scope to change, and creates only with the one to create', async () => {
    const reader = await send('external_id\na\n', { token: await tokenOf('acme', 'tanks:read tanks:create') });
    expect([reader.status, reader.error]).toEqual([403, failure('FORBIDDEN', 'lacks the scope "tanks:write"')]);
    expect(reader.error?.extensions.missingScope).toBe('tanks:write');
    await send('external_id,name\na,A\n');
    const writer = await send('external_id,name\na,B\nb,B\n', { token: await tokenOf('acme', 'tanks:write') });
    expect(writer.end).toEqual(sums(0, 1, 0, 1));
    expect(refusedIn(writer.lines)[0]?.reason).toBe('the record is new, and the token lacks the scope "tanks:create"');
    expect((await tanks()).map(({ name }) => name)).toEqual(['B']);
    const every = await send('external_id\na\n', { token: await tokenOf(undefined, 'companies:all tanks:write') });
    expect(every.status).toBe(403);
  });

  test('a token writes its own company alone, and learns nothing of ids of others', async () => {
    const [theirs, unknown] = [randomUUID(), randomUUID()];
    await gateway.sql(
      `INSERT INTO tank (id, company_id, external_id, name) VALUES ($1, 'globex', 'E', 'theirs'), ('ours-1', 'globex', 'F', 'theirs')`,
      [theirs],
    );
    const lines = [`${theirs},x`, 'ours-1,x', 'ours-2,x', `${unknown},x`, ''].join('\n');
    const { end, lines: answer } = await send(`id,name\n${lines}`);
    expect(end).toEqual(sums(1, 0, 0, 3));
    const [taken, ...named] = refusedIn(answer).map(({ reason }) => reason);
    expect(taken).toBe('the id is taken');
    expect(named[0]).toContain('no record has this id');
    expect(named[1]).toBe(named[0]);
    expect((await send('external_id,company_id,name\nE,globex,x\n')).lines).toContainEqual(
      expect.objectContaining({ type: 'refused', reason: 'company_id is not "acme"' }),
    );
    expect((await gateway.sql(`SELECT name FROM tank WHERE company_id = 'globex'`)).map(({ name }) => name)).toEqual([
      'theirs',
      'theirs',
    ]);
    const other = await send('external_id,name\nE,x\n', { token: await tokenOf('globex') });
    expect(other.end).toEqual(sums(0, 1, 0, 0));
  });

  test('a narrowed token imports the records of its rule alone', async () => {
    await gateway.sql(`INSERT INTO tank (id, company_id, external_id, customer_id, name) VALUES
      ('a', 'acme', 'A', 'c-1', 'mine'), ('b', 'acme', 'B', 'c-2', 'not mine'), ('c', 'acme', 'C', NULL, 'nobody')`);
    const token = await narrowed({ tank: { customer_id: 'c-1' } });
    const file = [
      'id,external_id,customer_id,name',
      'a,A,c-1,new',
      'b,B,c-1,new',
      ',C,c-1,own C',
      ',N,c-2,new',
      ',M,,new',
      'a,A,c-2,gone',
      '',
    ];
    const { end, lines } = await send(file.join('\n'), { token });
    expect(refusedIn(lines).map(({ line, reason }) => [line, reason])).toEqual([
      [3, expect.stringContaining('no record has this id')],
      [5, 'customer_id must be a value of the records that the token may see'],
      [6, 'customer_id must be a value of the records that the token may see'],
      [7, 'customer_id must be a value of the records that the token may see'],
    ]);
    expect(end).toEqual(sums(1, 1, 0, 4));
    expect(await gateway.sql(`SELECT external_id, customer_id, name FROM tank ORDER BY external_id, name`)).toEqual([
      { external_id: 'A', customer_id: 'c-1', name: 'new' },
      { external_id: 'B', customer_id: 'c-2', name: 'not mine' },
      { external_id: 'C', customer_id: null, name: 'nobody' },
      { external_id: 'C', customer_id: 'c-1', name: 'own C' },
    ]);
    expect((await send('external_id,name\nO,only\n', { token })).end).toEqual(sums(1, 0, 0, 0));
    expect(await gateway.sql(`SELECT customer_id FROM tank WHERE external_id = 'O'`)).toEqual([{ customer_id: 'c-1' }]);
    expect((await send('id\na\n', { path: 'tasks', token })).status).toBe(403);
  });

  test('a token that is narrowed to an id creates no other record', async () => {
    const [own, other] = [randomUUID(), randomUUID()];
    const token = await narrowed({ tank: { id: own } });
    const { end, lines } = await send(`id,name\n${other},other\n${own},own\n`, { token });
    expect(refusedIn(lines).map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'id must be a value of the records that the token may see'],
    ]);
    expect(end).toEqual(sums(1, 0, 0, 1));
    expect(await gateway.sql('SELECT id, name FROM tank')).toEqual([{ id: own, name: 'own' }]);
  });
});
