import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../gateway.ts';
import { openProgram, runProgram, temporary } from '../programs.ts';

const KEY = /^fog_([0-9a-f]{16})_[\w-]{43}\n$/;
const UPDATE = 'mutation { updateTank(id: "t", input: { name: "M" }) { __typename ... on Error { message } } }';

describe('on DATABASE_URL', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openGateway();
    await gateway.sql(`INSERT INTO tank (id, company_id) VALUES ('t', 'acme')`);
  });
  afterAll(() => gateway.close());

  const key = (...args: string[]) => runProgram('key', args, { DATABASE_URL: gateway.url });

  test('a key works as soon as it is created, and only its hash is stored', async () => {
    const { status, stdout, stderr } = await key(
      'create',
      '--company',
      'acme',
      '--scope',
      'tanks:write',
      '--name',
      'ERP',
    );
    const [, id = ''] = KEY.exec(stdout) ?? [];
    expect({ status, stderr }).toEqual({ status: 0, stderr: `The key ${id} is shown only once.\n` });
    const { data } = await gateway.ask(UPDATE, {}, stdout.trim());
    expect(data.updateTank.__typename).toBe('Tank');
    const rows = await gateway.sql('SELECT * FROM api_key');
    expect(rows).toMatchObject([{ id, company_id: 'acme', name: 'ERP', scopes: ['tanks:write'], expires_at: null }]);
    expect(JSON.stringify(rows)).not.toContain(stdout.trim().slice(-43));
  });

  test('a key can have an end, several scopes, or every company', async () => {
    const words = ['--scope', ' companies:all  tanks:read tanks:read', '--expires', '90d'];
    const { stdout } = await key('create', ...words);
    const [row] = await gateway.sql(
      `SELECT company_id, scopes, round(extract(epoch FROM expires_at - created_at) / 86400) AS days FROM api_key WHERE id = $1`,
      [KEY.exec(stdout)?.[1]],
    );
    expect(row).toEqual({ company_id: null, scopes: ['companies:all', 'tanks:read'], days: '90' });
    expect((await gateway.ask('{ tank(id: "t") { id } }', {}, stdout.trim())).data.tank).toEqual({ id: 't' });
  });

  test('a key may see only its own, and is listed with what that is', async () => {
    const own = '{"tank":{"customer_id":"c-17"}}';
    const { stdout } = await key('create', '--company', 'initech', '--scope', 'tanks:read:own', '--own', own);
    await gateway.sql(
      `INSERT INTO tank (id, company_id, customer_id) VALUES ('i-1', 'initech', 'c-17'), ('i-2', 'initech', 'c-18')`,
    );
    const { data } = await gateway.ask('{ tanks { totalCount nodes { id } } }', {}, stdout.trim());
    expect(data.tanks).toEqual({ totalCount: 1, nodes: [{ id: 'i-1' }] });
    expect((await key('list', '--company', 'initech')).stdout).toMatch(
      / tanks:read:own +\{"tank":\{"customer_id":"c-17"\}\}\n$/,
    );
  });

  test('a key is for a company that a token can name', async () => {
    const refused = await key('create', '--company', 'ac\u200bme', '--scope', 'tanks:read');
    const stderr = expect.stringContaining('--company must have 1 to 255 characters, none of them invisible.');
    expect(refused).toMatchObject({ status: 1, stdout: '', stderr });
  });

  test('a key is revoked once and stays listed', async () => {
    const { stdout } = await key('create', '--company', 'globex', '--scope', 'tanks:read', '--expires', '1y');
    const [, id = ''] = KEY.exec(stdout) ?? [];
    const listed = await key('list', '--company', 'globex');
    expect(listed.stdout.split('\n')[0]).toMatch(
      /^id +company +state +created +expires +last used +name +scopes +own$/,
    );
    expect(listed.stdout.split('\n').slice(1)).toEqual([
      expect.stringMatching(new RegExp(`^${id}  globex   active +\\S+Z +\\S+Z +- +- +tanks:read  -$`)),
      '',
    ]);
    expect(listed.stdout).not.toContain(stdout.trim().slice(-43));
    const first = await key('revoke', id);
    expect([first.status, first.stdout]).toEqual([0, expect.stringContaining(`${id} is revoked`)]);
    const [before] = await gateway.sql('SELECT revoked_at FROM api_key WHERE id = $1', [id]);
    expect((await key('revoke', id)).status).toBe(0);
    expect(await gateway.sql('SELECT revoked_at FROM api_key WHERE id = $1', [id])).toEqual([before]);
    expect((await key('list')).stdout).toMatch(new RegExp(`^${id}  globex +revoked`, 'm'));
    const { errors } = await gateway.ask('{ tank(id: "t") { id } }', {}, stdout.trim());
    expect(errors).toMatchObject([{ message: 'The API key has been revoked.' }]);
  });

  const refused: [string, string[], string][] = [
    ['no command', [], 'create, list, revoke'],
    ['an unknown command', ['toString'], 'create, list, revoke'],
    [
      'an unknown scope',
      ['create', '--company', 'a', '--scope', 'tanks:read tank:write'],
      'Unknown scopes: "tank:write". Known are tanks:read, tanks:write, tanks:create, tanks:delete, tasks:read, ',
    ],
    ['no scope', ['create', '--company', 'a', '--scope', ' '], 'companies:all'],
    ['no company', ['create', '--scope', 'tanks:read'], '--company'],
    ['an end that is none', ['create', '--company', 'a', '--scope', 'tanks:read', '--expires', '0d'], '--expires'],
    ['an unknown option', ['list', '--scope', 'x'], "Unknown option '--scope'"],
    ['no rule for an own scope', ['create', '--company', 'a', '--scope', 'tanks:read:own'], '--own is missing'],
    ['no id', ['revoke'], 'id of one key'],
    ['an unknown id', ['revoke', 'ffff'], 'There is no key with the id "ffff"'],
  ];
  test('--help prints the usage', async () => {
    for (const args of [['--help'], ['create', '--help']])
      expect(await key(...args)).toEqual({
        status: 0,
        stdout: expect.stringMatching(/^Usage: .* key -- create .* key -- revoke <id>\n$/s),
        stderr: '',
      });
  });

  test.each(refused)('%s is refused, and nothing is written', async (_what, args, words) => {
    const before = await gateway.sql('SELECT * FROM api_key ORDER BY id');
    const { status, stdout, stderr } = await key(...args);
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: expect.stringContaining(words) });
    expect(stderr).not.toContain('    at ');
    expect(await gateway.sql('SELECT * FROM api_key ORDER BY id')).toEqual(before);
  });
});

