import { expect, test } from 'vitest';
import { tokenOf } from '../gateway.ts';
import { counts, done, mistake, numbered, partly, refusedOf, useImports } from './importing.ts';

const imports = useImports();
const { write, open, tanks, run: runHere } = imports;

/** Imports through the gateway. */
async function run(file: string, options: string[] = [], token?: string) {
  const bearer = token ?? (await tokenOf('acme'));
  const { child, ended } = open(['tanks', file, '--url', imports.gateway.address, '--token', bearer, ...options], {
    DATABASE_URL: '',
  });
  child.stdin.end();
  return ended;
}

test('an import through a gateway reports what one into its database reports, and the same refused lines', async () => {
  const content = 'id,external_id,name,fill_percentage\n,a,A,1\n,b,B,ten\n,c,C,101\n,a,A2,1\n';
  const [here, there] = [write(content), write(content)];
  expect(await runHere(here, ['--dry-run'])).toEqual(partly(1, 1, 0, 2));
  const refused = refusedOf(here);
  expect(await run(there, ['--dry-run'])).toEqual(partly(1, 1, 0, 2));
  expect(refusedOf(there)).toEqual(refused);
  expect(await tanks()).toEqual([]);
  const { stdout, ...written } = await run(there);
  expect({ stdout, ...written }).toEqual(partly(1, 1, 0, 2));
  expect(stdout).toContain('1 line names a record of an earlier line: the later line wins.');
  expect(stdout).toContain(`${there}.refused has the refused lines with their reasons.`);
  expect(await tanks()).toMatchObject([{ external_id: 'a', company_id: 'acme', name: 'A2' }]);
  expect(await run(write('external_id;name\na;A2\n'))).toEqual(done(0, 0, 1));
});

test('it takes the options of the command, and prints the first lines as they would be stored', async () => {
  const file = write(Buffer.from('external_id|fill_percentage|name|version\na|12,5|Größe|1\n', 'latin1'));
  const options = ['--encoding', 'windows-1252', '--decimal', ',', '--delimiter', '|', '--check'];
  const { status, stdout, stderr } = await run(file, options);
  expect([status, stdout]).toEqual([
    0,
    expect.stringContaining('{"external_id":"a","fill_percentage":12.5,"name":"Größe"}\nNothing is written. 1 line'),
  ]);
  expect(stderr).toContain('Left out, since no token sets them: version.');
});

test('Ctrl-C ends it after a batch, and it continues at the line that is printed', async () => {
  const lines = `external_id,name\n${numbered(1, 2500)}`;
  const args = ['tanks', '-', '--url', `${imports.gateway.address}/graphql`, '--token', await tokenOf('acme')];
  const refused = ['--refused', write('')];
  const { child, ended } = open([...args, ...refused]);
  child.stdin.write(lines);
  await imports.until(2000);
  child.kill('SIGINT');
  expect(await ended).toEqual({
    status: 130,
    stdout: counts(2000, 0, 0, 0),
    stderr: expect.stringContaining('The lines up to 2001 are done. Continue with --from-line 2002'),
  });
  expect(await run(write(lines), ['--from-line', '2002'])).toEqual(done(500, 0, 0));
});

test('what the gateway refuses is the reason in its words', async () => {
  const file = write('external_id,nmae\na,x\n');
  expect(await run(file)).toEqual(mistake('nmae is not a column. Did you mean name?'));
  expect(await run(file, [], 'nonsense')).toEqual(mistake('The token is not valid'));
  expect(await run(file, [], await tokenOf('acme', 'tanks:read'))).toEqual(mistake('lacks the scope "tanks:write"'));
  const { child, ended } = open(['tanks', file, '--url', 'http://127.0.0.1:1', '--token', 'x']);
  child.stdin.end();
  expect(await ended).toEqual(mistake('The gateway at http://127.0.0.1:1/import/tanks does not answer'));
});
