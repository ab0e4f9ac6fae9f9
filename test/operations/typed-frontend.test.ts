import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT, readPage } from '../markdown.ts';
import { temporary } from '../programs.ts';

const run = promisify(execFile);
/** What the compiler reports for a file in a folder; empty if it compiles. */
const compile = (folder: string): Promise<string> =>
  run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: folder }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );

test('the typed mutation of docs/frontends.md compiles after one edit of codegen.ts, and not without one of its cases', async () => {
  const folder = temporary();
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const [, path = '', text = ''] = /```ts typed (\S+)\n([\s\S]*?)```/.exec(readPage('docs/frontends.md')) ?? [];
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  cpSync(join(ROOT, 'schema.graphql'), join(folder, 'schema.graphql'));
  cpSync(join(ROOT, 'operations/outcome.ts'), join(folder, 'src/outcome.ts'));
  const codegen = readFileSync(join(ROOT, 'codegen.ts'), 'utf8');
  writeFileSync(join(folder, 'codegen.ts'), codegen.replace("const FOLDER = 'operations'", "const FOLDER = 'src'"));
  const [, options = ''] = /```json tsconfig\n([\s\S]*?)```/.exec(readPage('docs/frontends.md')) ?? [];
  writeFileSync(join(folder, 'tsconfig.json'), options);
  await run(process.execPath, [join(ROOT, 'node_modules/@graphql-codegen/cli/cjs/bin.js'), '--silent'], {
    cwd: folder,
  });
  expect(await compile(folder)).toBe('');
  const without = text.replace(/ {4}case 'TankConflictError':\n.*\n/, '');
  expect(without).not.toBe(text);
  writeFileSync(join(folder, path), without);
  expect(await compile(folder)).toMatch(/^src\/correct-level\.ts\(\d+,\d+\): error TS/);
});
