import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { until } from '../until.ts';
import { counts, done, mistake, numbered, partly, useImports } from './importing.ts';

const imports = useImports();
const { run, write, open, tanks } = imports;

test('an import whose output nobody reads continues to its end', async () => {
  const { child } = open(['tanks', '-', '--company', 'acme', '--refused', write('')]);
  child.stdout.destroy();
  child.stdin.end('id,tank_size\na,1\nb,ten\n');
  const exit = await once(child, 'exit');
  expect(exit).toEqual([2, null]);
  expect(await tanks()).toMatchObject([{ id: 'a' }]);
});

test('Ctrl-C leaves whole batches and prints the line to continue with', async () => {
  const lines = `id,name\nbad\n${numbered(1, 2500)}`;
  const refused = write('');
  const { child, ended } = open(['tanks', '-', '--company', 'acme', '--refused', refused]);
  child.stdin.write(lines);
  await imports.until(1999);
  child.kill('SIGINT');
  expect(await ended).toEqual({
    status: 130,
    stdout: counts(1999, 0, 0, 1),
    stderr: expect.stringContaining('The lines up to 2001 are done. Continue with --from-line 2002'),
  });
  expect(await tanks()).toHaveLength(1999);
  const rest = await run(write(`${lines}worse\n`), ['--from-line', '2002', '--refused', refused]);
  expect(rest).toEqual(partly(501, 0, 0, 1));
  const told = readFileSync(refused, 'utf8').trimEnd().split('\n');
  expect(told.map((line) => line.split(',')[2])).toEqual(['refused_line', '2', '2503']);
});

test('an import that is killed has written whole batches, and no second one runs beside it', async () => {
  const { child, ended } = open(['tanks', '-', '--company', 'acme', '--refused', write('')]);
  child.stdin.write(`id,name\n${numbered(1, 1500)}`);
  await imports.until(1000);
  expect(await run(write('id\nb\n'))).toEqual(mistake('Another import of these records of "acme" is running'));
  child.kill('SIGKILL');
  await ended;
  // The lock goes with the session, a moment later.
  const locks = `SELECT FROM pg_locks WHERE locktype = 'advisory'
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  await until(async () => (await imports.gateway.sql(locks)).length === 0);
  expect(await tanks()).toHaveLength(1000);
  expect(await run(write(`id,name\n${numbered(1, 1500)}`))).toEqual(done(500, 0, 1000));
});
