import { existsSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { until } from '../until.ts';
import { counts, done, numbered, partly, refusedOf, useImports } from './importing.ts';

const imports = useImports();
const { run, write, open, tanks } = imports;

test('a dry run finds the same faults and writes nothing', async () => {
  const file = write('id,tank_size\na,1\nb,ten\n');
  const dry = await run(file, ['--dry-run']);
  expect(dry).toEqual(partly(1, 0, 0, 1));
  expect(dry.stdout).toMatch(/^Nothing is written\. /);
  expect(refusedOf(file)).toHaveLength(2);
  expect(await tanks()).toEqual([]);
  writeFileSync(file, 'id,tank_size\na,1\n');
  expect(await run(file)).toEqual(done(1, 0, 0));
  expect(existsSync(`${file}.refused`)).toBe(false);
});

test('a dry run knows the records that earlier lines would create', async () => {
  const ids = { task_type_id: 'fill', creator_id: 'c', status_id: 'open', team_id: 't', workflow_id: 'w' };
  const task = { ...ids, title: 'Fill', priority: 'high', task_number: 1 };
  const lines = [
    { ...task, id: 'a' },
    { id: 'a', title: 'Refill' },
    { id: 'b', title: 'Fill' },
    { id: 'b', title: 'Refill' },
    { id: 'a', task_number: 'two' },
  ];
  const file = write(lines.map((line) => JSON.stringify(line)).join('\n'), '.jsonl');
  const dry = await run(file, ['--dry-run'], 'tasks');
  expect(dry).toEqual(partly(1, 1, 0, 3));
  const refused = refusedOf(file);
  expect(await run(file, [], 'tasks')).toEqual(partly(1, 1, 0, 3));
  expect(refusedOf(file)).toEqual(refused);

  const either = write('id,external_id,name\n,E1,first\na,E2,second\n,E1,third\n,E2,fourth\n');
  expect(await run(either, ['--dry-run'])).toEqual(done(2, 2, 0));
  expect(await tanks()).toEqual([]);
  expect(await run(either)).toEqual(done(2, 2, 0));
});

test('Ctrl-C in a dry run reports which lines are checked', async () => {
  const refused = write('');
  const { child, ended } = open(['tanks', '-', '--company', 'acme', '--dry-run', '--refused', refused]);
  child.stdin.write(`id,name\nbad\n${numbered(1, 1500)}`);
  await until(async () => Number(statSync(refused, { throwIfNoEntry: false })?.size) > 0);
  child.kill('SIGINT');
  expect(await ended).toEqual({
    status: 130,
    stdout: counts(999, 0, 0, 1),
    stderr: 'Stopped. The lines up to 1001 are checked, and nothing is written. Continue with --from-line 1002.\n',
  });
  expect(await tanks()).toEqual([]);
});
