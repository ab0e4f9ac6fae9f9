import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPrograms, startProgram } from './built.ts';
import { cloneDatabase, tokenOf } from './gateway.ts';
import { onServer } from './postgres.ts';

let built: Awaited<ReturnType<typeof buildPrograms>>;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  [built, database] = await Promise.all([buildPrograms(), cloneDatabase()]);
});
afterAll(async () => {
  built.remove();
  await database.drop();
});

/** The line of the source that a stack names first in a file. */
function lineIn(file: string, stack: string): string | undefined {
  const line = stack.split(`${file}:`)[1]?.split(':')[0];
  return readFileSync(join(built.folder, file), 'utf8').split('\n')[Number(line) - 1];
}

test('an unexpected error is logged with the places and the class name of the source', async () => {
  const gateway = startProgram(built.folder, 'main', { DATABASE_URL: database.url });
  const { address } = await gateway.logged('ready');
  await onServer(
    database.url,
    "INSERT INTO tank (id, company_id, last_modified_date) VALUES ('x', 'acme', 'infinity')",
    'ALTER TABLE tank RENAME COLUMN brand TO make',
  );
  for (const query of ['{ tank(id: "x") { lastModifiedDate } }', '{ tank(id: "x") { brand } }'])
    await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf('acme')}` },
      body: JSON.stringify({ query }),
    });
  gateway.child.kill('SIGTERM');
  await gateway.ended;
  const errors = gateway.lines
    .map((line) => JSON.parse(line))
    .flatMap(({ msg, err }) => (msg === 'unexpected error' ? err : []));
  expect(errors).toMatchObject([{ type: 'Error' }, { type: 'DatabaseError', code: '42703' }]);
  expect(lineIn('src/http/server.ts', errors[0].stack)).toContain('await yoga(');
  // Its package has a map, too.
  expect(errors[1].stack).toContain('at parseErrorMessage (');
  expect(errors[1].stack).toContain('node_modules/pg-protocol/src/parser.ts:');
  for (const { stack } of errors) expect(stack).not.toMatch(/dist\/|\w2 \(/);
});

test('an error that nothing catches ends the program, and names the source', async () => {
  const source = `
    import { runAsProgram, untilStopped } from './program.ts';
    runAsProgram(() => untilStopped(async () => {
      setTimeout(() => {
        throw new RangeError('odd');
      });
      return undefined;
    }));`;
  writeFileSync(join(built.folder, 'src/odd.ts'), source);
  await build({
    entryPoints: [join(built.folder, 'src/odd.ts')],
    outdir: join(built.folder, 'dist'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    sourcemap: true,
  });
  const { code, complaint } = await startProgram(built.folder, 'odd', {}).ended;
  expect([code, complaint]).toEqual([1, expect.stringMatching(/^RangeError: odd\n/)]);
  expect(lineIn('src/odd.ts', complaint)).toContain("throw new RangeError('odd')");
});
