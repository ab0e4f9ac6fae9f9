import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, tokenOf } from '../gateway.ts';
import { onServer } from '../postgres.ts';
import { startProgram, temporary } from '../programs.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The line of the source that a stack names first in a file. */
function lineIn(file: string, stack: string, folder = root): string | undefined {
  const line = stack.split(`${file}:`)[1]?.split(':')[0];
  return readFileSync(join(folder, file), 'utf8').split('\n')[Number(line) - 1];
}

test('an unexpected error is logged with the places and the class name of the source', async () => {
  const gateway = startProgram('main', { DATABASE_URL: database.url });
  const { address } = await gateway.logged('ready');
  await onServer(database.url, 'ALTER TABLE tank RENAME COLUMN brand TO make');
  await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf('acme')}` },
    body: JSON.stringify({ query: '{ tank(id: "x") { brand } }' }),
  });
  await gateway.stop();
  const errors = gateway.lines
    .map((line) => JSON.parse(line))
    .flatMap(({ msg, err }) => (msg === 'unexpected error' ? err : []));
  expect(errors).toMatchObject([{ type: 'DatabaseError', code: '42703' }]);
  // Its package has a map, too.
  expect(errors[0].stack).toContain('at parseErrorMessage (');
  expect(errors[0].stack).toContain('node_modules/pg-protocol/src/parser.ts:');
  for (const { stack } of errors) expect(stack).not.toMatch(/dist\/|\w2 \(/);
});

test('an error that nothing catches ends the program, and names the source', async () => {
  const source = `
    import { runAsProgram, untilStopped } from '${join(root, 'src/cli/program.ts')}';
    runAsProgram(() => untilStopped(async () => {
      setTimeout(() => {
        throw new RangeError('odd');
      });
      return undefined;
    }));`;
  const folder = temporary();
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/odd.ts'), source);
  await build({
    entryPoints: [join(folder, 'src/odd.ts')],
    outdir: join(folder, 'dist'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    sourcemap: true,
  });
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'dist/odd.js')], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^RangeError: odd\n/)]);
  expect(lineIn('src/odd.ts', stderr, folder)).toContain("throw new RangeError('odd')");
});