test('--help to the seed prints its usage and opens no database', async () => {
  const DATABASE_URL = 'postgresql://127.0.0.1:1/none';
  expect(await runProgram('seed', ['--help'], { DATABASE_URL })).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^Usage: npm run seed\n/),
    stderr: '',
  });
});

test('on the embedded database, the programs work with and without a gateway that runs it', async () => {
  const DATA_DIR = temporary();
  const create = () => runProgram('key', ['create', '--company', 'demo', '--scope', 'tanks:read'], { DATA_DIR });
  const alone = await create();
  const created = expect.stringContaining(`Creating a new database in ${DATA_DIR}.`);
  expect(alone).toEqual({ status: 0, stdout: expect.stringMatching(KEY), stderr: created });
  const gateway = openProgram('main', [], { PORT: '0', DATA_DIR });
  const { address } = await gateway.logged('ready');
  const beside = await create();
  expect(beside).toEqual({ status: 0, stdout: expect.stringMatching(KEY), stderr: expect.not.stringContaining('new') });
  expect(await runProgram('seed', [], { DATA_DIR })).toMatchObject({ status: 0, stderr: '' });
  const lines = 'id,name\ndemo-tank-001,Imported\n';
  expect(await runProgram('import', ['tanks', '-', '--company', 'demo'], { DATA_DIR }, lines)).toEqual({
    status: 0,
    stdout: expect.stringContaining('1 updated'),
    stderr: '',
  });
  for (const { stdout } of [alone, beside]) {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${stdout.trim()}` },
      body: JSON.stringify({ query: '{ tank(id: "demo-tank-001") { name } }' }),
    });
    expect(await response.json()).toEqual({ data: { tank: { name: 'Imported' } } });
  }
  await gateway.stop();
  const listed = await runProgram('key', ['list'], { DATA_DIR });
  expect(listed.stdout.match(/demo +active/g)).toHaveLength(2);
});
