import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'gateway-build-'));
const path = (name: string): string => join(directory, name);

const schema = `
  generator client {
    provider     = "prisma-client"
    output       = "../src/generated/prisma"
    moduleFormat = "esm"
  }
  datasource db {
    provider = "postgresql"
  }
  model Tank {
    id String @id
  }`;

/** Runs the build as `npm start` does; returns true if it built. */
function buildsIfStale(): boolean {
  const { status, stderr } = spawnSync(process.execPath, [path('scripts/build.mjs'), '--if-stale'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/^(Building…\n)?$/) });
  return stderr !== '';
}

/** Runs a program as `npm start` does. */
function start(program: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path('scripts/run.mjs'), program], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** Removes a tool for the rest of the test. */
function without(...tools: string[]): void {
  rmSync(path('node_modules'));
  mkdirSync(path('node_modules'));
  for (const name of readdirSync(join(repository, 'node_modules')).filter((name) => !tools.includes(name)))
    symlinkSync(join(repository, 'node_modules', name), path(join('node_modules', name)));
  onTestFinished(() => {
    rmSync(path('node_modules'), { recursive: true });
    symlinkSync(join(repository, 'node_modules'), path('node_modules'));
  });
}

/** A repository with programs that do nothing. */
beforeAll(() => {
  const files = { 'prisma/schema.prisma': schema, 'package-lock.json': '{}', 'package.json': '{ "type": "module" }' };
  const commands = ['seed', 'token', 'key', 'receiver', 'copy', 'import', 'history'].map((name) => `cli/${name}`);
  const programs = [
    ...['main', 'worker', ...commands].map((name) => [`src/${name}.ts`, '\n']),
    ...['cell', 'move'].map((name) => [`cells/${name}.ts`, '\n']),
  ];
  const page = ['page.js', 'page.css'].map((name) => [`src/http/graphiql/${name}`, '']);
  const console = ['index.html', 'main.tsx', 'style.css'].map((name) => [`console/${name}`, '']);
  for (const [name = '', text = ''] of [...Object.entries(files), ...programs, ...page, ...console]) {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  }
  mkdirSync(path('scripts'));
  for (const script of ['build.mjs', 'run.mjs'])
    copyFileSync(join(repository, 'scripts', script), path(join('scripts', script)));
  symlinkSync(join(repository, 'node_modules'), path('node_modules'));
  expect(buildsIfStale()).toBe(true);
});
afterAll(() => rmSync(directory, { recursive: true }));

const PRESENT = /^dist\/ is older than its sources and cannot be built: esbuild is not installed\. .*\n$/;
const ABSENT = /^The programs cannot be built: esbuild is not installed\. .*npm ci.*\n$/;

test('without the build tools, a built program starts, and another one prints what to do', () => {
  without('esbuild');
  expect(start('main')).toEqual({ status: 0, stdout: '', stderr: '' });
  appendFileSync(path('src/main.ts'), '\n');
  expect(start('main')).toEqual({ status: 0, stdout: '', stderr: expect.stringMatching(PRESENT) });
  renameSync(path('dist'), path('away'));
  try {
    expect(start('main')).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(ABSENT) });
  } finally {
    rmSync(path('dist'), { recursive: true, force: true });
    renameSync(path('away'), path('dist'));
  }
});

// A file stands for a folder that cannot be written to: root may write to any.
test('a folder that cannot be written to is reported in one line', () => {
  renameSync(path('dist'), path('away'));
  writeFileSync(path('dist'), '');
  try {
    const { status, stderr } = start('main');
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^The programs cannot be built: dist\/ cannot be written to \(.*\)\. .*\n$/),
    ]);
  } finally {
    rmSync(path('dist'));
    renameSync(path('away'), path('dist'));
  }
});

test('a source that cannot be built is reported without a stack of the build', () => {
  writeFileSync(path('src/main.ts'), 'const = ;\n');
  try {
    const { status, stderr } = start('main');
    expect([status, stderr]).toEqual([1, expect.stringContaining('src/main.ts:1:6')]);
    expect(stderr).not.toMatch(/^ +at /m);
  } finally {
    writeFileSync(path('src/main.ts'), '\n');
    expect(buildsIfStale()).toBe(true);
  }
});

test('a build without changes is not repeated', () => {
  expect(buildsIfStale()).toBe(false);
});

test.each([
  ['src/cli/seed.ts', 'the build'],
  ['cells/move.ts', 'the build'],
  ['scripts/build.mjs', 'the build'],
  ['prisma/schema.prisma', 'the build and the Prisma client'],
  ['package-lock.json', 'the build and the Prisma client'],
])('a change of %s makes %s stale', (name, stale) => {
  const client = path('src/generated/prisma/client.ts');
  const generated = readFileSync(client, 'utf8');
  writeFileSync(client, '');
  appendFileSync(path(name), '\n');
  expect(buildsIfStale()).toBe(true);
  expect(readFileSync(client, 'utf8') === generated).toBe(stale.endsWith('client'));
  expect(buildsIfStale()).toBe(false);
  writeFileSync(client, generated);
});

test('a new time of package-lock.json, which `npm prune` gives it, is not a change', () => {
  const later = new Date(Date.now() + 60_000);
  utimesSync(path('package-lock.json'), later, later);
  expect(buildsIfStale()).toBe(false);
});

test('the build prints its usage, and refuses what it does not know', () => {
  const build = (argument: string) =>
    spawnSync(process.execPath, [path('scripts/build.mjs'), argument], { cwd: directory, encoding: 'utf8' });
  expect(build('--help')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Usage: npm run build/) });
  expect(build('--fast')).toMatchObject({ status: 1, stderr: expect.stringMatching(/^Unknown: --fast\./) });
});
