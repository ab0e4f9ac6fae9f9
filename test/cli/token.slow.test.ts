import { statSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { runProgram, temporary } from '../programs.ts';

const JWT_SECRET = 'a secret of the tests, long enough for HS256';

const token = (...args: string[]) => runProgram('token', args, { JWT_SECRET });

test('a token has the scopes that were asked for, all of the company by default', async () => {
  const { status, stdout } = await token('--company', 'acme', '--scope', ' tanks:read  companies:all ');
  expect([status, decodeJwt(stdout)]).toMatchObject([0, { company_id: 'acme', scope: 'tanks:read companies:all' }]);
  const all = await token('--company', 'acme');
  expect(decodeJwt(all.stdout).scope).toMatch(
    /^tanks:read tanks:write tanks:create tanks:delete tasks:read .* subscriptions:write (\S+ )*history:read$/,
  );
});

test('a command warns of a misspelled setting, and goes on', async () => {
  const { status, stderr } = await runProgram('token', ['--company', 'acme'], { JWT_SECRET, COMPANY_CLAM: 'org' });
  expect([status, stderr]).toEqual([0, 'COMPANY_CLAM is not a setting. Did you mean COMPANY_CLAIM?\n']);
});

test('a token names its subject, in the claim that the gateway reads', async () => {
  expect(decodeJwt((await token('--company', 'acme', '--subject', 'anna')).stdout)).toMatchObject({ sub: 'anna' });
  const other = await runProgram('token', ['--company', 'acme', '--subject', 'anna'], {
    JWT_SECRET,
    ACTOR_CLAIM: 'oid',
  });
  expect(decodeJwt(other.stdout)).toMatchObject({ oid: 'anna' });
  expect((await token('--company', 'acme', '--subject', 'x'.repeat(256))).stderr).toContain('--subject');
  expect((await token('--company', 'ac\u200bme')).stderr).toContain('--company must have 1 to 255 characters');
});

test('without a company or the scopes of its own records, no token is signed', async () => {
  for (const none of [[], ['--company', '']]) {
    const { status, stdout, stderr } = await token(...none);
    expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining('A token needs --company')]);
  }
  const own = await token('--company', 'acme', '--own', '{"tank":{"customer_id":"c-17"}}');
  expect(own.stderr).toContain('--own needs --scope');
});

test('a token may see only its own, and one that a gateway would refuse is not signed', async () => {
  const own = { tank: { customer_id: 'c-17' } };
  const ask = (scope: string, given: string) => token('--company', 'acme', '--scope', scope, '--own', given);
  const { stdout } = await ask('tanks:read:own tasks:read', JSON.stringify(own));
  expect(decodeJwt(stdout)).toMatchObject({ scope: 'tanks:read:own tasks:read', own });
  const driver = { tank: { tasks: true }, task: { assignee_id: 'd-9' } };
  expect(decodeJwt((await ask('tanks:read:own tasks:read:own', JSON.stringify(driver))).stdout)).toMatchObject({
    own: driver,
  });
  const refused: [string, string, string][] = [
    ['tanks:read:own', JSON.stringify(driver), '--own at "tank.tasks" needs the scope "tasks:read"'],
    ['tanks:read:own', '{', '--own must be JSON'],
    ['tanks:read:own', '{"tank":{"name":"x"}}', '--own at "tank" must be an object'],
    ['tanks:read:own subscriptions:read', JSON.stringify(own), 'cannot be combined'],
    ['tanks:read:own:own', JSON.stringify(own), 'Unknown scopes: "tanks:read:own:own"'],
  ];
  for (const [scope, given, words] of refused)
    expect(await ask(scope, given)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(words) });
  const without = await token('--company', 'acme', '--scope', 'tanks:read:own');
  expect(without).toMatchObject({ status: 1, stderr: expect.stringContaining('--own is missing') });
});

test.each(['tank:read', 'tanks:read tasks:wrte', 'tanks', 'tanks:read,tasks:read', 'TANKS:READ'])(
  'an unknown scope (%s) is refused with the list of scopes',
  async (scope) => {
    const { status, stdout, stderr } = await token('--company', 'acme', '--scope', scope);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`"${scope.split(' ').at(-1)}"`);
    for (const known of ['tanks:read', 'quick-orders:write', 'subscriptions:read', 'companies:all'])
      expect(stderr).toContain(known);
    expect(stderr).not.toMatch(/^ +at /m);
  },
);

test.each(['0s', '00 h', '0y', '-5m', '1.5h', '', 'x', '101y', '99999999999999999999s', '99999999999999999999y'])(
  'a lifetime of no time, or of more than a century (%s), is refused with one sentence',
  async (ttl) => {
    const { status, stdout, stderr } = await token('--company', 'acme', `--ttl=${ttl}`);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('--ttl must be a lifetime such as 30m, 8h or 30d, from a second to 100 years.');
    expect(stderr).not.toMatch(/^ +at /m);
  },
);

test('a token has the lifetime that was asked for', async () => {
  for (const [ttl, seconds] of [
    ['1s', 1],
    ['90 m', 5_400],
    ['100y', 3_155_760_000],
  ] as const) {
    const { exp = 0, iat = 0 } = decodeJwt((await token('--company', 'acme', '--ttl', ttl)).stdout);
    expect([ttl, exp - iat]).toEqual([ttl, seconds]);
  }
});

test('the data directory that it creates is closed to others, as the gateway creates it', async () => {
  const folder = temporary();
  const { status } = await runProgram('token', ['--company', 'acme'], { DATA_DIR: join(folder, 'data') });
  expect([status, (statSync(join(folder, 'data')).mode & 0o777).toString(8)]).toEqual([0, '700']);
});

test('a token for a data directory that no gateway has used says so, beside the output that scripts read', async () => {
  const DATA_DIR = join(temporary(), 'data');
  const first = await runProgram('token', ['--company', 'acme'], { DATA_DIR });
  expect([first.stdout, first.stderr]).toEqual([
    expect.stringMatching(/^\S+\n$/),
    expect.stringContaining(`No gateway has started with ${DATA_DIR}`),
  ]);
  expect((await runProgram('token', ['--company', 'acme'], { DATA_DIR })).stderr).toBe('');
});

test('--help prints the usage', async () => {
  const usage = expect.stringMatching(/^Usage: npm run --silent token -- --company/);
  expect(await token('--help')).toEqual({ status: 0, stdout: usage, stderr: '' });
});
