import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

test('a frontend with the packages that docs/frontends.md names generates the same documents', () => {
  const page = readFileSync(join(root, 'docs/frontends.md'), 'utf8');
  const [, packages = ''] = /```json\n(\{\n {2}"devDependencies"[\s\S]*?\n\})\n```/.exec(page) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'gateway-frontend-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package.json'), packages);
  for (const file of ['codegen.ts', 'schema.graphql']) cpSync(join(root, file), join(folder, file));
  const isGenerated = (path: string): boolean => path === join(root, 'operations/generated');
  cpSync(join(root, 'operations'), join(folder, 'operations'), {
    recursive: true,
    filter: (path) => !isGenerated(path),
  });

  const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: folder, stdio: 'pipe' });
  run('npm', 'install', '--engine-strict', '--ignore-scripts', '--no-audit', '--no-fund');
  run(join(folder, 'node_modules/.bin/graphql-codegen'));

  const generated = readdirSync(join(folder, 'operations/generated'));
  expect(generated).toContain('graphql.ts');
  for (const file of generated) {
    const path = join('operations/generated', file);
    expect(readFileSync(join(folder, path), 'utf8')).toBe(readFileSync(join(root, path), 'utf8'));
  }
}, 300_000);
